#include "engine/vm/content_reader.h"

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/format/content.h"

namespace gabarit::vm {

std::optional<document::Value> ContentReader::Read(
    const program::ContentPlan& plan, std::string_view text) {
  failed_ = false;
  if (!plan.encoding.empty()) {
    absl::StatusOr<std::string> decoded =
        format::DecodeContent(plan.encoding, text);
    if (absl::IsNotFound(decoded.status())) {
      // An encoding nobody here knows says nothing about the string.
      return std::nullopt;
    }
    if (!decoded.ok()) {
      failed_ = true;
      return std::nullopt;
    }
    decoded_ = *std::move(decoded);
    text = decoded_;
  }
  if (!plan.is_json) return std::nullopt;
  if (!parser_.Parse(text)) {
    failed_ = true;
    return std::nullopt;
  }
  return parser_.root();
}

}  // namespace gabarit::vm

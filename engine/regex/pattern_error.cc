#include "engine/regex/pattern_error.h"

#include "absl/strings/str_cat.h"

namespace gabarit::regex {

absl::Status PatternError::ToStatus() const {
  const std::string text = absl::StrCat(construct, " at offset ", offset,
                                        " of the pattern: ", message);
  switch (kind) {
    case Kind::kSyntax:
      return absl::InvalidArgumentError(text);
    case Kind::kUnsupported:
      return absl::UnimplementedError(text);
    case Kind::kTooLarge:
      return absl::ResourceExhaustedError(text);
  }
  return absl::InternalError(text);
}

}  // namespace gabarit::regex

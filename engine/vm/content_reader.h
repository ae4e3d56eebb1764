// Reads what strings contain, for contentEncoding, contentMediaType and
// contentSchema where they assert (Validation §8).

#ifndef GABARIT_ENGINE_VM_CONTENT_READER_H_
#define GABARIT_ENGINE_VM_CONTENT_READER_H_

#include <optional>
#include <string>
#include <string_view>

#include "engine/document/parser.h"
#include "engine/document/value.h"
#include "engine/program/program.h"

namespace gabarit::vm {

// Reads the content of strings for contentEncoding and contentMediaType.
class ContentReader {
 public:
  // The JSON value that `text` holds by `plan`; nothing where the content is
  // not JSON by its media type, or where reading failed. Valid until the next
  // call.
  std::optional<document::Value> Read(const program::ContentPlan& plan,
                                      std::string_view text);
  // Whether the last text was not what the plan says it is.
  bool failed() const { return failed_; }

 private:
  document::Parser parser_;
  std::string decoded_;
  bool failed_ = false;
};

}  // namespace gabarit::vm

#endif  // GABARIT_ENGINE_VM_CONTENT_READER_H_

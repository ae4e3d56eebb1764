// Messages that the session writes.

#ifndef GABARIT_ENGINE_TASKS_ANSWERS_H_
#define GABARIT_ENGINE_TASKS_ANSWERS_H_

#include <string>
#include <string_view>

#include "engine/document/value.h"
#include "engine/tasks/message.h"
#include "gabarit/model_text.h"
#include "gabarit/tools.h"

namespace gabarit::tasks {

// Error codes of JSON-RPC §5.1 and of the protocol.
inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kMissingClientCapability = -32021;  // 2026-07-28

// {"jsonrpc":"2.0","id":…,"error":{"code":…,"message":…}}
std::string ErrorAnswer(const RequestId& id, int code, std::string_view text);
// The same with the capability that is missing, as the extension words it.
std::string MissingExtensionAnswer(const RequestId& id);

// A CallToolResult that says `isError`, with `text` for the model (SEP-1303).
std::string ErrorResult(std::string_view text, ProtocolRevision revision);

// The answer that holds `result`, JSON text.
std::string ResultAnswer(const RequestId& id, std::string_view result);

// `object` with the value of its member `name` replaced by `value`, JSON text.
void AppendWithMember(std::string* out, document::Value object,
                      std::string_view name, std::string_view value);

// A text for the model about something that is no fault of a value: one line,
// or in the form of JSON the object that texts of faults have, without faults.
std::string PlainText(std::string_view tool, std::string_view problem,
                      const ModelTextOptions& options);

// A request of the session's own: {"jsonrpc":"2.0","id":…,"method":…,"params":
// {"taskId":…,…}}. In 2026-07-28 `_meta` declares the revision and, since
// tasks/* need it, the extension.
class RequestWriter {
 public:
  RequestWriter(const RequestId& id, std::string_view method);
  // A member of `params`, its value as JSON text.
  void Member(std::string_view name, std::string_view json);
  void StringMember(std::string_view name, std::string_view text);
  // `meta`: further members of `_meta`, an object as JSON; may be empty.
  void Meta(ProtocolRevision revision, bool extension, std::string_view meta);
  // The message; nothing more may be written.
  std::string Finish();
  size_t params_offset() const { return params_offset_; }

 private:
  void Separate();
  std::string out_;
  size_t params_offset_;
  bool first_ = true;
};

}  // namespace gabarit::tasks

#endif  // GABARIT_ENGINE_TASKS_ANSWERS_H_

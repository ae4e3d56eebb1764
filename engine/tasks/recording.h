// A recorded conversation, as JSON lines.
//
//   {"protocol":"2025-11-25","serverCapabilities":{…},"tools":[…]}
//   {"from":"client","at":0,"message":{…}}
//   {"from":"server","at":40,"messageText":"{…}"}
//
// The first line may stand for the opening exchange; each of its members may be
// left out, and "tools" without an item says nothing about the list. "at" is
// the time in milliseconds, which may be left out too. "messageText" holds the
// exact text of a message that "message" could not show, for it is not JSON.

#ifndef GABARIT_ENGINE_TASKS_RECORDING_H_
#define GABARIT_ENGINE_TASKS_RECORDING_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/document/value.h"
#include "engine/tasks/session_state.h"
#include "gabarit/session.h"

namespace gabarit::tasks {

// What stands for the opening exchange.
struct RecordedOpening {
  std::optional<ProtocolRevision> revision;
  // As JSON text, empty where absent.
  std::string server_capabilities;
  std::string client_capabilities;
  std::string tools;
};

struct RecordedMessage {
  Speaker speaker = Speaker::kClient;
  int64_t at = kUnknownTime;
  std::string text;
};

// One line is one or the other.
struct RecordedLine {
  std::optional<RecordedOpening> opening;
  std::optional<RecordedMessage> message;
};

// Errors: InvalidArgument with what is wrong in the line.
absl::StatusOr<RecordedLine> ReadRecordedLine(std::string_view line);

// The options of a session that begins with the opening, on top of `options`;
// loads the tools into its catalog. Errors: what loading them gives.
absl::Status ApplyOpening(const RecordedOpening& opening,
                          SessionOptions* options, ListReport* report);

}  // namespace gabarit::tasks

#endif  // GABARIT_ENGINE_TASKS_RECORDING_H_

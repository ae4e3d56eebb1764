// What peers say about themselves: revisions, capabilities, lists of tools.

#include <utility>

#include "engine/document/pointer.h"
#include "engine/schema/text.h"
#include "engine/tasks/answers.h"
#include "engine/tasks/session_state.h"

namespace gabarit {

using schema::Concat;
using tasks::Message;
using tasks::Method;
using tasks::OpenRequest;

namespace {

using document::Value;

constexpr std::string_view kTasksExtension = "io.modelcontextprotocol/tasks";

// The member at the end of a path of objects; nothing where one is missing.
std::optional<Value> Descend(std::optional<Value> value,
                             std::initializer_list<std::string_view> path) {
  for (const std::string_view name : path) {
    if (!value.has_value() || !value->is_object()) return std::nullopt;
    value = value->Find(name);
  }
  return value;
}

bool HasExtension(std::optional<Value> capabilities) {
  const std::optional<Value> extension =
      Descend(capabilities, {"extensions", kTasksExtension});
  return extension.has_value() && extension->is_object();
}

}  // namespace

void Session::State::SetRevision(ProtocolRevision found) {
  if (found == revision) return;
  revision = found;
  // Tools are judged by the rules of the revision they were listed under.
  if (own_catalog && catalog->state() == ListState::kNone) {
    ToolCatalogOptions made;
    made.revision = found;
    made.cache = catalog->cache();
    catalog = std::make_shared<ToolCatalog>(made);
  }
}

void Session::State::ReadServerCapabilities(Value capabilities) {
  server = ServerCapabilities();
  server.task_calls =
      Descend(capabilities, {"tasks", "requests", "tools", "call"}).has_value();
  server.task_cancel = Descend(capabilities, {"tasks", "cancel"}).has_value();
  server.task_list = Descend(capabilities, {"tasks", "list"}).has_value();
  server.task_extension = HasExtension(capabilities);
  peer_known = true;
}

bool Session::State::ReadRequestMeta(Value params, Decision* decision) {
  const std::optional<Value> meta = params.Find("_meta");
  const std::optional<Value> version =
      Descend(meta, {"io.modelcontextprotocol/protocolVersion"});
  if (version.has_value() && version->is_string()) {
    const std::optional<ProtocolRevision> found =
        FindProtocolRevision(version->string());
    if (found.has_value()) {
      SetRevision(*found);
    } else {
      Add(decision, Reason::kUnknownRevision, Severity::kNote,
          "/params/_meta/io.modelcontextprotocol~1protocolVersion",
          "a protocol version that is not known");
    }
  }
  return HasExtension(
      Descend(meta, {"io.modelcontextprotocol/clientCapabilities"}));
}

Decision Session::State::OpeningRequest(const Message& message) {
  Decision decision = PlainRequest(message, false);
  if (decision.kind == DecisionKind::kMalformed) return decision;
  decision.kind = DecisionKind::kOpening;
  if (message.method == Method::kDiscover && message.params.has_value()) {
    ReadRequestMeta(*message.params, &decision);
  }
  return decision;
}

Decision Session::State::OpeningAnswer(const Message& message,
                                       const OpenRequest& request) {
  if (!message.ambiguity.empty()) {
    return Malformed(message, Reason::kDuplicateMember,
                     message.ambiguity_location, message.ambiguity);
  }
  Decision decision = Make(DecisionKind::kOpening);
  if (message.error.has_value()) {
    Add(&decision, Reason::kRpcError, Severity::kNote, "/error",
        "the opening failed");
    return decision;
  }
  const Value result = *message.result;
  const std::optional<Value> capabilities = Descend(result, {"capabilities"});
  if (!capabilities.has_value() || !capabilities->is_object()) {
    return Malformed(message, Reason::kMalformedResult, "/result",
                     "the answer names no capabilities");
  }
  ReadServerCapabilities(*capabilities);
  if (request.method == Method::kDiscover) return decision;
  const std::optional<Value> version = Descend(result, {"protocolVersion"});
  if (!version.has_value() || !version->is_string()) {
    return Malformed(message, Reason::kMalformedResult, "/result",
                     "the answer names no protocolVersion");
  }
  const std::optional<ProtocolRevision> found =
      FindProtocolRevision(version->string());
  if (found.has_value()) {
    SetRevision(*found);
    return decision;
  }
  // Versions are dates: an older one has the rules of the oldest that is known,
  // a newer one those of the newest with an opening like this.
  SetRevision(version->string() <
                      ProtocolRevisionName(ProtocolRevision::k2025_11_25)
                  ? ProtocolRevision::k2025_06_18
                  : ProtocolRevision::k2025_11_25);
  Add(&decision, Reason::kUnknownRevision, Severity::kNote,
      "/result/protocolVersion",
      Concat("a protocol version that is not known: taken as ",
             ProtocolRevisionName(revision)));
  return decision;
}

Decision Session::State::ListRequest(const Message& message) {
  Decision decision = Make(DecisionKind::kToolList);
  std::string_view cursor;
  if (message.params.has_value()) {
    ReadRequestMeta(*message.params, &decision);
    const std::optional<Value> given = message.params->Find("cursor");
    if (given.has_value()) {
      if (!given->is_string()) {
        return Malformed(message, Reason::kMalformedParams, "/params/cursor",
                         "a cursor is a string");
      }
      cursor = given->string();
    }
  }
  OpenRequest* request = Open(message, false, &decision);
  if (request == nullptr) {
    return Malformed(message, Reason::kOpenRequestLimit, "/id",
                     decision.findings.back().text);
  }
  request->cursor.assign(cursor);
  return decision;
}

Decision Session::State::ListAnswer(const Message& message,
                                    const OpenRequest& request) {
  if (!message.ambiguity.empty()) {
    return Malformed(message, Reason::kDuplicateMember,
                     message.ambiguity_location, message.ambiguity);
  }
  Decision decision = Make(DecisionKind::kToolList);
  if (message.error.has_value()) {
    decision.error = Public(*message.error);
    Add(&decision, Reason::kRpcError, Severity::kNote, "/error",
        "the list was refused");
    return decision;
  }
  const std::optional<Value> type = Descend(message.result, {"resultType"});
  if (extension_revision() && type.has_value() && type->is_string() &&
      type->string() == "input_required") {
    return Malformed(message, Reason::kInterimNotAllowed, "/result/resultType",
                     "only tools/call, prompts/get and resources/read may ask "
                     "for input");
  }
  const absl::StatusOr<ListReport> loaded =
      catalog->LoadPage(request.cursor, Slice(*message.result));
  if (!loaded.ok()) {
    return Malformed(message, Reason::kMalformedResult, "/result",
                     schema::MessageOf(loaded.status()));
  }
  const auto add = [&](Reason reason, Severity severity,
                       const ToolProblem& problem) {
    Add(&decision, reason, severity,
        Concat("/result/tools/", problem.index, problem.location),
        Concat(problem.tool, ": ", problem.reason));
  };
  for (const ToolProblem& problem : loaded->refused) {
    add(Reason::kToolSetAside, Severity::kViolation, problem);
  }
  for (const ToolProblem& problem : loaded->unchecked_outputs) {
    add(Reason::kOutputNotCheckable, Severity::kViolation, problem);
  }
  // One note a tool, however much there is to say.
  for (size_t i = 0; i < loaded->warnings.size();) {
    ToolProblem problem = loaded->warnings[i];
    size_t same = i + 1;
    while (same < loaded->warnings.size() &&
           loaded->warnings[same].index == problem.index &&
           loaded->warnings[same].tool == problem.tool) {
      ++same;
    }
    if (same - i > 1) {
      problem.reason += Concat("; and ", same - i - 1, " more");
    }
    add(Reason::kToolWarning, Severity::kNote, problem);
    i = same;
  }
  return decision;
}

}  // namespace gabarit

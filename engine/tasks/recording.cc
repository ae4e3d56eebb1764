#include "engine/tasks/recording.h"

#include <memory>
#include <utility>

#include "engine/document/parser.h"
#include "engine/report/json_text.h"
#include "engine/schema/text.h"

namespace gabarit::tasks {
namespace {

using document::Value;
using schema::AbslText;
using schema::Concat;

absl::Status Wrong(std::string_view location, std::string_view what) {
  return absl::InvalidArgumentError(AbslText(Concat(location, ": ", what)));
}

// The exact text of an object or array.
std::string TextOf(Value value) {
  document::PositionIndex& positions = *value.view().positions;
  const size_t begin = positions.Offset(value.index());
  const size_t end =
      positions.Offset(document::tape::EndIndex(value.word()) - 1) + 1;
  return std::string(positions.text().substr(begin, end - begin));
}

bool Declares(std::string_view capabilities, std::string_view pointer_path,
              document::Parser* parser) {
  if (capabilities.empty() || !parser->Parse(capabilities)) return false;
  std::optional<Value> value = parser->root();
  while (!pointer_path.empty()) {
    const size_t end = pointer_path.find('|');
    const std::string_view name = pointer_path.substr(0, end);
    pointer_path = end == std::string_view::npos ? std::string_view()
                                                 : pointer_path.substr(end + 1);
    if (!value->is_object()) return false;
    value = value->Find(name);
    if (!value.has_value()) return false;
  }
  return true;
}

}  // namespace

absl::StatusOr<RecordedLine> ReadRecordedLine(std::string_view line) {
  document::Parser parser;
  if (!parser.Parse(line)) {
    return absl::InvalidArgumentError(
        AbslText(document::Describe(parser.error(), line)));
  }
  const Value root = parser.root();
  if (!root.is_object()) return Wrong("", "expected an object");
  RecordedLine read;
  const std::optional<Value> from = root.Find("from");
  if (!from.has_value()) {
    RecordedOpening opening;
    const std::optional<Value> protocol = root.Find("protocol");
    if (protocol.has_value()) {
      if (!protocol->is_string() ||
          !(opening.revision = FindProtocolRevision(protocol->string()))
               .has_value()) {
        return Wrong("/protocol",
                     "expected one of 2025-06-18, 2025-11-25, 2026-07-28");
      }
    }
    for (const auto& [name, text] :
         {std::pair{"serverCapabilities", &opening.server_capabilities},
          std::pair{"clientCapabilities", &opening.client_capabilities}}) {
      const std::optional<Value> value = root.Find(name);
      if (!value.has_value()) continue;
      if (!value->is_object()) {
        return Wrong(Concat("/", std::string_view(name)), "expected an object");
      }
      *text = TextOf(*value);
    }
    const std::optional<Value> tools = root.Find("tools");
    if (tools.has_value()) {
      if (!tools->is_array()) return Wrong("/tools", "expected an array");
      if (!tools->empty()) opening.tools = TextOf(*tools);
    }
    if (!protocol.has_value() && !tools.has_value() &&
        opening.server_capabilities.empty() &&
        opening.client_capabilities.empty()) {
      return Wrong("",
                   "neither a message, which needs \"from\", nor an opening");
    }
    read.opening = std::move(opening);
    return read;
  }
  RecordedMessage message;
  if (from->is_string() && from->string() == "server") {
    message.speaker = Speaker::kServer;
  } else if (!from->is_string() || from->string() != "client") {
    return Wrong("/from", "expected \"client\" or \"server\"");
  }
  if (const std::optional<Value> at = root.Find("at")) {
    if (!at->is_int64()) return Wrong("/at", "expected milliseconds");
    message.at = at->int64();
  }
  const std::optional<Value> exact = root.Find("messageText");
  const std::optional<Value> value = root.Find("message");
  if (exact.has_value() == value.has_value()) {
    return Wrong("", "expected one of \"message\" and \"messageText\"");
  }
  if (exact.has_value()) {
    if (!exact->is_string()) return Wrong("/messageText", "expected a string");
    message.text = exact->string();
  } else if (value->is_object() || value->is_array()) {
    message.text = TextOf(*value);
  } else {
    report::AppendValue(&message.text, *value);
  }
  read.message = std::move(message);
  return read;
}

absl::Status ApplyOpening(const RecordedOpening& opening,
                          SessionOptions* options, ListReport* report) {
  options->revision = opening.revision;
  document::Parser parser;
  const std::string_view server = opening.server_capabilities;
  options->server.task_calls =
      Declares(server, "tasks|requests|tools|call", &parser);
  options->server.task_cancel = Declares(server, "tasks|cancel", &parser);
  options->server.task_list = Declares(server, "tasks|list", &parser);
  options->server.task_extension =
      Declares(server, "extensions|io.modelcontextprotocol/tasks", &parser);
  options->client.task_extension =
      Declares(opening.client_capabilities,
               "extensions|io.modelcontextprotocol/tasks", &parser);
  ToolCatalogOptions made;
  made.revision = opening.revision.value_or(ProtocolRevision::k2025_11_25);
  options->catalog = std::make_shared<ToolCatalog>(made);
  if (opening.tools.empty()) return absl::OkStatus();
  absl::StatusOr<ListReport> loaded =
      options->catalog->LoadPage("", opening.tools);
  if (!loaded.ok()) return loaded.status();
  *report = *std::move(loaded);
  return absl::OkStatus();
}

}  // namespace gabarit::tasks

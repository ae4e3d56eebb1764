#include "engine/tools/tool_rules.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "engine/document/pointer.h"
#include "engine/report/json_text.h"
#include "engine/schema/text.h"
#include "engine/tools/header_parameters.h"
#include "engine/tools/text_cursor.h"
#include "engine/tools/tool_state.h"

namespace gabarit::tools {
namespace {

using document::Value;
using schema::Concat;

// What the protocol asks names to be (2025-11-25, Tools, "Tool names").
constexpr size_t kLongestName = 128;

bool IsNameCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == '.' || c == '/';
}

size_t CodePoints(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(),
      [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string Shown(Value value) {
  constexpr size_t kLongest = 60;
  return report::Excerpt(value, kLongest);
}

void Refuse(Tool::State& state, size_t index, std::string_view location,
            std::string_view reason) {
  state.refusal = ToolProblem{state.name, index, std::string(location),
                              std::string(reason)};
}

void Warn(Tool::State& state, size_t index, std::string_view location,
          std::string_view reason) {
  state.warnings.push_back(
      {state.name, index, std::string(location), std::string(reason)});
}

// The bytes of the schemas. Their parsed values do for the checks here, but the
// cache knows schemas by their bytes.
void FindSchemaTexts(Tool::State& state) {
  TextCursor cursor(state.json);
  ForEachMember(cursor, [&](std::string_view name, std::string_view value) {
    // Escapes in a name hide it from this comparison.
    std::string decoded;
    if (name.find('\\') != std::string_view::npos) {
      const auto parsed = document::Document::Parse(name);
      if (parsed.ok()) decoded = (*parsed)->root().string();
    } else {
      decoded = name.substr(1, name.size() - 2);
    }
    if (decoded == "inputSchema") state.input_json = value;
    if (decoded == "outputSchema") state.output_json = value;
    return true;
  });
}

// What a status from Schema::Compile says, without the location before it.
std::string ReasonOf(const absl::Status& status) {
  std::string_view message = schema::MessageOf(status);
  const std::string location = SchemaLocation(status);
  const std::string prefix =
      Concat(location.empty() ? "(root)" : location, ": ");
  if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
  return std::string(message);
}

std::optional<bool> Hint(Value annotations, std::string_view name) {
  const std::optional<Value> hint = annotations.Find(name);
  if (!hint.has_value() || !hint->is_boolean()) return std::nullopt;
  return hint->boolean();
}

document::ParseLimits MakeParseLimits(const ToolLimits& limits) {
  document::ParseLimits parse;
  parse.max_bytes = limits.max_list_bytes;
  parse.max_depth = limits.max_list_depth;
  return parse;
}

}  // namespace

ToolMaker::ToolMaker(const ToolCatalogOptions& options,
                     std::shared_ptr<ProgramCache::State> cache)
    : options_(options),
      cache_(std::move(cache)),
      parser_(MakeParseLimits(options.limits)) {}

std::shared_ptr<const Tool> ToolMaker::Make(std::string_view text,
                                            size_t index) {
  if (!parser_.Parse(text)) return nullptr;
  const Value tool = parser_.root();
  index_ = index;
  auto state = std::make_unique<Tool::State>();
  state->json = text;
  state->cache = cache_;
  if (!tool.is_object()) {
    Refuse(*state, index, "",
           Concat("a tool must be an object, found ", Shown(tool)));
    return ToolAccess::Make(std::move(state));
  }
  ReadName(tool, *state);
  if (!state->refusal.has_value()) {
    if (const auto name = duplicates_.Find(tool)) {
      Refuse(*state, index, document::PointerTo(tool, *name),
             Concat("two members of one object are named ", Shown(*name),
                    "; names must be unique"));
    }
  }
  FindSchemaTexts(*state);
  if (!state->refusal.has_value()) ReadTaskSupport(tool, *state);
  if (!state->refusal.has_value()) ReadHints(tool, *state);
  if (!state->refusal.has_value()) ReadInputSchema(tool, *state);
  if (!state->refusal.has_value()) ReadHeaders(tool, *state);
  if (!state->refusal.has_value()) ReadOutputSchema(tool, *state);
  return ToolAccess::Make(std::move(state));
}

void ToolMaker::ReadName(Value tool, Tool::State& state) {
  const std::optional<Value> name = tool.Find("name");
  if (!name.has_value()) {
    return Refuse(state, index_, "/name", "a tool must have a name");
  }
  if (!name->is_string()) {
    return Refuse(state, index_, "/name",
                  Concat("the name must be a string, found ", Shown(*name)));
  }
  if (name->string().size() > options_.limits.max_name_bytes) {
    state.name = name->string().substr(0, 32);
    Refuse(state, index_, "/name",
           Concat("the name has ", name->string().size(),
                  " bytes, more than max_name_bytes = ",
                  options_.limits.max_name_bytes));
    state.name.clear();
    return;
  }
  state.name = name->string();
  if (state.name.empty()) {
    return Refuse(state, index_, "/name", "the name must not be empty");
  }
  if (CodePoints(state.name) > kLongestName) {
    Warn(state, index_, "/name",
         Concat("the name is longer than ", kLongestName,
                " characters; some hosts will not take it"));
  }
  if (!std::all_of(state.name.begin(), state.name.end(), IsNameCharacter)) {
    Warn(state, index_, "/name",
         "the name has characters other than letters, digits, '_', '-', '.' "
         "and '/'; some hosts will not take it");
  }
}

void ToolMaker::ReadTaskSupport(Value tool, Tool::State& state) {
  // Only this revision has the member (SEP-1686); in others it is a stranger's.
  if (options_.revision != ProtocolRevision::k2025_11_25) return;
  const std::optional<Value> execution = tool.Find("execution");
  if (!execution.has_value()) return;
  if (!execution->is_object()) {
    return Refuse(state, index_, "/execution",
                  Concat("must be an object, found ", Shown(*execution)));
  }
  const std::optional<Value> support = execution->Find("taskSupport");
  if (!support.has_value()) return;
  const std::string_view value =
      support->is_string() ? support->string() : std::string_view();
  if (value == "required") {
    state.task_support = TaskSupport::kRequired;
  } else if (value == "optional") {
    state.task_support = TaskSupport::kOptional;
  } else if (value != "forbidden") {
    Refuse(state, index_, "/execution/taskSupport",
           Concat("must be \"forbidden\", \"optional\" or \"required\", found ",
                  Shown(*support)));
  }
}

void ToolMaker::ReadHints(Value tool, Tool::State& state) {
  const std::optional<Value> annotations = tool.Find("annotations");
  if (!annotations.has_value()) return;
  if (!annotations->is_object()) {
    return Warn(state, index_, "/annotations",
                Concat("must be an object, found ", Shown(*annotations)));
  }
  state.hints.read_only = Hint(*annotations, "readOnlyHint");
  state.hints.destructive = Hint(*annotations, "destructiveHint");
  state.hints.idempotent = Hint(*annotations, "idempotentHint");
  state.hints.open_world = Hint(*annotations, "openWorldHint");
}

absl::StatusOr<std::shared_ptr<CachedSchema>> ToolMaker::Compile(
    std::string_view schema, std::string_view member, Tool::State& state) {
  absl::StatusOr<ProgramCache::State::Found> found = cache_->Get(schema);
  if (!found.ok()) {
    ++compiled_;
    return found.status();
  }
  ++(found->was_there ? reused_ : compiled_);
  const CachedSchema& cached = *found->schema;
  for (const SchemaWarning& warning : cached.warnings) {
    Warn(state, index_, Concat("/", member, warning.location), warning.message);
  }
  return found->schema;
}

void ToolMaker::ReadInputSchema(Value tool, Tool::State& state) {
  const std::optional<Value> schema = tool.Find("inputSchema");
  if (!schema.has_value()) {
    return Refuse(state, index_, "/inputSchema",
                  "a tool must have an inputSchema; for a tool without "
                  "arguments it is {\"type\":\"object\"}");
  }
  if (!schema->is_object()) {
    return Refuse(
        state, index_, "/inputSchema",
        Concat("the inputSchema must be an object, found ", Shown(*schema)));
  }
  const std::optional<Value> type = schema->Find("type");
  if (!type.has_value()) {
    return Refuse(state, index_, "/inputSchema/type",
                  "the inputSchema must have \"type\": \"object\" at its root");
  }
  if (!type->is_string() || type->string() != "object") {
    return Refuse(
        state, index_, "/inputSchema/type",
        Concat("the inputSchema's \"type\" must be \"object\", found ",
               Shown(*type)));
  }
  absl::StatusOr<std::shared_ptr<CachedSchema>> compiled =
      Compile(state.input_json, "inputSchema", state);
  if (!compiled.ok()) {
    return Refuse(state, index_,
                  Concat("/inputSchema", SchemaLocation(compiled.status())),
                  ReasonOf(compiled.status()));
  }
  state.input = *std::move(compiled);
}

void ToolMaker::ReadOutputSchema(Value tool, Tool::State& state) {
  const std::optional<Value> schema = tool.Find("outputSchema");
  if (!schema.has_value()) return;
  const auto set_aside = [&](std::string location, std::string reason) {
    state.output_problem =
        ToolProblem{state.name, index_, std::move(location), std::move(reason)};
  };
  if (!schema->is_object() && !schema->is_boolean()) {
    return set_aside(
        "/outputSchema",
        Concat("the outputSchema must be a schema, found ", Shown(*schema)));
  }
  if (options_.revision != ProtocolRevision::k2026_07_28) {
    const std::optional<Value> type =
        schema->is_object() ? schema->Find("type") : std::nullopt;
    if (!type.has_value() || !type->is_string() || type->string() != "object") {
      // Outputs can be checked all the same.
      Warn(state, index_, "/outputSchema",
           Concat("revision ", ProtocolRevisionName(options_.revision),
                  " asks for \"type\": \"object\" at the outputSchema's root"));
    }
  }
  absl::StatusOr<std::shared_ptr<CachedSchema>> compiled =
      Compile(state.output_json, "outputSchema", state);
  if (!compiled.ok()) {
    return set_aside(Concat("/outputSchema", SchemaLocation(compiled.status())),
                     ReasonOf(compiled.status()));
  }
  state.output = *std::move(compiled);
}

void ToolMaker::ReadHeaders(Value tool, Tool::State& state) {
  if (options_.revision != ProtocolRevision::k2026_07_28) return;
  const std::optional<HeaderFault> fault =
      FindHeaderParameters(*tool.Find("inputSchema"), &state.header_parameters);
  if (!fault.has_value()) return;
  Refuse(state, index_, Concat("/inputSchema", fault->location), fault->reason);
  state.header_parameters.clear();
}

std::shared_ptr<const Tool> MakeRefused(std::string_view name, size_t index,
                                        std::string_view reason) {
  auto state = std::make_unique<Tool::State>();
  state->name = name;
  Refuse(*state, index, "/name", reason);
  return ToolAccess::Make(std::move(state));
}

}  // namespace gabarit::tools

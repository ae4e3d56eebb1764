#include "engine/tools/list_text.h"

#include <utility>

#include "absl/status/status.h"
#include "engine/document/duplicate_names.h"
#include "engine/document/parser.h"
#include "engine/schema/text.h"
#include "engine/tools/text_cursor.h"
#include "engine/tools/tool_state.h"

namespace gabarit::tools {
namespace {

using document::Document;
using document::Value;
using schema::Concat;

document::ParseLimits MakeParseLimits(const ToolLimits& limits) {
  document::ParseLimits parse;
  parse.max_bytes = limits.max_list_bytes;
  parse.max_depth = limits.max_list_depth;
  parse.limit_name = "max_list_bytes";
  return parse;
}

absl::Status Refuse(const std::string& reason) {
  return absl::InvalidArgumentError(reason);
}

// Whether `quoted`, a name as it is written, says `name`.
bool Says(std::string_view quoted, std::string_view name) {
  const std::string_view inside = quoted.substr(1, quoted.size() - 2);
  if (inside.find('\\') == std::string_view::npos) return inside == name;
  const auto parsed = Document::Parse(quoted);
  return parsed.ok() && (*parsed)->root().is_string() &&
         (*parsed)->root().string() == name;
}

// Where the array of tools stands: nothing in front of it is looked at twice,
// and nothing behind it at all. Names that come twice are refused later.
std::optional<size_t> FindTools(std::string_view json, size_t object,
                                bool in_result) {
  TextCursor cursor(json, object);
  if (!cursor.Take('{') || cursor.Take('}')) return std::nullopt;
  do {
    if (cursor.Peek() != '"') return std::nullopt;
    const std::string_view name = cursor.TakeValue();
    if (name.empty() || !cursor.Take(':')) return std::nullopt;
    const char first = cursor.Peek();
    if (Says(name, "tools")) return cursor.position();
    if (!in_result && first == '{' && Says(name, "result")) {
      const std::optional<size_t> inside =
          FindTools(json, cursor.position(), true);
      if (inside.has_value()) return inside;
    }
    if (cursor.TakeValue().empty()) return std::nullopt;
  } while (cursor.Take(','));
  return std::nullopt;
}

std::optional<size_t> FindTools(std::string_view json) {
  TextCursor cursor(json);
  if (cursor.Peek() == '[') return cursor.position();
  return FindTools(json, cursor.position(), false);
}

// The value of the member "name" of a tool's text, if it is a plain string.
std::string_view NameOf(std::string_view tool) {
  TextCursor cursor(tool);
  std::string_view name;
  ForEachMember(cursor, [&name](std::string_view key, std::string_view value) {
    if (key != "\"name\"") return true;
    name = value;
    return false;
  });
  if (name.size() < 2 || name.front() != '"') return {};
  name = name.substr(1, name.size() - 2);
  return name.find('\\') == std::string_view::npos ? name : std::string_view();
}

// The tools of the former list, to be recognised by their text.
class KnownTools {
 public:
  explicit KnownTools(const ToolList* list) : list_(list) {
    if (list != nullptr) tools_ = list->tools();
  }

  // The known tool whose text stands at the start of `rest`, if it is one of
  // those that are due.
  const std::shared_ptr<const Tool>* AtStart(std::string_view rest) {
    // The next one; or one was inserted, or left out.
    for (const size_t candidate : {due_, due_ - 1, due_ + 1}) {
      if (candidate >= tools_.size()) continue;
      const std::string_view text = tools_[candidate]->json();
      // An object ends where its last brace does: bytes that begin like it
      // are the whole of the item.
      if (text.empty() || text.front() != '{' || !rest.starts_with(text)) {
        continue;
      }
      due_ = candidate + 1;
      return &tools_[candidate];
    }
    return nullptr;
  }

  // The same for an item that is none of those.
  const std::shared_ptr<const Tool>* Find(std::string_view text) {
    ++due_;
    if (list_ == nullptr) return nullptr;
    const std::optional<uint32_t> index =
        ToolAccess::State(*list_).index.Find(NameOf(text));
    if (!index.has_value() || tools_[*index]->json() != text) return nullptr;
    due_ = *index + 1;
    return &tools_[*index];
  }

 private:
  const ToolList* list_;
  absl::Span<const std::shared_ptr<const Tool>> tools_;
  size_t due_ = 0;
};

// Whatever stands around the tools: parsed with an empty array in their place.
absl::Status ReadEnvelope(std::string_view envelope, ListText* list) {
  absl::StatusOr<std::unique_ptr<const Document>> document =
      Document::Parse(envelope);
  if (!document.ok()) return document.status();
  const Value root = (*document)->root();
  document::DuplicateNames duplicates;
  if (const auto name = duplicates.Find(root)) {
    return Refuse(Concat("two members named \"", name->string(),
                         "\" stand in one object around the tools"));
  }
  if (!root.is_object()) return absl::OkStatus();
  // As FindTools has it, which found them in one of the two.
  const std::optional<Value> inner = root.Find("result");
  if (root.Find("tools").has_value() && inner.has_value() &&
      inner->is_object() && inner->Find("tools").has_value()) {
    return Refuse("/tools and /result/tools both stand in the answer");
  }
  const Value result = inner.has_value() && inner->is_object() &&
                               inner->Find("tools").has_value()
                           ? *inner
                           : root;
  const std::optional<Value> cursor = result.Find("nextCursor");
  if (!cursor.has_value() || cursor->is_null()) return absl::OkStatus();
  if (!cursor->is_string()) {
    return Refuse("/nextCursor must be a string, or absent on the last page");
  }
  // "" asks for the first page, so it cannot name another one.
  if (!cursor->string().empty()) {
    list->next_cursor = std::string(cursor->string());
  }
  return absl::OkStatus();
}

absl::Status NoTools(std::string_view json, const ToolLimits& limits) {
  absl::StatusOr<std::unique_ptr<const Document>> document =
      Document::Parse(json, MakeParseLimits(limits));
  if (!document.ok()) return document.status();
  const Value root = (*document)->root();
  if (root.is_object() && root.Find("error").has_value()) {
    return Refuse("the answer to tools/list is a JSON-RPC error");
  }
  return Refuse(
      "not an answer to tools/list: expected an object with the array "
      "\"tools\", a JSON-RPC response with it in \"result\", or the array");
}

}  // namespace

absl::Status ExplainRefusal(std::string_view json, const ToolLimits& limits) {
  const auto document = Document::Parse(json, MakeParseLimits(limits));
  if (!document.ok()) return document.status();
  return Refuse("not an answer to tools/list");
}

absl::StatusOr<ListText> TakeApart(std::string_view json,
                                   const ToolLimits& limits,
                                   const ToolList* known) {
  if (json.size() > limits.max_list_bytes) {
    return absl::ResourceExhaustedError(
        Concat("the tool list has ", json.size(),
               " bytes, more than max_list_bytes = ", limits.max_list_bytes));
  }
  const std::optional<size_t> place = FindTools(json);
  if (!place.has_value()) return NoTools(json, limits);
  TextCursor cursor(json, *place);
  if (!cursor.Take('[')) {
    const absl::Status status = ExplainRefusal(json, limits);
    if (status.code() != absl::StatusCode::kInvalidArgument) return status;
    return Refuse("/tools must be an array");
  }
  ListText list;
  KnownTools tools(known);
  if (!cursor.Take(']')) {
    do {
      if (list.items.size() >= limits.max_tools) {
        return absl::ResourceExhaustedError(Concat(
            "the list has more than max_tools = ", limits.max_tools, " tools"));
      }
      cursor.Peek();
      const std::shared_ptr<const Tool>* same =
          tools.AtStart(json.substr(cursor.position()));
      if (same != nullptr) {
        cursor.MoveTo(cursor.position() + (*same)->json().size());
        list.items.push_back({(*same)->json(), *same});
        continue;
      }
      const std::string_view text = cursor.TakeValue();
      if (text.empty()) return ExplainRefusal(json, limits);
      same = tools.Find(text);
      list.items.push_back({text, same == nullptr ? nullptr : *same});
    } while (cursor.Take(','));
    if (!cursor.Take(']')) return ExplainRefusal(json, limits);
  }
  std::string envelope(json.substr(0, *place));
  envelope += "[]";
  envelope += json.substr(cursor.position());
  const absl::Status status = ReadEnvelope(envelope, &list);
  if (status.ok()) return list;
  const absl::Status whole =
      Document::Parse(json, MakeParseLimits(limits)).status();
  return whole.ok() ? status : whole;
}

}  // namespace gabarit::tools

#include "engine/tools/call_result.h"

#include <optional>
#include <string>
#include <string_view>

#include "engine/document/pointer.h"
#include "engine/report/json_text.h"
#include "engine/report/message.h"
#include "engine/schema/text.h"

namespace gabarit::tools {
namespace {

using document::Kind;
using document::Value;
using schema::Concat;

std::string Shown(Value value) {
  constexpr size_t kLongest = 60;
  return report::Excerpt(value, kLongest);
}

class ShapeCheck {
 public:
  ShapeCheck(ProtocolRevision revision, size_t max_faults)
      : revision_(revision), max_faults_(max_faults) {}

  std::vector<ErrorUnit> Run(Value result) {
    if (!Has(result, Kind::kObject, "")) return std::move(faults_);
    ReadResultType(result);
    ReadContent(result);
    Optional(result, "isError", Kind::kBoolean, "");
    Optional(result, "_meta", Kind::kObject, "");
    // Since 2026-07-28 it may be any value (SEP-2106).
    if (revision_ != ProtocolRevision::k2026_07_28) {
      Optional(result, "structuredContent", Kind::kObject, "");
    }
    return std::move(faults_);
  }

 private:
  static std::string_view NameOf(Kind kind) {
    switch (kind) {
      case Kind::kObject:
        return "an object";
      case Kind::kArray:
        return "an array";
      case Kind::kString:
        return "a string";
      default:
        return "true or false";
    }
  }

  void Add(std::string location, std::string message, std::string_view expected,
           std::string found) {
    if (faults_.size() >= max_faults_) return;
    ErrorUnit& fault = faults_.emplace_back();
    fault.instance_location = std::move(location);
    fault.message = std::move(message);
    fault.expected = expected;
    fault.found = std::move(found);
  }

  // Whether a value is of its kind; it is the member `name` of what stands at
  // `owner`, or that itself. The place is written only where there is a fault.
  bool Has(Value value, Kind kind, std::string_view owner,
           std::string_view name = {}) {
    if (value.kind() == kind) return true;
    Add(name.empty() ? std::string(owner) : Concat(owner, "/", name),
        Concat("expected ", NameOf(kind), ", found ", Shown(value)),
        NameOf(kind), std::string(report::KindName(value)));
    return false;
  }

  void Optional(Value owner, std::string_view name, Kind kind,
                std::string_view location) {
    const std::optional<Value> value = owner.Find(name);
    if (value.has_value()) Has(*value, kind, location, name);
  }

  std::optional<Value> Required(Value owner, std::string_view name, Kind kind,
                                std::string_view location) {
    const std::optional<Value> value = owner.Find(name);
    if (!value.has_value()) {
      Add(std::string(location),
          Concat("missing required property \"", name, "\", ", NameOf(kind)),
          name, "");
      return std::nullopt;
    }
    if (!Has(*value, kind, location, name)) return std::nullopt;
    return value;
  }

  // 2026-07-28 tells kinds of results apart by it; absence means "complete".
  void ReadResultType(Value result) {
    if (revision_ != ProtocolRevision::k2026_07_28) return;
    const std::optional<Value> type = result.Find("resultType");
    if (!type.has_value() || !Has(*type, Kind::kString, "/resultType")) return;
    if (type->string() != "complete") {
      Add("/resultType",
          Concat("expected \"complete\" in a tool's result, found ",
                 Shown(*type)),
          "complete", Shown(*type));
    }
  }

  void ReadContent(Value result) {
    const std::optional<Value> content =
        Required(result, "content", Kind::kArray, "");
    if (!content.has_value()) return;
    size_t position = 0;
    for (document::ItemIterator item(*content); !item.done(); item.Next()) {
      if (faults_.size() >= max_faults_) return;
      ReadBlock(item.value(), position++);
    }
  }

  void ReadBlock(Value block, size_t position) {
    // The path is written for blocks that have a fault; most have none.
    const std::optional<Value> type =
        block.is_object() ? block.Find("type") : std::nullopt;
    if (type.has_value() && type->is_string() && type->string() == "text") {
      const std::optional<Value> text = block.Find("text");
      if (text.has_value() && text->is_string()) return;
    }
    const std::string location = Concat("/content/", position);
    if (!Has(block, Kind::kObject, location)) return;
    const std::optional<Value> name =
        Required(block, "type", Kind::kString, location);
    if (!name.has_value()) return;
    if (name->string() == "text") {
      Required(block, "text", Kind::kString, location);
    } else if (name->string() == "image" || name->string() == "audio") {
      Required(block, "data", Kind::kString, location);
      Required(block, "mimeType", Kind::kString, location);
    } else if (name->string() == "resource_link") {
      Required(block, "name", Kind::kString, location);
      Required(block, "uri", Kind::kString, location);
    } else if (name->string() == "resource") {
      ReadResource(block, location);
    } else {
      Add(location + "/type",
          Concat("must be one of \"text\", \"image\", \"audio\", "
                 "\"resource_link\", \"resource\", found ",
                 Shown(*name)),
          "text|image|audio|resource_link|resource", Shown(*name));
    }
  }

  void ReadResource(Value block, const std::string& location) {
    const std::optional<Value> resource =
        Required(block, "resource", Kind::kObject, location);
    if (!resource.has_value()) return;
    const std::string inside = location + "/resource";
    Required(*resource, "uri", Kind::kString, inside);
    const std::optional<Value> text = resource->Find("text");
    const std::optional<Value> blob = resource->Find("blob");
    if ((text.has_value() && text->is_string()) ||
        (blob.has_value() && blob->is_string())) {
      return;
    }
    Add(inside, "must have \"text\" or \"blob\", a string", "text|blob", "");
  }

  const ProtocolRevision revision_;
  const size_t max_faults_;
  std::vector<ErrorUnit> faults_;
};

}  // namespace

std::vector<ErrorUnit> FindShapeFaults(Value result, ProtocolRevision revision,
                                       size_t max_faults) {
  return ShapeCheck(revision, max_faults).Run(result);
}

}  // namespace gabarit::tools

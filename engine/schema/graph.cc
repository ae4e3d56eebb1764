#include "engine/schema/graph.h"

#include "engine/document/pointer.h"
#include "engine/schema/text.h"
#include "engine/schema/uri.h"

namespace gabarit::schema {
namespace {

// The tokens that lead to `subschema` from its parent.
std::string StepFromParent(const Subschema& subschema) {
  if (!subschema.path.empty()) return std::string(subschema.path);
  std::string step;
  document::AppendToken(&step, subschema.keyword);
  if (subschema.item != Subschema::kNoItem) {
    AppendTo(&step, "/", subschema.item);
  } else if (subschema.has_member) {
    document::AppendToken(&step, subschema.member);
  }
  return step;
}

// The pointer from `top`, which encloses `id`, to `id`. With kNoSubschema for
// `top`: from the document's root.
std::string PointerFrom(const SchemaGraph& graph, SubschemaId top,
                        SubschemaId id) {
  std::vector<SubschemaId> path;
  while (id != top && graph.subschema(id).parent != kNoSubschema) {
    path.push_back(id);
    id = graph.subschema(id).parent;
  }
  std::string pointer;
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    pointer += StepFromParent(graph.subschema(*step));
  }
  return pointer;
}

}  // namespace

std::string SchemaGraph::Pointer(SubschemaId id) const {
  return PointerFrom(*this, kNoSubschema, id);
}

std::string SchemaGraph::AbsoluteLocation(SubschemaId id) const {
  const Resource& resource = resource_of(id);
  std::string location = Concat(resource.uri, "#");
  AppendAsFragment(&location, PointerFrom(*this, resource.root, id));
  return location;
}

size_t SchemaGraph::bytes() const {
  const auto of = [](const auto& pool) {
    return pool.size() * sizeof(pool[0]);
  };
  size_t bytes = sizeof *this + of(resources_) + of(subschemas_) +
                 of(keywords_) + of(operand_subschemas_) +
                 of(operand_members_) + of(operand_names_) +
                 of(operand_dependents_) + of(dynamic_anchors_) + of(formats_) +
                 of(texts_) + of(warnings_);
  for (const auto& document : documents_) {
    // The strings are part of the text.
    bytes +=
        2 * document->text().size() + document->tape_size() * sizeof(uint64_t);
  }
  // An automaton takes some ten bytes for each of its pattern's characters; RE2
  // does not say how many exactly.
  constexpr size_t kPatternBytes = 1024;
  for (const auto& pattern : patterns_) {
    bytes += kPatternBytes + 16 * pattern->source().size();
  }
  return bytes;
}

}  // namespace gabarit::schema

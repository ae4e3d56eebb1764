#include "engine/schema/reference_loops.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/document/pointer.h"
#include "engine/schema/loader.h"
#include "engine/schema/text.h"

namespace gabarit::schema {
namespace {

// The pointer of a subschema in its document, with the document's URI where it
// is not the first.
std::string Place(const SchemaGraph& graph, SubschemaId id) {
  if (graph.resource_of(id).document != 0) return graph.AbsoluteLocation(id);
  const std::string pointer = graph.Pointer(id);
  return pointer.empty() ? "(root)" : pointer;
}

}  // namespace

SubschemaId NextInPlace(const SchemaGraph& graph, LoopStep* step) {
  const absl::Span<const Keyword> keywords = graph.keywords(step->subschema);
  for (; step->keyword < keywords.size(); ++step->keyword, step->operand = 0) {
    const Keyword& keyword = keywords[step->keyword];
    switch (keyword.kind) {
      case KeywordKind::kRef:
      case KeywordKind::kDynamicRef:
        if (step->operand++ == 0 && keyword.target != kNoSubschema) {
          return keyword.target;
        }
        break;
      case KeywordKind::kAllOf:
      case KeywordKind::kAnyOf:
      case KeywordKind::kOneOf:
      case KeywordKind::kNot:
      case KeywordKind::kIf:
      case KeywordKind::kThen:
      case KeywordKind::kElse:
        if (step->operand < keyword.operands.size) {
          return graph.subschemas(keyword)[step->operand++];
        }
        break;
      case KeywordKind::kDependentSchemas:
        if (step->operand < keyword.operands.size) {
          return graph.members(keyword)[step->operand++].subschema;
        }
        break;
      default:
        break;
    }
  }
  return kNoSubschema;
}

absl::Status LoopError(const SchemaGraph& graph,
                       absl::Span<const LoopStep> loop) {
  constexpr size_t kMostNamed = 8;
  std::string way;
  for (size_t i = 0; i < loop.size() && i < kMostNamed; ++i) {
    AppendTo(&way, Place(graph, loop[i].subschema), " (`",
             graph.keywords(loop[i].subschema)[loop[i].keyword].name, "`) → ");
  }
  if (loop.size() > kMostNamed) AppendTo(&way, "… → ");
  AppendTo(&way, Place(graph, loop[0].subschema));

  const LoopStep& first = loop[0];
  std::string location = graph.resource_of(first.subschema).document == 0
                             ? graph.Pointer(first.subschema)
                             : graph.AbsoluteLocation(first.subschema);
  document::AppendToken(&location,
                        graph.keywords(first.subschema)[first.keyword].name);
  return SchemaError(
      absl::StatusCode::kInvalidArgument, location,
      Concat("the schema applies to one value for ever: ", way,
             "; a recursive schema must step into the instance, for "
             "example by `properties` or `items`"));
}

absl::Status CheckReferenceLoops(const SchemaGraph& graph) {
  enum class Mark : uint8_t { kNew, kOnPath, kDone };
  std::vector<Mark> marks(graph.subschema_count(), Mark::kNew);
  std::vector<LoopStep> path;
  for (SubschemaId start = 0; start < graph.subschema_count(); ++start) {
    if (marks[start] != Mark::kNew) continue;
    marks[start] = Mark::kOnPath;
    path.push_back({start});
    while (!path.empty()) {
      const SubschemaId next = NextInPlace(graph, &path.back());
      if (next == kNoSubschema) {
        marks[path.back().subschema] = Mark::kDone;
        path.pop_back();
      } else if (marks[next] == Mark::kOnPath) {
        const auto begin = std::find_if(
            path.begin(), path.end(),
            [next](const LoopStep& step) { return step.subschema == next; });
        return LoopError(graph, absl::MakeConstSpan(path).subspan(
                                    static_cast<size_t>(begin - path.begin())));
      } else if (marks[next] == Mark::kNew) {
        marks[next] = Mark::kOnPath;
        path.push_back({next});
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace gabarit::schema

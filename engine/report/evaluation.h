// The tree of results that an evaluation leaves: which subschemas were applied
// to which values, and what each of their keywords said.
//
// Everything is an index into flat vectors, which are kept from one evaluation
// to the next. Text is made only when a report is.

#ifndef GABARIT_ENGINE_REPORT_EVALUATION_H_
#define GABARIT_ENGINE_REPORT_EVALUATION_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "engine/document/equality.h"
#include "engine/document/parser.h"
#include "engine/document/value.h"
#include "engine/schema/graph.h"

namespace gabarit::report {

inline constexpr uint32_t kNone = ~uint32_t{0};

// One step of a path: a name or an item's position. Paths of instances and of
// evaluation share the form; a path is the index of its last step.
struct PathStep {
  uint32_t parent = kNone;
  std::string_view name;
  uint32_t item = kNone;  // a position, where not kNone
};

// A subschema applied to a value.
struct Evaluation {
  schema::SubschemaId subschema = schema::kNoSubschema;
  document::Value instance;
  uint32_t instance_path = kNone;
  uint32_t path = kNone;  // evaluation path (Core §12.3.1)
  // Tape index, in the evaluated document, of the value itself; for the content
  // of a string, of the outermost string that it is in.
  uint32_t origin = 0;
  uint32_t scope = kNone;  // innermost link of the dynamic scope
  bool valid = true;
  uint32_t first_result = kNone;
  uint32_t last_result = kNone;
  uint32_t next_sibling = kNone;  // next child of the same keyword result
};

// What one keyword of an evaluation says.
struct KeywordResult {
  const schema::Keyword* keyword = nullptr;
  bool valid = true;
  uint32_t evaluation = kNone;  // whose keyword it is
  uint32_t path = kNone;
  uint32_t first_child = kNone;
  uint32_t last_child = kNone;
  uint32_t next = kNone;  // next keyword's result of the same evaluation
};

// A resource that evaluation has entered (Core §7.1): a chain to the outermost.
// No resource occurs in a chain twice: entered again, it changes nothing for a
// reference that looks for the outermost.
struct ScopeLink {
  uint32_t outer = kNone;
  uint32_t resource = 0;
};

// The state that keyword functions work on.
class EvaluationTree {
 public:
  void Reset(const schema::SchemaGraph& graph);

  const schema::SchemaGraph& graph() const { return *graph_; }
  const Evaluation& evaluation(uint32_t index) const {
    return evaluations_[index];
  }
  Evaluation& evaluation(uint32_t index) { return evaluations_[index]; }
  const KeywordResult& result(uint32_t index) const { return results_[index]; }
  KeywordResult& result(uint32_t index) { return results_[index]; }
  const PathStep& step(uint32_t index) const { return steps_[index]; }
  // The subschema that carries `anchor` in the outermost resource of the
  // evaluation's dynamic scope that has one (Core §8.2.3.2); kNoSubschema if
  // none does.
  schema::SubschemaId DynamicTarget(uint32_t evaluation, uint32_t anchor);
  size_t size() const { return evaluations_.size() + results_.size(); }

  uint32_t AddRoot(schema::SubschemaId subschema, document::Value instance);
  uint32_t AddResult(uint32_t evaluation, const schema::Keyword& keyword);

  // Children of `result`: subschemas that its keyword applies. The first to the
  // same value; the others to a member or item. `token` or `position`, where
  // given, follow the keyword's name in the evaluation path.
  void AddInPlace(uint32_t result, schema::SubschemaId subschema);
  void AddInPlace(uint32_t result, schema::SubschemaId subschema,
                  uint32_t position);
  void AddInPlace(uint32_t result, schema::SubschemaId subschema,
                  std::string_view token);
  struct Place {
    document::Value value;
    std::string_view name;  // of the member
    uint32_t item = kNone;  // or position of the item
  };
  void AddChild(uint32_t result, schema::SubschemaId subschema, Place place);
  void AddChild(uint32_t result, schema::SubschemaId subschema, Place place,
                std::string_view token);
  void AddChild(uint32_t result, schema::SubschemaId subschema, Place place,
                uint32_t position);
  // A child for a value that has no place of its own in the instance: a
  // member's name, or the content of a string.
  void AddDetached(uint32_t result, schema::SubschemaId subschema,
                   document::Value value);

  // The result of the keyword of `kind` in the same evaluation as `result`, or
  // null.
  const KeywordResult* Sibling(const KeywordResult& result,
                               schema::KeywordKind kind) const;
  // The same subschema's keyword, whether evaluated yet or not.
  const schema::Keyword* SiblingKeyword(const KeywordResult& result,
                                        schema::KeywordKind kind) const;
  document::Value instance_of(const KeywordResult& result) const {
    return evaluations_[result.evaluation].instance;
  }
  // How many of the result's children are valid, and how many there are.
  uint32_t CountValid(const KeywordResult& result) const;
  uint32_t CountChildren(const KeywordResult& result) const;

  // Tape indices of the members' values, or of the items, of the evaluation's
  // instance that its keywords and in-place applicators have evaluated so far
  // (Core §11).
  absl::flat_hash_set<uint32_t> Evaluated(uint32_t evaluation) const;

  document::Equality& equality() { return equality_; }
  // A parser whose values live until the next Reset.
  document::Parser& NewParser();
  uint32_t parser_count() const {
    return static_cast<uint32_t>(parsers_.size());
  }

 private:
  uint32_t AddStep(uint32_t parent, std::string_view name, uint32_t item);
  void Link(uint32_t result, schema::SubschemaId subschema,
            document::Value value, uint32_t instance_path, uint32_t path);
  uint32_t Enter(uint32_t scope, schema::SubschemaId subschema);

  const schema::SchemaGraph* graph_ = nullptr;
  std::vector<Evaluation> evaluations_;
  std::vector<KeywordResult> results_;
  std::vector<PathStep> steps_;
  std::vector<ScopeLink> scopes_;
  // By scope and resource: the scope inside; by scope and anchor: the target.
  absl::flat_hash_map<uint64_t, uint32_t> entered_;
  absl::flat_hash_map<uint64_t, schema::SubschemaId> targets_;
  document::Equality equality_;
  std::vector<std::unique_ptr<document::Parser>> parsers_;
};

}  // namespace gabarit::report

#endif  // GABARIT_ENGINE_REPORT_EVALUATION_H_

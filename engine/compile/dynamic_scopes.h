// Dynamic references, resolved while compiling.
//
// $dynamicRef (Core 2020-12 §8.2.3.2) goes to the outermost resource in the
// dynamic scope that carries the anchor. Entering further resources adds inner
// ones only, so once some resource on the way carries an anchor, what that
// anchor means never changes again further in. The part of a dynamic scope that
// matters is therefore small: for each anchor the subschema it has come to
// mean, or none yet. The compiler compiles a subschema once for each such scope
// it is reached in, and the program needs no dynamic scope at all.

#ifndef GABARIT_ENGINE_COMPILE_DYNAMIC_SCOPES_H_
#define GABARIT_ENGINE_COMPILE_DYNAMIC_SCOPES_H_

#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/schema/graph.h"

namespace gabarit::compile {

// A dynamic scope, interned. 0 is the scope in which no anchor has a meaning.
using ScopeId = uint32_t;

// A subschema and the dynamic scope in which it applies.
struct Applied {
  schema::SubschemaId subschema = schema::kNoSubschema;
  ScopeId scope = 0;
  auto operator<=>(const Applied&) const = default;

  template <typename H>
  friend H AbslHashValue(H state, const Applied& applied) {
    return H::combine(std::move(state), applied.subschema, applied.scope);
  }
};

class DynamicScopes {
 public:
  explicit DynamicScopes(const schema::SchemaGraph& graph);

  // `subschema`, applied from within `scope`: its resource is entered. The
  // scope is forgotten where nothing below the subschema can ask for it, so
  // that it is compiled only once.
  Applied Apply(schema::SubschemaId subschema, ScopeId scope);

  // Whether any reference may lead to different subschemas in different scopes.
  bool HaveChoices() const { return choice_count_ > 0; }
  // Whether such a reference may be followed from `subschema` or below it.
  bool Asks(schema::SubschemaId subschema) const {
    return HaveChoices() && asks_[subschema];
  }

  // What a kRef or kDynamicRef keyword leads to in `scope`.
  Applied Follow(const schema::Keyword& reference, ScopeId scope);

 private:
  ScopeId Enter(ScopeId scope, uint32_t resource);
  void FindWhoAsks();

  const schema::SchemaGraph& graph_;
  // Anchors that have a choice: those that several subschemas carry. Maps the
  // graph's index of the name to ours; kNone for those without a choice.
  static constexpr uint32_t kNone = ~uint32_t{0};
  std::vector<uint32_t> choices_;
  uint32_t choice_count_ = 0;
  // Whether something below a subschema may follow a reference with a choice.
  std::vector<bool> asks_;
  using Meanings = std::vector<schema::SubschemaId>;
  std::vector<Meanings> scopes_;
  absl::flat_hash_map<Meanings, ScopeId> ids_;
  absl::flat_hash_map<uint64_t, ScopeId> entered_;
};

}  // namespace gabarit::compile

#endif  // GABARIT_ENGINE_COMPILE_DYNAMIC_SCOPES_H_

// Everything that applies to one instance location together.
//
// Starting from a set of subschemas, $ref, $dynamicRef and allOf are followed
// and dissolved: what is left are keywords that must all hold. Instances cannot
// tell the difference (Core §7.7.1.1 and §10.2.1.1: these applicators combine
// results by conjunction), and annotations are no matter here, except for the
// unevaluated* keywords, which see what their own subschema's keywords and
// in-place applicators evaluated and nothing of their neighbours (Core §11).
// For those the coverage is computed while compiling where it is static.

#ifndef GABARIT_ENGINE_COMPILE_CONJUNCTION_H_
#define GABARIT_ENGINE_COMPILE_CONJUNCTION_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "engine/compile/dynamic_scopes.h"
#include "engine/document/value.h"
#include "engine/schema/graph.h"

namespace gabarit::compile {

// What a subschema's keywords, other than unevaluated*, evaluate of an object's
// members or of an array's items.
struct Coverage {
  // Everything: there is an additionalProperties, say.
  bool all = false;
  // Whether more than the rest of this says may be evaluated, depending on the
  // instance: by a branch of anyOf, a contains, and so on.
  bool dynamic = false;
  absl::flat_hash_set<std::string_view> names;
  std::vector<const regex::Pattern*> patterns;
  uint64_t prefix = 0;  // items from the start

  bool CoversName(std::string_view name) const;
};

Coverage MemberCoverage(const schema::SchemaGraph& graph, DynamicScopes& scopes,
                        Applied subschema);
Coverage ItemCoverage(const schema::SchemaGraph& graph, DynamicScopes& scopes,
                      Applied subschema);

// An unevaluatedProperties or unevaluatedItems with static coverage: it applies
// to what the coverage lacks, much as additionalProperties does.
struct UnevaluatedRule {
  const schema::Keyword* keyword;
  Applied subschema;  // the keyword's operand
  Coverage coverage;
};

struct AppliedKeyword {
  const schema::Keyword* keyword;
  ScopeId scope;
};

// The keywords of one subschema in the conjunction: a range of `keywords`.
struct Member {
  Applied subschema;
  uint32_t first;
  uint32_t count;
};

struct Conjunction {
  bool never = false;  // a `false` is among them
  // Bit k is set if values of document::Kind k may be accepted, by `type`.
  uint8_t kinds = (1 << document::kKindCount) - 1;
  bool integers_only = false;          // doubles must have a zero fraction
  bool integer_literals_only = false;  // draft-04
  std::vector<Member> members;
  std::vector<AppliedKeyword> keywords;
  std::vector<UnevaluatedRule> member_rules;
  std::vector<UnevaluatedRule> item_rules;
  // Subschemas that must be run on their own: those whose unevaluated* keywords
  // depend on the instance, and those beyond a merge of bearable size.
  std::vector<Applied> separate;
  // unevaluated* keywords of the starting subschema itself that depend on the
  // instance; only where the conjunction starts from that one alone.
  const schema::Keyword* unevaluated_properties = nullptr;
  const schema::Keyword* unevaluated_items = nullptr;
  ScopeId unevaluated_scope = 0;
};

// `start` is sorted and without duplicates.
Conjunction Conjoin(const schema::SchemaGraph& graph, DynamicScopes& scopes,
                    const std::vector<Applied>& start);

// Whether the keyword can make an instance invalid or lead to one that can:
// false for annotations.
bool HasEffect(const schema::Keyword& keyword);

}  // namespace gabarit::compile

#endif  // GABARIT_ENGINE_COMPILE_CONJUNCTION_H_

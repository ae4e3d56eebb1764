// What can be known of an anyOf's or oneOf's alternatives before any is tried.

#ifndef GABARIT_ENGINE_COMPILE_ALTERNATIVES_H_
#define GABARIT_ENGINE_COMPILE_ALTERNATIVES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/compile/dynamic_scopes.h"
#include "engine/compile/program_builder.h"
#include "engine/schema/graph.h"

namespace gabarit::compile {

// A schema that an object may have to fit, and which of an instruction's
// alternatives it belongs to.
struct Leaf {
  Applied applied;
  EntryReference entry;
  size_t owner;
};

// Select plans hold sets of leaves in a word.
inline constexpr size_t kMostLeaves = 64;

// A select plan for objects: alternatives that differ in the names they require
// or in the texts they allow for one property (a discriminator, such as
// `"kind": {"const": "a"}`) can be ruled out by looking at the members once.
// Returns its index in the program, or kNoSelect where nothing tells the
// leaves, of which there are at most kMostLeaves, apart.
uint32_t PlanSelect(ProgramBuilder& builder, const std::vector<Leaf>& leaves);

// The anyOf or oneOf that is all that `applied` asks of objects; null where it
// asks for something else. `scope` becomes the scope of its alternatives.
const schema::Keyword* SoleAlternatives(ProgramBuilder& builder,
                                        Applied applied, ScopeId* scope);

// The texts that `applied` accepts, where it is a choice of strings and, for
// strings, nothing else. Nothing where it is more than that.
std::optional<std::vector<std::string_view>> SoleChoices(
    ProgramBuilder& builder, Applied applied);

// For strings: the texts that the alternatives accept together, where each is
// nothing but a choice of constants. `exactly_one`: a text that several accept
// is left out, as oneOf wants. Nothing where an alternative is more than that.
std::optional<std::vector<std::string_view>> CombinedChoices(
    ProgramBuilder& builder, const std::vector<Applied>& alternatives,
    bool exactly_one);

}  // namespace gabarit::compile

#endif  // GABARIT_ENGINE_COMPILE_ALTERNATIVES_H_

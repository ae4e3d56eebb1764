// What can be known of an anyOf's or oneOf's alternatives before any is tried.

#ifndef GABARIT_ENGINE_COMPILE_ALTERNATIVES_H_
#define GABARIT_ENGINE_COMPILE_ALTERNATIVES_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/compile/dynamic_scopes.h"
#include "engine/compile/program_builder.h"

namespace gabarit::compile {

// A select plan for objects: alternatives that differ in the names they require
// or in the texts they allow for one property (a discriminator, such as
// `"kind": {"const": "a"}`) can be ruled out by looking at the members once.
// Returns its index in the program, or kNoSelect where nothing tells the
// alternatives apart.
uint32_t PlanSelect(ProgramBuilder& builder,
                    const std::vector<Applied>& alternatives);

// For strings: the texts that the alternatives accept together, where each is
// nothing but a choice of constants. `exactly_one`: a text that several accept is
// left out, as oneOf wants. Nothing where an alternative is more than that.
std::optional<std::vector<std::string_view>> CombinedChoices(
    ProgramBuilder& builder, const std::vector<Applied>& alternatives,
    bool exactly_one);

}  // namespace gabarit::compile

#endif  // GABARIT_ENGINE_COMPILE_ALTERNATIVES_H_

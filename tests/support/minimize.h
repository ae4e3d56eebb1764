// Makes a failing case small enough to be read.

#ifndef GABARIT_TESTS_SUPPORT_MINIMIZE_H_
#define GABARIT_TESTS_SUPPORT_MINIMIZE_H_

#include <functional>

#include "tests/support/json_tree.h"

namespace gabarit::tests {

// Takes parts of `json` away for as long as `fails` stays true of what is left.
// `fails` must be true of `json`.
Json Minimize(Json json, const std::function<bool(const Json&)>& fails);

}  // namespace gabarit::tests

#endif  // GABARIT_TESTS_SUPPORT_MINIMIZE_H_

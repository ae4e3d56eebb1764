// Names, strings, numbers and values from small sets, so that what a schema
// asks for and what an instance has meet often. The strings have, or nearly
// have, what the schema generator's patterns, formats and contents ask for.

#ifndef GABARIT_TESTS_SUPPORT_RANDOM_VALUES_H_
#define GABARIT_TESTS_SUPPORT_RANDOM_VALUES_H_

#include <cstddef>
#include <string>

#include "tests/support/json_tree.h"

namespace gabarit::tests {

// A member name; the same few again and again.
std::string RandomName(Randomness* randomness);
// A value of any kind, nested at most `depth` times.
Json RandomValue(Randomness* randomness, int depth);
Json RandomNumber(Randomness* randomness);
Json RandomString(Randomness* randomness);

// One of the names that RandomName gives most.
std::string FrequentName(size_t number);

}  // namespace gabarit::tests

#endif  // GABARIT_TESTS_SUPPORT_RANDOM_VALUES_H_

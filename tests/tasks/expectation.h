// What a test expects of a decision, as JSON:
//
//   {"kind":"call_refused","reason":"arguments_invalid",
//    "location":"/params/arguments/n","action":"refuse","also":["…"],
//    "text":"…","message":"…","tool":"…","task":"…","inputs":["…"]}
//
// "kind" is needed; without "reason" none is expected, and the action is
// "pass" (or "refuse", "replace" and "drop" where the kind says so) unless it
// is given. "location" is that of some finding with the reason, or a list of
// such; "also" are
// further reasons; "text" and "message" are parts of theirs.

#ifndef GABARIT_TESTS_TASKS_EXPECTATION_H_
#define GABARIT_TESTS_TASKS_EXPECTATION_H_

#include <string>

#include "engine/document/value.h"
#include "gabarit/session.h"

namespace gabarit::tests {

// In what the decision differs; empty if in nothing.
std::string Differences(const Decision& decision, document::Value expected);

// The decision on one line, for messages.
std::string Describe(const Decision& decision);

}  // namespace gabarit::tests

#endif  // GABARIT_TESTS_TASKS_EXPECTATION_H_

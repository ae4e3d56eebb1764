// A decision of a session as JSON, for programs and logs.

#ifndef GABARIT_ENGINE_CLI_DECISION_JSON_H_
#define GABARIT_ENGINE_CLI_DECISION_JSON_H_

#include <string>

#include "gabarit/session.h"

namespace gabarit::cli {

// Appends `"action":…,"kind":…` and what else there is of reason, tool, task,
// id, findings and text: members of an object whose braces are the caller's.
void AppendDecision(std::string* json, const Decision& decision);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_DECISION_JSON_H_

// The shape of a CallToolResult, whatever the tool.

#ifndef GABARIT_ENGINE_TOOLS_CALL_RESULT_H_
#define GABARIT_ENGINE_TOOLS_CALL_RESULT_H_

#include <cstddef>
#include <vector>

#include "engine/document/value.h"
#include "gabarit/report.h"
#include "gabarit/tools.h"

namespace gabarit::tools {

// What is wrong with `result` as a CallToolResult of the revision; at most
// `max_faults` of it. Empty where nothing is. What the protocol leaves open
// (members it does not name, a content block's annotations) is not looked at.
std::vector<ErrorUnit> FindShapeFaults(document::Value result,
                                       ProtocolRevision revision,
                                       size_t max_faults);

}  // namespace gabarit::tools

#endif  // GABARIT_ENGINE_TOOLS_CALL_RESULT_H_

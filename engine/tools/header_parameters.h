// `x-mcp-header` in an inputSchema (MCP 2026-07-28, Streamable HTTP, "Custom
// headers from tool parameters"; SEP-2243).

#ifndef GABARIT_ENGINE_TOOLS_HEADER_PARAMETERS_H_
#define GABARIT_ENGINE_TOOLS_HEADER_PARAMETERS_H_

#include <optional>
#include <string>
#include <vector>

#include "engine/document/value.h"
#include "gabarit/tools.h"

namespace gabarit::tools {

// A rule that is broken, and where in the schema.
struct HeaderFault {
  std::string location;
  std::string reason;
};

// Finds the annotations of `schema`, an object. The rules: the value is a
// non-empty token (RFC 9110 §5.6.2), unique without regard to case, on a
// property of type integer, string or boolean that is reached through
// `properties` alone. Stops at the first fault.
std::optional<HeaderFault> FindHeaderParameters(
    document::Value schema, std::vector<HeaderParameter>* parameters);

}  // namespace gabarit::tools

#endif  // GABARIT_ENGINE_TOOLS_HEADER_PARAMETERS_H_

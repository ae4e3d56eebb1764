// The line of a text that an error is about, with its place marked.

#ifndef GABARIT_ENGINE_CLI_EXCERPT_H_
#define GABARIT_ENGINE_CLI_EXCERPT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/cli/console.h"

namespace gabarit::cli {

// Two lines, each ended:
//
//     3 |   "shard": -1,
//       |            ^~
//
// `line_number` is what the gutter says of the line with the byte `offset`.
// Long lines are cut around the place. Safe for a terminal whatever `text` is.
std::string Excerpt(std::string_view text, size_t offset, size_t line_number,
                    const Colors& colors);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_EXCERPT_H_

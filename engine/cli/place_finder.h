// Lines and columns of many places in one text.

#ifndef GABARIT_ENGINE_CLI_PLACE_FINDER_H_
#define GABARIT_ENGINE_CLI_PLACE_FINDER_H_

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "engine/document/strict_parser.h"

namespace gabarit::cli {

// Counts on from the last place where it can: errors come mostly in the order
// of the text, and the text may be long.
class PlaceFinder {
 public:
  explicit PlaceFinder(std::string_view text) : text_(text) {}

  // The line and column of the byte `offset`, where a value begins or nothing
  // is left.
  document::LineColumn Find(size_t offset) {
    offset = std::min(offset, text_.size());
    if (offset < offset_) {
      offset_ = 0;
      at_ = {};
    }
    const document::LineColumn further =
        document::Locate(text_.substr(offset_), offset - offset_);
    at_.column =
        further.line == 1 ? at_.column + further.column - 1 : further.column;
    at_.line += further.line - 1;
    offset_ = offset;
    return at_;
  }

 private:
  std::string_view text_;
  size_t offset_ = 0;
  document::LineColumn at_;
};

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_PLACE_FINDER_H_

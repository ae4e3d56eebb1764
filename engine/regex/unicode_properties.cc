#include "engine/regex/unicode_properties.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace gabarit::regex {
namespace {

struct PropertyRanges {
  std::string_view name;
  uint32_t first_byte;  // in kRangeBytes
  uint32_t range_count;
};

#include "engine/regex/unicode_tables.inc"

CodePointSet Unpack(const PropertyRanges& property) {
  const unsigned char* byte = kRangeBytes + property.first_byte;
  const auto read = [&byte] {
    char32_t value = 0;
    int shift = 0;
    for (; *byte >= 0x80; ++byte, shift += 7) {
      value |= static_cast<char32_t>(*byte & 0x7F) << shift;
    }
    return value | static_cast<char32_t>(*byte++) << shift;
  };
  std::vector<CodePointRange> ranges;
  ranges.reserve(property.range_count);
  char32_t next = 0;
  for (uint32_t i = 0; i < property.range_count; ++i) {
    const char32_t low = next + read();
    const char32_t high = low + read();
    ranges.push_back({low, high});
    next = high + 1;
  }
  return CodePointSet::FromRanges(std::move(ranges));
}

std::optional<CodePointSet> Find(std::span<const PropertyRanges> table,
                                 std::string_view name) {
  const auto found =
      std::lower_bound(table.begin(), table.end(), name,
                       [](const PropertyRanges& row, std::string_view n) {
                         return row.name < n;
                       });
  if (found == table.end() || found->name != name) return std::nullopt;
  return Unpack(*found);
}

}  // namespace

std::optional<CodePointSet> UnicodeProperty(std::string_view expression) {
  const size_t equals = expression.find('=');
  if (equals == std::string_view::npos) {
    // A lone name is a value of General_Category or a binary property; the two
    // sets of names are disjoint.
    std::optional<CodePointSet> set = Find(kGeneralCategories, expression);
    return set.has_value() ? std::move(set)
                           : Find(kBinaryProperties, expression);
  }
  const std::string_view property = expression.substr(0, equals);
  const std::string_view value = expression.substr(equals + 1);
  if (property == "General_Category" || property == "gc") {
    return Find(kGeneralCategories, value);
  }
  if (property == "Script" || property == "sc") return Find(kScripts, value);
  if (property == "Script_Extensions" || property == "scx") {
    return Find(kScriptExtensions, value);
  }
  return std::nullopt;
}

bool IsIdentifierStart(char32_t code_point) {
  static const CodePointSet set = UnicodeProperty("ID_Start").value();
  return set.Contains(code_point);
}

bool IsIdentifierContinue(char32_t code_point) {
  static const CodePointSet set = UnicodeProperty("ID_Continue").value();
  return set.Contains(code_point);
}

}  // namespace gabarit::regex

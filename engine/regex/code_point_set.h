#ifndef GABARIT_ENGINE_REGEX_CODE_POINT_SET_H_
#define GABARIT_ENGINE_REGEX_CODE_POINT_SET_H_

#include <cstdint>
#include <initializer_list>
#include <vector>

namespace gabarit::regex {

inline constexpr char32_t kMaxCodePoint = 0x10FFFF;

// Both ends belong to the range.
struct CodePointRange {
  char32_t low;
  char32_t high;

  friend bool operator==(const CodePointRange&,
                         const CodePointRange&) = default;
};

// A set of Unicode code points: what one character of a pattern may match.
//
// Ranges are sorted, disjoint and never adjacent, so equal sets have equal
// ranges. Surrogates may be members (ECMA-262 classes can name them) although
// no well-formed UTF-8 text contains one.
//
// A value type: copyable, thread-compatible.
class CodePointSet {
 public:
  CodePointSet() = default;
  CodePointSet(std::initializer_list<CodePointRange> ranges);

  // Every code point: what [^] matches.
  static CodePointSet All();

  // `ranges` may be in any order and may overlap.
  static CodePointSet FromRanges(std::vector<CodePointRange> ranges);

  const std::vector<CodePointRange>& ranges() const { return ranges_; }
  bool empty() const { return ranges_.empty(); }
  bool Contains(char32_t code_point) const;
  bool Intersects(const CodePointSet& other) const;

  CodePointSet Union(const CodePointSet& other) const;
  CodePointSet Intersection(const CodePointSet& other) const;
  CodePointSet Complement() const;

  // The members that well-formed UTF-8 can contain: all but the surrogates.
  CodePointSet WithoutSurrogates() const;

  friend bool operator==(const CodePointSet&, const CodePointSet&) = default;

 private:
  std::vector<CodePointRange> ranges_;
};

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_CODE_POINT_SET_H_

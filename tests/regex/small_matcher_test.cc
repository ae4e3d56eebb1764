// Simple patterns have matchers of their own. They must agree with RE2 on every
// text: random patterns of the shapes they cover, random texts that nearly
// match.

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "engine/regex/pattern.h"
#include "gtest/gtest.h"

namespace gabarit::regex {
namespace {

class RandomPattern {
 public:
  explicit RandomPattern(uint64_t seed) : random_(seed) {}

  std::string Make() {
    texts_.clear();
    std::string pattern;
    std::string example;
    if (OneIn(2)) pattern += "^";
    if (OneIn(5)) {
      // Alternatives of literals.
      pattern += "(?:";
      for (int n = 2 + Below(4); n > 0; --n) {
        example = Literal();
        pattern += example + (n > 1 ? "|" : "");
      }
      pattern += ")";
    } else {
      for (int n = 1 + Below(4); n > 0; --n) Part(&pattern, &example);
    }
    if (OneIn(2)) pattern += "$";
    texts_.push_back(example);
    return pattern;
  }

  // A text near what the last pattern wants.
  std::string Text() {
    std::string text = texts_.front();
    for (int n = Below(4); n > 0; --n) {
      const size_t at = static_cast<size_t>(Below(int(text.size()) + 1));
      const std::string insertion = Piece();
      if (OneIn(2)) {
        text.insert(at, insertion);
      } else if (at < text.size() && (text[at] & 0x80) == 0) {
        text.replace(at, 1, OneIn(2) ? "" : insertion);
      }
    }
    return text;
  }

 private:
  int Below(int n) {
    return std::uniform_int_distribution<int>(0, n - 1)(random_);
  }
  bool OneIn(int n) { return Below(n) == 0; }
  std::string Piece() {
    static const std::vector<std::string> pieces = {"a",
                                                    "b",
                                                    "Z",
                                                    "0",
                                                    "9",
                                                    "-",
                                                    "_",
                                                    " ",
                                                    "\n",
                                                    "\u00E9",
                                                    "\u4E2D",
                                                    "\U0001F600",
                                                    std::string(1, '\0'),
                                                    "/",
                                                    "zzzzzzzzzzzzzzzzzzzz"};
    return pieces[static_cast<size_t>(Below(int(pieces.size())))];
  }
  std::string Literal() {
    static const std::vector<std::string> literals = {
        "a", "ab", "foo", "x-", "\u00E9", "_z", "0", "application"};
    return literals[static_cast<size_t>(Below(int(literals.size())))];
  }
  void Part(std::string* pattern, std::string* example) {
    if (OneIn(3)) {
      const std::string literal = Literal();
      *pattern += literal;
      *example += literal;
      return;
    }
    static const std::vector<std::pair<std::string, std::string>> sets = {
        {"[a-z0-9-]", "a"}, {"\\d", "7"},         {"[A-Z]", "Z"},
        {"\\w", "_"},       {".", "\u4E2D"},      {"[^/]", "b"},
        {"[^\\s]", "-"},    {"[a-z\u00E9]", "é"}, {"\\p{L}", "\u4E2D"}};
    const auto& [set, member] =
        sets[static_cast<size_t>(Below(int(sets.size())))];
    *pattern += set;
    int least = 1;
    switch (Below(6)) {
      case 0:
        *pattern += "*";
        least = Below(3);
        break;
      case 1:
        *pattern += "+";
        least = 1 + Below(20);
        break;
      case 2:
        *pattern += "?";
        least = Below(2);
        break;
      case 3: {
        least = Below(5);
        *pattern += "{" + std::to_string(least) + "," +
                    std::to_string(least + Below(40)) + "}";
        break;
      }
      case 4:
        least = Below(30);
        *pattern += "{" + std::to_string(least) + ",}";
        break;
      default:
        break;
    }
    for (; least > 0; --least) *example += member;
  }

  std::mt19937_64 random_;
  std::vector<std::string> texts_;
};

TEST(SmallMatcherTest, AgreesWithRe2OnRandomPatternsAndTexts) {
  const char* const chosen = std::getenv("GABARIT_RANDOM_SEED");
  const uint64_t seed =
      chosen != nullptr ? std::strtoull(chosen, nullptr, 10) : 20251;
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomPattern random(seed);
  int small = 0;
  int matched = 0;
  int too_large = 0;
  constexpr int kPatterns = 3000;
  constexpr int kTexts = 20;
  for (int i = 0; i < kPatterns && !HasFailure(); ++i) {
    const std::string source = random.Make();
    const auto pattern = Pattern::Compile(source);
    if (absl::IsResourceExhausted(pattern.status())) {
      ++too_large;  // long runs of large sets, beside one another
      continue;
    }
    ASSERT_TRUE(pattern.ok()) << source << ": " << pattern.status();
    small += pattern->Describe().starts_with("re2") ? 0 : 1;
    for (int n = 0; n < kTexts; ++n) {
      const std::string text = random.Text();
      const bool expected = pattern->MatchesWithRe2(text);
      matched += expected ? 1 : 0;
      EXPECT_EQ(pattern->Matches(text), expected)
          << source << " as " << pattern->Describe() << " on "
          << testing::PrintToString(text);
    }
  }
  // The generator must keep making what is worth comparing.
  EXPECT_LT(too_large, kPatterns / 20);
  EXPECT_GT(small, kPatterns / 2);
  EXPECT_GT(matched, kPatterns * kTexts / 10);
  EXPECT_LT(matched, kPatterns * kTexts * 9 / 10);
}

struct Shape {
  const char* pattern;
  const char* described;
};

class ShapeTest : public testing::TestWithParam<Shape> {};

TEST_P(ShapeTest, HasAMatcherOfItsOwn) {
  EXPECT_EQ(Pattern::Compile(GetParam().pattern)->Describe(),
            GetParam().described);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, ShapeTest,
    testing::Values(Shape{"^x-", "prefix \"x-\""},
                    Shape{"\\.json$", "suffix \".json\""},
                    Shape{"foo", "contains \"foo\""},
                    Shape{"^(?:a|b)$", "one-of \"a\" \"b\""},
                    Shape{"^[a-z0-9-]+$", "class-run [-0-9a-z]{1,}"},
                    Shape{"^.*$",
                          "class-run [^\\u{a}\\u{d}\\u{2028}"
                          "\\u{2029}]{0,}"},
                    Shape{"", "always"}));

}  // namespace
}  // namespace gabarit::regex

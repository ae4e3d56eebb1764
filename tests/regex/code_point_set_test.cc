#include "engine/regex/code_point_set.h"

#include <random>
#include <vector>

#include "engine/regex/unicode_properties.h"
#include "gtest/gtest.h"

namespace gabarit::regex {
namespace {

TEST(CodePointSetTest, RangesAreSortedAndJoined) {
  const CodePointSet set = {{'x', 'z'}, {'a', 'c'}, {'d', 'f'}, {'b', 'b'}};
  const std::vector<CodePointRange> expected = {{'a', 'f'}, {'x', 'z'}};
  EXPECT_EQ(set.ranges(), expected);
}

TEST(CodePointSetTest, ComplementOfTheEndsIsEmpty) {
  EXPECT_TRUE(CodePointSet::All().Complement().empty());
  EXPECT_EQ(CodePointSet().Complement(), CodePointSet::All());
}

TEST(CodePointSetTest, OperationsAgreeWithMembershipOneByOne) {
  constexpr unsigned kSeed = 20201208;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937 random(kSeed);
  const auto below = [&random](unsigned n) {
    return static_cast<char32_t>(random() % n);
  };
  const auto make = [&below] {
    std::vector<CodePointRange> ranges;
    for (char32_t i = below(6); i > 0; --i) {
      const char32_t low = below(60);
      ranges.push_back({low, low + below(5)});
    }
    return CodePointSet::FromRanges(ranges);
  };
  for (int round = 0; round < 500; ++round) {
    const CodePointSet a = make();
    const CodePointSet b = make();
    bool common = false;
    for (char32_t c = 0; c < 70; ++c) {
      const bool in_a = a.Contains(c);
      const bool in_b = b.Contains(c);
      common |= in_a && in_b;
      ASSERT_EQ(a.Union(b).Contains(c), in_a || in_b);
      ASSERT_EQ(a.Intersection(b).Contains(c), in_a && in_b);
      ASSERT_EQ(a.Complement().Contains(c), !in_a);
    }
    ASSERT_EQ(a.Intersects(b), common);
  }
}

TEST(UnicodePropertyTest, KnowsLongAndShortNames) {
  struct {
    const char* expression;
    char32_t member;
    char32_t stranger;
  } const cases[] = {
      {"L", U'é', '1'},
      {"Letter", U'é', '1'},
      {"gc=Lu", 'A', 'a'},
      {"General_Category=Uppercase_Letter", 'A', 'a'},
      {"Script=Greek", U'α', 'a'},
      {"sc=Grek", U'α', 'a'},
      {"scx=Deva", U'\u0964', 'a'},
      {"Script_Extensions=Devanagari", U'\u0964', 'a'},
      {"Alphabetic", 'a', '1'},
      {"Alpha", 'a', '1'},
      {"ASCII", 'a', U'é'},
      {"Any", U'\U0010FFFF', 0x110000},
      {"Assigned", 'a', U'\u0378'},
      {"White_Space", ' ', 'a'},
      {"space", ' ', 'a'},
      {"Emoji_Presentation", U'😀', 'a'},
      {"ID_Start", 'a', '1'},
      {"XIDC", '1', ' '},
      {"digit", '1', 'a'},
      {"punct", '!', 'a'},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.expression);
    const auto set = UnicodeProperty(c.expression);
    ASSERT_TRUE(set.has_value());
    EXPECT_TRUE(set->Contains(c.member));
    EXPECT_FALSE(set->Contains(c.stranger));
  }
}

TEST(UnicodePropertyTest, RefusesWhatEcma262DoesNotAllow) {
  for (const char* expression :
       {"", "=", "l", "letter", "Greek", "Script", "Script=", "Script=greek",
        "=Lu", "Block=Basic_Latin", "Age=1.1", "IsGreek", "InBasicLatin",
        "gc=Greek", "Basic_Emoji", "Lu ", "Script=Greek=Greek", "Line_Break",
        "Alphabetic=Y"}) {
    EXPECT_FALSE(UnicodeProperty(expression).has_value()) << expression;
  }
}

TEST(UnicodePropertyTest, ScriptExtensionsHoldAtLeastWhatOneScriptUses) {
  const CodePointSet script = *UnicodeProperty("sc=Deva");
  EXPECT_EQ(script.Union(*UnicodeProperty("scx=Deva")),
            *UnicodeProperty("scx=Deva"));
}

}  // namespace
}  // namespace gabarit::regex

#include "engine/regex/code_point_set.h"

#include <random>
#include <string>
#include <vector>

#include "engine/regex/character_test.h"
#include "engine/regex/unicode_properties.h"
#include "engine/regex/utf8.h"
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

// Every code point, by tables of first bytes, as by the set itself.
TEST(CharacterTestTest, AgreesWithItsSetOnEveryCodePoint) {
  const CodePointSet sets[] = {
      {},
      CodePointSet::All().WithoutSurrogates(),
      CodePointSet{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}.Complement(),
      UnicodeProperty("L").value(),
      UnicodeProperty("Cn").value().WithoutSurrogates(),
      {{'a', 'z'}},
      {{0x80, 0x7FF}},
      {{0x7F, 0x80}, {0x7FF, 0x800}, {0xFFFF, 0x10000}, {0x10FFFF, 0x10FFFF}},
      {{0xC0, 0x13F}, {0x1000, 0x1FFF}, {0x40000, 0x7FFFF}}};
  for (const CodePointSet& set : sets) {
    const CharacterTest test(set);
    SCOPED_TRACE(ClassToString(set));
    for (char32_t c = 0; c <= kMaxCodePoint; ++c) {
      if (c >= 0xD800 && c <= 0xDFFF) continue;
      std::string text;
      AppendUtf8(c, &text);
      const size_t expected = set.Contains(c) ? text.size() : 0;
      const char* const begin = text.data();
      ASSERT_EQ(test.MemberLength(begin, begin + text.size()), expected)
          << static_cast<uint32_t>(c);
      ASSERT_EQ(test.AllAsciiMembers(text), c < 0x80 && expected == 1);
    }
  }
}

TEST(CharacterTestTest, NoSetHoldsBytesThatAreNotUtf8) {
  const CharacterTest test(CodePointSet::All().WithoutSurrogates());
  for (const std::string text :
       {"\x80", "\xC0\x80", "\xC3",
        "\xC3"
        "a",
        "\xE2\x82",
        "\xE2"
        "a\x82",
        "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x9F\x98", "\xF0\x80\x80\x80",
        "\xF1\x80\x80"
        "a",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    EXPECT_EQ(test.MemberLength(text.data(), text.data() + text.size()), 0u)
        << testing::PrintToString(text);
  }
}

TEST(CharacterTestTest, SkipsAsManyMembersAsThereAreAndNoMoreThanAsked) {
  const CharacterTest test({{'a', 'z'}, {0xE9, 0xE9}, {0x1F600, 0x1F600}});
  const std::string texts[] = {"",
                               "abcdefgh",
                               "abcdefghi-",
                               "\u00E9abcdefghij",
                               "abcdefgh\u00E9\U0001F600abcdefghi1",
                               "-abc",
                               "abcdefg\u00E8"};
  for (const std::string& text : texts) {
    SCOPED_TRACE(text);
    for (size_t limit = 0; limit < 24; ++limit) {
      const char* const end = text.data() + text.size();
      const char* expected = text.data();
      size_t count = 0;
      while (count < limit && expected != end) {
        const size_t length = test.MemberLength(expected, end);
        if (length == 0) break;
        expected += length;
        ++count;
      }
      const char* at = text.data();
      EXPECT_EQ(test.SkipMembers(&at, end, limit), count);
      EXPECT_EQ(at, expected);
    }
  }
}

}  // namespace
}  // namespace gabarit::regex

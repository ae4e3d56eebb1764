// What patterns mean: ECMA-262 with the u flag, which JSON Schema recommends
// (Core §6.4), matched anywhere in the text.

#include "engine/regex/pattern.h"

#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"

namespace gabarit::regex {
namespace {

struct Meaning {
  std::string_view pattern;
  std::vector<std::string_view> matches;
  std::vector<std::string_view> fails;
};

class MeaningTest : public testing::TestWithParam<Meaning> {};

TEST_P(MeaningTest, IsThatOfEcmaScript) {
  const Meaning& meaning = GetParam();
  const auto pattern = Pattern::Compile(meaning.pattern);
  ASSERT_TRUE(pattern.ok()) << meaning.pattern << ": " << pattern.status();
  SCOPED_TRACE(pattern->Describe());
  for (const std::string_view text : meaning.matches) {
    EXPECT_TRUE(pattern->Matches(text)) << text;
    EXPECT_TRUE(pattern->MatchesWithRe2(text)) << text << " by RE2";
  }
  for (const std::string_view text : meaning.fails) {
    EXPECT_FALSE(pattern->Matches(text)) << text;
    EXPECT_FALSE(pattern->MatchesWithRe2(text)) << text << " by RE2";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Anchors, MeaningTest,
    testing::Values(Meaning{"a", {"a", "bab"}, {"", "A"}},
                    Meaning{"", {"", "x"}, {}},
                    // Without the m flag, only the text's own ends.
                    Meaning{"^a$", {"a"}, {"a\n", "\na", "b\na"}},
                    Meaning{"a|^b", {"xa", "b"}, {"xb"}},
                    Meaning{"$^", {""}, {"a", "\n"}},
                    Meaning{"^$", {""}, {"\n"}},
                    Meaning{"a$|^b$|^$", {"xa", "b", ""}, {"xb", "a\n"}},
                    Meaning{"(?:^a|b)c", {"ac", "xbc"}, {"xac"}},
                    Meaning{"\\B", {"", "ab", " ", "é"}, {"a"}},
                    Meaning{"^\\B", {"", " a"}, {"a"}},
                    Meaning{"a\\b.", {"a-", "aé"}, {"ab", "a"}},
                    Meaning{"\\b\\B", {}, {"", "a", "a b"}},
                    Meaning{"é\\B\U0001F600", {"é\U0001F600"}, {"é"}},
                    // Word boundaries are ASCII's.
                    Meaning{"\\bfoo\\b", {"foo", "a foo."}, {"foob", "_foo"}},
                    Meaning{"\\bé", {"aé"}, {"é", " é"}},
                    Meaning{"\\Ba", {"ba"}, {"a", " a"}}));

INSTANTIATE_TEST_SUITE_P(
    Sets, MeaningTest,
    testing::Values(
        // ECMA-262 §22.2.2.9: ASCII digits and word characters only.
        Meaning{"^\\d$", {"0", "9"}, {"\u0663", "a"}},
        Meaning{"^\\D$", {"\u0663", "a"}, {"0"}},
        Meaning{"^\\w$", {"a", "Z", "_", "7"}, {"\u00E9", "-"}},
        Meaning{"^\\W$", {"\u00E9", "-"}, {"a"}},
        // White space is Unicode's, with the byte order mark.
        Meaning{"^\\s$",
                {" ", "\t", "\v", "\u00A0", "\uFEFF", "\u2028", "\u3000"},
                {"\u200B", "\u180E", "a"}},
        Meaning{"^\\S$", {"\u200B", "a"}, {" ", "\uFEFF"}},
        // The dot leaves out the four line terminators, and takes a code point.
        Meaning{"^.$",
                {"a", "\u00E9", "\U0001F600", "\u0085"},
                {"\n", "\r", "\u2028", "\u2029", "ab", ""}},
        Meaning{"^[^]$", {"\n", "a", "\U0001F600"}, {"", "ab"}},
        Meaning{"[]", {}, {"", "a"}},
        Meaning{"^[a-c\\-x\\]]+$", {"abc-x]"}, {"d", ""}},
        Meaning{"^[^a-c]$", {"d", "\u00E9"}, {"a", "b"}},
        Meaning{"^[\\d\\s]+$", {"1 2"}, {"a"}},
        Meaning{"^[\\b]$", {"\b"}, {"b"}},
        Meaning{"^[$^.*]+$", {"^$.*"}, {"a"}}));

INSTANTIATE_TEST_SUITE_P(
    Escapes, MeaningTest,
    testing::Values(
        Meaning{"^\\x41\\u0042\\u{43}$", {"ABC"}, {"abc"}},
        Meaning{"^\\u{1F600}$", {"\U0001F600"}, {"\u1F60"}},
        // A surrogate pair is one code point (ECMA-262 §22.2.1).
        Meaning{"^\\uD83D\\uDE00$", {"\U0001F600"}, {"\uFFFD"}},
        // A lone surrogate matches nothing that UTF-8 can say.
        Meaning{"\\uD83D", {}, {"\U0001F600", "a"}},
        Meaning{"^\\t\\n\\v\\f\\r$", {"\t\n\v\f\r"}, {"tnvfr"}},
        Meaning{"^\\cJ$", {"\n"}, {"J"}},
        Meaning{std::string_view("^\\0$"), {std::string_view("\0", 1)}, {"0"}},
        Meaning{"^\\/\\.\\*$", {"/.*"}, {"/a*"}},
        Meaning{"^a\\$b\\^$", {"a$b^"}, {"ab"}}));

INSTANTIATE_TEST_SUITE_P(
    Properties, MeaningTest,
    testing::Values(
        Meaning{"^\\p{L}+$", {"aé\u4E2D"}, {"1"}},
        Meaning{"^\\p{Letter}+$", {"aé\u4E2D"}, {"1"}},
        Meaning{"^\\p{Lu}$", {"A", "\u00C9"}, {"a"}},
        Meaning{"^\\p{General_Category=Uppercase_Letter}$", {"A"}, {"a"}},
        Meaning{"^\\p{gc=Nd}$", {"0", "\u0663"}, {"a"}},
        Meaning{"^\\P{Nd}$", {"a"}, {"0"}},
        Meaning{"^[^\\p{L}]$", {"1"}, {"a"}},
        Meaning{"^\\p{Script=Greek}$", {"\u03B1"}, {"a"}},
        Meaning{"^\\p{sc=Grek}$", {"\u03B1"}, {"a"}},
        // Script extensions hold characters that several scripts share.
        Meaning{"^\\p{scx=Deva}$", {"\u0964", "\u0905"}, {"a"}},
        Meaning{"^\\p{sc=Deva}$", {"\u0905"}, {"\u0964"}},
        Meaning{"^\\p{Emoji_Presentation}$", {"\U0001F600"}, {"a"}},
        Meaning{"^\\p{Alphabetic}$", {"a", "\u2160"}, {"1"}},
        Meaning{"^\\p{ASCII}$", {"a"}, {"é"}},
        Meaning{"^\\p{Any}$", {"\U0010FFFF"}, {""}}));

INSTANTIATE_TEST_SUITE_P(
    Quantifiers, MeaningTest,
    testing::Values(
        Meaning{"^a?$", {"", "a"}, {"aa"}},
        Meaning{"^a{2}$", {"aa"}, {"a", "aaa"}},
        Meaning{"^a{2,}$", {"aa", "aaaa"}, {"a"}},
        Meaning{"^a{0,2}$", {"", "aa"}, {"aaa"}},
        Meaning{"^a{0}$", {""}, {"a"}},
        Meaning{"^a{00002,0003}$", {"aa", "aaa"}, {"a", "aaaa"}},
        Meaning{"^a{0,0}b$", {"b"}, {"ab"}},
        Meaning{"^(?:a{0}|b)$", {"", "b"}, {"a"}},
        Meaning{"^a{2}?$", {"aa"}, {"", "a", "aaaa"}},
        Meaning{"^(?:a{2}){2,3}$", {"aaaa", "aaaaaa"}, {"aa", "aaaaa"}},
        Meaning{"^(?:a*)*$", {"", "aaa"}, {"b"}},
        Meaning{"^(?:a*b*)+$", {"", "abba"}, {"c"}},
        Meaning{"^(?:)*a$", {"a"}, {""}},
        Meaning{"^(?:|a)+b$", {"b", "aab"}, {"a"}},
        Meaning{"^[]?$", {""}, {"a"}},
        Meaning{"^[]*a[^]+$", {"ab"}, {"a", "b"}},
        Meaning{"^a*?b+?$", {"aab", "b"}, {"a"}},
        Meaning{"^(?:ab|c)*$", {"", "abcab"}, {"a", "ac"}},
        Meaning{"^(?<year>\\d{4})-(?<month>\\d\\d)$", {"2026-11"}, {"26-11"}},
        Meaning{"^(a?)*$", {"", "aaa"}, {"b"}},
        // Lengths are code points.
        Meaning{"^.{2}$", {"\U0001F600\U0001F600"}, {"\U0001F600"}}));

// RE2 itself counts to 1,000 only; tool schemas write such bounds often.
TEST(PatternTest, CountsBeyondAThousandWork) {
  const auto pattern = Pattern::Compile("^.{0,1024}$");
  ASSERT_TRUE(pattern.ok()) << pattern.status();
  EXPECT_TRUE(pattern->Matches(std::string(1024, 'a')));
  EXPECT_FALSE(pattern->Matches(std::string(1025, 'a')));
  EXPECT_TRUE(pattern->MatchesWithRe2(std::string(1024, 'a')));
  EXPECT_FALSE(pattern->MatchesWithRe2(std::string(1025, 'a')));

  const auto mixed = Pattern::Compile("^[a-z][a-z0-9 ]{1,4999}[a-z]$");
  ASSERT_TRUE(mixed.ok()) << mixed.status();
  EXPECT_TRUE(mixed->Matches(std::string(5001, 'a')));
  EXPECT_FALSE(mixed->Matches(std::string(5002, 'a')));
}

struct Count {
  const char* pattern;
  size_t least;  // lengths of texts of the letter a that match
  size_t most;
};

class CountTest : public testing::TestWithParam<Count> {};

TEST_P(CountTest, IsExactAtItsBounds) {
  const Count& count = GetParam();
  const auto pattern = Pattern::Compile(count.pattern);
  ASSERT_TRUE(pattern.ok()) << pattern.status();
  SCOPED_TRACE(pattern->Describe().substr(0, 200));
  const auto expect = [&](size_t length, bool matches) {
    const std::string text(length, 'a');
    EXPECT_EQ(pattern->Matches(text), matches) << length;
    EXPECT_EQ(pattern->MatchesWithRe2(text), matches) << length << " by RE2";
  };
  expect(count.least, true);
  expect(count.most, true);
  if (count.least > 0) expect(count.least - 1, false);
  if (count.most < 200000) expect(count.most + 1, false);
}

constexpr size_t kMany = 200000;  // as good as any number

INSTANTIATE_TEST_SUITE_P(
    Counts, CountTest,
    testing::Values(
        Count{"^.{0,1024}$", 0, 1024}, Count{"^.{1,1024}$", 1, 1024},
        Count{"^[^]{0,100000}$", 0, 100000}, Count{"^a{1001}$", 1001, 1001},
        Count{"^a{1001,}$", 1001, kMany}, Count{"^(?:a{2}){600}$", 1200, 1200},
        Count{"^(?:a|b){0,1500}$", 0, 1500},
        Count{"^(?:aa?){1001}$", 1001, 2002}, Count{"^a.{0,4000}a$", 2, 4002},
        Count{"^(?=a)\\w{3,5000}$", 3, 5000}, Count{"a{1500}", 1500, kMany},
        Count{"a{0,100000}", 0, kMany}, Count{"^a{0,100000}", 0, kMany},
        Count{"^(?:.{1,64}){1,32}$", 1, 2048},
        Count{"^.{0,18446744073709551616}$", 0, kMany}));

TEST(PatternTest, BytesThatAreNoUtf8MatchNothing) {
  const auto pattern = Pattern::Compile("^.$");
  ASSERT_TRUE(pattern.ok());
  EXPECT_FALSE(pattern->Matches("\xFF"));
  EXPECT_FALSE(pattern->MatchesWithRe2("\xFF"));
}

TEST(PatternTest, KeepsItsSource) {
  EXPECT_EQ(Pattern::Compile("^a\\/b$")->source(), "^a\\/b$");
}

}  // namespace
}  // namespace gabarit::regex

// What is no regular expression of ECMA-262 with the u flag, and what is one
// that is refused: by construct, byte offset and code, with a way out.

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "engine/regex/pattern.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit::regex {
namespace {

using absl::StatusCode;
using testing::HasSubstr;

struct Refusal {
  const char* pattern;
  StatusCode code;
  const char* construct;
  size_t offset;
  const char* remedy;  // in the message
};

class RefusalTest : public testing::TestWithParam<Refusal> {};

TEST_P(RefusalTest, NamesConstructOffsetAndRemedy) {
  const Refusal& refusal = GetParam();
  SCOPED_TRACE(refusal.pattern);
  PatternError error;
  const auto pattern = Pattern::Compile(refusal.pattern, {}, &error);
  EXPECT_EQ(pattern.status().code(), refusal.code);
  EXPECT_EQ(error.construct, refusal.construct);
  EXPECT_EQ(error.offset, refusal.offset);
  EXPECT_THAT(error.message, HasSubstr(refusal.remedy));
  EXPECT_THAT(std::string(pattern.status().message()),
              HasSubstr(error.message));
  // The format "regex" asks for the syntax alone.
  EXPECT_EQ(CheckSyntax(refusal.pattern).ok(),
            refusal.code != StatusCode::kInvalidArgument);
}

constexpr StatusCode kSyntax = StatusCode::kInvalidArgument;
constexpr StatusCode kBeyond = StatusCode::kUnimplemented;
constexpr StatusCode kLimit = StatusCode::kResourceExhausted;

INSTANTIATE_TEST_SUITE_P(
    Groups, RefusalTest,
    testing::Values(Refusal{"(", kSyntax, "group", 0, "parenthesis is missing"},
                    Refusal{"a)", kSyntax, "group", 1, "write \\)"},
                    Refusal{"(?i)a", kSyntax, "group", 0, "inline flags"},
                    Refusal{"(?>a)", kSyntax, "group", 0, "(?:...)"},
                    Refusal{"(?P<n>a)", kSyntax, "group", 0, "(?<name>...)"},
                    Refusal{"(?<a", kSyntax, "group name", 2, "identifier"},
                    Refusal{"(?<1>a)", kSyntax, "group name", 2, "identifier"},
                    Refusal{"(?<a>x)(?<a>y)", kSyntax, "group name", 7,
                            "already"}));

INSTANTIATE_TEST_SUITE_P(
    Quantifiers, RefusalTest,
    testing::Values(Refusal{"*a", kSyntax, "quantifier", 0, "write \\*"},
                    Refusal{"a**", kSyntax, "quantifier", 2, "write \\*"},
                    Refusal{"a++", kSyntax, "quantifier", 2, "write \\+"},
                    Refusal{"(?=a)*", kSyntax, "quantifier", 5,
                            "nothing to repeat"},
                    Refusal{"a{2,1}", kSyntax, "quantifier", 1, "wrong order"},
                    // Not even by Annex B, where it is no quantifier.
                    Refusal{"a{,3}", kSyntax, "quantifier", 1, "write {0,"},
                    Refusal{"a{", kSyntax, "bracket", 1, "write \\{"},
                    Refusal{"}", kSyntax, "bracket", 0, "write \\}"},
                    Refusal{"]", kSyntax, "bracket", 0, "write \\]"}));

INSTANTIATE_TEST_SUITE_P(
    Classes, RefusalTest,
    testing::Values(Refusal{"[a", kSyntax, "class", 0,
                            "closing bracket is missing"},
                    Refusal{"[b-a]", kSyntax, "class", 1, "backwards"},
                    Refusal{"[\\w-z]", kSyntax, "class", 1, "write \\-"}));

INSTANTIATE_TEST_SUITE_P(
    Escapes, RefusalTest,
    testing::Values(
        Refusal{"\\", kSyntax, "escape", 0, "ends after a backslash"},
        Refusal{"\\u{110000}", kSyntax, "escape", 0, "\\u{10FFFF}"},
        Refusal{"\\u12", kSyntax, "escape", 0, "four hexadecimal digits"},
        Refusal{"\\x1", kSyntax, "escape", 0, "two hexadecimal digits"},
        Refusal{"\\c1", kSyntax, "escape", 0, "ASCII letter"},
        Refusal{"\\a", kSyntax, "escape", 0, "without a backslash"},
        Refusal{"^a\\Z", kSyntax, "escape", 2, "no escape \"\\Z\""},
        Refusal{"\\-", kSyntax, "escape", 0, "without a backslash"},
        Refusal{"\\8", kSyntax, "backreference", 0, "0 groups"},
        Refusal{"\\k<b>", kSyntax, "backreference", 0, "no group is called"},
        Refusal{"\\p{Foo}", kSyntax, "property", 0, "\\p{Alphabetic}"},
        Refusal{"\\p{lu}", kSyntax, "property", 0, "case-sensitive"},
        Refusal{"x\\P{Script=Klingon}", kSyntax, "property", 1,
                "Script=Klingon"}));

INSTANTIATE_TEST_SUITE_P(
    BeyondLinearTime, RefusalTest,
    testing::Values(
        Refusal{"(a)\\1", kBeyond, "backreference", 3, "alternatives"},
        Refusal{"(?<n>a)\\k<n>", kBeyond, "backreference", 7, "alternatives"},
        Refusal{"(a{1000}){1000}", kLimit, "pattern", 0, "max_pattern_bytes"},
        Refusal{"a{99999999999}", kLimit, "pattern", 0, "maxLength"}));

struct Spelling {
  const char* pattern;
  const char* matches;
  const char* fails;
};

class AnnexBTest : public testing::TestWithParam<Spelling> {};

TEST_P(AnnexBTest, IsTakenOnlyOnRequestAndTold) {
  const Spelling& spelling = GetParam();
  SCOPED_TRACE(spelling.pattern);
  EXPECT_FALSE(Pattern::Compile(spelling.pattern).ok());
  PatternOptions options;
  options.accept_annex_b = true;
  const auto pattern = Pattern::Compile(spelling.pattern, options);
  ASSERT_TRUE(pattern.ok()) << pattern.status();
  EXPECT_TRUE(pattern->uses_annex_b());
  EXPECT_TRUE(pattern->Matches(spelling.matches));
  EXPECT_FALSE(pattern->Matches(spelling.fails));
}

INSTANTIATE_TEST_SUITE_P(Spellings, AnnexBTest,
                         testing::Values(Spelling{"^\\_$", "_", "\\_"},
                                         Spelling{"^a\\-b$", "a-b", "a\\-b"},
                                         Spelling{"^\\@\\&$", "@&", "@"},
                                         Spelling{"^[\\w-.]+$", "a-.", "a/"},
                                         Spelling{"^{}$", "{}", "{"},
                                         Spelling{"^a]$", "a]", "a"}));

TEST(AnnexBTest, WhatMeansSomethingElsewhereStaysAnError) {
  PatternOptions options;
  options.accept_annex_b = true;
  for (const char* pattern :
       {"\\A", "\\Z", "\\h", "\\a", "\\e", "\\8", "a{,3}"}) {
    EXPECT_FALSE(Pattern::Compile(pattern, options).ok()) << pattern;
  }
}

}  // namespace
}  // namespace gabarit::regex

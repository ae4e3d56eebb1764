// Patterns made to hurt: each is answered, one way or the other, in bounded
// time and on a small stack. No clock decides: what is not bounded runs into
// the time limit of the whole program.

#include <malloc.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/regex/pattern.h"
#include "gtest/gtest.h"

namespace gabarit::regex {
namespace {

std::string Repeat(std::string_view text, int count) {
  std::string repeated;
  for (int i = 0; i < count; ++i) repeated += text;
  return repeated;
}

// Sanitizers make frames several times larger.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr size_t kStackBytes = 1 << 20;
#else
constexpr size_t kStackBytes = 256 << 10;
#endif

void RunOnSmallStack(const std::function<void()>& work) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, kStackBytes), 0);
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  std::function<void()> copy = work;
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &copy), 0);
  ASSERT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

// A class of `count` letters that have none beside them.
std::string ManyRanges(int count) {
  std::string text = "[";
  for (int i = 0; i < count; ++i)
    absl::StrAppend(&text, "\\u{", absl::Hex(0x4E00 + 2 * i), "}");
  return text + "]";
}

// What the heap holds now, where the C library tells; else 0.
size_t AllocatedBytes() {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
#else
  return 0;
#endif
}

using Code = absl::StatusCode;

struct HostilePattern {
  const char* what;
  std::string pattern;
  Code expected;
};

std::vector<HostilePattern> HostilePatterns() {
  return {
      {"a product of counts", "(a{1000}){1000}", Code::kResourceExhausted},
      {"a product of counts that overflows 64 bits",
       absl::StrCat(Repeat("(", 20), "a", Repeat("{999999999999})", 20)),
       Code::kResourceExhausted},
      {"a count without end", "a{99999999999999999999}",
       Code::kResourceExhausted},
      {"a count of a large class", "\\p{L}{1000}x", Code::kResourceExhausted},
      {"optional characters, then as many that are not",
       absl::StrCat(Repeat("a?", 2000), Repeat("a", 2000)), Code::kOk},
      {"groups to the limit",
       absl::StrCat(Repeat("(?:a|", 250), "b", Repeat(")", 250)), Code::kOk},
      {"starred groups to the limit",
       absl::StrCat(Repeat("(?:a|", 250), "b", Repeat(")*", 250)), Code::kOk},
      {"counted groups to the limit",
       absl::StrCat(Repeat("(?:a|", 250), "b", Repeat("){2}", 250)),
       Code::kResourceExhausted},
      {"look-aheads to the limit",
       absl::StrCat("^", Repeat("(?=a", 250), Repeat(")", 250)),
       Code::kResourceExhausted},
      {"groups beyond the limit",
       absl::StrCat(Repeat("(", 251), "a", Repeat(")", 251)),
       Code::kResourceExhausted},
      {"groups that never close", Repeat("(", 200000),
       Code::kResourceExhausted},
      {"groups that were never open", absl::StrCat("a", Repeat(")", 200000)),
       Code::kInvalidArgument},
      {"a long literal inside many groups",
       absl::StrCat(Repeat("(?:", 240), Repeat("a", 60000), Repeat("b)", 240)),
       Code::kOk},
      {"many anchors", Repeat("^", 200000), Code::kResourceExhausted},
      {"many stars", absl::StrCat("^", Repeat("a*", 100000), "$"),
       Code::kResourceExhausted},
      {"many stars that need not match", Repeat("a*", 100000), Code::kOk},
      {"many large classes", Repeat("\\p{L}", 50000), Code::kResourceExhausted},
      {"many look-aheads", absl::StrCat("^", Repeat("(?=.*a)", 20000)),
       Code::kResourceExhausted},
      {"fifty password rules",
       absl::StrCat("^", Repeat("(?=.*a)", 40), ".{8,}$"), Code::kOk},
      {"look-aheads in alternatives, multiplied",
       absl::StrCat("^", Repeat("(?:(?=a)b|(?=c)d)", 30), "$"), Code::kOk},
      {"look-aheads in alternatives that do not merge, multiplied",
       absl::StrCat("^", Repeat("(?:(?=a*b)b|(?=c*d)d)", 30), "$"),
       Code::kResourceExhausted},
      {"look-behinds in sequence", absl::StrCat(Repeat("(?<!a*b)", 40), "$"),
       Code::kResourceExhausted},
      {"large classes in look-aheads",
       absl::StrCat(Repeat("(?!\\p{L}\\p{L}|\\P{L}\\p{Lu}|\\p{Ll}\\P{Lu})", 60),
                    Repeat("\\w", 60)),
       Code::kUnimplemented},
      {"a long alternation", Repeat("abcdefgh|", 5000), Code::kOk},
      {"a long pattern", Repeat("a", 300000), Code::kResourceExhausted},
      {"a long class", absl::StrCat("[", Repeat("a-zéß", 30000), "]"),
       Code::kOk},
      {"many named groups", absl::StrCat("(?<a>a)", Repeat("\\k<a>", 30000)),
       Code::kUnimplemented},
      {"the dot many times", "^a.{0,60000}b$", Code::kOk},
      {"the dot many times twice", "^a.{0,60000}b.{0,60000}$",
       Code::kResourceExhausted},
      {"every property, united",
       "[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Z}\\P{Lu}\\p{scx=Deva}]{0,900}x",
       Code::kOk},
      {"united properties times counts",
       "^[\\p{Lu}\\p{Mn}\\p{Nd}\\p{Pd}]{0,500}[\\p{Ll}\\p{Emoji}]{0,500}x",
       Code::kResourceExhausted},
      {"many ranges that do not touch, times a count",
       absl::StrCat("^(?:", ManyRanges(2000), "-){0,200}x"),
       Code::kResourceExhausted},
      {"optional groups in optional groups",
       absl::StrCat("^", Repeat("(?:", 6), "a|", Repeat("){0,9}b|", 5),
                    "){0,9}c"),
       Code::kResourceExhausted},
      {"counts of nothing",
       absl::StrCat(Repeat("(?:", 40), Repeat("){999999999}", 40)), Code::kOk},
      {"counts of zero rounds",
       absl::StrCat(Repeat("(?:", 40), "a{9999}", Repeat("){0}", 40)),
       Code::kOk},
      {"a pattern of a megabyte", Repeat("(?:a|b)*", 1 << 17),
       Code::kResourceExhausted},
      {"a name of a hundred kilobytes",
       absl::StrCat("(?<", Repeat("n", 100000), ">a)"), Code::kOk},
      {"a property's name of a hundred kilobytes",
       absl::StrCat("\\p{", Repeat("n", 100000), "}"), Code::kInvalidArgument},
      {"braces that never close", absl::StrCat("a", Repeat("{1,", 50000)),
       Code::kInvalidArgument},
      {"properties that never close", Repeat("\\p{L", 40000),
       Code::kInvalidArgument},
      {"the dot, up to what fits", "a.{2000}b", Code::kOk},
  };
}

TEST(HostilePatternTest, CompilesOrIsRefusedInBoundedTimeOnASmallStack) {
  for (const HostilePattern& hostile : HostilePatterns()) {
    RunOnSmallStack([&hostile] {
      SCOPED_TRACE(hostile.what);
      const auto start = std::chrono::steady_clock::now();
      const absl::StatusOr<Pattern> pattern = Pattern::Compile(hostile.pattern);
      const auto elapsed = std::chrono::steady_clock::now() - start;
      EXPECT_EQ(pattern.status().code(), hostile.expected) << pattern.status();
      if (pattern.ok()) {
        const std::string text = Repeat("ab", 500);
        EXPECT_EQ(pattern->Matches(text), pattern->MatchesWithRe2(text));
      }
      if (std::getenv("GABARIT_REGEX_SHOW_TIMES") != nullptr) {
        std::printf("%8.2f ms  %s\n",
                    std::chrono::duration<double, std::milli>(elapsed).count(),
                    hostile.what);
      }
    });
  }
}

TEST(HostilePatternTest, ASmallBudgetRefusesSooner) {
  PatternOptions options;
  options.max_program_bytes = 4096;
  EXPECT_TRUE(Pattern::Compile("^[a-z]{1,64}$", options).ok());
  EXPECT_EQ(Pattern::Compile("^(?:[a-z]{4}-){1,64}x", options).status().code(),
            Code::kResourceExhausted);
  options.max_program_bytes = 0;
  EXPECT_EQ(Pattern::Compile("abc", options).status().code(),
            Code::kResourceExhausted);
  options.max_program_bytes = -1;
  EXPECT_EQ(Pattern::Compile("abc", options).status().code(),
            Code::kResourceExhausted);
}

// Patterns on which backtracking engines take exponential or quadratic time.
TEST(HostilePatternTest, MatchesInLinearTime) {
  const struct {
    const char* pattern;
    const char* repeated;
    const char* end;
    bool matches;
  } cases[] = {
      {"^(a+)+$", "a", "!", false},
      {"^(a|aa)+$", "a", "!", false},
      {"^(a|a?)+$", "a", "!", false},
      {"^(.*a){12}$", "a", "!", false},
      {"^([a-zA-Z]+)*$", "a", "1", false},
      {"(x+x+)+y", "x", "", false},
      {"^(\\w+\\s?)*$", "a ", "!", false},
      {"^(([a-z])+.)+[A-Z]([a-z])+$", "a", "!", false},
      {"\\s+$", " ", "x", false},
      {"^(?=.*a)(?=.*b)(?!.*ca).*$", "ab", "ca", false},
      {"^(?:(?!ba).)*$", "a", "ba", false},
      {"^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$", "a@", "", false},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.pattern);
    const absl::StatusOr<Pattern> pattern = Pattern::Compile(c.pattern);
    ASSERT_TRUE(pattern.ok()) << pattern.status();
    const std::string text = absl::StrCat(Repeat(c.repeated, 200000), c.end);
    EXPECT_EQ(pattern->Matches(text), c.matches);
  }
}

// Whether a match has the character before the last n the letter a, so that
// while looking for it an automaton must remember every choice of n letters.
class ManyStatesTest : public testing::TestWithParam<int> {};

TEST_P(ManyStatesTest, TakesBoundedMemoryInSilenceAndKeepsTheVerdict) {
  const std::string source = absl::StrCat("^[abc]*a[ab]{", GetParam(), "}c");
  constexpr unsigned kSeed = 14;
  SCOPED_TRACE(testing::Message() << source << ", seed " << kSeed);
  std::mt19937 random(kSeed);
  std::string text;
  while (text.size() < 100000) text += random() % 2 == 0 ? 'a' : 'b';
  const size_t decisive = text.size() - static_cast<size_t>(GetParam()) - 1;

  testing::internal::CaptureStderr();
  const size_t before = AllocatedBytes();
  const absl::StatusOr<Pattern> pattern = Pattern::Compile(source);
  ASSERT_TRUE(pattern.ok()) << pattern.status();
  for (const char letter : {'a', 'b'}) {
    text[decisive] = letter;
    EXPECT_EQ(pattern->Matches(text + "c"), letter == 'a');
    EXPECT_FALSE(pattern->Matches(text));
  }
  const size_t after = AllocatedBytes();
  EXPECT_LT(after - std::min(before, after), size_t{1} << 20);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

INSTANTIATE_TEST_SUITE_P(Letters, ManyStatesTest,
                         testing::Values(3, 12, 16, 40, 200));

}  // namespace
}  // namespace gabarit::regex

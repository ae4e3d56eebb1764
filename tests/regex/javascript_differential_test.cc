// Compares Pattern with the regular expressions of a JavaScript engine. By
// hand, at any size:
//
//   export GABARIT_REGEX_PAIRS=1000000 GABARIT_REGEX_SEED=7
//   build/release/tests/regex/regex_test --gtest_filter='JavaScript*'

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <string>

#include "absl/strings/escaping.h"
#include "engine/regex/pattern.h"
#include "gtest/gtest.h"

namespace gabarit::regex {
namespace {

std::string Setting(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

std::string FromHex(const std::string& hex) {
  return hex == "." ? std::string() : absl::HexStringToBytes(hex);
}

TEST(JavaScriptDifferentialTest, EveryVerdictIsThatOfRegExp) {
  if (std::system("node --version >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "there is no node on this machine to compare with";
  }
  const std::string pairs = Setting("GABARIT_REGEX_PAIRS", "30000");
  const std::string seed = Setting("GABARIT_REGEX_SEED", "1");
  SCOPED_TRACE("seed " + seed);
  const std::string command = "node '" GABARIT_SOURCE_DIR
                              "/tests/regex/javascript_differential.mjs' " +
                              pairs + " " + seed;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"),
                                                   pclose);
  ASSERT_NE(pipe, nullptr);

  std::string output;
  char buffer[65536];
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe.get())) > 0;) {
    output.append(buffer, n);
  }
  std::istringstream lines(output);
  size_t compared = 0;
  size_t refused = 0;
  size_t compiled = 0;
  size_t invalid = 0;
  size_t annex_b = 0;
  size_t too_large = 0;
  size_t matched = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string hex;
    std::string validity;
    fields >> hex >> validity;
    const std::string source = FromHex(hex);
    SCOPED_TRACE("pattern " + source);
    PatternError error;
    absl::StatusOr<Pattern> pattern = Pattern::Compile(source, {}, &error);
    if (validity == "-") {
      EXPECT_FALSE(CheckSyntax(source).ok());
      EXPECT_EQ(pattern.status().code(), absl::StatusCode::kInvalidArgument);
      ++invalid;
      continue;
    }
    if (validity == "~") {
      // The same meaning, or none: never another.
      EXPECT_FALSE(CheckSyntax(source).ok());
      EXPECT_EQ(pattern.status().code(), absl::StatusCode::kInvalidArgument);
      PatternOptions options;
      options.accept_annex_b = true;
      pattern = Pattern::Compile(source, options, &error);
      if (!pattern.ok()) {
        ++invalid;
        continue;
      }
      EXPECT_TRUE(pattern->uses_annex_b());
      ++annex_b;
    } else {
      EXPECT_TRUE(CheckSyntax(source).ok()) << CheckSyntax(source);
    }
    if (!pattern.ok()) {
      // What cannot be run in linear time is refused, never misread.
      EXPECT_NE(error.kind, PatternError::Kind::kSyntax) << pattern.status();
      too_large +=
          static_cast<size_t>(error.kind == PatternError::Kind::kTooLarge);
      if (std::getenv("GABARIT_REGEX_SHOW_REFUSED") != nullptr) {
        std::printf("refused %s: %s\n", source.c_str(), error.message.c_str());
      }
      ++refused;
      continue;
    }
    ++compiled;
    for (std::string text_hex, verdict; fields >> text_hex >> verdict;) {
      const std::string text = FromHex(text_hex);
      EXPECT_EQ(pattern->Matches(text), verdict == "1")
          << "on \"" << absl::CEscape(text) << "\" by " << pattern->Describe();
      EXPECT_EQ(pattern->MatchesWithRe2(text), verdict == "1")
          << "on \"" << absl::CEscape(text) << "\" by RE2";
      ++compared;
      matched += static_cast<size_t>(verdict == "1");
    }
    if (HasFailure()) break;  // the first differing pattern is enough to read
  }
  std::printf(
      "%zu pairs of %zu patterns compared, of which %zu match; %zu patterns by "
      "Annex B, %zu refused, %zu invalid\n",
      compared, compiled, matched, annex_b, refused, invalid);
  RecordProperty("pairs", static_cast<int>(compared));
  // The generator must keep making what is worth comparing.
  EXPECT_GT(compared, static_cast<size_t>(std::atol(pairs.c_str())) / 2);
  EXPECT_GT(matched, compared / 4);
  EXPECT_LT(matched, compared * 3 / 4);
  EXPECT_GT(compiled, refused);
  EXPECT_LE(too_large, compiled / 100);
}

}  // namespace
}  // namespace gabarit::regex

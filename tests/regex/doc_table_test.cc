// Runs every row of the tables in docs/regex.md, so that the page cannot say
// what is not so.

#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "engine/regex/lookaround.h"
#include "engine/regex/parser.h"
#include "engine/regex/pattern.h"
#include "engine/regex/utf8.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit::regex {
namespace {

using Row = std::vector<std::string>;

std::string Strip(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return "";
  return std::string(
      text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

// The cells between the bars, where \| is a bar that separates nothing.
Row Cells(std::string_view line) {
  Row cells;
  std::string cell;
  for (size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      cells.push_back(Strip(cell));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

class Page {
 public:
  Page() {
    std::ifstream file(GABARIT_SOURCE_DIR "/docs/regex.md");
    std::string section;
    std::string text;
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("## ")) section = line.substr(3);
      if (line.starts_with("|")) {
        tables_[section].push_back(Cells(line));
      } else {
        text += line + " ";
      }
    }
    text_ = std::move(text);
  }

  // The rows of a section's table, without its two lines of heading.
  std::vector<Row> Rows(const std::string& section, size_t columns) const {
    const auto found = tables_.find(section);
    if (found == tables_.end() || found->second.size() < 3) {
      ADD_FAILURE() << "docs/regex.md has no table in the section " << section;
      return {};
    }
    std::vector<Row> rows(found->second.begin() + 2, found->second.end());
    for (const Row& row : rows) {
      EXPECT_EQ(row.size(), columns) << row.front();
      if (row.size() != columns) return {};
    }
    return rows;
  }

  const std::string& text() const { return text_; }

 private:
  std::map<std::string, std::vector<Row>> tables_;
  std::string text_;
};

// What stands in a cell as code; nullopt for an empty cell.
std::optional<std::string> Code(const std::string& cell) {
  if (cell.empty()) return std::nullopt;
  EXPECT_TRUE(cell.size() >= 2 && cell.front() == '`' && cell.back() == '`')
      << cell;
  return cell.substr(1, cell.size() - 2);
}

// A text, written as a JSON string.
std::string Text(const std::string& json) {
  static const std::map<char, char> kLetters = {
      {'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'f', '\f'}, {'b', '\b'}};
  std::string text;
  EXPECT_TRUE(json.size() >= 2 && json.front() == '"' && json.back() == '"')
      << json;
  for (size_t i = 1; i + 1 < json.size(); ++i) {
    if (json[i] != '\\') {
      text += json[i];
    } else if (json[++i] == 'u') {
      uint32_t code_point = 0;
      EXPECT_TRUE(absl::SimpleHexAtoi(json.substr(i + 1, 4), &code_point))
          << json;
      AppendUtf8(code_point, &text);
      i += 4;
    } else {
      const auto letter = kLetters.find(json[i]);
      text += letter == kLetters.end() ? json[i] : letter->second;
    }
  }
  return text;
}

void ExpectVerdicts(const Pattern& pattern, const Row& row) {
  const struct {
    const std::string& cell;
    bool matches;
  } texts[] = {{row[2], true}, {row[3], false}};
  for (const auto& [cell, matches] : texts) {
    const std::optional<std::string> json = Code(cell);
    if (!json.has_value()) continue;
    EXPECT_EQ(pattern.Matches(Text(*json)), matches) << cell;
    EXPECT_EQ(pattern.MatchesWithRe2(Text(*json)), matches)
        << cell << " by RE2";
  }
}

bool HasLookaround(std::string_view pattern) {
  return pattern.find("(?=") != pattern.npos ||
         pattern.find("(?!") != pattern.npos ||
         pattern.find("(?<=") != pattern.npos ||
         pattern.find("(?<!") != pattern.npos;
}

TEST(DocTableTest, NativeConstructsMatchAsTheTableSays) {
  for (const Row& row : Page().Rows("Native", 4)) {
    SCOPED_TRACE(row[0] + " " + row[1]);
    const auto pattern = Pattern::Compile(Code(row[1]).value());
    ASSERT_TRUE(pattern.ok()) << pattern.status();
    EXPECT_FALSE(HasLookaround(row[1]));
    ExpectVerdicts(*pattern, row);
  }
}

TEST(DocTableTest, RewrittenConstructsMatchAsTheTableSays) {
  for (const Row& row : Page().Rows("Rewritten", 4)) {
    SCOPED_TRACE(row[0] + " " + row[1]);
    const auto pattern = Pattern::Compile(Code(row[1]).value());
    ASSERT_TRUE(pattern.ok()) << pattern.status();
    EXPECT_TRUE(HasLookaround(row[1]) || row[0].starts_with("counts above"));
    ExpectVerdicts(*pattern, row);
  }
}

TEST(DocTableTest, RefusedConstructsAreNamedAndTheWayOutIsOne) {
  for (const Row& row : Page().Rows("Refused", 6)) {
    const std::optional<std::string> source = Code(row[1]);
    if (!source.has_value()) continue;  // too large for a table; tested below
    SCOPED_TRACE(row[0] + " " + *source);
    PatternError error;
    const absl::Status status = Pattern::Compile(*source, {}, &error).status();
    EXPECT_EQ(absl::StatusCodeToString(status.code()), Code(row[2]).value());
    EXPECT_EQ(error.construct, row[3]);
    EXPECT_EQ(absl::StrCat(error.offset), row[4]);
    EXPECT_EQ(CheckSyntax(*source).ok(), !absl::IsInvalidArgument(status));
    const absl::Status instead =
        Pattern::Compile(Code(row[5]).value()).status();
    EXPECT_TRUE(instead.ok()) << instead;
  }
}

TEST(DocTableTest, WhatIsTooLargeForTheTableIsRefusedAsItSays) {
  std::string deep(kMaxGroupDepth + 1, '(');
  std::string looks = "^";
  for (int i = 0; i <= kMaxLookarounds; ++i) looks += "(?!a)";
  const std::map<std::string, std::string> patterns = {
      {"groups too deep", deep},
      {"look-arounds too many", looks},
      {"bytes that are not UTF-8", "a\xFF"}};
  size_t found = 0;
  for (const Row& row : Page().Rows("Refused", 6)) {
    if (Code(row[1]).has_value()) continue;
    SCOPED_TRACE(row[0]);
    ASSERT_TRUE(patterns.contains(row[0]));
    PatternError error;
    const absl::Status status =
        Pattern::Compile(patterns.at(row[0]), {}, &error).status();
    EXPECT_EQ(absl::StatusCodeToString(status.code()), Code(row[2]).value());
    EXPECT_EQ(error.construct, row[3]);
    ++found;
  }
  EXPECT_EQ(found, patterns.size());
}

TEST(DocTableTest, EveryNameOfAConstructIsListedAndHasARow) {
  const Page page;
  std::set<std::string> named;
  for (const Row& row : page.Rows("Refused", 6)) named.insert(row[3]);
  std::string list = "one of: ";
  for (const std::string& name : named) {
    absl::StrAppend(&list, name, name == *named.rbegin() ? "." : ", ");
  }
  EXPECT_THAT(page.text(), testing::HasSubstr(list));
}

TEST(DocTableTest, AnnexBIsAcceptedOnRequestOnly) {
  for (const Row& row : Page().Rows("Annex B", 4)) {
    SCOPED_TRACE(row[0] + " " + row[1]);
    const std::string source = Code(row[1]).value();
    EXPECT_TRUE(absl::IsInvalidArgument(Pattern::Compile(source).status()));
    EXPECT_TRUE(absl::IsInvalidArgument(CheckSyntax(source)));
    PatternOptions options;
    options.accept_annex_b = true;
    const auto pattern = Pattern::Compile(source, options);
    ASSERT_TRUE(pattern.ok()) << pattern.status();
    EXPECT_TRUE(pattern->uses_annex_b());
    ExpectVerdicts(*pattern, row);
  }
}

TEST(DocTableTest, BoundsAreThoseOfTheCode) {
  const std::map<std::string, std::string> bounds = {
      {"bytes of a pattern", absl::StrCat(kMaxPatternBytes)},
      {"groups within groups", absl::StrCat(kMaxGroupDepth)},
      {"look-arounds", absl::StrCat(kMaxLookarounds)},
      {"bytes that a pattern compiles to",
       absl::StrCat(PatternOptions().max_program_bytes)}};
  std::map<std::string, std::string> documented;
  for (const Row& row : Page().Rows("Bounds", 3)) documented[row[0]] = row[1];
  EXPECT_EQ(documented, bounds);
}

}  // namespace
}  // namespace gabarit::regex

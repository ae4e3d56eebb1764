// A value's source text is what the document writes, byte for byte.

#include "engine/document/source_text.h"

#include <cstddef>
#include <string_view>

#include "engine/document/parser.h"
#include "engine/document/pointer.h"
#include "gtest/gtest.h"

namespace gabarit::document {
namespace {

TEST(SourceText, IsTheValueAsWritten) {
  constexpr std::string_view kText =
      "  { \"object\" : { \"a\":[ 1 ] } , \"array\":[ "
      "],\"string\":\"\\\"}\\\\\","
      "\"number\":-1.50e+1 ,\"huge\":1e400,\"long\":123456789012345678901234,"
      "\"true\":true,\"false\":false,\"null\":null\n}\n";
  struct Case {
    std::string_view pointer;
    std::string_view text;
  };
  constexpr Case kCases[] = {
      {"/object", "{ \"a\":[ 1 ] }"},
      {"/object/a/0", "1"},
      {"/array", "[ ]"},
      {"/string", "\"\\\"}\\\\\""},
      {"/number", "-1.50e+1"},
      {"/huge", "1e400"},
      {"/long", "123456789012345678901234"},
      {"/true", "true"},
      {"/false", "false"},
      {"/null", "null"},
      {"", kText.substr(2, kText.size() - 3)},
  };
  Parser parser;
  ASSERT_TRUE(parser.Parse(kText));
  for (const Case& c : kCases) {
    const auto value = Resolve(parser.root(), c.pointer);
    ASSERT_TRUE(value.has_value()) << c.pointer;
    EXPECT_EQ(SourceText(*value), c.text) << c.pointer;
  }
}

TEST(SourceText, OfAScalarDocumentEndsWithTheText) {
  for (const std::string_view text : {"7", "\"a\"", "null", "-0.5"}) {
    Parser parser;
    ASSERT_TRUE(parser.Parse(text));
    EXPECT_EQ(SourceText(parser.root()), text);
  }
}

// Messages mark tokens of texts that may be broken off anywhere.
TEST(TokenLength, StaysWithinABrokenText) {
  constexpr std::string_view kText = R"({"a":"b\)";
  for (size_t offset = 0; offset <= kText.size(); ++offset) {
    EXPECT_LE(offset + TokenLength(kText, offset), kText.size()) << offset;
  }
}

}  // namespace
}  // namespace gabarit::document

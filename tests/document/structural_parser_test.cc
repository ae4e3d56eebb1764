// What StructuralParser does otherwise than the other two parsers: strings that
// stay in the text, and strings that cannot. That its verdicts and values are
// theirs is tested wherever both_parsers.h is used.

#include "engine/document/structural_parser.h"

#include <string>
#include <string_view>

#include "engine/document/parser.h"
#include "engine/document/value.h"
#include "gtest/gtest.h"

namespace gabarit::document {
namespace {

constexpr size_t kDepth = 100;

// Ends in readable bytes that would go on with any number.
std::string Padded(std::string text) {
  text.append(kPadding, '9');
  return text;
}

class StructuralParserTest : public ::testing::Test {
 protected:
  Value Parse(std::string text) {
    text_ = Padded(std::move(text));
    const std::string_view json =
        std::string_view(text_).substr(0, text_.size() - kPadding);
    EXPECT_TRUE(parser_.Parse(json, kDepth));
    view_.words = parser_.words();
    view_.strings = parser_.strings();
    return Value(&view_, 1);
  }
  bool InText(std::string_view string) const {
    return string.data() >= text_.data() &&
           string.data() < text_.data() + text_.size();
  }

  std::string text_;
  StructuralParser parser_;
  TapeView view_;
};

TEST_F(StructuralParserTest, LeavesStringsInTheText) {
  const Value root = Parse(R"({"name" : "caf\u00e9", "other":  "plain"  })");
  EXPECT_EQ(root.Find("name")->string(), "café");
  EXPECT_EQ(root.Find("other")->string(), "plain");
  const Value plain = Parse(R"(["plain", "" , "x"])");
  EXPECT_EQ(plain.Item(0)->string(), "plain");
  EXPECT_TRUE(InText(plain.Item(0)->string()));
  EXPECT_EQ(plain.Item(1)->string(), "");
  EXPECT_EQ(plain.Item(2)->string(), "x");
}

TEST_F(StructuralParserTest, ReadsAStringThatIsTheWholeText) {
  EXPECT_EQ(Parse(R"(  "a\nb"  )").string(), "a\nb");
  EXPECT_EQ(Parse(R"("")").string(), "");
  for (const char* json : {R"("a" 1)", R"("a",)",
                           R"("a")"
                           R"("b")",
                           R"("a)", R"(a")", "\"\\\"", "\"\\"}) {
    text_ = Padded(json);
    EXPECT_FALSE(parser_.Parse(
        std::string_view(text_).substr(0, text_.size() - kPadding), kDepth))
        << json;
  }
}

// The word of a string in the text has 24 bits for the length.
TEST_F(StructuralParserTest, CopiesStringsTooLongForTheirWord) {
  for (const size_t length :
       {size_t{0xFFFFFE}, size_t{0xFFFFFF}, size_t{0x1000000}}) {
    const std::string longest(length, 'x');
    const Value root =
        Parse("[\"a\",\"" + longest + "\",\"b\\t\",\"" + longest + "\\n\"]");
    EXPECT_EQ(root.Item(0)->string(), "a");
    EXPECT_EQ(root.Item(1)->string(), longest);
    EXPECT_EQ(root.Item(2)->string(), "b\t");
    EXPECT_EQ(root.Item(3)->string(), longest + "\n");
    const std::string escaped = longest + "\n";
    EXPECT_EQ(Parse("{\"" + longest + "\":{\"" + longest + "\\n\":1}}")
                  .Find(longest)
                  ->Find(escaped)
                  ->int64(),
              1);
  }
}

// In a text that may hold such strings, the others cost no more than elsewhere:
// with a look at the rest of the text for each, this would take hours.
TEST_F(StructuralParserTest, ReadsManyStringsInALargeText) {
  std::string json = "[";
  constexpr size_t kCount = 3'000'000;
  for (size_t i = 0; i < kCount; ++i) json += "\"abc\",";
  json += "\"\\t\"]";
  ASSERT_GT(json.size(), size_t{0x1000000});
  const Value root = Parse(json);
  size_t count = 0;
  for (ItemIterator item(root); !item.done(); item.Next()) {
    if (item.value().string() == "abc") ++count;
  }
  EXPECT_EQ(count, kCount);
}

// The shortest strings grow the most when they are copied.
TEST_F(StructuralParserTest, MakesRoomForManyCopies) {
  std::string json = "[";
  constexpr size_t kCount = 50'000;
  for (size_t i = 0; i < kCount; ++i) json += "\"\\n\",";
  json.back() = ']';
  const Value root = Parse(json);
  ASSERT_EQ(root.size(), kCount);
  for (ItemIterator item(root); !item.done(); item.Next()) {
    ASSERT_EQ(item.value().string(), "\n");
  }
}

TEST_F(StructuralParserTest, CountsNestingAsTheStrictParserDoes) {
  const auto nested = [](size_t depth) {
    return Padded(std::string(depth, '[') + std::string(depth, ']'));
  };
  for (const size_t depth : {size_t{1}, kDepth, kDepth + 1}) {
    const std::string text = nested(depth);
    EXPECT_EQ(
        parser_.Parse(std::string_view(text).substr(0, 2 * depth), kDepth),
        depth <= kDepth);
  }
}

// A kept document owns what its strings refer to.
TEST_F(StructuralParserTest, DocumentsAreKeptWithTheirStrings) {
  for (const std::string json :
       {R"({"a":"in the text"})", R"({"a":"in\u0020the text"})"}) {
    Parser parser;
    std::unique_ptr<const Document> kept;
    {
      const std::string text = Padded(json);
      ASSERT_TRUE(
          parser.ParsePadded(std::string_view(text).substr(0, json.size())));
      kept = Document::Keep(parser);
    }
    ASSERT_TRUE(parser.Parse(R"(["something else", "entirely\n"])"));
    EXPECT_EQ(kept->root().Find("a")->string(), "in the text");
    EXPECT_EQ(kept->text(), json);
  }
}

}  // namespace
}  // namespace gabarit::document

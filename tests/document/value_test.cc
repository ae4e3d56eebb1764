// Values on the tape, and the ways to them: members, items, JSON Pointers,
// places in the text.

#include "engine/document/value.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/document/duplicate_names.h"
#include "engine/document/parser.h"
#include "engine/document/pointer.h"
#include "engine/document/positions.h"
#include "gtest/gtest.h"

namespace gabarit::document {
namespace {

std::unique_ptr<const Document> MustParse(std::string_view json) {
  auto document = Document::Parse(json);
  EXPECT_TRUE(document.ok()) << document.status() << "\n" << json;
  return document.ok() ? *std::move(document) : nullptr;
}

TEST(Value, KnowsItsKind) {
  const std::vector<std::pair<std::string_view, Kind>> cases = {
      {"null", Kind::kNull},
      {"true", Kind::kBoolean},
      {"false", Kind::kBoolean},
      {"0", Kind::kInteger},
      {"-1", Kind::kInteger},
      {"18446744073709551615", Kind::kInteger},
      {"18446744073709551616", Kind::kNumber},
      {"1.0", Kind::kNumber},
      {"1e400", Kind::kNumber},
      {"\"\"", Kind::kString},
      {"[]", Kind::kArray},
      {"{}", Kind::kObject}};
  for (const auto& [text, kind] : cases) {
    EXPECT_EQ(MustParse(text)->root().kind(), kind) << text;
  }
}

TEST(Value, HoldsNumbersAsTheyAreWritten) {
  EXPECT_EQ(MustParse("-9223372036854775808")->root().int64(), INT64_MIN);
  EXPECT_EQ(MustParse("18446744073709551615")->root().uint64(), UINT64_MAX);
  EXPECT_EQ(MustParse("1.5")->root().number(), 1.5);
  const auto big = MustParse(" -1e400 ");
  ASSERT_TRUE(big->root().is_big_number());
  EXPECT_EQ(big->root().big_number_text(), "-1e400");
}

TEST(Value, FindsTheLastOfSeveralMembersOfOneName) {
  const auto document = MustParse(R"({"a": 1, "b": 2, "\u0061": 3})");
  EXPECT_EQ(document->root().Find("a")->int64(), 3);
  EXPECT_EQ(document->root().Find("b")->int64(), 2);
  EXPECT_FALSE(document->root().Find("c").has_value());
  EXPECT_EQ(document->root().size(), 3u);
}

TEST(Value, KeepsStringsThatHoldNul) {
  const auto document = MustParse(R"({"a\u0000b": "c\u0000"})");
  EXPECT_EQ(document->root().Find(std::string_view("a\0b", 3))->string(),
            std::string_view("c\0", 2));
  EXPECT_FALSE(document->root().Find("a").has_value());
}

TEST(Value, GivesItemsByPosition) {
  const auto document = MustParse("[1, [2, {}], \"three\", 4.0]");
  EXPECT_EQ(document->root().size(), 4u);
  EXPECT_EQ(document->root().Item(0)->int64(), 1);
  EXPECT_TRUE(document->root().Item(1)->is_array());
  EXPECT_EQ(document->root().Item(3)->number(), 4.0);
  EXPECT_FALSE(document->root().Item(4).has_value());
  EXPECT_TRUE(MustParse("[]")->root().empty());
  EXPECT_FALSE(document->root().empty());
}

// The tape's own count saturates.
TEST(Value, CountsMoreItemsThanTheTapeDoes) {
  std::string text = "[";
  constexpr size_t kCount = tape::kSaturatedCount + 2;
  text.reserve(2 * kCount + 2);
  for (size_t i = 0; i < kCount; ++i) text += "1,";
  text.back() = ']';
  EXPECT_EQ(MustParse(text)->root().size(), kCount);
}

TEST(Pointer, LeadsWhereRfc6901SaysItDoes) {
  // The example of RFC 6901 §5, and a few more.
  const auto document = MustParse(R"({
    "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4,
    "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8, "~1": 9, "deep": [[{"x": 10}]]})");
  const std::vector<std::pair<std::string_view, int>> cases = {
      {"/", 0},     {"/a~1b", 1}, {"/c%d", 2},        {"/e^f", 3},
      {"/g|h", 4},  {"/i\\j", 5}, {"/k\"l", 6},       {"/ ", 7},
      {"/m~0n", 8}, {"/~01", 9},  {"/deep/0/0/x", 10}};
  for (const auto& [pointer, expected] : cases) {
    const std::optional<Value> value = Resolve(document->root(), pointer);
    ASSERT_TRUE(value.has_value()) << pointer;
    EXPECT_EQ(value->int64(), expected) << pointer;
    EXPECT_EQ(PointerTo(document->root(), *value), pointer);
  }
  EXPECT_EQ(Resolve(document->root(), "/foo/0")->string(), "bar");
  EXPECT_EQ(Resolve(document->root(), "")->index(), document->root().index());
  for (const std::string_view nowhere :
       {"foo", "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/ 0",
        "/foo/0/0", "/m~n", "/~", "/a~2b", "/foo/4294967296",
        "/foo/18446744073709551616", "/foo/"}) {
    EXPECT_FALSE(Resolve(document->root(), nowhere).has_value()) << nowhere;
  }
}

TEST(Pointer, HasASyntax) {
  for (const std::string_view text : {"", "/", "/a/b", "/~0~1", "//"}) {
    EXPECT_TRUE(IsPointer(text)) << text;
  }
  for (const std::string_view text : {"a", "/~", "/~2", "a/b", "#/a"}) {
    EXPECT_FALSE(IsPointer(text)) << text;
  }
  std::string pointer;
  AppendToken(&pointer, "a/b~c");
  EXPECT_EQ(pointer, "/a~1b~0c");
  EXPECT_EQ(UnescapeToken("a~1b~0c"), "a/b~c");
  EXPECT_EQ(UnescapeToken("~01"), "~1");
  EXPECT_EQ(UnescapeToken("~"), std::nullopt);
}

TEST(Positions, AreWhereValuesAndNamesBegin) {
  constexpr std::string_view kText = " {\"é\" : [ 1.5,\ttrue ] , \"b\":{}}";
  Parser parser;
  ASSERT_TRUE(parser.Parse(kText));
  PositionIndex& positions = *parser.view().positions;
  const auto text_at = [&](uint32_t index, size_t length) {
    return positions.text().substr(positions.Offset(index), length);
  };
  EXPECT_EQ(positions.Offset(parser.root().index()), 1u);
  MemberIterator member(parser.root());
  EXPECT_EQ(text_at(member.name_value().index(), 4), "\"é\"");
  EXPECT_EQ(text_at(member.value().index(), 1), "[");
  ItemIterator item(member.value());
  EXPECT_EQ(text_at(item.value().index(), 3), "1.5");
  item.Next();
  EXPECT_EQ(text_at(item.value().index(), 4), "true");
  EXPECT_EQ(text_at(tape::EndIndex(member.value().word()) - 1, 1), "]");
  member.Next();
  EXPECT_EQ(text_at(member.value().index(), 2), "{}");
}

// Objects of every size around the bounds of the quick look, with names that
// share their ends: what it says must not depend on them.
TEST(DuplicateNames, AreFoundWhateverTheNamesLookLike) {
  Parser parser;
  DuplicateNames duplicates;
  for (size_t size = 1; size <= 140; ++size) {
    for (const size_t twice : {size_t{0}, size / 2, size - 1}) {
      for (const size_t length : {size_t{1}, size_t{3}, size_t{7}, size_t{9},
                                  size_t{16}, size_t{40}}) {
        std::string json = "{";
        const auto name = [&](size_t number) {
          std::string digits = std::to_string(number);
          std::string text(length, 'n');
          // In the middle, where a look at the ends does not see it.
          text.insert(length / 2, digits);
          return text;
        };
        for (size_t i = 0; i < size; ++i) {
          json += "\"" + name(i) + "\":{\"a\":1},";
        }
        const std::string good = json + "\"other\":0}";
        const std::string bad = json + "\"" + name(twice) + "\":0}";
        ASSERT_TRUE(parser.Parse(good));
        EXPECT_FALSE(duplicates.Find(parser.root()).has_value()) << good;
        ASSERT_TRUE(parser.Parse(bad));
        const std::optional<Value> found = duplicates.Find(parser.root());
        ASSERT_TRUE(found.has_value()) << bad;
        EXPECT_EQ(found->string(), name(twice));
      }
    }
  }
}

TEST(DuplicateNames, AreFoundInTheOrderOfTheDocument) {
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {R"({"a": 1, "a": 2})", "a"},
      {R"([{"a": 1}, {"b": {"c": 1, "d": 2, "\u0063": 3}}])", "c"},
      {R"({"a": {"x": 1, "x": 2}, "a": 1})", "x"},
      {R"({"": 1, "b": 2, "": 3})", ""}};
  DuplicateNames duplicates;
  for (const auto& [text, name] : cases) {
    const auto document = MustParse(text);
    const std::optional<Value> found = duplicates.Find(document->root());
    ASSERT_TRUE(found.has_value()) << text;
    EXPECT_EQ(found->string(), name) << text;
  }
  for (const std::string_view text :
       {R"({"a": {"a": {"a": 1}}})", R"([{"a": 1}, {"a": 1}])", "[]", "1",
        R"({"a": 1, "A": 2, "a ": 3})"}) {
    EXPECT_FALSE(duplicates.Find(MustParse(text)->root()).has_value()) << text;
  }
  std::string many = "{";
  for (int i = 0; i < 5000; ++i) many += "\"p" + std::to_string(i) + "\":0,";
  const std::string distinct = many.substr(0, many.size() - 1) + "}";
  EXPECT_FALSE(duplicates.Find(MustParse(distinct)->root()).has_value());
  EXPECT_EQ(duplicates.Find(MustParse(many + "\"p17\":0}")->root())->string(),
            "p17");
}

}  // namespace
}  // namespace gabarit::document

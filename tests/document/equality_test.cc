// Equality and order of JSON values (Core §4.2.2), and exact questions about
// numbers.

#include "engine/document/equality.h"

#include <compare>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/document/number.h"
#include "engine/document/parser.h"
#include "gtest/gtest.h"

namespace gabarit::document {
namespace {

std::unique_ptr<const Document> MustParse(std::string_view json) {
  auto document = Document::Parse(json);
  EXPECT_TRUE(document.ok()) << document.status() << "\n" << json;
  return document.ok() ? *std::move(document) : nullptr;
}

// Values of one class are equal to each other and to none of another class.
const std::vector<std::vector<std::string_view>> kClasses = {
    {"null"},
    {"false"},
    {"true"},
    {"0", "-0", "0.0", "-0.0e5", "0e99999"},
    {"1", "1.0", "10e-1", "0.1e1", "1.000000000000000000000000000000"},
    {"\"1\"", R"("\u0031")"},
    {"\"\""},
    {"[]"},
    {"{}"},
    {"9007199254740993", "9007199254740993.0", "9.007199254740993e15"},
    {"9007199254740992", "9007199254740992.0"},
    {"18446744073709551615", "18446744073709551615.0"},
    {"18446744073709551616", "1.8446744073709551616e19"},
    {"1e400", "10e399", "0.1e401"},
    {"1e401"},
    {"-1e400"},
    {"1e-400", "0.1e-399"},
    {"0.1", "1e-1"},
    {"0.1000000000000000055511151231257827021181583404541015625"},
    {R"({"a": 1, "b": [2, {"c": null}]})",
     R"({"b": [2.0, {"c": null}], "a": 1e0})"},
    {R"({"a": 1, "b": [2, {"c": false}]})"},
    {R"({"a": 1})"},
    {R"({"a": 1, "c": null})"},
    {"[1, 2]", "[1.0, 2e0]"},
    {"[2, 1]"},
    {"[[1, 2]]"},
    {"[1, 2, null]"},
    {R"(["é"])", R"(["\u00e9"])"},
    {"[\"e\u0301\"]"},  // the same to the eye, other code points
};

TEST(Equality, IsThatOfValuesNotOfTexts) {
  Equality equality;
  for (size_t i = 0; i < kClasses.size(); ++i) {
    for (const std::string_view a : kClasses[i]) {
      const auto left = MustParse(a);
      for (size_t j = 0; j < kClasses.size(); ++j) {
        for (const std::string_view b : kClasses[j]) {
          const auto right = MustParse(b);
          EXPECT_EQ(equality.Equal(left->root(), right->root()), i == j)
              << a << " and " << b;
          if (i == j) {
            EXPECT_EQ(equality.Hash(left->root()), equality.Hash(right->root()))
                << a << " and " << b;
          }
        }
      }
    }
  }
}

TEST(Equality, FindsTwoEqualItems) {
  Equality equality;
  std::string all = "[";
  for (const auto& values : kClasses) {
    if (all.size() > 1) all += ',';
    all += values[0];
  }
  EXPECT_TRUE(equality.AllUnique(MustParse(all + "]")->root()));
  for (const auto& values : kClasses) {
    const std::string twice = all + "," + std::string(values.back()) + "]";
    EXPECT_FALSE(equality.AllUnique(MustParse(twice)->root())) << values[0];
  }
  EXPECT_TRUE(equality.AllUnique(MustParse("[]")->root()));
}

TEST(Equality, OfManyMembersInAnyOrder) {
  std::string forward;
  std::string backward;
  for (int i = 0; i < 2000; ++i) {
    const std::string member =
        "\"p" + std::to_string(i) + "\":" + std::to_string(i);
    forward += (i == 0 ? "" : ",") + member;
    backward = member + (i == 0 ? "" : ",") + backward;
  }
  Equality equality;
  EXPECT_TRUE(equality.Equal(MustParse("{" + forward + "}")->root(),
                             MustParse("{" + backward + "}")->root()));
}

TEST(Numbers, HaveOneOrder) {
  const std::vector<std::string_view> ascending = {
      "-1e401",
      "-1e400",
      "-1.7976931348623157e308",
      "-9223372036854775809",
      "-9223372036854775808.5",
      "-9223372036854775808",
      "-1.5",
      "-1",
      "-1e-400",
      "0",
      "1e-400",
      "5e-324",
      "0.1",
      "0.1000000000000000055511151231257827021181583404541015625",
      "0.30000000000000004",
      "1",
      "9007199254740992",
      "9007199254740992.5",
      "9007199254740993",
      "9223372036854775807",
      "9223372036854775807.5",
      "9223372036854775808",
      "18446744073709551615",
      "18446744073709551615.5",
      "18446744073709551616",
      "1e308",
      "1e400",
      "1e401",
      "1e99999999999"};
  for (size_t i = 0; i < ascending.size(); ++i) {
    const auto left = MustParse(ascending[i]);
    for (size_t j = 0; j < ascending.size(); ++j) {
      const auto right = MustParse(ascending[j]);
      EXPECT_EQ(CompareNumbers(left->root(), right->root()), i <=> j)
          << ascending[i] << " and " << ascending[j];
    }
  }
}

TEST(Numbers, AreIntegersByTheirFraction) {
  for (const std::string_view text :
       {"0", "-0.0", "1e2", "1.50e1", "9007199254740993.0", "1e400",
        "123456789012345678901234567890", "1.5e1", "0e-5", "100e-2"}) {
    EXPECT_TRUE(IsInteger(MustParse(text)->root())) << text;
  }
  // The doubles nearest to the last four are integers.
  for (const std::string_view text :
       {"0.5", "1e-1", "1.55e1", "9007199254740993.5", "1e-400",
        "123456789012345678901234567890.5", "4503599627370497.25",
        "1.00000000000000000001"}) {
    EXPECT_FALSE(IsInteger(MustParse(text)->root())) << text;
  }
}

struct MultipleCase {
  std::string_view number;
  std::string_view divisor;
  bool multiple;
};

TEST(Numbers, AreMultiplesByTheirDigits) {
  for (const MultipleCase& test : std::vector<MultipleCase>{
           {"19.99", "0.01", true},
           {"0.3", "0.1", true},
           {"0.30000000000000004", "0.1", false},
           {"1e308", "0.123456789", false},
           {"0", "1e-400", true},
           {"1e400", "1e399", true},
           {"1e400", "3", false},
           {"-9223372036854775808", "2", true},
           {"18446744073709551615", "5", true},
           {"18446744073709551616", "5", false},
           {"7", "18446744073709551616", false},
           {"36893488147419103232", "18446744073709551616", true},
           {"1e-400", "1e-401", true},
           {"4.35", "0.05", true}}) {
    EXPECT_EQ(IsMultipleOf(MustParse(test.number)->root(),
                           MustParse(test.divisor)->root()),
              test.multiple)
        << test.number << " by " << test.divisor;
  }
}

// simdjson 3.0 misreads these; the digits decide nevertheless.
TEST(Numbers, OfManyDigitsAndFarExponentsAreReadRightly) {
  const std::string tiny = "12345678901234567890123e-70000";
  const std::string huge = "12345678901234567890123e70000";
  EXPECT_EQ(CompareNumbers(MustParse(tiny)->root(), MustParse("1")->root()),
            std::strong_ordering::less);
  EXPECT_EQ(CompareNumbers(MustParse(tiny)->root(), MustParse("0")->root()),
            std::strong_ordering::greater);
  EXPECT_EQ(CompareNumbers(MustParse(huge)->root(), MustParse("1e300")->root()),
            std::strong_ordering::greater);
  // Inside a document, where simdjson reads numbers.
  EXPECT_EQ(CompareNumbers(*MustParse("[" + tiny + "]")->root().Item(0),
                           MustParse("1")->root()),
            std::strong_ordering::less);
  EXPECT_EQ(CompareNumbers(*MustParse("[" + huge + "]")->root().Item(0),
                           MustParse("1e300")->root()),
            std::strong_ordering::greater);
}

}  // namespace
}  // namespace gabarit::document

// Of alternatives that all failed, the one that was most likely meant is
// explained.

#include <ostream>
#include <string>
#include <string_view>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/report/explain.h"

namespace gabarit {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kShapes = R"({"oneOf": [
  {"properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}},
   "required": ["kind", "radius"]},
  {"properties": {"kind": {"const": "box"}, "width": {"type": "number"}},
   "required": ["kind", "width"]}]})";

TEST(Alternatives, TheDiscriminatorChooses) {
  const std::string errors =
      ErrorsOf(Explain(kShapes, R"({"kind": "box", "width": "1"})"));
  EXPECT_THAT(errors, HasSubstr("closest is number 2"));
  EXPECT_THAT(errors, HasSubstr("/width: expected a number, found"));
  EXPECT_THAT(errors, Not(HasSubstr("radius")));
}

TEST(Alternatives, TheTypeChooses) {
  const std::string errors =
      ErrorsOf(Explain(R"({"anyOf": [{"type": "string", "minLength": 3},
                            {"type": "array", "minItems": 3}]})",
                       "[1]"));
  EXPECT_THAT(errors, HasSubstr("at least 3 items"));
  EXPECT_THAT(errors, Not(HasSubstr("characters")));
}

TEST(Alternatives, OfTypesAloneAreOneError) {
  EXPECT_EQ(ErrorsOf(Explain(R"({"anyOf": [{"type": "string"},
                                           {"type": "array"}]})",
                             "5")),
            ": expected a string or an array, found 5");
}

TEST(Alternatives, ThatFitTogetherAreNamed) {
  const std::string errors = ErrorsOf(Explain(
      R"({"oneOf": [{"minimum": 1}, {"type": "null"}, {"minimum": 2}]})", "5"));
  EXPECT_THAT(errors, HasSubstr("exactly one of 3 alternatives"));
  EXPECT_THAT(errors, HasSubstr("numbers 1, 3"));
}

}  // namespace
}  // namespace gabarit

// gabarit/simdjson.h: values of documents that simdjson has parsed.

#include "gabarit/simdjson.h"

#include <simdjson.h>

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "gabarit/schema.h"
#include "gabarit/validator.h"
#include "gtest/gtest.h"

namespace gabarit {
namespace {

TEST(ValueOf, IsValidatedWhereItLies) {
  const absl::StatusOr<Schema> schema = Schema::Compile(
      R"({"type": "object", "properties": {"n": {"multipleOf": 0.01}},
          "required": ["n"], "additionalProperties": false})");
  ASSERT_TRUE(schema.ok());
  simdjson::dom::parser parser;
  simdjson::dom::element message;
  ASSERT_EQ(parser
                .parse(std::string(
                    R"([{"params": {"good": {"n": 19.99}, "bad": {"n": 0.005},
                         "worse": {"m": 1}}}])"))
                .get(message),
            simdjson::SUCCESS);
  const simdjson::dom::element params = message.at(0)["params"];
  Validator validator;
  EXPECT_EQ(validator.Validate(*schema, ValueOf(params["good"])),
            Verdict::kValid);
  EXPECT_EQ(validator.Validate(*schema, ValueOf(params["bad"])),
            Verdict::kInvalid);
  EXPECT_EQ(validator.Validate(*schema, ValueOf(params["worse"])),
            Verdict::kInvalid);
  EXPECT_EQ(validator.Validate(*schema, ValueOf(message)), Verdict::kInvalid);
  EXPECT_EQ(ValueOf(message).At("/0/params/good")->is_object(), true);
}

TEST(ValueOf, HasNoOffsets) {
  const absl::StatusOr<Schema> schema =
      Schema::Compile(R"({"items": {"type": "string"}})");
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  ASSERT_EQ(parser.parse(std::string(R"(["a", 1.5])")).get(root),
            simdjson::SUCCESS);
  const Report report = Validator().Explain(*schema, ValueOf(root));
  ASSERT_EQ(report.errors().size(), 1u);
  EXPECT_EQ(report.errors()[0].instance_location, "/1");
  EXPECT_EQ(report.errors()[0].offset, ErrorUnit::npos);
}

TEST(ValueOf, JudgesNumbersByTheirDoubles) {
  // As a text, this is not 0.1; as a double it is.
  constexpr std::string_view kNearly = "[0.1000000000000000055511151231257827]";
  const absl::StatusOr<Schema> schema =
      Schema::Compile(R"({"items": {"const": 0.1}})");
  Validator validator;
  EXPECT_EQ(validator.Validate(*schema, kNearly), Verdict::kInvalid);
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  ASSERT_EQ(parser.parse(std::string(kNearly)).get(root), simdjson::SUCCESS);
  EXPECT_EQ(validator.Validate(*schema, ValueOf(root)), Verdict::kValid);
}

}  // namespace
}  // namespace gabarit

// The official suite's tests of annotations, and of the standard's output
// formats, by the explainer.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/document/equality.h"
#include "engine/document/pointer.h"
#include "gabarit/schema.h"
#include "gabarit/validator.h"
#include "gtest/gtest.h"
#include "tests/support/agreement.h"
#include "tests/support/json_file.h"

namespace gabarit::tests {
namespace {

namespace fs = std::filesystem;

struct Dialect {
  std::string_view name;
  std::string_view metaschema;
  int release;  // as the annotation tests number the dialects
};

constexpr Dialect kDialects[] = {
    {"draft4", "http://json-schema.org/draft-04/schema#", 4},
    {"draft6", "http://json-schema.org/draft-06/schema#", 6},
    {"draft7", "http://json-schema.org/draft-07/schema#", 7},
    {"draft2019_09", "https://json-schema.org/draft/2019-09/schema", 2019},
    {"draft2020_12", "https://json-schema.org/draft/2020-12/schema", 2020},
};

// "6,<=2019": from draft-06 to 2019-09 (annotations/README.md of the suite).
bool IsCompatible(std::string_view compatibility, int release) {
  while (!compatibility.empty()) {
    const size_t comma = compatibility.find(',');
    const std::string term(compatibility.substr(0, comma));
    compatibility.remove_prefix(
        comma == std::string_view::npos ? compatibility.size() : comma + 1);
    if (term.starts_with("<=")) {
      if (release > std::atoi(term.c_str() + 2)) return false;
    } else if (term.starts_with("=")) {
      if (release != std::atoi(term.c_str() + 1)) return false;
    } else if (release < std::atoi(term.c_str())) {
      return false;
    }
  }
  return true;
}

bool SameJson(std::string_view a, std::string_view b) {
  const auto left = document::Document::Parse(a);
  const auto right = document::Document::Parse(b);
  document::Equality equality;
  return left.ok() && right.ok() &&
         equality.Equal((*left)->root(), (*right)->root());
}

// The tests name a schema by its place in the document ("#/$defs/a"), the
// report by the resource that it is in: the end of the latter, beginning with
// the innermost `$id` on the way to the place.
std::string LocationInResource(document::Value schema, std::string_view place) {
  std::string rest;
  std::string id;
  document::Value at = schema;
  for (std::string_view tokens = place.substr(1);;) {
    if (at.is_object()) {
      const std::optional<document::Value> own = at.Find("$id");
      if (own.has_value() && own->is_string()) {
        id = own->string();
        rest.clear();
      }
    }
    if (tokens.empty()) return id + "#" + rest;
    const std::string_view token = tokens.substr(1, tokens.find('/', 1) - 1);
    rest.append("/").append(token);
    tokens.remove_prefix(token.size() + 1);
    // The tokens of a URI fragment; where they are not those of a pointer no
    // resource begins.
    const std::optional<document::Value> next = document::Step(at, token);
    at = next.value_or(schema);
    if (!next.has_value()) return id + "#" + rest + std::string(tokens);
  }
}

struct AnnotationFile {
  Dialect dialect;
  fs::path path;
};

void PrintTo(const AnnotationFile& file, std::ostream* out) {
  *out << file.dialect.name << " " << file.path;
}

std::vector<AnnotationFile> AnnotationFiles() {
  std::vector<AnnotationFile> files;
  for (const Dialect& dialect : kDialects) {
    for (const fs::path& path :
         FilesOf(SuiteDirectory() / "annotations" / "tests", ".json")) {
      files.push_back({dialect, path});
    }
  }
  return files;
}

class AnnotationSuiteTest : public testing::TestWithParam<AnnotationFile> {
 protected:
  // What `report` says `keyword` contributed at `location`, by the schema
  // object that holds the keyword, as a URI fragment: which is how the tests
  // say it.
  static std::map<std::string, std::string> Annotations(
      const Report& report, std::string_view location,
      std::string_view keyword) {
    std::map<std::string, std::string> found;
    for (const AnnotationUnit& unit : report.annotations()) {
      if (unit.instance_location != location || unit.keyword != keyword) {
        continue;
      }
      std::string schema = unit.absolute_keyword_location;
      schema.resize(schema.rfind('/'));
      found[schema] = unit.value;
    }
    return found;
  }
};

TEST_P(AnnotationSuiteTest, EveryAssertionHolds) {
  std::string error;
  const std::unique_ptr<JsonText> file =
      JsonText::Parse(ReadFile(GetParam().path), &error);
  ASSERT_NE(file, nullptr) << error;
  Validator validator;
  AgreementCheck check;
  for (document::ItemIterator group(*file->root().Find("suite")); !group.done();
       group.Next()) {
    SCOPED_TRACE(group.value().Find("description")->string());
    const std::optional<document::Value> compatibility =
        group.value().Find("compatibility");
    if (compatibility.has_value() &&
        !IsCompatible(compatibility->string(), GetParam().dialect.release)) {
      continue;
    }
    CompileOptions options;
    options.default_dialect = GetParam().dialect.metaschema;
    SchemaStore store;
    if (const auto external = group.value().Find("externalSchemas")) {
      for (document::MemberIterator member(*external); !member.done();
           member.Next()) {
        ASSERT_TRUE(
            store.Add(member.name(), file->TextOf(member.value())).ok());
      }
    }
    options.store = &store;
    const absl::StatusOr<Schema> schema =
        Schema::Compile(file->MemberText(group.value(), "schema"), options);
    ASSERT_TRUE(schema.ok()) << schema.status();

    for (document::ItemIterator test(*group.value().Find("tests"));
         !test.done(); test.Next()) {
      const std::string_view instance =
          file->MemberText(test.value(), "instance");
      EXPECT_EQ(check.Check(*schema, instance).differences, "") << instance;
      const Report report =
          validator.Explain(*schema, instance, Detail::kEverything);
      for (document::ItemIterator assertion(*test.value().Find("assertions"));
           !assertion.done(); assertion.Next()) {
        const std::string location(
            assertion.value().Find("location")->string());
        const std::string keyword(assertion.value().Find("keyword")->string());
        SCOPED_TRACE(std::string(instance) + " " + location + " " + keyword);
        std::map<std::string, std::string> found =
            Annotations(report, location, keyword);
        for (document::MemberIterator expected(
                 *assertion.value().Find("expected"));
             !expected.done(); expected.Next()) {
          const std::string at = LocationInResource(
              *group.value().Find("schema"), expected.name());
          const auto unit = std::find_if(
              found.begin(), found.end(), [&at](const auto& candidate) {
                return at.starts_with('#') ? candidate.first == at
                                           : candidate.first.ends_with(at);
              });
          if (unit == found.end()) {
            ADD_FAILURE() << "no annotation of " << at;
            continue;
          }
          EXPECT_TRUE(SameJson(unit->second, file->TextOf(expected.value())))
              << at << " has " << unit->second << ", expected "
              << file->TextOf(expected.value());
          found.erase(unit);
        }
        for (const auto& [at, value] : found) {
          ADD_FAILURE() << "not expected at " << at << ": " << value;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, AnnotationSuiteTest, testing::ValuesIn(AnnotationFiles()),
    [](const testing::TestParamInfo<AnnotationFile>& parameter) {
      return NameForTest(std::string(parameter.param.dialect.name) + "_" +
                         parameter.param.path.stem().string());
    });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AnnotationSuiteTest);

struct OutputFile {
  fs::path path;
};

void PrintTo(const OutputFile& file, std::ostream* out) { *out << file.path; }

std::vector<OutputFile> OutputFiles() {
  std::vector<OutputFile> files;
  for (const char* draft : {"draft2019-09", "draft2020-12"}) {
    for (const fs::path& path : FilesBelow(
             SuiteDirectory() / "output-tests" / draft / "content", ".json")) {
      files.push_back({path});
    }
  }
  return files;
}

class OutputSuiteTest : public testing::TestWithParam<OutputFile> {};

TEST_P(OutputSuiteTest, EveryOutputFitsItsSchema) {
  const std::map<std::string, OutputFormat, std::less<>> formats = {
      {"flag", OutputFormat::kFlag},
      {"basic", OutputFormat::kBasic},
      {"detailed", OutputFormat::kDetailed},
      {"verbose", OutputFormat::kVerbose}};
  const fs::path draft = GetParam().path.parent_path().parent_path();
  SchemaStore store;
  ASSERT_TRUE(store.Add("", ReadFile(draft / "output-schema.json")).ok());
  CompileOptions options;
  options.store = &store;

  std::string error;
  const std::unique_ptr<JsonText> file =
      JsonText::Parse(ReadFile(GetParam().path), &error);
  ASSERT_NE(file, nullptr) << error;
  Validator validator;
  int outputs = 0;
  for (document::ItemIterator group(file->root()); !group.done();
       group.Next()) {
    const absl::StatusOr<Schema> schema =
        Schema::Compile(file->MemberText(group.value(), "schema"), options);
    ASSERT_TRUE(schema.ok()) << schema.status();
    for (document::ItemIterator test(*group.value().Find("tests"));
         !test.done(); test.Next()) {
      SCOPED_TRACE(test.value().Find("description")->string());
      const Report report = validator.Explain(
          *schema, file->MemberText(test.value(), "data"), Detail::kEverything);
      for (document::MemberIterator output(*test.value().Find("output"));
           !output.done(); output.Next()) {
        const absl::StatusOr<Schema> expected =
            Schema::Compile(file->TextOf(output.value()), options);
        ASSERT_TRUE(expected.ok()) << expected.status();
        const auto format = formats.find(output.name());
        ASSERT_NE(format, formats.end()) << output.name();
        const std::string text = report.ToJson(format->second);
        const Report fit = validator.Explain(*expected, text);
        EXPECT_TRUE(fit.valid()) << text << "\n"
                                 << fit.ToJson(OutputFormat::kBasic);
        ++outputs;
      }
    }
  }
  EXPECT_GT(outputs, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Files, OutputSuiteTest, testing::ValuesIn(OutputFiles()),
    [](const testing::TestParamInfo<OutputFile>& parameter) {
      return NameForTest(
          fs::relative(parameter.param.path, SuiteDirectory() / "output-tests")
              .replace_extension()
              .generic_string());
    });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OutputSuiteTest);

TEST(AnnotationSuite, IsThere) {
  if (!fs::exists(SuiteDirectory())) {
    GTEST_SKIP() << "no suite in " << SuiteDirectory()
                 << "; GABARIT_SUITE_DIR says where it is";
  }
  EXPECT_GE(AnnotationFiles().size(), 35u);
  EXPECT_GE(OutputFiles().size(), 8u);
}

}  // namespace
}  // namespace gabarit::tests

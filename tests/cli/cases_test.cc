// Every case of cases/*.json: what the command says to given arguments and
// files. A case is an object with
//
//   name       the rule it states
//   files      texts by path, written to an empty folder that the command runs
//   in arguments  of the command input      standard input; empty when not
//   given exit       the exit code stdout, stderr  an array: parts of what is
//   written there, in order; or a
//              string: all of it. Nothing may be written where not given.
//   lacks      parts that are in neither
//   lines      instead of stdout: for each of its lines, which must be JSON, an
//              object of values by JSON Pointer

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_split.h"
#include "engine/document/equality.h"
#include "engine/document/parser.h"
#include "engine/document/pointer.h"
#include "engine/document/source_text.h"
#include "engine/document/value.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/process.h"

namespace gabarit::cli {
namespace {

namespace fs = std::filesystem;
using document::ItemIterator;
using document::MemberIterator;
using document::Value;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string Text(Value object, std::string_view name) {
  const std::optional<Value> value = object.Find(name);
  return value.has_value() ? std::string(value->string()) : std::string();
}

// The stream that the member `name` of `test` describes.
void ExpectStream(Value test, std::string_view name,
                  const std::string& written) {
  SCOPED_TRACE(std::string(name) + ":\n" + written);
  const std::optional<Value> expected = test.Find(name);
  if (!expected.has_value()) {
    EXPECT_EQ(written, "");
    return;
  }
  if (expected->is_string()) {
    EXPECT_EQ(written, expected->string());
    return;
  }
  size_t from = 0;
  for (ItemIterator part(*expected); !part.done(); part.Next()) {
    const std::string wanted(part.value().string());
    const size_t found = written.find(wanted, from);
    EXPECT_NE(found, std::string::npos) << "wanted: " << wanted;
    if (found != std::string::npos) from = found + wanted.size();
  }
}

void ExpectLine(Value expected, const std::string& line) {
  SCOPED_TRACE(line);
  document::Parser parser;
  ASSERT_TRUE(parser.Parse(line)) << document::Describe(parser.error(), line);
  for (MemberIterator member(expected); !member.done(); member.Next()) {
    const std::optional<Value> value =
        document::Resolve(parser.root(), member.name());
    ASSERT_TRUE(value.has_value()) << member.name();
    EXPECT_TRUE(document::Equality().Equal(*value, member.value()))
        << member.name() << " is " << document::SourceText(*value)
        << ", wanted: " << document::SourceText(member.value());
  }
}

void ExpectLines(Value expected, const std::string& written) {
  ASSERT_TRUE(written.ends_with('\n')) << written;
  const std::vector<std::string> lines =
      absl::StrSplit(written.substr(0, written.size() - 1), '\n');
  ASSERT_EQ(lines.size(), expected.size()) << written;
  size_t next = 0;
  for (ItemIterator item(expected); !item.done(); item.Next()) {
    ExpectLine(item.value(), lines[next++]);
  }
}

void RunCase(Value test) {
  const TemporaryFolder folder;
  if (const std::optional<Value> files = test.Find("files")) {
    for (MemberIterator file(*files); !file.done(); file.Next()) {
      folder.Write(std::string(file.name()), file.value().string());
    }
  }
  Process process;
  process.directory = folder.path();
  process.input = Text(test, "input");
  std::string shown = "gabarit";
  for (ItemIterator argument(*test.Find("arguments")); !argument.done();
       argument.Next()) {
    process.arguments.emplace_back(argument.value().string());
    shown += " " + process.arguments.back();
  }
  SCOPED_TRACE(shown);
  const Outcome outcome = RunGabarit(process);
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(outcome.exit_code, test.Find("exit")->int64());
  if (const std::optional<Value> lines = test.Find("lines")) {
    ExpectLines(*lines, outcome.output);
  } else {
    ExpectStream(test, "stdout", outcome.output);
  }
  ExpectStream(test, "stderr", outcome.error);
  if (const std::optional<Value> lacks = test.Find("lacks")) {
    for (ItemIterator part(*lacks); !part.done(); part.Next()) {
      const std::string unwanted(part.value().string());
      EXPECT_THAT(outcome.output, Not(HasSubstr(unwanted)));
      EXPECT_THAT(outcome.error, Not(HasSubstr(unwanted)));
    }
  }
}

class CasesTest : public testing::TestWithParam<const char*> {};

TEST_P(CasesTest, Hold) {
  const fs::path path = fs::path(GABARIT_SOURCE_DIR) / "tests/cli/cases" /
                        (std::string(GetParam()) + ".json");
  const std::string text = Read(path);
  document::Parser cases;
  ASSERT_TRUE(cases.Parse(text)) << document::Describe(cases.error(), text);
  size_t count = 0;
  for (ItemIterator test(cases.root()); !test.done(); test.Next()) {
    SCOPED_TRACE(Text(test.value(), "name"));
    RunCase(test.value());
    ++count;
  }
  EXPECT_GT(count, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Files, CasesTest,
    testing::Values("bad_input", "bench", "check", "corpus", "disasm", "output",
                    "resolve", "test", "tools", "usage", "validate"),
    [](const auto& parameter) { return std::string(parameter.param); });

// Nobody forgets to run a file of cases.
TEST(Cases, AreAllRun) {
  size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(
           fs::path(GABARIT_SOURCE_DIR) / "tests/cli/cases")) {
    ++files;
  }
  EXPECT_EQ(files, 11u);
}

}  // namespace
}  // namespace gabarit::cli

// Sessions that hosts get wrong, from the shared data: what each case says in
// words stands in facade_expectations.jsonl as a decision for every message.

#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tasks/recording.h"
#include "gabarit/session.h"
#include "gtest/gtest.h"
#include "tests/support/json_file.h"
#include "tests/tasks/expectation.h"

namespace gabarit::tests {
namespace {

using document::Value;

std::filesystem::path CasesFolder() { return DataDirectory() / "cases/facade"; }

// Expectations of one case: {"file":…,"case":…,"decisions":[…]}.
struct ExpectedCase {
  std::string file;
  std::string description;
  std::string line;
};

void PrintTo(const ExpectedCase& expected, std::ostream* out) {
  *out << expected.file << ": " << expected.description;
}

std::vector<ExpectedCase> ExpectedCases() {
  std::vector<ExpectedCase> cases;
  const std::filesystem::path path = std::filesystem::path(GABARIT_SOURCE_DIR) /
                                     "tests/tasks/facade_expectations.jsonl";
  for (std::string& line : ReadLines(path)) {
    std::string error;
    const std::unique_ptr<JsonText> json = JsonText::Parse(line, &error);
    if (json == nullptr) continue;
    cases.push_back({std::string(json->root().Find("file")->string()),
                     std::string(json->root().Find("case")->string()),
                     std::move(line)});
  }
  return cases;
}

// A case as the lines of a recording: the opening, then the messages.
struct FacadeCase {
  std::string opening;
  std::vector<std::string> messages;
};

std::optional<FacadeCase> FindCase(const std::string& file,
                                   std::string_view description) {
  std::string error;
  const std::unique_ptr<JsonText> json =
      JsonText::Parse(ReadFile(CasesFolder() / file), &error);
  if (json == nullptr) return std::nullopt;
  for (document::ItemIterator item(json->root()); !item.done(); item.Next()) {
    if (item.value().Find("description")->string() != description) continue;
    FacadeCase found;
    found.opening = json->TextOf(item.value());
    for (document::ItemIterator message(*item.value().Find("messages"));
         !message.done(); message.Next()) {
      found.messages.emplace_back(json->TextOf(message.value()));
    }
    return found;
  }
  return std::nullopt;
}

class FacadeCases : public ::testing::TestWithParam<ExpectedCase> {};

TEST_P(FacadeCases, AreDecidedAsTheyExpect) {
  if (!std::filesystem::exists(CasesFolder())) GTEST_SKIP() << "no data";
  const std::optional<FacadeCase> given =
      FindCase(GetParam().file, GetParam().description);
  ASSERT_TRUE(given.has_value());
  std::string error;
  const std::unique_ptr<JsonText> expected =
      JsonText::Parse(GetParam().line, &error);
  const Value decisions = *expected->root().Find("decisions");
  ASSERT_EQ(decisions.size(), given->messages.size());

  SessionOptions options;
  options.observe = true;  // the messages were sent, whatever is said of them
  const absl::StatusOr<tasks::RecordedLine> opening =
      tasks::ReadRecordedLine(given->opening);
  ASSERT_TRUE(opening.ok()) << opening.status();
  ListReport report;
  ASSERT_TRUE(tasks::ApplyOpening(*opening->opening, &options, &report).ok());
  // Where the case reads the list itself, it is not known before.
  for (const std::string& line : given->messages) {
    if (line.find("\"tools/list\"") != std::string::npos) {
      ToolCatalogOptions made;
      made.revision = *opening->opening->revision;
      options.catalog = std::make_shared<ToolCatalog>(made);
    }
  }
  Session session(options);
  document::ItemIterator decision(decisions);
  for (size_t i = 0; i < given->messages.size(); ++i, decision.Next()) {
    SCOPED_TRACE(i + 1);
    SCOPED_TRACE(given->messages[i]);
    const absl::StatusOr<tasks::RecordedLine> read =
        tasks::ReadRecordedLine(given->messages[i]);
    ASSERT_TRUE(read.ok()) << read.status();
    const tasks::RecordedMessage& message = *read->message;
    const Decision made = message.speaker == tasks::Speaker::kClient
                              ? session.FromClient(message.text, message.at)
                              : session.FromServer(message.text, message.at);
    EXPECT_EQ(Differences(made, decision.value()), "") << Describe(made);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Facade, FacadeCases, ::testing::ValuesIn(ExpectedCases()),
    [](const ::testing::TestParamInfo<ExpectedCase>& test) {
      return NameForTest(test.param.file + "_" + test.param.description);
    });

TEST(FacadeExpectations, CoverEveryCase) {
  if (!std::filesystem::exists(CasesFolder())) GTEST_SKIP() << "no data";
  size_t cases = 0;
  for (const std::filesystem::path& path : FilesOf(CasesFolder(), ".json")) {
    std::string error;
    const std::unique_ptr<JsonText> json =
        JsonText::Parse(ReadFile(path), &error);
    ASSERT_NE(json, nullptr) << error;
    cases += json->root().size();
  }
  EXPECT_EQ(ExpectedCases().size(), cases);
}

}  // namespace
}  // namespace gabarit::tests

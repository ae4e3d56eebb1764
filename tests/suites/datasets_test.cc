// Real schemas with real instances: public configuration files, all of them
// valid, and what language models send to tools, labelled.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "gabarit/schema.h"
#include "gtest/gtest.h"
#include "tests/support/agreement.h"
#include "tests/support/json_file.h"

namespace gabarit::tests {
namespace {

namespace fs = std::filesystem;

struct DataPath {
  fs::path path;
};

void PrintTo(const DataPath& data, std::ostream* out) { *out << data.path; }

std::string PathName(const testing::TestParamInfo<DataPath>& parameter) {
  return NameForTest(parameter.param.path.filename().string());
}

std::vector<DataPath> Datasets() {
  std::vector<DataPath> datasets;
  for (const fs::path& schema :
       FilesBelow(DataDirectory() / "datasets", "schema.json")) {
    datasets.push_back({schema.parent_path()});
  }
  return datasets;
}

class DatasetTest : public testing::TestWithParam<DataPath> {};

TEST_P(DatasetTest, EveryInstanceIsValid) {
  const absl::StatusOr<Schema> schema =
      Schema::Compile(ReadFile(GetParam().path / "schema.json"));
  ASSERT_TRUE(schema.ok()) << schema.status();
  AgreementCheck check;
  const std::vector<std::string> lines =
      ReadLines(GetParam().path / "instances.jsonl");
  EXPECT_FALSE(lines.empty());
  for (size_t i = 0; i < lines.size(); ++i) {
    const Judgement judgement = check.CheckVerdicts(*schema, lines[i]);
    EXPECT_EQ(judgement.differences, "") << "line " << i + 1;
    EXPECT_EQ(NameOf(judgement.verdict), "valid") << "line " << i + 1;
  }
}

// Cut short anywhere, an instance is no JSON: nothing crashes, nothing is
// valid.
TEST_P(DatasetTest, TruncatedInstancesAreNotJson) {
  const absl::StatusOr<Schema> schema =
      Schema::Compile(ReadFile(GetParam().path / "schema.json"));
  ASSERT_TRUE(schema.ok()) << schema.status();
  AgreementCheck check;
  const std::string line = ReadLines(GetParam().path / "instances.jsonl")[0];
  const size_t stride = std::max<size_t>(1, line.size() / 50);
  for (size_t length = 0; length < line.size(); length += stride) {
    const std::string_view cut = std::string_view(line).substr(0, length);
    const Judgement judgement = check.CheckVerdicts(*schema, cut);
    EXPECT_EQ(judgement.differences, "") << length;
    EXPECT_EQ(NameOf(judgement.verdict), "not JSON") << length;
  }
}

INSTANTIATE_TEST_SUITE_P(Sets, DatasetTest, testing::ValuesIn(Datasets()),
                         PathName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DatasetTest);

constexpr std::string_view kTools = ".tools.json";

std::vector<DataPath> ToolLists() {
  std::vector<DataPath> lists;
  for (const fs::path& path : FilesOf(DataDirectory() / "tools", kTools)) {
    lists.push_back({path});
  }
  return lists;
}

class ToolCorpusTest : public testing::TestWithParam<DataPath> {};

TEST_P(ToolCorpusTest, EveryVerdictIsTheLabel) {
  std::string path = GetParam().path.string();
  std::string error;
  const std::unique_ptr<JsonText> list =
      JsonText::Parse(ReadFile(path), &error);
  ASSERT_NE(list, nullptr) << error;
  // By the tool's name and what is judged.
  std::map<std::pair<std::string, std::string>, Schema> schemas;
  const std::optional<document::Value> tools = list->root().Find("tools");
  ASSERT_TRUE(tools.has_value());
  for (document::ItemIterator tool(*tools); !tool.done(); tool.Next()) {
    const std::string name(tool.value().Find("name")->string());
    for (const auto& [member, target] :
         {std::pair{"inputSchema", "arguments"},
          std::pair{"outputSchema", "structuredContent"}}) {
      const std::string_view text = list->MemberText(tool.value(), member);
      if (text.empty()) continue;
      absl::StatusOr<Schema> schema = Schema::Compile(text);
      EXPECT_TRUE(schema.ok())
          << name << " " << member << ": " << schema.status();
      if (schema.ok()) schemas.emplace(std::pair{name, target}, *schema);
    }
  }

  path.replace(path.size() - kTools.size(), kTools.size(), ".payloads.jsonl");
  AgreementCheck check;
  size_t line = 0;
  for (const std::string& text : ReadLines(path)) {
    ++line;
    const std::unique_ptr<JsonText> payload = JsonText::Parse(text, &error);
    ASSERT_NE(payload, nullptr) << error;
    const document::Value root = payload->root();
    const auto schema =
        schemas.find({std::string(root.Find("tool")->string()),
                      std::string(root.Find("target")->string())});
    if (schema == schemas.end()) {
      ADD_FAILURE() << path << ":" << line << ": no schema for " << text;
      continue;
    }
    const Judgement judgement =
        check.CheckVerdicts(schema->second, payload->MemberText(root, "data"));
    EXPECT_EQ(judgement.differences, "") << path << ":" << line << "\n" << text;
    EXPECT_EQ(NameOf(judgement.verdict),
              root.Find("valid")->boolean() ? "valid" : "invalid")
        << path << ":" << line << "\n"
        << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Lists, ToolCorpusTest, testing::ValuesIn(ToolLists()),
                         PathName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ToolCorpusTest);

TEST(Datasets, AreThere) {
  if (!fs::exists(DataDirectory())) {
    GTEST_SKIP() << "no data in " << DataDirectory()
                 << "; GABARIT_DATA_DIR says where it is";
  }
  EXPECT_GE(Datasets().size(), 24u);
  EXPECT_GE(ToolLists().size(), 100u);
}

}  // namespace
}  // namespace gabarit::tests

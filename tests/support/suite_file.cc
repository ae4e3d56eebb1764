#include "tests/support/suite_file.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gtest/gtest.h"
#include "tests/support/agreement.h"
#include "tests/support/json_file.h"

namespace gabarit::tests {

namespace fs = std::filesystem;

namespace {

std::string StringMember(document::Value object, std::string_view name) {
  if (!object.is_object()) return {};
  const std::optional<document::Value> value = object.Find(name);
  return value.has_value() && value->is_string() ? std::string(value->string())
                                                 : std::string();
}

}  // namespace

std::vector<SuiteGroup> ReadSuiteFile(const fs::path& path) {
  std::vector<SuiteGroup> groups;
  std::string error;
  const std::unique_ptr<JsonText> file =
      JsonText::Parse(ReadFile(path), &error);
  if (file == nullptr || !file->root().is_array()) {
    ADD_FAILURE() << path << " is no test file: " << error;
    return groups;
  }
  for (document::ItemIterator item(file->root()); !item.done(); item.Next()) {
    SuiteGroup group;
    group.description = StringMember(item.value(), "description");
    group.schema = file->MemberText(item.value(), "schema");
    const std::optional<document::Value> tests = item.value().Find("tests");
    if (group.schema.empty() || !tests.has_value() || !tests->is_array()) {
      ADD_FAILURE() << path << ": no schema or no tests in group \""
                    << group.description << "\"";
      continue;
    }
    for (document::ItemIterator test(*tests); !test.done(); test.Next()) {
      SuiteTest made;
      made.description = StringMember(test.value(), "description");
      made.data = file->MemberText(test.value(), "data");
      const std::string_view valid = file->MemberText(test.value(), "valid");
      if (made.data.empty() || (valid != "true" && valid != "false")) {
        ADD_FAILURE() << path << ": no data or no verdict in \""
                      << made.description << "\"";
        continue;
      }
      made.valid = valid == "true";
      group.tests.push_back(std::move(made));
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

void AddRemotes(SchemaStore* store) {
  const fs::path remotes = SuiteDirectory() / "remotes";
  for (const fs::path& path : FilesBelow(remotes, ".json")) {
    const std::string uri =
        "http://localhost:1234/" + fs::relative(path, remotes).generic_string();
    const absl::Status status = store->Add(uri, ReadFile(path));
    EXPECT_TRUE(status.ok()) << uri << ": " << status;
  }
}

int RunSuiteFile(const fs::path& path, const CompileOptions& options,
                 Tolerance tolerance) {
  AgreementCheck check;
  int count = 0;
  for (const SuiteGroup& group : ReadSuiteFile(path)) {
    const absl::StatusOr<Schema> schema =
        Schema::Compile(group.schema, options);
    count += static_cast<int>(group.tests.size());
    if (!schema.ok()) {
      if (tolerance.refused_pattern &&
          schema.status().code() == absl::StatusCode::kUnimplemented) {
        continue;
      }
      ADD_FAILURE() << path.filename() << " / " << group.description << "\n"
                    << schema.status() << "\n"
                    << group.schema;
      continue;
    }
    for (const SuiteTest& test : group.tests) {
      const Judgement judgement = check.Check(*schema, test.data);
      const std::string where = path.filename().string() + " / " +
                                group.description + " / " + test.description;
      EXPECT_EQ(judgement.differences, "") << where << "\n"
                                           << group.schema << "\n"
                                           << test.data;
      if (tolerance.limit && judgement.verdict == Verdict::kLimitReached) {
        continue;
      }
      EXPECT_EQ(NameOf(judgement.verdict), test.valid ? "valid" : "invalid")
          << where << "\n"
          << group.schema << "\n"
          << test.data;
    }
  }
  return count;
}

}  // namespace gabarit::tests

// Every schema of the official suite loads: the five dialects, required and
// optional tests. (What the schemas then say of the instances is for the
// evaluators' tests.)

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document/value.h"
#include "tests/schema/load.h"

namespace gabarit::schema {
namespace {

namespace fs = std::filesystem;

fs::path SuiteDirectory() {
  if (const char* directory = std::getenv("GABARIT_SUITE_DIR"))
    return directory;
  return fs::path(GABARIT_SOURCE_DIR) / "../shared/data/json-schema-test-suite";
}

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct SuiteDraft {
  std::string_view directory;
  std::string_view metaschema;
};

void PrintTo(const SuiteDraft& draft, std::ostream* out) {
  *out << draft.directory;
}

class SuiteTest : public testing::TestWithParam<SuiteDraft> {};

TEST_P(SuiteTest, EverySchemaLoads) {
  const fs::path tests = SuiteDirectory() / "tests" / GetParam().directory;
  if (!fs::exists(tests)) {
    GTEST_SKIP() << "no suite at " << SuiteDirectory()
                 << "; GABARIT_SUITE_DIR says where it is";
  }
  DocumentStore store;
  const fs::path remotes = SuiteDirectory() / "remotes";
  for (const auto& entry : fs::recursive_directory_iterator(remotes)) {
    if (!entry.is_regular_file()) continue;
    const std::string uri =
        "http://localhost:1234/" +
        fs::relative(entry.path(), remotes).generic_string();
    ASSERT_TRUE(store.Add(uri, Parse(Read(entry.path()))).ok()) << uri;
  }
  LoadOptions options;
  options.default_dialect = std::string(GetParam().metaschema);
  options.store = &store;

  int schemas = 0;
  for (const auto& entry : fs::recursive_directory_iterator(tests)) {
    if (entry.path().extension() != ".json") continue;
    SCOPED_TRACE(entry.path());
    const auto file = Parse(Read(entry.path()));
    ASSERT_NE(file, nullptr);
    for (document::ItemIterator group(file->root()); !group.done();
         group.Next()) {
      const document::Value schema = *group.value().Find("schema");
      // The loader takes whole documents: cut the schema's text out.
      document::PositionIndex index;
      index.Reset(file->text());
      const size_t begin = index.Offset(schema.index());
      const uint32_t last =
          schema.is_object() || schema.is_array()
              ? document::tape::EndIndex(schema.word()) - 1
              : schema.index();
      size_t end = index.Offset(last) + 1;
      if (schema.is_boolean()) end = begin + (schema.boolean() ? 4 : 5);
      auto graph = LoadText(
          std::string_view(file->text()).substr(begin, end - begin), options);
      EXPECT_TRUE(graph.ok())
          << group.value().Find("description")->string() << "\n"
          << graph.status();
      ++schemas;
    }
  }
  EXPECT_GT(schemas, 150);
}

INSTANTIATE_TEST_SUITE_P(
    Dialects, SuiteTest,
    testing::Values(
        SuiteDraft{"draft2020-12",
                   "https://json-schema.org/draft/2020-12/schema"},
        SuiteDraft{"draft2019-09",
                   "https://json-schema.org/draft/2019-09/schema"},
        SuiteDraft{"draft7", "http://json-schema.org/draft-07/schema#"},
        SuiteDraft{"draft6", "http://json-schema.org/draft-06/schema#"},
        SuiteDraft{"draft4", "http://json-schema.org/draft-04/schema#"}),
    [](const testing::TestParamInfo<SuiteDraft>& parameter) {
      std::string name;
      for (char c : parameter.param.directory) name += c == '-' ? '_' : c;
      return name;
    });

}  // namespace
}  // namespace gabarit::schema

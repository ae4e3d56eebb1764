#include "engine/schema/embedded_metaschemas.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit::schema {
namespace {

using ::testing::EndsWith;
using ::testing::Not;
using ::testing::UnorderedElementsAreArray;

constexpr std::string_view kMetaschemaUris[] = {
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2020-12/meta/core",
    "https://json-schema.org/draft/2020-12/meta/applicator",
    "https://json-schema.org/draft/2020-12/meta/unevaluated",
    "https://json-schema.org/draft/2020-12/meta/validation",
    "https://json-schema.org/draft/2020-12/meta/meta-data",
    "https://json-schema.org/draft/2020-12/meta/format-annotation",
    "https://json-schema.org/draft/2020-12/meta/format-assertion",
    "https://json-schema.org/draft/2020-12/meta/content",
    "https://json-schema.org/draft/2019-09/schema",
    "https://json-schema.org/draft/2019-09/meta/core",
    "https://json-schema.org/draft/2019-09/meta/applicator",
    "https://json-schema.org/draft/2019-09/meta/validation",
    "https://json-schema.org/draft/2019-09/meta/meta-data",
    "https://json-schema.org/draft/2019-09/meta/format",
    "https://json-schema.org/draft/2019-09/meta/content",
    "http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-06/schema",
    "http://json-schema.org/draft-04/schema",
};

TEST(EmbeddedMetaschemas, HoldsEveryDialectWithItsVocabulariesOnce) {
  std::vector<std::string_view> uris;
  for (const EmbeddedMetaschema& metaschema : EmbeddedMetaschemas()) {
    uris.push_back(metaschema.uri);
  }
  EXPECT_THAT(uris, UnorderedElementsAreArray(kMetaschemaUris));
}

TEST(EmbeddedMetaschemas, HoldsEachFileByteForByte) {
  std::vector<std::string> files;
  const std::filesystem::path directory =
      std::filesystem::path(GABARIT_SOURCE_DIR) / "schemas" / "metaschema";
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    files.push_back(bytes.str());
  }
  std::vector<std::string> embedded;
  for (const EmbeddedMetaschema& metaschema : EmbeddedMetaschemas()) {
    embedded.emplace_back(metaschema.json);
  }
  EXPECT_THAT(embedded, UnorderedElementsAreArray(files));
}

TEST(EmbeddedMetaschemas, NamesEachDocumentAsItNamesItself) {
  for (const EmbeddedMetaschema& metaschema : EmbeddedMetaschemas()) {
    SCOPED_TRACE(metaschema.uri);
    EXPECT_THAT(metaschema.uri, Not(EndsWith("#")));
    const std::string with_dollar = "\"$id\": \"" + std::string(metaschema.uri);
    const std::string without = "\"id\": \"" + std::string(metaschema.uri);
    EXPECT_TRUE(metaschema.json.find(with_dollar) != std::string_view::npos ||
                metaschema.json.find(without) != std::string_view::npos);
  }
}

}  // namespace
}  // namespace gabarit::schema

// Test data in JSON files: found, read, and cut into pieces of exact text.
//
// Pieces keep the spelling that the file has ("1.0", a repeated name), which a
// parser in between would lose.

#ifndef GABARIT_TESTS_SUPPORT_JSON_FILE_H_
#define GABARIT_TESTS_SUPPORT_JSON_FILE_H_

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document/parser.h"
#include "engine/document/value.h"

namespace gabarit::tests {

// $GABARIT_DATA_DIR, or ../shared/data beside the project. May not exist.
std::filesystem::path DataDirectory();
// $GABARIT_SUITE_DIR, or the official suite in DataDirectory(). May not exist.
std::filesystem::path SuiteDirectory();

// The files of `folder` itself that end in `extension`, in order of their
// names; none if there is no such folder.
std::vector<std::filesystem::path> FilesOf(const std::filesystem::path& folder,
                                           std::string_view extension);

// The same, of the folders below as well.
std::vector<std::filesystem::path> FilesBelow(
    const std::filesystem::path& folder, std::string_view extension);

// The file's bytes; empty if there is none.
std::string ReadFile(const std::filesystem::path& path);

// The lines that are not empty.
std::vector<std::string> ReadLines(const std::filesystem::path& path);

// A test's name may hold letters, digits and underscores only.
std::string NameForTest(std::string_view text);

// A document whose values can be had as text.
class JsonText {
 public:
  // Null if `json` is not JSON; `error` then says why.
  static std::unique_ptr<JsonText> Parse(std::string_view json,
                                         std::string* error);

  document::Value root() const { return document_->root(); }
  // The value as it is written in the document.
  std::string_view TextOf(document::Value value);
  // The text of the member `name` of an object; empty if there is none.
  std::string_view MemberText(document::Value object, std::string_view name);

 private:
  explicit JsonText(std::unique_ptr<const document::Document> document);

  std::unique_ptr<const document::Document> document_;
  document::PositionIndex positions_;
};

}  // namespace gabarit::tests

#endif  // GABARIT_TESTS_SUPPORT_JSON_FILE_H_

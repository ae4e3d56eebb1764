#include "tests/support/json_file.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gabarit::tests {

namespace fs = std::filesystem;

namespace {

template <typename Iterator>
std::vector<fs::path> Collect(const fs::path& folder,
                              std::string_view extension) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const fs::directory_entry& entry : Iterator(folder)) {
    if (entry.is_regular_file() &&
        std::string_view(entry.path().native()).ends_with(extension)) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

fs::path DataDirectory() {
  if (const char* directory = std::getenv("GABARIT_DATA_DIR")) {
    return directory;
  }
  return fs::path(GABARIT_SOURCE_DIR) / ".." / "shared" / "data";
}

fs::path SuiteDirectory() {
  if (const char* directory = std::getenv("GABARIT_SUITE_DIR")) {
    return directory;
  }
  return DataDirectory() / "json-schema-test-suite";
}

std::vector<fs::path> FilesOf(const fs::path& folder,
                              std::string_view extension) {
  return Collect<fs::directory_iterator>(folder, extension);
}

std::vector<fs::path> FilesBelow(const fs::path& folder,
                                 std::string_view extension) {
  return Collect<fs::recursive_directory_iterator>(folder, extension);
}

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> ReadLines(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

std::string NameForTest(std::string_view text) {
  std::string name;
  for (const char c : text) {
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name;
}

JsonText::JsonText(std::unique_ptr<const document::Document> document)
    : document_(std::move(document)) {
  positions_.Reset(document_->text());
}

std::unique_ptr<JsonText> JsonText::Parse(std::string_view json,
                                          std::string* error) {
  auto document = document::Document::Parse(json);
  if (!document.ok()) {
    *error = document.status().ToString();
    return nullptr;
  }
  return std::unique_ptr<JsonText>(new JsonText(*std::move(document)));
}

std::string_view JsonText::TextOf(document::Value value) {
  const std::string_view text = document_->text();
  const size_t begin = positions_.Offset(value.index());
  if (value.is_object() || value.is_array()) {
    const uint32_t close = document::tape::EndIndex(value.word()) - 1;
    return text.substr(begin, positions_.Offset(close) + 1 - begin);
  }
  size_t end = begin + 1;
  if (value.is_string()) {
    while (text[end] != '"') end += text[end] == '\\' ? size_t{2} : 1;
    ++end;
  } else {
    end = std::min(text.find_first_of(",]} \t\r\n", begin), text.size());
  }
  return text.substr(begin, end - begin);
}

std::string_view JsonText::MemberText(document::Value object,
                                      std::string_view name) {
  if (!object.is_object()) return {};
  const std::optional<document::Value> value = object.Find(name);
  return value.has_value() ? TextOf(*value) : std::string_view();
}

}  // namespace gabarit::tests

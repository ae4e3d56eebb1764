// Other schemas' documents, from files and folders.

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/cli/file_text.h"
#include "engine/cli/file_uri.h"
#include "engine/cli/schema_file.h"
#include "engine/document/parser.h"
#include "engine/document/value.h"
#include "gabarit/limits.h"

namespace gabarit::cli {
namespace {

namespace fs = std::filesystem;

// The .json files in and below `folder`, in the order of their paths.
absl::StatusOr<std::vector<fs::path>> FilesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator();
       entry.increment(error)) {
    std::error_code ignored;
    if (entry->path().extension() == ".json" && !entry->is_directory(ignored)) {
      files.push_back(entry->path());
    }
  }
  if (error) {
    return absl::UnavailableError(absl::StrCat(
        folder.string(), ": cannot be searched: ", error.message()));
  }
  std::sort(files.begin(), files.end());
  return files;
}

absl::StatusOr<FileText> ReadSchemaText(const fs::path& path) {
  return FileText::Read(path.string(), SchemaLimits().max_schema_bytes,
                        "max_schema_bytes");
}

absl::Status Named(const std::string& name, std::string_view text,
                   const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(), DescribeSchemaError(name, text, status));
}

// The absolute URI that a document gives itself by the `$id` (or draft-04's
// `id`) of its root, without a fragment; empty when there is none.
std::string ClaimedUri(const fs::path& path, std::string_view text) {
  document::Parser parser;
  if (!parser.Parse(text) || !parser.root().is_object()) return "";
  std::optional<document::Value> id = parser.root().Find("$id");
  const bool is_old = !id.has_value();
  if (is_old) id = parser.root().Find("id");
  if (!id.has_value() || !id->is_string()) return "";
  std::string uri(id->string());
  uri.erase(std::min(uri.find('#'), uri.size()));
  if (uri.empty()) return "";
  const size_t colon = uri.find(':');
  if (colon != std::string::npos && colon < uri.find('/')) return uri;
  if (is_old) return "";
  return FileUri(path.parent_path() / uri);
}

// Fills a store and remembers which file is known by which URI.
class Collection {
 public:
  explicit Collection(SchemaStore* store) : store_(store) {}

  absl::Status Add(const fs::path& path, std::string_view text) {
    const std::string uri = FileUri(path);
    const auto known = files_.find(uri);
    if (known != files_.end()) {
      // Perhaps the same file, by another path.
      if (FileUri(known->second) == uri) return absl::OkStatus();
      return Collision(path, "its path", uri, known->second);
    }
    files_.emplace(uri, path);
    const std::string claimed = ClaimedUri(path, text);
    if (!claimed.empty() && claimed != uri) {
      const auto [other, is_first] = files_.try_emplace(claimed, path);
      if (!is_first) {
        return Collision(path, "its `$id`", claimed, other->second);
      }
    }
    return Named(path.string(), text, store_->Add(uri, text));
  }

 private:
  static absl::Status Collision(const fs::path& path, const std::string& cause,
                                const std::string& uri, const fs::path& other) {
    return absl::AlreadyExistsError(absl::StrCat(
        path.string(), ": ", cause, " makes it ", uri, ", and so is ",
        other.string(), "; resolve only one of them, or change an `$id`"));
  }

  SchemaStore* store_;
  std::map<std::string, fs::path> files_;
};

bool IsJson(std::string_view text) {
  document::Parser parser;
  return parser.Parse(text);
}

}  // namespace

absl::Status AddFiles(const std::vector<std::string>& paths, Console* console,
                      SchemaStore* store) {
  Collection collection(store);
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      absl::StatusOr<FileText> file = ReadSchemaText(path);
      if (!file.ok()) return file.status();
      absl::Status added = collection.Add(path, file->text());
      if (!added.ok()) return added;
      continue;
    }
    const absl::StatusOr<std::vector<fs::path>> files = FilesIn(path);
    if (!files.ok()) return files.status();
    for (const fs::path& found : *files) {
      absl::StatusOr<FileText> file = ReadSchemaText(found);
      if (!file.ok() || !IsJson(file->text())) {
        console->Complain(
            "passed over " +
            (file.ok() ? DescribeSchemaError(found.string(), file->text(),
                                             absl::OkStatus())
                       : std::string(file.status().message())));
        continue;
      }
      absl::Status added = collection.Add(found, file->text());
      if (!added.ok()) return added;
    }
  }
  return absl::OkStatus();
}

absl::Status AddFolder(const std::string& folder, std::string_view base_uri,
                       SchemaStore* store) {
  const absl::StatusOr<std::vector<fs::path>> files = FilesIn(folder);
  if (!files.ok()) return files.status();
  for (const fs::path& path : *files) {
    absl::StatusOr<FileText> file = ReadSchemaText(path);
    if (!file.ok()) return file.status();
    std::string uri(base_uri);
    if (!uri.ends_with('/')) uri += '/';
    uri += UriPath(path.lexically_relative(folder));
    absl::Status added =
        Named(path.string(), file->text(), store->Add(uri, file->text()));
    if (!added.ok()) return added;
  }
  return absl::OkStatus();
}

}  // namespace gabarit::cli

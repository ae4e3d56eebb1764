#include "engine/cli/suite_layout.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace gabarit::cli {
namespace {

namespace fs = std::filesystem;

// The suite's folders, and the dialects as the command names them.
constexpr std::pair<std::string_view, std::string_view> kFolders[] = {
    {"draft2020-12", "2020-12"}, {"draft2019-09", "2019-09"},
    {"draft7", "draft-07"},      {"draft6", "draft-06"},
    {"draft4", "draft-04"},
};

}  // namespace

SuiteLayout FindSuiteLayout(std::string_view path) {
  std::error_code error;
  fs::path at = fs::weakly_canonical(fs::path(path), error);
  if (error) return {};
  SuiteLayout layout;
  fs::path below;  // the part of the path that comes after `at`
  for (; at.has_relative_path(); below = at.filename(), at = at.parent_path()) {
    if (at.filename() != "tests") continue;
    const fs::path remotes = at.parent_path() / "remotes";
    if (!fs::is_directory(remotes, error)) continue;
    layout.remotes = remotes.string();
    for (const auto& [folder, dialect] : kFolders) {
      if (below == fs::path(folder)) layout.dialect = dialect;
    }
    break;
  }
  return layout;
}

}  // namespace gabarit::cli

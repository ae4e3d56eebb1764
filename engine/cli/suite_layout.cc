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
  for (; at.has_relative_path(); at = at.parent_path()) {
    const fs::path parent = at.parent_path();
    if (parent.filename() != "tests") continue;
    const fs::path remotes = parent.parent_path() / "remotes";
    if (!fs::is_directory(remotes, error)) continue;
    layout.remotes = remotes.string();
    for (const auto& [folder, dialect] : kFolders) {
      if (at.filename() == fs::path(folder)) layout.dialect = dialect;
    }
    return layout;
  }
  return layout;
}

}  // namespace gabarit::cli

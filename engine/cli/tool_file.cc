#include "engine/cli/tool_file.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/cli/console.h"

namespace gabarit::cli {

absl::StatusOr<ToolFile> LoadToolFile(const ToolFileOptions& options) {
  ToolCatalogOptions catalog_options;
  catalog_options.revision = options.revision;
  absl::StatusOr<FileText> text = FileText::Read(
      options.path, catalog_options.limits.max_list_bytes, "max_list_bytes");
  if (!text.ok()) return text.status();
  ToolFile file;
  file.catalog = std::make_unique<ToolCatalog>(catalog_options);
  absl::StatusOr<ListReport> report = file.catalog->LoadPage("", text->text());
  if (!report.ok()) {
    return absl::Status(report.status().code(),
                        absl::StrCat(DisplayName(options.path), ": ",
                                     report.status().message()));
  }
  file.report = *std::move(report);
  return file;
}

absl::StatusOr<std::shared_ptr<const Tool>> FindTool(const ToolFile& file,
                                                     std::string_view name) {
  constexpr size_t kMostNames = 20;
  const std::shared_ptr<const ToolList> list = file.catalog->list();
  std::string names;
  size_t count = 0;
  for (const std::shared_ptr<const Tool>& tool : list->tools()) {
    if (tool->name() == name) return tool;
    if (++count > kMostNames) continue;
    absl::StrAppend(&names, count == 1 ? "" : ", ", Printable(tool->name()));
  }
  if (count > kMostNames) {
    absl::StrAppend(&names, " and ", count - kMostNames, " more");
  }
  return absl::NotFoundError(absl::StrCat(
      "there is no tool \"", Printable(name),
      "\" in the list; its tools are: ", count == 0 ? "none" : names));
}

absl::StatusOr<std::string> ReadJsonArgument(const std::string& argument) {
  const size_t first = argument.find_first_not_of(" \t\r\n");
  if (first != std::string::npos &&
      (argument[first] == '{' || argument[first] == '[' ||
       argument[first] == '"')) {
    return argument;
  }
  absl::StatusOr<FileText> text = FileText::Read(
      argument, InstanceLimits().max_instance_bytes, "max_instance_bytes");
  if (!text.ok()) return text.status();
  return std::string(text->text());
}

}  // namespace gabarit::cli

// What the public Tool, ToolList, ToolCatalog and Directory hold.

#ifndef GABARIT_ENGINE_TOOLS_TOOL_STATE_H_
#define GABARIT_ENGINE_TOOLS_TOOL_STATE_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/tools/name_index.h"
#include "engine/tools/program_cache.h"
#include "gabarit/tools.h"

namespace gabarit {

struct Tool::State {
  std::string name;
  std::string json;
  // Views into `json`.
  std::string_view input_json;
  std::string_view output_json;
  TaskSupport task_support = TaskSupport::kForbidden;
  ToolHints hints;
  std::vector<HeaderParameter> header_parameters;
  std::vector<ToolProblem> warnings;
  std::optional<ToolProblem> refusal;
  std::optional<ToolProblem> output_problem;

  std::shared_ptr<ProgramCache::State> cache;
  std::shared_ptr<CachedSchema> input;   // of usable tools
  std::shared_ptr<CachedSchema> output;  // where there is one that compiles
};

struct ToolList::State {
  std::vector<std::shared_ptr<const Tool>> tools;
  tools::NameIndex index;
  // Whether each tool is usable: kept here so that a lookup need not go to the
  // tool.
  std::vector<uint8_t> usable;
  bool complete = false;
  ProtocolRevision revision = ProtocolRevision::k2025_11_25;
  // The one thing that changes: the server has said that it has a newer list.
  mutable std::atomic<bool> stale{false};
};

struct ToolCatalog::State {
  // One answer to tools/list, as it was asked for.
  struct Page {
    std::string cursor;
    std::optional<std::string> next_cursor;
    std::vector<std::shared_ptr<const Tool>> tools;
  };

  ToolCatalogOptions options;

  // For readers; the list itself is owned by `list`.
  std::atomic<const ToolList*> current{nullptr};

  // Held while a list is loaded.
  std::mutex loading;
  std::vector<Page> pages;     // of the list in use
  std::vector<Page> building;  // of one whose last page has not come

  // Held for an instant, for what follows.
  mutable std::mutex mutex;
  std::shared_ptr<const ToolList> list;
  // How often the server has said that its list changed; and what that was when
  // the list in use and the one under construction were begun.
  uint64_t changes = 0;
  uint64_t list_since = 0;
  uint64_t building_since = 0;
};

struct Servers {
  tools::NameIndex index;
  // By position in the index; and their names.
  std::vector<std::shared_ptr<ToolCatalog>> catalogs;
  std::vector<std::string> names;
};

struct Directory::State {
  DirectoryOptions options;
  std::shared_ptr<ProgramCache> cache;

  // For readers; owned by `servers`, and replaced as a whole.
  std::atomic<const Servers*> current{nullptr};

  mutable std::mutex mutex;
  std::shared_ptr<const Servers> servers;
};

// The rooms' way into the public classes.
struct ToolAccess {
  static const Tool::State& State(const Tool& tool) { return *tool.state_; }
  static const ToolList::State& State(const ToolList& list) {
    return *list.state_;
  }
  static const ToolCatalog::State& State(const ToolCatalog& catalog) {
    return *catalog.state_;
  }
  static const Directory::State& State(const Directory& directory) {
    return *directory.state_;
  }
  static const std::shared_ptr<ProgramCache::State>& State(
      const ProgramCache& cache) {
    return cache.state_;
  }
  static std::shared_ptr<const Tool> Make(std::unique_ptr<Tool::State> state) {
    // In one piece with the count of its holders.
    struct Shared : Tool {
      explicit Shared(std::unique_ptr<Tool::State> given)
          : Tool(std::move(given)) {}
    };
    return std::make_shared<const Shared>(std::move(state));
  }
  static std::shared_ptr<const ToolList> Make(
      std::unique_ptr<ToolList::State> state) {
    return std::shared_ptr<const ToolList>(new ToolList(std::move(state)));
  }
};

}  // namespace gabarit

#endif  // GABARIT_ENGINE_TOOLS_TOOL_STATE_H_

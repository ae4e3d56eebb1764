// The public Directory.

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "engine/schema/text.h"
#include "engine/tools/tool_state.h"
#include "gabarit/tools.h"

namespace gabarit {
namespace {

// Replaces the table that readers see; holding the lock.
void Publish(Directory::State& state, std::shared_ptr<const Servers> servers) {
  state.current.store(servers.get());
  std::swap(state.servers, servers);
  ToolAccess::State(*state.cache)->epochs.Retire(std::move(servers));
}

// The table with `server` added, or without it.
std::shared_ptr<Servers> With(const Servers& servers, std::string_view server,
                              std::shared_ptr<ToolCatalog> catalog) {
  auto made = std::make_shared<Servers>();
  made->index.Reset(servers.names.size() + 1);
  const auto add = [&](std::string_view name,
                       std::shared_ptr<ToolCatalog> its_catalog) {
    made->index.Insert(name);
    made->names.emplace_back(name);
    made->catalogs.push_back(std::move(its_catalog));
  };
  for (size_t i = 0; i < servers.names.size(); ++i) {
    if (servers.names[i] != server) add(servers.names[i], servers.catalogs[i]);
  }
  if (catalog != nullptr) add(server, std::move(catalog));
  return made;
}

}  // namespace

Directory::Directory(const DirectoryOptions& options)
    : state_(std::make_unique<State>()) {
  state_->options = options;
  state_->cache = std::make_shared<ProgramCache>(options.cache);
  state_->servers = std::make_shared<const Servers>();
  state_->current.store(state_->servers.get());
}

Directory::~Directory() {
  ToolAccess::State(*state_->cache)->epochs.Retire(std::move(state_->servers));
}

absl::StatusOr<std::shared_ptr<ToolCatalog>> Directory::Add(
    std::string_view server, ProtocolRevision revision) {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  if (state_->servers->index.Find(server).has_value()) {
    return absl::AlreadyExistsError(
        schema::Concat("there is a server \"", server, "\" already"));
  }
  ToolCatalogOptions options;
  options.revision = revision;
  options.limits = state_->options.limits;
  options.cache = state_->cache;
  auto catalog = std::make_shared<ToolCatalog>(options);
  Publish(*state_, With(*state_->servers, server, catalog));
  return catalog;
}

bool Directory::Remove(std::string_view server) {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  if (!state_->servers->index.Find(server).has_value()) return false;
  Publish(*state_, With(*state_->servers, server, nullptr));
  return true;
}

std::shared_ptr<ToolCatalog> Directory::Find(std::string_view server) const {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  const std::optional<uint32_t> found = state_->servers->index.Find(server);
  return found.has_value() ? state_->servers->catalogs[*found] : nullptr;
}

std::vector<std::string> Directory::servers() const {
  std::vector<std::string> names;
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    names = state_->servers->names;
  }
  std::sort(names.begin(), names.end());
  return names;
}

const std::shared_ptr<ProgramCache>& Directory::cache() const {
  return state_->cache;
}

}  // namespace gabarit

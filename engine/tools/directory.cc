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
  if (state_->servers->contains(server)) {
    return absl::AlreadyExistsError(
        schema::Concat("there is a server \"", server, "\" already"));
  }
  ToolCatalogOptions options;
  options.revision = revision;
  options.limits = state_->options.limits;
  options.cache = state_->cache;
  auto catalog = std::make_shared<ToolCatalog>(options);
  auto servers = std::make_shared<Servers>(*state_->servers);
  servers->emplace(server, catalog);
  Publish(*state_, std::move(servers));
  return catalog;
}

bool Directory::Remove(std::string_view server) {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  auto servers = std::make_shared<Servers>(*state_->servers);
  const auto found = servers->find(server);
  if (found == servers->end()) return false;
  servers->erase(found);
  Publish(*state_, std::move(servers));
  return true;
}

std::shared_ptr<ToolCatalog> Directory::Find(std::string_view server) const {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  const auto found = state_->servers->find(server);
  return found == state_->servers->end() ? nullptr : found->second;
}

std::vector<std::string> Directory::servers() const {
  std::vector<std::string> names;
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    for (const auto& [name, catalog] : *state_->servers) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

const std::shared_ptr<ProgramCache>& Directory::cache() const {
  return state_->cache;
}

}  // namespace gabarit

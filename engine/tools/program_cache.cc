#include "engine/tools/program_cache.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace gabarit {

CompileOptions ProgramCacheOptions::ForTools() {
  CompileOptions options;
  options.limits.max_schema_bytes = size_t{2} << 20;
  options.limits.max_schema_depth = 256;
  options.limits.max_subschemas = 50'000;
  options.limits.max_instructions = 1'000'000;
  options.limits.max_pattern_bytes = int64_t{2} << 20;
  return options;
}

ProgramCache::ProgramCache(const ProgramCacheOptions& options)
    : state_(std::make_shared<State>(options)) {}
ProgramCache::~ProgramCache() = default;

ProgramCacheStatistics ProgramCache::statistics() const {
  return state_->Statistics();
}

absl::StatusOr<ProgramCache::State::Found> ProgramCache::State::Get(
    std::string_view text) {
  {
    const std::lock_guard<std::mutex> lock(mutex);
    const auto found = schemas.find(text);
    if (found != schemas.end()) {
      ++statistics.shared;
      return Found{*found, true};
    }
    ++statistics.compiled;
  }
  // Not under the lock: others need not wait for this schema.
  absl::StatusOr<Schema> program = Schema::Compile(text, options.compile);
  if (!program.ok()) return program.status();
  auto schema = std::make_shared<CachedSchema>(text);
  schema->warnings.assign(program->warnings().begin(),
                          program->warnings().end());
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [place, inserted] = schemas.insert(std::move(schema));
  if (inserted) Keep(**place, *std::move(program));
  return Found{*place, false};
}

absl::StatusOr<const Schema*> ProgramCache::State::Recompile(
    CachedSchema& schema) {
  absl::StatusOr<Schema> program =
      Schema::Compile(schema.text, options.compile);
  if (!program.ok()) return program.status();
  const std::lock_guard<std::mutex> lock(mutex);
  ++statistics.compiled;
  ++statistics.recompiled;
  if (schema.owner == nullptr) Keep(schema, *std::move(program));
  return schema.owner.get();
}

absl::StatusOr<Schema> ProgramCache::State::Copy(CachedSchema& schema) {
  {
    const std::lock_guard<std::mutex> lock(mutex);
    if (schema.owner != nullptr) return *schema.owner;
  }
  return Schema::Compile(schema.text, options.compile);
}

void ProgramCache::State::Keep(CachedSchema& schema, Schema program) {
  schema.owner = std::make_shared<const Schema>(std::move(program));
  schema.bytes = schema.owner->memory_bytes() + schema.text.size();
  schema.program.store(schema.owner.get());
  schema.last_used.store(clock.fetch_add(1, std::memory_order_relaxed) + 1,
                         std::memory_order_relaxed);
  ++statistics.programs;
  statistics.bytes += schema.bytes;
  if (statistics.programs > options.max_programs ||
      statistics.bytes > options.max_bytes) {
    DropOldest(schema);
  }
}

void ProgramCache::State::DropOldest(const CachedSchema& except) {
  // An eighth at once, so that looking for the oldest costs each only a little.
  const size_t enough_programs =
      options.max_programs - options.max_programs / 8;
  const size_t enough_bytes = options.max_bytes - options.max_bytes / 8;
  std::vector<std::pair<uint64_t, std::shared_ptr<CachedSchema>>> by_age;
  absl::erase_if(schemas, [](const std::shared_ptr<CachedSchema>& schema) {
    return schema->owner == nullptr && schema.use_count() == 1;
  });
  for (const std::shared_ptr<CachedSchema>& schema : schemas) {
    if (schema->owner == nullptr || schema.get() == &except) continue;
    by_age.emplace_back(schema->last_used.load(std::memory_order_relaxed),
                        schema);
  }
  std::sort(by_age.begin(), by_age.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [used, schema] : by_age) {
    if (statistics.programs <= enough_programs &&
        statistics.bytes <= enough_bytes) {
      break;
    }
    schema->program.store(nullptr);
    epochs.Retire(std::move(schema->owner));
    schema->owner = nullptr;
    --statistics.programs;
    statistics.bytes -= schema->bytes;
    ++statistics.dropped;
    // No tool has it: this entry, `schemas` and nobody else.
    if (schema.use_count() == 2) schemas.erase(schema);
  }
}

ProgramCacheStatistics ProgramCache::State::Statistics() const {
  const std::lock_guard<std::mutex> lock(mutex);
  ProgramCacheStatistics result = statistics;
  result.schemas = schemas.size();
  return result;
}

}  // namespace gabarit

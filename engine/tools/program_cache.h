// Compiled schemas, shared by text and dropped when they were not used for
// long.

#ifndef GABARIT_ENGINE_TOOLS_PROGRAM_CACHE_H_
#define GABARIT_ENGINE_TOOLS_PROGRAM_CACHE_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/hash/hash.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "engine/tools/read_epochs.h"
#include "gabarit/schema.h"
#include "gabarit/tools.h"

namespace gabarit {

// One schema text, and its program while it is kept.
struct CachedSchema {
  explicit CachedSchema(std::string_view json) : text(json) {}

  const std::string text;
  // Null where it was dropped. Dereferenced inside a Reading only, or while
  // holding the cache's lock. Owned by `owner`, which only the cache touches.
  std::atomic<const Schema*> program{nullptr};
  // What Schema::warnings() says: kept when the program is not.
  std::vector<SchemaWarning> warnings;
  // The cache's clock when a check used the program last.
  std::atomic<uint64_t> last_used{0};

  std::shared_ptr<const Schema> owner;
  size_t bytes = 0;
};

struct ProgramCache::State {
  explicit State(const ProgramCacheOptions& given) : options(given) {}

  struct Found {
    std::shared_ptr<CachedSchema> schema;
    bool was_there = false;
  };

  // The schema of this text, compiled if it was not there.
  absl::StatusOr<Found> Get(std::string_view text);

  // The program, inside a Reading; compiles it anew where it was dropped.
  absl::StatusOr<const Schema*> Program(CachedSchema& schema) {
    const uint64_t now = clock.load(std::memory_order_relaxed);
    // Only the first use in a while writes, so that threads share the line.
    if (schema.last_used.load(std::memory_order_relaxed) != now) {
      schema.last_used.store(now, std::memory_order_relaxed);
    }
    if (const Schema* program = schema.program.load()) return program;
    return Recompile(schema);
  }

  // The program, to keep.
  absl::StatusOr<Schema> Copy(CachedSchema& schema);

  ProgramCacheStatistics Statistics() const;

  const ProgramCacheOptions options;
  tools::ReadEpochs epochs;

 private:
  // Equal bytes are equal schemas; the hash only finds them.
  struct TextOf {
    using is_transparent = void;
    static std::string_view View(std::string_view text) { return text; }
    static std::string_view View(const std::shared_ptr<CachedSchema>& schema) {
      return schema->text;
    }
  };
  struct Hash : TextOf {
    template <typename Key>
    size_t operator()(const Key& key) const {
      const std::string_view text = View(key);
      return absl::Hash<absl::string_view>()({text.data(), text.size()});
    }
  };
  struct Equal : TextOf {
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
      return View(a) == View(b);
    }
  };

  absl::StatusOr<const Schema*> Recompile(CachedSchema& schema);
  void Keep(CachedSchema& schema, Schema program);  // holding the lock
  void DropOldest(const CachedSchema& except);      // holding the lock

  std::atomic<uint64_t> clock{1};
  mutable std::mutex mutex;
  absl::flat_hash_set<std::shared_ptr<CachedSchema>, Hash, Equal> schemas;
  ProgramCacheStatistics statistics;
};

}  // namespace gabarit

#endif  // GABARIT_ENGINE_TOOLS_PROGRAM_CACHE_H_

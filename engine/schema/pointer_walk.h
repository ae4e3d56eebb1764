// Steps of JSON Pointers in one document, in constant time each.
//
// A schema of n definitions may hold n references to them. Looking for each
// among its n siblings would take quadratic time, so containers beyond a small
// size get an index when a step first enters them.

#ifndef GABARIT_ENGINE_SCHEMA_POINTER_WALK_H_
#define GABARIT_ENGINE_SCHEMA_POINTER_WALK_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/document/value.h"
#include "engine/schema/text.h"

namespace gabarit::schema {

class PointerWalk {
 public:
  // The member or item of `container` that the decoded reference token `token`
  // names, as document::Step.
  std::optional<document::Value> Step(document::Value container,
                                      std::string_view token);

 private:
  using Members = TextViewMap<document::Value>;

  // By the container's tape index.
  absl::flat_hash_map<uint32_t, Members> members_;
  absl::flat_hash_map<uint32_t, std::vector<document::Value>> items_;
};

}  // namespace gabarit::schema

#endif  // GABARIT_ENGINE_SCHEMA_POINTER_WALK_H_

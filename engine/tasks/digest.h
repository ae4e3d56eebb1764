// A short stand-in for a value, to know it again later, in another process too.

#ifndef GABARIT_ENGINE_TASKS_DIGEST_H_
#define GABARIT_ENGINE_TASKS_DIGEST_H_

#include <cstdint>

#include "engine/document/value.h"

namespace gabarit::tasks {

// Sixty-four bits of the value's structure and contents; members count in their
// order, numbers by the way they are held. The same in every process of one
// platform, for it is saved. Not for adversaries: who wants two values of one
// digest can make them.
uint64_t Digest(document::Value value);

}  // namespace gabarit::tasks

#endif  // GABARIT_ENGINE_TASKS_DIGEST_H_

// JSON equality as JSON Schema defines it (Core 2020-12 §4.2.2): numbers by
// mathematical value, strings by code points, arrays item by item, objects by
// members without order.
//
// Two members of one name make an object unpredictable (RFC 8259 §4); here the
// n-th occurrence of a name corresponds to its n-th occurrence in the other
// object.

#ifndef GABARIT_ENGINE_DOCUMENT_EQUALITY_H_
#define GABARIT_ENGINE_DOCUMENT_EQUALITY_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/document/value.h"

namespace gabarit::document {

// Compares without recursion, in memory that is kept from call to call. Not for
// use from several threads at once.
class Equality {
 public:
  // Time: linear in the smaller value where members stand in the same order,
  // and with a factor log(members) otherwise.
  bool Equal(Value a, Value b);

  // Equal values have equal hashes, within one Equality. Linear in the value.
  uint64_t Hash(Value value);

  // Whether no two items of `array` are equal (Validation §6.4.3). Expected
  // time linear in the array.
  bool AllUnique(Value array);

 private:
  std::vector<std::pair<Value, Value>> pending_;
  std::vector<std::pair<std::string_view, Value>> left_;
  std::vector<std::pair<std::string_view, Value>> right_;
  std::vector<std::pair<Value, uint64_t>> unhashed_;
  struct Slot {
    uint64_t hash;
    Value item;
    bool used;
  };
  std::vector<Slot> slots_;
};

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_EQUALITY_H_

// Between the public handle of a value and the document room's, for the rooms
// of the engine that see both.

#ifndef GABARIT_ENGINE_VALIDATOR_VALUE_ACCESS_H_
#define GABARIT_ENGINE_VALIDATOR_VALUE_ACCESS_H_

#include <cstdint>

#include "engine/document/positions.h"
#include "engine/document/value.h"
#include "gabarit/validator.h"

namespace gabarit {

struct ValueAccess {
  static document::TapeView ViewOf(const Value& value) {
    document::TapeView view;
    view.words = value.words_;
    view.strings = value.strings_;
    view.positions = static_cast<document::PositionIndex*>(value.positions_);
    return view;
  }
  static uint32_t IndexOf(const Value& value) { return value.index_; }
  // The text, where it is known, stays known: numbers remain exact, and errors
  // have offsets.
  static Value Make(document::Value value) {
    Value made = Value::FromTape(value.view().words, value.view().strings,
                                 value.index());
    made.positions_ = value.view().positions;
    return made;
  }
};

}  // namespace gabarit

#endif  // GABARIT_ENGINE_VALIDATOR_VALUE_ACCESS_H_

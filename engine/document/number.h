// Exact questions about the numbers of a document.
//
// A number is what its text writes, not the double nearest to it. Most
// questions can still be answered from the double: rounding never reorders two
// numbers, so where the roundings differ they decide. Only a tie goes to the
// digits, which costs a look into the text.
//
// Where a document was parsed elsewhere and its text is not known, a double
// stands for its shortest decimal that reads back as itself.

#ifndef GABARIT_ENGINE_DOCUMENT_NUMBER_H_
#define GABARIT_ENGINE_DOCUMENT_NUMBER_H_

#include <compare>
#include <cstdint>
#include <string>

#include "engine/document/decimal.h"
#include "engine/document/value.h"

namespace gabarit::document {

// All take numbers only (Value::is_number()). Those that may look into the text
// index it on first use, so they follow PositionIndex's rule on threads.

// The double nearest to the number; infinite beyond the range of a double.
double NearestDouble(Value number);

// The number's exact value.
Decimal ExactDecimal(Value number);

// Whether the fraction part is zero (Validation §6.1.1).
bool IsInteger(Value number);

// Whether the number is written without fraction and exponent (draft-04 §3.5).
// Zero fractions that simdjson reads as an integer do not exist: "1.0" is a
// double on the tape.
bool IsIntegerLiteral(Value number);

std::strong_ordering CompareNumbers(Value a, Value b);
inline bool NumbersEqual(Value a, Value b) {
  return CompareNumbers(a, b) == std::strong_ordering::equal;
}

// Whether `number` divided by `divisor` (which is not zero) is an integer
// (Validation §6.2.1).
bool IsMultipleOf(Value number, Value divisor);

// Equal numbers have equal hashes.
uint64_t HashNumber(Value number);

// The number as its text writes it, or as its shortest decimal.
std::string NumberText(Value number);

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_NUMBER_H_

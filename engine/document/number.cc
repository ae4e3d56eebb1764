#include "engine/document/number.h"

#include <bit>
#include <cmath>
#include <string>
#include <system_error>

#include "absl/strings/charconv.h"
#include "absl/strings/str_cat.h"
#include "engine/document/positions.h"

namespace gabarit::document {
namespace {

// The number's own text in its document; empty where the text is not known.
std::string_view TextOf(Value number) {
  if (number.is_big_number()) return number.big_number_text();
  PositionIndex* positions = number.view().positions;
  if (positions == nullptr) return {};
  const std::string_view rest =
      positions->text().substr(positions->Offset(number.index()));
  const size_t end = rest.find_first_not_of("+-.0123456789Ee");
  return rest.substr(0, end);
}

std::strong_ordering Order(double a, double b) {
  if (a < b) return std::strong_ordering::less;
  if (a > b) return std::strong_ordering::greater;
  return std::strong_ordering::equal;
}

}  // namespace

double NearestDouble(Value number) {
  if (number.is_double()) return number.number();
  if (number.is_int64()) return static_cast<double>(number.int64());
  if (number.is_uint64()) return static_cast<double>(number.uint64());
  const std::string_view text = number.big_number_text();
  double nearest = 0;
  // Out of range sets an infinity or zero, which is what is wanted.
  absl::from_chars(text.data(), text.data() + text.size(), nearest);
  return nearest;
}

Decimal ExactDecimal(Value number) {
  if (number.is_int64()) return Decimal::FromInt64(number.int64());
  if (number.is_uint64()) return Decimal::FromUint64(number.uint64());
  const std::string_view text = TextOf(number);
  if (!text.empty()) return Decimal::FromJson(text);
  return Decimal::FromDouble(number.number());
}

bool IsInteger(Value number) {
  if (number.is_int64() || number.is_uint64()) return true;
  // An integer rounds to an integer.
  if (number.is_double() && number.number() != std::trunc(number.number())) {
    return false;
  }
  if (number.is_double() && number.view().positions == nullptr) return true;
  return ExactDecimal(number).IsInteger();
}

bool IsIntegerLiteral(Value number) {
  if (number.is_int64() || number.is_uint64()) return true;
  if (number.is_double()) return false;
  return number.big_number_text().find_first_of(".eE") ==
         std::string_view::npos;
}

std::strong_ordering CompareNumbers(Value a, Value b) {
  if (a.is_int64() && b.is_int64()) return a.int64() <=> b.int64();
  if (a.is_uint64() && b.is_uint64()) return a.uint64() <=> b.uint64();
  const std::strong_ordering rounded =
      Order(NearestDouble(a), NearestDouble(b));
  if (rounded != std::strong_ordering::equal) return rounded;
  return Decimal::Compare(ExactDecimal(a), ExactDecimal(b));
}

bool IsMultipleOf(Value number, Value divisor) {
  if (divisor.is_int64() && number.is_int64()) {
    // INT64_MIN % -1 overflows, but no divisor is negative.
    return divisor.int64() > 0 && number.int64() % divisor.int64() == 0;
  }
  return ExactDecimal(number).IsMultipleOf(ExactDecimal(divisor));
}

uint64_t HashNumber(Value number) {
  const double nearest = NearestDouble(number);
  // -0 equals 0.
  return std::bit_cast<uint64_t>(nearest == 0 ? 0.0 : nearest);
}

std::string NumberText(Value number) {
  const std::string_view text = TextOf(number);
  if (!text.empty()) return std::string(text);
  if (number.is_double())
    return Decimal::FromDouble(number.number()).ToString();
  return number.is_int64() ? absl::StrCat(number.int64())
                           : absl::StrCat(number.uint64());
}

}  // namespace gabarit::document

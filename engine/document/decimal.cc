#include "engine/document/decimal.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/hash/hash.h"

namespace gabarit::document {
namespace {

__extension__ typedef unsigned __int128 uint128;

constexpr uint64_t kCoefficientLimit = uint64_t{1} << 63;

// Exponents from here on are kept as text. An int64 below it can have the digit
// count of any text in memory added to it without overflow.
constexpr int64_t kLargeExponent = 1'000'000'000'000'000'000;
constexpr size_t kSmallExponentDigits = 18;

// 10^19 is below 2^64, so this many digits always fit in a uint64.
constexpr size_t kCoefficientDigits = 19;

constexpr std::array<uint64_t, 20> kPowersOfTen = [] {
  std::array<uint64_t, 20> powers{};
  uint64_t power = 1;
  for (uint64_t& entry : powers) {
    entry = power;
    power *= 10;
  }
  return powers;
}();

// absl::StrCat does not take std::string_view where Abseil was built with a
// string_view of its own, as Debian's is.
std::string Join(std::initializer_list<std::string_view> parts) {
  std::string whole;
  for (std::string_view part : parts) whole.append(part);
  return whole;
}

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

uint64_t DigitValue(char c) { return static_cast<uint64_t>(c - '0'); }

// The value of at most 19 digits.
uint64_t ParseDigits(std::string_view digits) {
  assert(digits.size() <= kCoefficientDigits);
  uint64_t value = 0;
  for (char c : digits) value = value * 10 + DigitValue(c);
  return value;
}

std::string_view WithoutLeadingZeros(std::string_view digits) {
  const size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? std::string_view()
                                         : digits.substr(first);
}

// Compares two digit strings without leading zeros as integers.
std::strong_ordering CompareIntegers(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return a.size() <=> b.size();
  return a.compare(b) <=> 0;
}

// a + b of digit strings.
std::string AddIntegers(std::string_view a, std::string_view b) {
  std::string sum;
  uint64_t carry = 0;
  for (size_t i = 0; i < std::max(a.size(), b.size()) || carry != 0; ++i) {
    uint64_t column = carry;
    if (i < a.size()) column += DigitValue(a[a.size() - 1 - i]);
    if (i < b.size()) column += DigitValue(b[b.size() - 1 - i]);
    sum.push_back(static_cast<char>('0' + column % 10));
    carry = column / 10;
  }
  std::reverse(sum.begin(), sum.end());
  return sum;
}

// a - b of digit strings without leading zeros, where a >= b; the result has no
// leading zeros either (and is empty for zero).
std::string SubtractIntegers(std::string_view a, std::string_view b) {
  assert(CompareIntegers(a, b) >= 0);
  std::string difference(a);
  int borrow = 0;
  for (size_t i = 0; i < a.size() && (i < b.size() || borrow != 0); ++i) {
    char& digit = difference[a.size() - 1 - i];
    int column = (digit - '0') - borrow;
    if (i < b.size()) column -= b[b.size() - 1 - i] - '0';
    borrow = column < 0 ? 1 : 0;
    digit = static_cast<char>('0' + column + 10 * borrow);
  }
  return std::string(WithoutLeadingZeros(difference));
}

// Feeds `digits` followed by `zeros` zeros to `consume`, nine digits at a time
// and most significant first. The first chunk may be shorter.
template <typename Consume>
void ForEachNineDigits(std::string_view digits, size_t zeros, Consume consume) {
  const size_t total = digits.size() + zeros;
  size_t length = total % 9 == 0 ? 9 : total % 9;
  for (size_t at = 0; at < total; at += length, length = 9) {
    uint64_t chunk = 0;
    for (size_t i = at; i < at + length; ++i) {
      chunk = chunk * 10 + (i < digits.size() ? DigitValue(digits[i]) : 0);
    }
    consume(chunk);
  }
}

// The remainder by a divisor of more than one limb, fed limb by limb:
// schoolbook division (Knuth, The Art of Computer Programming, volume 2, 4.3.1,
// algorithm D) in base 10^9, which needs no conversion from decimal. Only the
// question whether the remainder is zero is answered, so the scale that
// normalises the divisor is never divided out again.
class LongRemainder {
 public:
  explicit LongRemainder(std::string_view divisor) {
    ForEachNineDigits(divisor, 0,
                      [this](uint64_t limb) { divisor_.push_back(limb); });
    assert(divisor_.size() >= 2 && divisor_.front() != 0);
    std::reverse(divisor_.begin(), divisor_.end());
    scale_ = kBase / (divisor_.back() + 1);
    uint64_t carry = 0;
    for (uint64_t& limb : divisor_) {
      const uint64_t product = limb * scale_ + carry;
      limb = product % kBase;
      carry = product / kBase;
    }
    assert(carry == 0);
    remainder_.assign(divisor_.size() + 1, 0);
  }

  // remainder = (remainder * 10^9 + limb) mod divisor, all of it scaled.
  void Append(uint64_t limb) {
    const size_t size = divisor_.size();
    for (size_t i = size; i > 0; --i) remainder_[i] = remainder_[i - 1];
    remainder_[0] = limb * scale_ % kBase;
    // A remainder is at most divisor - scale (both are multiples of the scale),
    // so this carry cannot push the quotient digit out of its range.
    uint64_t carry = limb * scale_ / kBase;
    for (size_t i = 1; carry != 0; ++i) {
      assert(i <= size);
      const uint64_t sum = remainder_[i] + carry;
      remainder_[i] = sum % kBase;
      carry = sum / kBase;
    }

    // The estimate is at most two too large, because the divisor's first limb
    // is at least half the base.
    const uint64_t head = remainder_[size] * kBase + remainder_[size - 1];
    uint64_t quotient = std::min(head / divisor_[size - 1], kBase - 1);
    uint64_t borrow = 0;
    for (size_t i = 0; i < size; ++i) {
      const uint64_t product = divisor_[i] * quotient + borrow;
      borrow = product / kBase;
      const uint64_t low = product % kBase;
      if (remainder_[i] < low) {
        remainder_[i] += kBase;
        ++borrow;
      }
      remainder_[i] -= low;
    }
    // In two's complement the top limb goes below zero when the estimate was
    // too large; adding the divisor back carries it to zero again.
    remainder_[size] -= borrow;
    while (remainder_[size] != 0) {
      uint64_t back = 0;
      for (size_t i = 0; i < size; ++i) {
        const uint64_t sum = remainder_[i] + divisor_[i] + back;
        remainder_[i] = sum % kBase;
        back = sum / kBase;
      }
      remainder_[size] += back;
    }
  }

  bool IsZero() const {
    return std::all_of(remainder_.begin(), remainder_.end(),
                       [](uint64_t limb) { return limb == 0; });
  }

 private:
  static constexpr uint64_t kBase = 1'000'000'000;

  // Least significant limb first.
  absl::InlinedVector<uint64_t, 8> divisor_;
  absl::InlinedVector<uint64_t, 9> remainder_;
  uint64_t scale_ = 1;
};

// Whether digits * 10^zeros is a multiple of `divisor`.
bool Divides(std::string_view divisor, std::string_view digits, size_t zeros) {
  if (divisor.size() > 9) {
    LongRemainder remainder(divisor);
    ForEachNineDigits(digits, zeros,
                      [&](uint64_t limb) { remainder.Append(limb); });
    return remainder.IsZero();
  }
  const uint64_t modulus = ParseDigits(divisor);
  uint64_t remainder = 0;
  ForEachNineDigits(digits, zeros, [&](uint64_t limb) {
    remainder = (remainder * 1'000'000'000 + limb) % modulus;
  });
  return remainder == 0;
}

}  // namespace

std::optional<SmallDecimal> SmallFromDouble(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  // Scientific form: a digit, perhaps a point and up to 16 more, an exponent.
  std::array<char, 32> text;
  const std::to_chars_result written =
      std::to_chars(text.data(), text.data() + text.size(), std::abs(value),
                    std::chars_format::scientific);
  assert(written.ec == std::errc());
  SmallDecimal result;
  const char* at = text.data();
  int32_t after_point = 0;
  bool point = false;
  for (; *at != 'e'; ++at) {
    if (*at == '.') {
      point = true;
      continue;
    }
    result.coefficient = result.coefficient * 10 + DigitValue(*at);
    after_point += point ? 1 : 0;
  }
  ++at;
  if (*at == '+') ++at;
  std::from_chars(at, written.ptr, result.exponent);
  result.exponent -= after_point;
  if (result.coefficient == 0) return SmallDecimal();
  // A shortest form has no zero to spare at its end.
  assert(result.coefficient % 10 != 0);
  result.negative = std::signbit(value);
  return result;
}

bool IsMultipleOf(SmallDecimal value, SmallDecimal divisor) {
  assert(divisor.coefficient != 0);
  if (divisor.coefficient == 0) return value.coefficient == 0;
  if (value.coefficient == 0) return true;
  const int64_t shift = int64_t{value.exponent} - divisor.exponent;
  if (shift < 0) {
    // The value's coefficient must contain the powers of ten that it lacks.
    if (-shift >= static_cast<int64_t>(kPowersOfTen.size())) return false;
    const uint128 scaled = uint128{divisor.coefficient} *
                           kPowersOfTen[static_cast<size_t>(-shift)];
    return scaled <= value.coefficient &&
           value.coefficient % static_cast<uint64_t>(scaled) == 0;
  }
  uint64_t remainder = value.coefficient % divisor.coefficient;
  // A divisor below 2^63 has fewer than 63 factors of two and of five, so more
  // powers of ten than that change nothing.
  for (int64_t left = std::min<int64_t>(shift, 63); left > 0 && remainder != 0;
       left -= 19) {
    const uint128 scaled =
        uint128{remainder} *
        kPowersOfTen[static_cast<size_t>(std::min<int64_t>(left, 19))];
    remainder = scaled <= std::numeric_limits<uint64_t>::max()
                    ? static_cast<uint64_t>(scaled) % divisor.coefficient
                    : static_cast<uint64_t>(scaled % divisor.coefficient);
  }
  return remainder == 0;
}

Decimal::Exponent Decimal::Exponent::FromText(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  text = WithoutLeadingZeros(text);
  Exponent result;
  if (text.size() <= kSmallExponentDigits) {
    const int64_t magnitude = static_cast<int64_t>(ParseDigits(text));
    result.value = negative ? -magnitude : magnitude;
  } else {
    result.text = Join({negative ? "-" : "", text});
  }
  return result;
}

Decimal::Exponent Decimal::Exponent::Plus(int64_t addend) const {
  if (text.empty()) {
    Exponent sum;
    sum.value = value + addend;
    if (-kLargeExponent < sum.value && sum.value < kLargeExponent) return sum;
    return FromText(std::to_string(sum.value));
  }
  // The addend is smaller in magnitude, so the sign stays.
  assert(-kLargeExponent < addend && addend < kLargeExponent);
  const bool negative = IsNegative();
  const std::string_view digits =
      std::string_view(text).substr(negative ? 1 : 0);
  const std::string change = std::to_string(addend < 0 ? -addend : addend);
  return FromText(
      Join({negative ? "-" : "", negative == (addend < 0)
                                     ? AddIntegers(digits, change)
                                     : SubtractIntegers(digits, change)}));
}

std::string Decimal::Exponent::ToText() const {
  return text.empty() ? std::to_string(value) : text;
}

std::strong_ordering Decimal::Exponent::Compare(const Exponent& a,
                                                const Exponent& b) {
  if (a.text.empty() && b.text.empty()) return a.value <=> b.value;
  if (a.IsNegative() != b.IsNegative()) {
    return a.IsNegative() ? std::strong_ordering::less
                          : std::strong_ordering::greater;
  }
  const std::string a_text = a.ToText();
  const std::string b_text = b.ToText();
  // Both have a '-' or neither has, so lengths compare as digit counts.
  return a.IsNegative() ? CompareIntegers(b_text, a_text)
                        : CompareIntegers(a_text, b_text);
}

int64_t Decimal::Exponent::Difference(const Exponent& a, const Exponent& b) {
  assert(Compare(a, b) >= 0);
  if (a.text.empty() && b.text.empty()) {
    return std::min(a.value - b.value, kLargeExponent);
  }
  if (a.IsNegative() != b.IsNegative()) return kLargeExponent;
  const std::string a_text = a.ToText();
  const std::string b_text = b.ToText();
  const std::string difference =
      a.IsNegative() ? SubtractIntegers(std::string_view(b_text).substr(1),
                                        std::string_view(a_text).substr(1))
                     : SubtractIntegers(a_text, b_text);
  return difference.size() > kSmallExponentDigits
             ? kLargeExponent
             : static_cast<int64_t>(ParseDigits(difference));
}

void Decimal::SetDigits(std::string_view digits, Exponent exponent) {
  digits = WithoutLeadingZeros(digits);
  const size_t last = digits.find_last_not_of('0');
  if (last == std::string_view::npos) {
    *this = Decimal();
    return;
  }
  const size_t dropped = digits.size() - (last + 1);
  digits = digits.substr(0, last + 1);
  exponent_ = exponent.Plus(static_cast<int64_t>(dropped));
  if (digits.size() <= kCoefficientDigits) {
    coefficient_ = ParseDigits(digits);
    digits_.clear();
  } else {
    coefficient_ = 0;
    digits_ = std::string(digits);
  }
}

void Decimal::SetCoefficient(uint64_t coefficient, int64_t exponent) {
  CoefficientText room;
  const std::to_chars_result end = std::to_chars(
      std::begin(room.characters), std::end(room.characters), coefficient);
  Exponent start;
  start.value = exponent;
  SetDigits(std::string_view(room.characters,
                             static_cast<size_t>(end.ptr - room.characters)),
            std::move(start));
}

Decimal Decimal::FromJson(std::string_view number_text) {
  std::string_view rest = number_text;
  Decimal result;
  const bool negative = !rest.empty() && rest[0] == '-';
  if (negative) rest.remove_prefix(1);
  const size_t exponent_at = rest.find_first_of("eE");
  const std::string_view mantissa = rest.substr(0, exponent_at);
  const size_t point = mantissa.find('.');
  const std::string_view integer = mantissa.substr(0, point);
  const std::string_view fraction = point == std::string_view::npos
                                        ? std::string_view()
                                        : mantissa.substr(point + 1);
  const auto all_digits = [](std::string_view text) {
    return std::all_of(text.begin(), text.end(), IsDigit);
  };
  assert(!integer.empty() && all_digits(integer));
  assert(integer.size() == 1 || integer[0] != '0');
  assert(all_digits(fraction));
  assert(point == std::string_view::npos || !fraction.empty());

  Exponent exponent;
  if (exponent_at != std::string_view::npos) {
    std::string_view written = rest.substr(exponent_at + 1);
    const bool sign =
        !written.empty() && (written[0] == '-' || written[0] == '+');
    assert(written.size() > (sign ? 1u : 0u));
    assert(all_digits(written.substr(sign ? 1 : 0)));
    static_cast<void>(sign);
    exponent = Exponent::FromText(written);
  }
  static_cast<void>(all_digits);

  if (fraction.empty()) {
    result.SetDigits(integer, std::move(exponent));
  } else if (integer == "0") {
    result.SetDigits(fraction,
                     exponent.Plus(-static_cast<int64_t>(fraction.size())));
  } else {
    result.SetDigits(Join({integer, fraction}),
                     exponent.Plus(-static_cast<int64_t>(fraction.size())));
  }
  result.negative_ = negative && !result.IsZero();
  return result;
}

Decimal Decimal::FromInt64(int64_t value) {
  Decimal result;
  const bool negative = value < 0;
  // Negating in unsigned arithmetic is defined for INT64_MIN too.
  const uint64_t magnitude = static_cast<uint64_t>(value);
  result.SetCoefficient(negative ? 0 - magnitude : magnitude, 0);
  result.negative_ = negative;
  return result;
}

Decimal Decimal::FromUint64(uint64_t value) {
  Decimal result;
  result.SetCoefficient(value, 0);
  return result;
}

Decimal Decimal::FromDouble(double value) {
  const std::optional<SmallDecimal> small = SmallFromDouble(value);
  assert(small.has_value());
  return small.has_value() ? FromSmall(*small) : Decimal();
}

Decimal Decimal::FromSmall(SmallDecimal value) {
  Decimal result;
  result.SetCoefficient(value.coefficient, value.exponent);
  result.negative_ = value.negative && !result.IsZero();
  return result;
}

std::string_view Decimal::Digits(CoefficientText& room) const {
  if (!digits_.empty()) return digits_;
  const std::to_chars_result end = std::to_chars(
      std::begin(room.characters), std::end(room.characters), coefficient_);
  return std::string_view(room.characters,
                          static_cast<size_t>(end.ptr - room.characters));
}

Decimal::Exponent Decimal::Position() const {
  return exponent_.Plus(static_cast<int64_t>(DigitCount()));
}

size_t Decimal::DigitCount() const {
  CoefficientText room;
  return Digits(room).size();
}

std::strong_ordering Decimal::CompareMagnitude(const Decimal& a,
                                               const Decimal& b) {
  if (a.IsZero() || b.IsZero()) {
    return (a.IsZero() ? 0 : 1) <=> (b.IsZero() ? 0 : 1);
  }
  const std::strong_ordering positions =
      Exponent::Compare(a.Position(), b.Position());
  if (positions != 0) return positions;
  // The first digits have the same weight; without trailing zeros a text that
  // continues the other is the larger number.
  CoefficientText a_room;
  CoefficientText b_room;
  return a.Digits(a_room).compare(b.Digits(b_room)) <=> 0;
}

std::strong_ordering Decimal::Compare(const Decimal& a, const Decimal& b) {
  if (a.negative_ != b.negative_) {
    return a.negative_ ? std::strong_ordering::less
                       : std::strong_ordering::greater;
  }
  return a.negative_ ? CompareMagnitude(b, a) : CompareMagnitude(a, b);
}

bool Decimal::IsInteger() const { return !exponent_.IsNegative(); }

bool Decimal::IsMultipleOf(const Decimal& divisor) const {
  assert(!divisor.IsZero());
  if (IsZero()) return true;
  if (divisor.IsZero()) return false;
  // The last digit here is not zero. If it weighs less than the divisor's last
  // digit, no whole multiple of the divisor can produce it.
  if (Exponent::Compare(exponent_, divisor.exponent_) < 0) return false;
  const int64_t shift = Exponent::Difference(exponent_, divisor.exponent_);
  CoefficientText room;
  CoefficientText divisor_room;
  const std::string_view divisor_digits = divisor.Digits(divisor_room);
  // The question is whether the divisor's coefficient c divides digits *
  // 10^shift. Powers of ten help only with the factors two and five of c, and c
  // has at most log2(c) < 4 * (number of digits) of either, so more zeros than
  // that change nothing. Hence a huge exponent costs no more than a long
  // divisor.
  const size_t zeros =
      std::min(static_cast<size_t>(shift), 4 * divisor_digits.size());
  return Divides(divisor_digits, Digits(room), zeros);
}

size_t Decimal::Hash() const {
  return absl::HashOf(negative_, coefficient_, digits_, exponent_.value,
                      exponent_.text);
}

std::optional<SmallDecimal> Decimal::ToSmall() const {
  if (!digits_.empty() || coefficient_ >= kCoefficientLimit ||
      !exponent_.text.empty() ||
      exponent_.value < std::numeric_limits<int32_t>::min() ||
      exponent_.value > std::numeric_limits<int32_t>::max()) {
    return std::nullopt;
  }
  return SmallDecimal{coefficient_, static_cast<int32_t>(exponent_.value),
                      negative_};
}

std::string Decimal::ToString() const {
  CoefficientText room;
  const std::string_view digits = Digits(room);
  const std::string_view sign = negative_ ? "-" : "";
  const int64_t count = static_cast<int64_t>(digits.size());
  const Exponent position = Position();
  if (position.text.empty()) {
    const int64_t before_point = position.value;
    if (before_point >= count &&
        (before_point <= 21 || before_point == count)) {
      return Join(
          {sign, digits,
           std::string(static_cast<size_t>(before_point - count), '0')});
    }
    if (before_point > 0 && before_point < count) {
      const size_t point = static_cast<size_t>(before_point);
      return Join({sign, digits.substr(0, point), ".", digits.substr(point)});
    }
    if (before_point > -6 && before_point <= 0) {
      return Join({sign, "0.",
                   std::string(static_cast<size_t>(-before_point), '0'),
                   digits});
    }
  }
  const Exponent scientific = position.Plus(-1);
  return Join({sign, digits.substr(0, 1), count > 1 ? "." : "",
               digits.substr(1), scientific.IsNegative() ? "e" : "e+",
               scientific.ToText()});
}

}  // namespace gabarit::document

#ifndef GABARIT_ENGINE_DOCUMENT_DECIMAL_H_
#define GABARIT_ENGINE_DOCUMENT_DECIMAL_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gabarit::document {

// A decimal number small enough for machine arithmetic: the value is
// (negative ? -1 : 1) * coefficient * 10^exponent.
//
// The coefficient is below 2^63. It may end in zeros (1500 * 10^0 and
// 15 * 10^2 are both fine), so any int64 becomes one without a division;
// therefore equal values need not have equal members.
struct SmallDecimal {
  uint64_t coefficient = 0;
  int32_t exponent = 0;
  bool negative = false;
};

// The shortest decimal that reads back as `value` (0.1 for the double nearest
// to 0.1), without trailing zeros in its coefficient. Empty when `value` is
// infinite or not a number, neither of which JSON can write. Allocates nothing.
std::optional<SmallDecimal> SmallFromDouble(double value);

// Whether `value` divided by `divisor` is an integer (Validation 2020-12,
// §6.2.1). Exact; allocates nothing; at most four 128-bit divisions. Zero is a
// multiple of everything. The divisor must not be zero.
bool IsMultipleOf(SmallDecimal value, SmallDecimal divisor);

// An exact decimal number, as JSON writes them (RFC 8259, §6): any number of
// digits, any exponent, nothing rounded and nothing clamped. It serves the slow
// lane of number checks, where int64, uint64 and double cannot hold a value.
//
// A Decimal is a value: it owns what it needs and is unrelated to the text it
// came from. Numbers of up to 19 significant digits and an exponent below
// 10^18 in magnitude hold no heap memory. A const Decimal may be used from many
// threads.
//
// Every value has one representation. -0 is 0: JSON Schema compares numbers by
// their mathematical value (Core 2020-12, §4.2.2).
class Decimal {
 public:
  // Zero.
  Decimal() = default;

  // The number that `number_text` writes. The text must match the `number` rule
  // of RFC 8259, §6, without white space around it; anything else is a
  // programming error. Linear in the text's length.
  static Decimal FromJson(std::string_view number_text);

  static Decimal FromInt64(int64_t value);
  static Decimal FromUint64(uint64_t value);

  // The shortest decimal that reads back as `value`, which must be finite.
  static Decimal FromDouble(double value);

  static Decimal FromSmall(SmallDecimal value);

  // Orders by mathematical value. Linear in the digits of both.
  static std::strong_ordering Compare(const Decimal& a, const Decimal& b);

  // One representation per value makes equality a comparison of members.
  friend bool operator==(const Decimal& a, const Decimal& b) = default;
  friend std::strong_ordering operator<=>(const Decimal& a, const Decimal& b) {
    return Compare(a, b);
  }

  bool IsZero() const { return coefficient_ == 0 && digits_.empty(); }

  // Whether the fraction part is zero: 1, 1.0 and 1e2 are integers
  // (Validation 2020-12, §6.1.1).
  bool IsInteger() const;

  // Whether this number divided by `divisor` is an integer (Validation
  // 2020-12, §6.2.1). Zero is a multiple of everything. The divisor must not be
  // zero.
  //
  // With n digits here and m in the divisor it takes O((n + m) * m) time,
  // whatever the exponents are. The divisor comes from a schema: whoever loads
  // schemas bounds m by bounding DigitCount().
  bool IsMultipleOf(const Decimal& divisor) const;

  // The number of significant digits: from the first to the last that is not
  // zero; 1 for zero itself.
  size_t DigitCount() const;

  // Equal numbers have equal hashes, within one run of the program.
  size_t Hash() const;

  // The number in the form of SmallDecimal, without trailing zeros in the
  // coefficient; empty when its coefficient or exponent does not fit.
  std::optional<SmallDecimal> ToSmall() const;

  // The one canonical text of this value, itself a JSON number: plain digits
  // where ECMA-262's Number::toString would use them and for every number
  // that needs no padding zeros, otherwise scientific ("1.5e+300").
  std::string ToString() const;

 private:
  // The room that the text of a coefficient below 10^19 needs.
  struct CoefficientText {
    char characters[20];
  };

  // An exact integer exponent. `text` is empty when the magnitude is below
  // 10^18, which leaves `value` room to have digit counts added to it;
  // otherwise `value` is 0 and `text` holds the integer, in digits after an
  // optional '-', without leading zeros.
  struct Exponent {
    int64_t value = 0;
    std::string text;

    static Exponent FromText(std::string_view text);
    Exponent Plus(int64_t addend) const;
    bool IsNegative() const {
      return text.empty() ? value < 0 : text[0] == '-';
    }
    std::string ToText() const;
    static std::strong_ordering Compare(const Exponent& a, const Exponent& b);
    // a - b, or 10^18 where the difference is larger; requires a >= b.
    static int64_t Difference(const Exponent& a, const Exponent& b);

    friend bool operator==(const Exponent& a, const Exponent& b) = default;
  };

  // The significant digits; may point into `room`.
  std::string_view Digits(CoefficientText& room) const;

  // The exponent of the digit before the first: the number's magnitude is in
  // [10^(p-1), 10^p).
  Exponent Position() const;

  static std::strong_ordering CompareMagnitude(const Decimal& a,
                                               const Decimal& b);

  // Takes digits and exponent to the canonical form.
  void SetDigits(std::string_view digits, Exponent exponent);
  void SetCoefficient(uint64_t coefficient, int64_t exponent);

  bool negative_ = false;
  // The coefficient when it has at most 19 digits, otherwise 0 with the digits
  // in digits_. Neither ends in a zero digit, except for the number zero.
  uint64_t coefficient_ = 0;
  std::string digits_;
  Exponent exponent_;
};

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_DECIMAL_H_

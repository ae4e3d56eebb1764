#include "engine/document/decimal.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "simdjson.h"

namespace gabarit::document {
namespace {

Decimal Read(std::string_view text) { return Decimal::FromJson(text); }

int Sign(std::strong_ordering order) {
  return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

struct Case {
  std::string a;
  std::string b;
  int64_t order;
  std::optional<bool> is_multiple;
};

// The answers that tests/document/data/decimal_cases.py computed with Python's
// integers and fractions.
std::vector<Case> OracleCases() {
  simdjson::dom::parser parser;
  simdjson::dom::array rows;
  const simdjson::error_code error =
      parser.load(GABARIT_SOURCE_DIR "/tests/document/data/decimal_cases.json")
          .get(rows);
  EXPECT_EQ(error, simdjson::SUCCESS);
  std::vector<Case> cases;
  if (error != simdjson::SUCCESS) return cases;
  for (simdjson::dom::element row : rows) {
    Case read;
    std::string_view a;
    std::string_view b;
    EXPECT_EQ(row.at(0).get(a), simdjson::SUCCESS);
    EXPECT_EQ(row.at(1).get(b), simdjson::SUCCESS);
    EXPECT_EQ(row.at(2).get(read.order), simdjson::SUCCESS);
    bool is_multiple = false;
    if (row.at(3).get(is_multiple) == simdjson::SUCCESS) {
      read.is_multiple = is_multiple;
    }
    read.a = a;
    read.b = b;
    cases.push_back(read);
  }
  return cases;
}

TEST(DecimalOracle, OrderAndEqualityAreExact) {
  const std::vector<Case> cases = OracleCases();
  ASSERT_EQ(cases.size(), 2000u);
  for (const Case& c : cases) {
    SCOPED_TRACE(c.a + " and " + c.b);
    const Decimal a = Read(c.a);
    const Decimal b = Read(c.b);
    EXPECT_EQ(Sign(Decimal::Compare(a, b)), c.order);
    EXPECT_EQ(Sign(Decimal::Compare(b, a)), -c.order);
    EXPECT_EQ(a == b, c.order == 0);
    EXPECT_EQ(a < b, c.order < 0);
    if (c.order == 0) {
      EXPECT_EQ(a.Hash(), b.Hash());
      EXPECT_EQ(a.ToString(), b.ToString());
    } else {
      EXPECT_NE(a.ToString(), b.ToString());
    }
  }
}

TEST(DecimalOracle, MultipleOfIsExact) {
  size_t small = 0;
  for (const Case& c : OracleCases()) {
    if (!c.is_multiple.has_value()) continue;
    SCOPED_TRACE(c.a + " multiple of " + c.b);
    const Decimal a = Read(c.a);
    const Decimal b = Read(c.b);
    EXPECT_EQ(a.IsMultipleOf(b), *c.is_multiple);
    const std::optional<SmallDecimal> small_a = a.ToSmall();
    const std::optional<SmallDecimal> small_b = b.ToSmall();
    if (small_a.has_value() && small_b.has_value()) {
      ++small;
      EXPECT_EQ(IsMultipleOf(*small_a, *small_b), *c.is_multiple);
    }
  }
  EXPECT_GT(small, 400u) << "too few cases reach the small form";
}

TEST(DecimalOracle, TextReadsBackAsTheSameNumber) {
  for (const Case& c : OracleCases()) {
    SCOPED_TRACE(c.a);
    const Decimal a = Read(c.a);
    const std::string text = a.ToString();
    EXPECT_EQ(Read(text), a) << text;
    EXPECT_EQ(Read(text).ToString(), text);
  }
}

TEST(Decimal, OneValueHasOneRepresentation) {
  const std::vector<std::vector<std::string_view>> groups = {
      {"0", "-0", "0.0", "-0.000", "0e5", "0E-999999999999999999999999999"},
      {"1", "1.0", "1e0", "10e-1", "0.1e1", "1.000E+00", "0.001e3"},
      {"-120", "-1.2e2", "-12E1", "-120.00", "-0.012e+0004"},
      {"123456789012345678901234567890", "1.2345678901234567890123456789e29",
       "123456789012345678901234567890.000"},
      // The exponents are 10^18 - 1 and 10^18, on both sides of the border
      // between the two ways to hold one.
      {"1e1000000000000000000", "10e999999999999999999",
       "0.1e1000000000000000001"},
      {"1e999999999999999999", "0.1e1000000000000000000",
       "100e999999999999999997"},
      {"1e-1000000000000000000", "10e-1000000000000000001",
       "0.1e-999999999999999999"},
      {"7e999999999999999999999999999999",
       "0.7e1000000000000000000000000000000",
       "70e999999999999999999999999999998"},
  };
  for (size_t i = 0; i < groups.size(); ++i) {
    for (std::string_view a : groups[i]) {
      for (size_t j = 0; j < groups.size(); ++j) {
        for (std::string_view b : groups[j]) {
          SCOPED_TRACE(std::string(a) + " and " + std::string(b));
          EXPECT_EQ(Read(a) == Read(b), i == j);
          EXPECT_EQ(Decimal::Compare(Read(a), Read(b)) == 0, i == j);
          if (i == j) {
            EXPECT_EQ(Read(a).Hash(), Read(b).Hash());
          }
        }
      }
    }
  }
}

TEST(Decimal, ExponentsOfAnySizeAreOrdered) {
  // Each is less than the next.
  const std::vector<std::string_view> ascending = {
      "-1e99999999999999999999999999",
      "-9.9e9999999999999999999",
      "-1e9999999999999999999",
      "-1e400",
      "-1",
      "-1e-9999999999999999999",
      "-1e-99999999999999999999999999",
      "0",
      "1e-99999999999999999999999999",
      "1e-9999999999999999999",
      "1.1e-9999999999999999999",
      "1e-1000000000000000000",
      "1e-999999999999999999",
      "1",
      "1e308",
      "1e309",
      "1e999999999999999999",
      "9e999999999999999999",
      "1e1000000000000000000",
      "1e9223372036854775807",
      "1e9223372036854775808",
      "1e18446744073709551616",
      "1e99999999999999999999999999",
      "2e99999999999999999999999999",
  };
  for (size_t i = 0; i < ascending.size(); ++i) {
    for (size_t j = 0; j < ascending.size(); ++j) {
      SCOPED_TRACE(std::string(ascending[i]) + " and " +
                   std::string(ascending[j]));
      EXPECT_EQ(Decimal::Compare(Read(ascending[i]), Read(ascending[j])),
                i <=> j);
    }
  }
}

TEST(Decimal, IntegersAreNumbersWithoutFraction) {
  for (std::string_view text :
       {"0", "-0.0", "1", "1.0", "1e2", "12.50e2", "0.5e1", "1e400",
        "-7e99999999999999999999", "100000000000000000000000000000000"}) {
    EXPECT_TRUE(Read(text).IsInteger()) << text;
  }
  for (std::string_view text :
       {"0.5", "-1.25", "1e-1", "12.501e2", "1e-400", "5e-99999999999999999999",
        "100000000000000000000000000000000.1"}) {
    EXPECT_FALSE(Read(text).IsInteger()) << text;
  }
}

TEST(Decimal, MultipleOfWorksOnDecimalDigits) {
  struct {
    std::string_view value;
    std::string_view divisor;
    bool expected;
  } const cases[] = {
      {"19.99", "0.01", true},
      {"19.995", "0.01", false},
      {"0.3", "0.1", true},
      {"1e308", "0.123456789", false},
      {"1e308", "0.125", true},
      {"12391239123", "1e-8", true},
      {"0", "3", true},
      {"-0.0", "1e99999999999999999999", true},
      {"-9", "3", true},
      {"9", "-3", true},
      {"10", "20", false},
      {"10", "1e1", true},
      {"10", "1e2", false},
      {"1e99999999999999999999", "1024", true},
      {"1e99999999999999999999", "7", false},
      {"7e99999999999999999999", "7e99999999999999999998", true},
      {"7e99999999999999999998", "7e99999999999999999999", false},
      {"1e-99999999999999999999", "1e-99999999999999999999", true},
      {"1", "1e-99999999999999999999", true},
      {"1e-99999999999999999999", "1", false},
      // Divisors beyond 64 bits.
      {"123456789012345678901234567890", "123456789012345678901234567890",
       true},
      {"123456789012345678901234567891", "123456789012345678901234567890",
       false},
      {"15241578753238836750495351562536198787501905199875019052100",
       "123456789012345678901234567890", true},
      {"15241578753238836750495351562536198787501905199875019052101",
       "123456789012345678901234567890", false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(Read(c.value).IsMultipleOf(Read(c.divisor)), c.expected)
        << c.value << " multiple of " << c.divisor;
  }
}

TEST(Decimal, LongDivisionSurvivesExtremeQuotientDigits) {
  // Divisors of nines, of a one and zeros, and values just beside their
  // multiples make the quotient estimate wrong as often as it can be.
  for (size_t length = 10; length < 60; ++length) {
    for (const std::string& divisor :
         {std::string(length, '9'), "1" + std::string(length - 2, '0') + "1",
          "5" + std::string(length - 2, '0') + "1",
          "499999999" + std::string(length - 9, '9')}) {
      const Decimal d = Read(divisor);
      // divisor * (10^k - 1) = divisor * 10^k - divisor, written out by hand.
      for (size_t k : {length, length + 7, 2 * length}) {
        std::string multiple = divisor + std::string(k, '0');
        int borrow = 0;
        for (size_t i = 0; i < multiple.size(); ++i) {
          char& digit = multiple[multiple.size() - 1 - i];
          int column = digit - '0' - borrow;
          if (i < divisor.size())
            column -= divisor[divisor.size() - 1 - i] - '0';
          borrow = column < 0 ? 1 : 0;
          digit = static_cast<char>('0' + column + 10 * borrow);
        }
        SCOPED_TRACE(multiple + " multiple of " + divisor);
        EXPECT_TRUE(Read(multiple).IsMultipleOf(d));
        char& last = multiple.back();
        last = last == '9' ? '8' : static_cast<char>(last + 1);
        EXPECT_FALSE(Read(multiple).IsMultipleOf(d));
      }
    }
  }
}

TEST(Decimal, MachineIntegersKeepEveryBit) {
  EXPECT_EQ(Decimal::FromInt64(std::numeric_limits<int64_t>::min()),
            Read("-9223372036854775808"));
  EXPECT_EQ(Decimal::FromInt64(std::numeric_limits<int64_t>::max()),
            Read("9223372036854775807"));
  EXPECT_EQ(Decimal::FromUint64(std::numeric_limits<uint64_t>::max()),
            Read("18446744073709551615"));
  EXPECT_EQ(Decimal::FromInt64(0), Decimal());
  EXPECT_LT(Decimal::FromDouble(9007199254740992.0),
            Decimal::FromInt64(9007199254740993));
}

TEST(Decimal, DoublesBecomeTheirShortestDecimal) {
  EXPECT_EQ(Decimal::FromDouble(0.1), Read("0.1"));
  EXPECT_EQ(Decimal::FromDouble(-0.0), Decimal());
  EXPECT_EQ(Decimal::FromDouble(19.99), Read("19.99"));
  EXPECT_EQ(Decimal::FromDouble(5e-324), Read("5e-324"));
  EXPECT_EQ(Decimal::FromDouble(-1.7976931348623157e308),
            Read("-1.7976931348623157e308"));
  EXPECT_FALSE(SmallFromDouble(std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(SmallFromDouble(std::numeric_limits<double>::quiet_NaN()));

  const uint64_t seed = 17;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20000; ++i) {
    const uint64_t bits = random();
    double value;
    static_assert(sizeof(value) == sizeof(bits));
    std::memcpy(&value, &bits, sizeof(value));
    if (!std::isfinite(value)) continue;
    const Decimal decimal = Decimal::FromDouble(value);
    EXPECT_EQ(std::strtod(decimal.ToString().c_str(), nullptr), value)
        << decimal.ToString();
    EXPECT_EQ(decimal == Decimal(), value == 0.0);
  }
}

TEST(Decimal, CanonicalTextIsPlainWhereThatIsReadable) {
  struct {
    std::string_view written;
    std::string_view canonical;
  } const cases[] = {
      {"-0.0", "0"},
      {"100", "100"},
      {"1.50", "1.5"},
      {"-0.00012", "-0.00012"},
      {"0.000001", "0.000001"},
      {"0.0000001", "1e-7"},
      {"1e20", "100000000000000000000"},
      {"1e21", "1e+21"},
      {"15e300", "1.5e+301"},
      {"123456789012345678901234567890", "1.2345678901234567890123456789e+29"},
      {"123456789012345678901234567891", "123456789012345678901234567891"},
      {"-2.5E-0099999999999999999999", "-2.5e-99999999999999999999"},
      {"25e99999999999999999999", "2.5e+100000000000000000000"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(Read(c.written).ToString(), c.canonical) << c.written;
  }
}

TEST(SmallDecimal, HoldsCoefficientsBelowTwoToThe63) {
  const std::optional<SmallDecimal> largest =
      Read("-9.223372036854775807e-2").ToSmall();
  ASSERT_TRUE(largest.has_value());
  EXPECT_EQ(largest->coefficient, 9223372036854775807u);
  EXPECT_EQ(largest->exponent, -20);
  EXPECT_TRUE(largest->negative);
  EXPECT_FALSE(Read("9223372036854775808").ToSmall().has_value());
  EXPECT_TRUE(Read("1e2147483647").ToSmall().has_value());
  EXPECT_FALSE(Read("1e2147483648").ToSmall().has_value());
  EXPECT_FALSE(Read("1e-99999999999999999999").ToSmall().has_value());
  EXPECT_EQ(Decimal::FromSmall(*largest), Read("-9.223372036854775807e-2"));
}

TEST(SmallDecimal, MultipleOfAcceptsCoefficientsThatEndInZeros) {
  const auto check = [](uint64_t value, int32_t value_exponent,
                        uint64_t divisor, int32_t divisor_exponent) {
    const SmallDecimal a{value, value_exponent, false};
    const SmallDecimal b{divisor, divisor_exponent, true};
    const bool answer = IsMultipleOf(a, b);
    EXPECT_EQ(answer, Decimal::FromSmall(a).IsMultipleOf(Decimal::FromSmall(b)))
        << value << "e" << value_exponent << " multiple of " << divisor << "e"
        << divisor_exponent;
    return answer;
  };
  EXPECT_TRUE(check(1500, 0, 15, 2));
  EXPECT_TRUE(check(1500, 0, 150, 1));
  EXPECT_FALSE(check(1500, 0, 151, 1));
  EXPECT_TRUE(check(1, 62, uint64_t{1} << 62, 0));
  EXPECT_FALSE(check(1, 61, uint64_t{1} << 62, 0));
  EXPECT_TRUE(check(1, 2147483647, 1, std::numeric_limits<int32_t>::min()));
  EXPECT_FALSE(check(1, std::numeric_limits<int32_t>::min(), 1, 2147483647));
  EXPECT_TRUE(check(1000000000000000000, 0, 1, 18));
  EXPECT_FALSE(check(9000000000000000000, 0, 1, 19));

  const uint64_t seed = 4;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  int multiples = 0;
  for (int i = 0; i < 20000; ++i) {
    const uint64_t divisor = (random() >> (1 + random() % 63)) | 1;
    const uint64_t value =
        random() % 2 == 0 ? random() >> (1 + random() % 63)
                          : divisor * (random() % 1000) % (uint64_t{1} << 63);
    multiples += check(value, static_cast<int32_t>(random() % 80) - 20, divisor,
                       static_cast<int32_t>(random() % 40) - 20);
  }
  EXPECT_GT(multiples, 1000);
}

TEST(Decimal, LongNumbersTakeLinearTimeWithAShortDivisor) {
  const std::string nines(1'000'000, '9');
  const Decimal long_number = Read(nines);
  EXPECT_EQ(long_number.DigitCount(), nines.size());
  EXPECT_TRUE(long_number.IsMultipleOf(Read("9")));
  EXPECT_FALSE(
      long_number.IsMultipleOf(Read("1234567890123456789012345678901")));
  EXPECT_LT(long_number, Read("1e1000000"));
  EXPECT_EQ(Read("0." + std::string(1'000'000, '0') + "1e1000001"), Read("1"));
}

}  // namespace
}  // namespace gabarit::document

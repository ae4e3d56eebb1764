#include "tests/support/random_values.h"

#include <string>
#include <string_view>
#include <utility>

namespace gabarit::tests {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kNames[] = {"a"sv,
                                       "b"sv,
                                       "c"sv,
                                       "d"sv,
                                       "kind"sv,
                                       "x-1"sv,
                                       ""sv,
                                       "é"sv,
                                       "a/b"sv,
                                       "m~n"sv,
                                       "abcdefgh"sv,
                                       "abcdefghi"sv,
                                       "a\0b"sv,
                                       "__proto__"sv,
                                       "longer_than_sixteen_bytes"sv,
                                       "longer_than_sixteen_bytez"sv,
                                       "longer_thin_sixteen_bytes"sv};

constexpr std::string_view kNumbers[] = {"0",
                                         "1",
                                         "2",
                                         "3",
                                         "4",
                                         "5",
                                         "-1",
                                         "7",
                                         "10",
                                         "100",
                                         "1.0",
                                         "1.5",
                                         "0.1",
                                         "0.3",
                                         "1e2",
                                         "0.30000000000000004",
                                         "-0",
                                         "-0.0",
                                         "0e10",
                                         "2147483647",
                                         "2147483648",
                                         "-2147483648",
                                         "-2147483649",
                                         "4294967296",
                                         "9007199254740992",
                                         "9007199254740993",
                                         "9007199254740993.0",
                                         "9223372036854775807",
                                         "9223372036854775808",
                                         "-9223372036854775808",
                                         "-9223372036854775809",
                                         "18446744073709551615",
                                         "18446744073709551616",
                                         "9223372036854775807.0",
                                         "9223372036854775807.5",
                                         "18446744073709551615.0",
                                         "123456789012345678901234567890",
                                         "1e19",
                                         "1e300",
                                         "1e308",
                                         "1.7976931348623157e308",
                                         "1e400",
                                         "-1e400",
                                         "1e-400",
                                         "5e-324",
                                         "0.01",
                                         "19.99",
                                         "1e-7",
                                         "1E+3"};

constexpr std::string_view kStrings[] = {"",
                                         "a",
                                         "b",
                                         "c",
                                         "ab",
                                         "abc",
                                         "abcdefgh",
                                         "abcdefghi",
                                         "d",
                                         "kind",
                                         "x-1",
                                         "é",
                                         "éé",
                                         "💩",
                                         "💩a",
                                         "a\0b"sv,
                                         "12",
                                         "1234",
                                         "2024-02-29",
                                         "2023-02-29",
                                         "23:59:60Z",
                                         "12:00:00+01:00",
                                         "2024-02-29T12:00:00Z",
                                         "P1D",
                                         "P",
                                         "a@b.c",
                                         "a@",
                                         "example.com",
                                         "-a.com",
                                         "127.0.0.1",
                                         "1.2.3.256",
                                         "::1",
                                         "::ffff:",
                                         "http://a.b/c?d#e",
                                         "//a",
                                         "a%zz",
                                         "{x}",
                                         "{x",
                                         "/a/b",
                                         "/~2",
                                         "0#",
                                         "1/a",
                                         "[a",
                                         "(?=a)",
                                         "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
                                         R"({"a":1})",
                                         R"({"a":1)",
                                         "[1,1.0]",
                                         "\"a\"",
                                         "eyJhIjoxfQ==",
                                         "YQ==",
                                         "YQ=",
                                         "longer_than_sixteen_bytes",
                                         "longer_than_sixteen_bytez"};

}  // namespace

std::string FrequentName(size_t number) {
  return std::string(kNames[number % std::size(kNames)]);
}

std::string RandomName(Randomness* randomness) {
  // The first few are by far the most frequent.
  if (!randomness->OneIn(4)) return std::string(kNames[randomness->Below(5)]);
  return std::string(randomness->Of(kNames));
}

Json RandomNumber(Randomness* randomness) {
  if (randomness->OneIn(2)) return Json::Scalar(kNumbers[randomness->Below(6)]);
  return Json::Scalar(randomness->Of(kNumbers));
}

Json RandomString(Randomness* randomness) {
  if (randomness->OneIn(2)) return Json::String(kStrings[randomness->Below(6)]);
  return Json::String(randomness->Of(kStrings));
}

Json RandomValue(Randomness* randomness, int depth) {
  switch (randomness->Below(depth > 0 ? 12 : 6)) {
    case 0:
      return Json::Scalar("null");
    case 1:
      return Json::Scalar(randomness->OneIn(2) ? "true" : "false");
    case 2:
    case 3:
      return RandomNumber(randomness);
    case 4:
    case 5:
      return RandomString(randomness);
    case 6:
    case 7:
    case 8: {
      Json array = Json::Array();
      for (size_t n = randomness->Below(5); n > 0; --n) {
        array.items.push_back(RandomValue(randomness, depth - 1));
      }
      return array;
    }
    default: {
      Json object = Json::Object();
      for (size_t n = randomness->Below(5); n > 0; --n) {
        const std::string name = RandomName(randomness);
        // Two members of one name are rare, but there are some.
        if (object.Find(name) != nullptr && !randomness->OneIn(8)) continue;
        object.Add(name, RandomValue(randomness, depth - 1));
      }
      return object;
    }
  }
}

}  // namespace gabarit::tests

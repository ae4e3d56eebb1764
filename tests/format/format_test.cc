// The formats of JSON Schema Validation 2020-12, section 7.3, by example. The
// official suite (suite_test.cc) is not repeated here: these are the edges it
// leaves open, and comparisons with other implementations of the same rules.

#include "engine/format/format.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

#include "absl/strings/str_format.h"
#include "gtest/gtest.h"
#include "tests/format/printable.h"

namespace gabarit::format {
namespace {

struct Example {
  std::string_view text;
  bool valid;
  std::string_view why;
};

template <size_t kCount>
void ExpectVerdicts(std::string_view format,
                    const Example (&examples)[kCount]) {
  const Check check = Find(format);
  ASSERT_NE(check, nullptr) << format;
  for (const Example& example : examples) {
    EXPECT_EQ(check(example.text), example.valid)
        << format << ": " << Printable(example.text) << ": " << example.why;
  }
}

TEST(FormatTableTest, KnowsTheNamesOfTheSpecificationAndNoOthers) {
  const auto names = Names();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
  EXPECT_EQ(names.size(), 19u);
  for (const std::string_view name : names) {
    EXPECT_NE(Find(name), nullptr) << name;
    EXPECT_EQ(Find(std::string(name) + " "), nullptr) << name;
  }
  for (const std::string_view name :
       {"", "Date", "datetime", "host-name", "ip-address", "color", "uri_",
        "zzz", "unknown"}) {
    EXPECT_EQ(Find(name), nullptr) << name;
    EXPECT_EQ(Describe(name), "") << name;
  }
}

TEST(FormatTableTest, DescribesEachFormatWithATextThatHasIt) {
  for (const std::string_view name : Names()) {
    const std::string_view description = Describe(name);
    constexpr std::string_view kMark = "for example ";
    const size_t mark = description.find(kMark);
    ASSERT_NE(mark, std::string_view::npos) << name;
    EXPECT_TRUE(Find(name)(description.substr(mark + kMark.size())))
        << description;
  }
}

TEST(DateTest, AgreesWithTheCalendarOfTheStandardLibrary) {
  const Check check = Find("date");
  for (int year = 0; year <= 9999; year = year < 2500 ? year + 1 : year + 7) {
    for (unsigned month = 0; month <= 13; ++month) {
      for (const unsigned day : {0u, 1u, 28u, 29u, 30u, 31u, 32u}) {
        const bool exists =
            std::chrono::year_month_day(std::chrono::year(year),
                                        std::chrono::month(month),
                                        std::chrono::day(day))
                .ok();
        const std::string text =
            absl::StrFormat("%04d-%02u-%02u", year, month, day);
        ASSERT_EQ(check(text), exists) << text;
      }
    }
  }
}

TEST(TimeTest, LeapSecondsAreTheLastOfADayInUtc) {
  // Every local time and offset, minute by minute for the time and quarter by
  // quarter for the offset: UTC is counted out by hand, in seconds.
  const Check check = Find("time");
  for (int minute = 0; minute < 24 * 60; ++minute) {
    for (int offset = -23 * 60 - 45; offset <= 23 * 60 + 45; offset += 15) {
      const std::string text = absl::StrFormat(
          "%02d:%02d:60%c%02d:%02d", minute / 60, minute % 60,
          offset < 0 ? '-' : '+', std::abs(offset) / 60, std::abs(offset) % 60);
      const int utc_seconds = (minute - offset) * 60 + 60;
      ASSERT_EQ(check(text), utc_seconds % (24 * 60 * 60) == 0) << text;
    }
  }
}

TEST(TimeTest, Edges) {
  ExpectVerdicts("time", {{"00:00:00Z", true, "the first second"},
                          {"23:59:59.999999999999999999999Z", true,
                           "any number of digits"},
                          {"00:00:00.Z", false, "a point without digits"},
                          {"00:00:00,5Z", false, "a comma is ISO 8601's"},
                          {"00:00:00+23:59", true, "the largest offset"},
                          {"00:00:00+0100", false, "an offset without colon"},
                          {"00:00Z", false, "no seconds"},
                          {"00:00:00ZZ", false, "text after the end"},
                          {"T00:00:00Z", false, "no T in front"}});
  ExpectVerdicts(
      "date-time",
      {{"2026-11-02T09:00:00Z", true, "the plain form"},
       {"0000-01-01T00:00:00Z", true, "the year 0000 has four digits"},
       {"2026-11-02 09:00:00Z", false, "a space is not in the grammar"},
       {"2026-11-02T09:00:00", false, "no offset"},
       {"2026-11-02T", false, "no time"},
       {"2026-11-02", false, "only a date"},
       {"", false, "nothing"}});
}

TEST(DurationTest, UnitsFollowEachOtherWithoutGaps) {
  // Written out from appendix A of RFC 3339: the rows of units that may follow
  // each other, as bit sets over Y M D or H M S.
  const auto gapless = [](unsigned set) {
    return set == 1 || set == 2 || set == 4 || set == 3 || set == 6 || set == 7;
  };
  const Check check = Find("duration");
  for (unsigned date = 0; date < 8; ++date) {
    for (unsigned time = 0; time < 8; ++time) {
      std::string text = "P";
      for (unsigned unit = 0; unit < 3; ++unit) {
        if (date & 1u << unit) {
          text.push_back('1');
          text.push_back("YMD"[unit]);
        }
      }
      if (time != 0) text.push_back('T');
      for (unsigned unit = 0; unit < 3; ++unit) {
        if (time & 1u << unit) {
          text.push_back('2');
          text.push_back("HMS"[unit]);
        }
      }
      const bool valid = (date != 0 || time != 0) &&
                         (date == 0 || gapless(date)) &&
                         (time == 0 || gapless(time));
      EXPECT_EQ(check(text), valid) << text;
    }
  }
  ExpectVerdicts("duration", {{"P1W", true, "weeks"},
                              {"PW", false, "weeks without a number"},
                              {"P1W1D", false, "weeks stand alone"},
                              {"PT1W", false, "weeks are no time"},
                              {"p1D", false, "a lower-case P"},
                              {"P1d", false, "a lower-case unit"},
                              {"P1D1D", false, "a unit twice"},
                              {"PT1S1S", false, "a unit twice"}});
}

TEST(EmailTest, Edges) {
  const std::string local_part_too_long = std::string(65, 'a') + "@example.com";
  ExpectVerdicts(
      "email", {{"a@b", true, "a domain may be one label"},
                {"\"\"@example.com", true, "an empty quoted string"},
                {"\"\\\"\"@example.com", true, "a quoted quote"},
                {"\"a\"b@example.com", false, "text after the quoted string"},
                {"\"a@example.com", false, "a quoted string that does not end"},
                {"\"\\", false, "an escape of nothing"},
                {"\"a\tb\"@example.com", false, "a control in a quoted string"},
                {"a@b.", false, "an empty label"},
                {"a@.b", false, "an empty label"},
                {"a@-b", false, "a label that starts with a hyphen"},
                {"a@b@c", false, "two at-signs"},
                {"a@[]", false, "an empty literal"},
                {"a@[", false, "a literal that does not end"},
                {"a@[ipv6:::1]", true, "the tag in any case"},
                {"a@[::1]", false, "IPv6 without its tag"},
                {"a@[IPv6:1.2.3.4]", false, "IPv4 behind IPv6's tag"},
                {"a@[x-other:1]", false, "a tag that is not registered"},
                {"d\u00f6rte@example.com", false, "beyond ASCII"},
                {"a@caf\u00e9.com", false, "beyond ASCII"},
                {local_part_too_long, false, "65 octets before the at-sign"}});
  ExpectVerdicts(
      "idn-email",
      {{"a@caf\u00e9.com", true, "a U-label"},
       {"a@\u00e9..com", false, "an empty label"},
       {"a@\u2603.com", false, "a symbol is no letter"},
       {"a@caf\u00e9\u3002com", false, "mail has the full stop only"},
       {"a@[\u00e9]", false, "a literal is ASCII"},
       {"\"\\\u00e9\"@example.com", false, "only ASCII can be escaped"}});
}

TEST(HostnameTest, Edges) {
  const std::string label(63, 'a');
  const std::string longest =
      label + "." + label + "." + label + "." + std::string(61, 'a');
  const std::string too_long = longest + "a";
  ASSERT_EQ(longest.size(), 253u);
  ExpectVerdicts(
      "hostname",
      {{longest, true, "253 characters"},
       {too_long, false, "254 characters"},
       {"a..b", false, "an empty label"},
       {"EXAMPLE.com", true, "capitals"},
       {"ab--cd", true, "two hyphens that reserve nothing known to RFC 1123"},
       {"XN--9CA.com", true, "an A-label in capitals"},
       {"xn--", false, "a prefix of nothing"},
       {"xn--a", false, "Punycode of a control"},
       {"xn--9ca-", false, "a hyphen at the end"},
       {"xn--99999999", false, "Punycode that overflows"},
       {"caf\u00e9", false, "beyond ASCII"},
       {"1.2.3.4", true, "labels may be digits"},
       {"3com.xn--4dbc5h", false,
        "in a Bidi domain name every label starts with a letter"}});
  ExpectVerdicts(
      "idn-hostname",
      {{"caf\u00e9", true, "a U-label"},
       {"cafe\u0301", false, "a U-label is in NFC"},
       {"Caf\u00e9", false, "no capitals in a U-label"},
       {"CAFE", true, "capitals in an ASCII label"},
       {"\u00c9", false, "no capitals beyond ASCII either"},
       {"xn--caf\u00e9", false, "a prefix before no Punycode"},
       {"ab--\u00e9", false, "reserved hyphens"},
       {"\uff41", false, "a fullwidth letter would be mapped"},
       {"\u2603", false, "a symbol"},
       {"a\u00adb", false, "a soft hyphen would be dropped"},
       {"stra\u00dfe.\u03c2", true, "what IDNA 2003 mapped and 2008 keeps"},
       {"\u05d0\u05d1.com", true, "a Bidi domain name"},
       {"com.\u05d0\u05d1", true, "a Bidi domain name"},
       {"a1.\u05d0\u05d1", true, "digits at the end of an LTR label"},
       {"1a.\u05d0\u05d1", false, "digits at the start of an LTR label"},
       {"\u05d01", true, "digits at the end of an RTL label"},
       {"\u05d0-1", true, "a hyphen inside an RTL label"},
       {"\u05d0\u05b0", true, "a mark at the end of an RTL label"},
       {"\u06f0.\u05d0", false, "a European number starts no label"},
       {"\u0660", false, "an Arabic number starts no label"},
       {"a\u05b0", true, "a mark is of no direction"},
       {"\u03b1\u0375\u03b2.\u05d0", true, "neutrals inside an LTR label"},
       {"xn--4dbc5h.a", true, "A-labels and ASCII"},
       {"xn--4dbc5h.\u00e9", true, "A-labels and U-labels"},
       {"1.xn--4dbc5h.\u00e9", false, "an A-label makes a Bidi domain name"}});
}

TEST(HostnameTest, LengthsAreThoseOfTheAsciiForm) {
  const Check check = Find("idn-hostname");
  size_t longest = 0;
  for (size_t length = 1; length <= 80; ++length) {
    std::string label;
    for (size_t i = 0; i < length; ++i) label += "\u4e08";
    if (check(label)) {
      EXPECT_EQ(longest, length - 1) << "longer labels are all refused";
      longest = length;
    }
  }
  // "xn--", at least three digits for the first letter, then one digit for
  // each repeat of it.
  EXPECT_GE(longest, 50u);
  EXPECT_LT(longest, 60u);
}

// Random texts near an address, against the C library's parser.
TEST(IpAddressTest, AgreesWithTheSystem) {
  constexpr unsigned kSeed = 4291;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937 random(kSeed);
  const auto below = [&random](size_t bound) { return random() % bound; };
  constexpr std::string_view kV4Parts[] = {"0",   "1",   "9",   "10",  "99",
                                           "199", "249", "250", "255", "256",
                                           "300", "01",  "00",  "",    "1000"};
  constexpr std::string_view kV6Parts[] = {
      "0", "1", "ab", "FFF", "1234",    "00001",    "0a",
      "g", "",  "::", ":",   "1.2.3.4", "1.2.3.04", "1.2.3"};
  std::array<unsigned char, 16> address;
  int valid_v4 = 0;
  int valid_v6 = 0;
  for (int round = 0; round < 200000; ++round) {
    std::string v4;
    const size_t v4_parts = below(8) == 0 ? below(6) : 4;
    for (size_t i = 0; i < v4_parts; ++i) {
      if (i > 0) v4.push_back('.');
      v4.append(kV4Parts[below(std::size(kV4Parts))]);
    }
    const bool v4_expected =
        inet_pton(AF_INET, v4.c_str(), address.data()) == 1;
    ASSERT_EQ(Find("ipv4")(v4), v4_expected) << v4;
    valid_v4 += v4_expected;

    std::string v6;
    const size_t v6_parts = 1 + below(10);
    const size_t kinds = below(4) == 0 ? std::size(kV6Parts) : 5;
    const size_t gap = below(12);
    for (size_t i = 0; i < v6_parts; ++i) {
      if (i == gap) {
        v6.append("::");
      } else if (i > 0) {
        v6.push_back(':');
      }
      v6.append(below(12) == 0 ? std::string_view("1.2.3.4")
                               : kV6Parts[below(kinds)]);
    }
    const bool v6_expected =
        inet_pton(AF_INET6, v6.c_str(), address.data()) == 1;
    ASSERT_EQ(Find("ipv6")(v6), v6_expected) << v6;
    valid_v6 += v6_expected;
  }
  EXPECT_GT(valid_v4, 10000);
  EXPECT_GT(valid_v6, 10000);
}

TEST(UriTest, Edges) {
  ExpectVerdicts(
      "uri",
      {{"a:", true, "a scheme and an empty path"},
       {"a:?", true, "an empty query"},
       {"a:#", true, "an empty fragment"},
       {"a:#a#b", false, "a fragment holds no number sign"},
       {"a:?/?:@", true, "a query holds slashes and question marks"},
       {"a://", true, "an empty authority"},
       {"a:///p", true, "an empty authority and a path"},
       {"a:////p", true, "an empty authority and a path with empty segments"},
       {"a://h:/", true, "an empty port"},
       {"a://h:99999999/", true, "no bound on ports in the grammar"},
       {"a://u:p:w@h", true, "colons in the user information"},
       {"a://[::1]:80", true, "an address and a port"},
       {"a://[::1]80", false, "text after an address"},
       {"a://[::1", false, "an address that does not end"},
       {"a://::1]", false, "an address that does not begin"},
       {"a://[fe80::1%25eth0]", false, "no zones in RFC 3986"},
       {"a://[v.x]", false, "no version"},
       {"a://[v1.]", false, "no address"},
       {"a://[v1.a%41]", false, "no percent-encoding in an address"},
       {"a://h%41", true, "percent-encoding in a registered name"},
       {"a+b-c.d:e", true, "all characters of a scheme"},
       {":a", false, "an empty scheme"},
       {"", false, "nothing"}});
  ExpectVerdicts("uri-reference",
                 {{"a/b:c", true, "a colon after the first segment"},
                  {"?a:b", true, "a colon in the query"},
                  {"#a:b", true, "a colon in the fragment"},
                  {"a b", false, "a space"},
                  {"//h?q", true, "a query right after the authority"},
                  {"//h#f", true, "a fragment right after the authority"}});
  ExpectVerdicts("iri", {{"a:?\uE000", true, "private use in a query"},
                         {"a:\uE000", false, "private use in a path"},
                         {"a:#\uE000", false, "private use in a fragment"},
                         {"a:\uFDD0", false, "a noncharacter"},
                         {"a:\uFFFD", false, "beyond ucschar"},
                         {"a:\u0080", false, "a control"},
                         {"a:\u00A0", true, "the first of ucschar"},
                         {"a:\U000EFFFD", true, "the last of ucschar"},
                         {"a:\U000E0FFF", false, "the block of tags"},
                         {"a:\U0001FFFE", false, "a noncharacter"},
                         {"\u00e9:a", false, "a scheme is ASCII"},
                         {"a://[\u00e9]", false, "an address is ASCII"},
                         {"a://h:\u0661", false, "a port is ASCII"}});
}

TEST(UriTemplateTest, Edges) {
  ExpectVerdicts(
      "uri-template",
      {{"{=a}", true, "an operator reserved for later is in the grammar"},
       {"{$a}", false, "no operator"},
       {"{++a}", false, "two operators"},
       {"{+}", false, "no variable"},
       {"{a:}", false, "no length"},
       {"{a:1*}", false, "two modifiers"},
       {"{a**}", false, "two modifiers"},
       {"{.a.}", false, "a name ends with a dot"},
       {"{..a}", false, "a name starts with a dot"},
       {"{a%4}", false, "a cut percent-encoding"},
       {"{\u00e9}", false, "a name is ASCII"},
       {"{a{b}}", false, "nested expressions"},
       {"%4", false, "a cut percent-encoding"},
       {"a\\b", false, "a backslash"},
       {"a|b", false, "a bar"},
       {"\uE000", true, "private use"},
       {"\uFDD0", false, "a noncharacter"}});
}

TEST(IdentifierTest, Edges) {
  ExpectVerdicts("relative-json-pointer",
                 {{"0+1", true, "an index manipulation"},
                  {"1-10/a", true, "an index manipulation and a pointer"},
                  {"0-1#", true, "an example of the draft"},
                  {"0+0", true, "a manipulation that does nothing"},
                  {"0+", false, "no number"},
                  {"0+01", false, "a leading zero"},
                  {"0+1+1", false, "two manipulations"},
                  {"0a", false, "no pointer"},
                  {"99999999999999999999999999/a", true, "no bound"}});
  ExpectVerdicts("json-pointer", {{"~", false, "no slash"},
                                  {"/~", false, "a tilde at the end"},
                                  {"/~01", true, "an escaped tilde and a 1"}});
}

TEST(RegexTest, IsAnyPatternOfEcma262) {
  ExpectVerdicts("regex", {{"", true, "an empty pattern"},
                           {"^(?!a)b(?<=c)$", true, "what needs look-around"},
                           {"(a)\\1", true, "what needs backtracking"},
                           {"(", false, "an open group"},
                           {"[b-a]", false, "a range the wrong way around"},
                           {"a{2,1}", false, "bounds the wrong way around"}});
}

}  // namespace
}  // namespace gabarit::format

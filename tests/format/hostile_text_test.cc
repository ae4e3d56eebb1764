// Texts that nobody means well by: a check must come back soon, with a verdict,
// whatever it is given.

#include <cstddef>
#include <ctime>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/format/content.h"
#include "engine/format/format.h"
#include "gtest/gtest.h"
#include "tests/format/printable.h"

namespace gabarit::format {
namespace {

using namespace std::string_view_literals;

// `start`, then `repeated` until the text is `size` bytes, then `end`.
std::string Long(std::string_view start, std::string_view repeated,
                 std::string_view end, size_t size) {
  std::string text(start);
  while (text.size() < size) text.append(repeated);
  text.append(end);
  return text;
}

std::vector<std::string> LongTexts(size_t size) {
  struct Shape {
    std::string_view start;
    std::string_view repeated;
    std::string_view end;
  };
  constexpr Shape kShapes[] = {
      {"", "a", ""},
      {"", "\0"sv, ""},
      {"", "\u00e9", ""},
      {"", "\u05d0", ""},
      {"", "a\u0301", "@example.com"},
      {"", "\xFF", ""},
      {"", "\xF0", ""},
      {"", "-", ""},
      {"", ".", ""},
      {"", "\u3002", ""},
      {"", "a.", "a"},
      {"", "\u00e9.", "a"},
      {"", "xn--a.", "a"},
      {"", "xn--", ""},
      {"", "xn--9ca.", "xn--9ca"},
      {"a@", "\u00e9.", "a"},
      {"a@", "a.", "a"},
      {"", "@", ""},
      {"", "a.", "a@example.com"},
      {"\"", "\\\"", "\"@example.com"},
      {"\"", "\\", "@example.com"},
      {"a@[", "1", "]"},
      {"", "[", ""},
      {"http://", "@", ""},
      {"http://", ":", ""},
      {"http://", "a:", "@example.com"},
      {"http://[", "1:", "]"},
      {"http://[v1.", ":", "]"},
      {"http://h:", "0", ""},
      {"a:", "%41", ""},
      {"a:", "%", ""},
      {"a:", "?", "#"},
      {"a:", "#", ""},
      {"a:", "/", ""},
      {"", "a", ":"},
      {"a:?", "\uE000", ""},
      {"", "1", ""},
      {"", "1:", ""},
      {"", "1.", ""},
      {"::", "0", ""},
      {"", "0/", ""},
      {"", "/", ""},
      {"", "~0", ""},
      {"/", "~0", ""},
      {"/", "~0", "~"},
      {"", "{a}", ""},
      {"{", "a.", "}"},
      {"{", "a,", "a}"},
      {"{", "{", ""},
      {"{a:", "1", "}"},
      {"", "{", ""},
      {"P", "1", "D"},
      {"P", "1Y", ""},
      {"PT", "1H", ""},
      {"2026-11-02T09:00:00.", "0", "Z"},
      {"2026-11-02T09:00:00.", "0", ""},
      {"", "=", ""},
      {"", "= ", ""},
      {"", " ", ""},
      {"", "\r\n", ""},
      {"application/json", ";a=b", ""},
      {"application/json;a=\"", "\\a", ""},
  };
  std::vector<std::string> texts;
  for (const Shape& shape : kShapes) {
    texts.push_back(Long(shape.start, shape.repeated, shape.end, size));
  }
  return texts;
}

constexpr std::string_view kEncodings[] = {
    "base16",           "base32", "base32hex", "base64", "base64url",
    "quoted-printable", "7bit",   "8bit",      "binary"};

TEST(HostileTextTest, AMegabyteTakesMillisecondsNotMinutes) {
  // A scan takes a few milliseconds, an order of magnitude more under
  // sanitizers; anything quadratic would take minutes. Processor time, so that
  // a busy machine is not mistaken for a slow check.
  constexpr double kLimit = 0.5;
  constexpr size_t kMegabyte = size_t{1} << 20;
  const auto seconds_of = [](auto&& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  for (const std::string& text : LongTexts(kMegabyte)) {
    SCOPED_TRACE(Printable(text.substr(0, 30)));
    for (const std::string_view name : Names()) {
      bool verdict = false;
      EXPECT_LT(seconds_of([&] { verdict = Find(name)(text); }), kLimit)
          << name;
      // Of formats whose texts are bounded in length none is this long.
      if (name == "hostname" || name == "idn-hostname" || name == "email" ||
          name == "idn-email" || name == "ipv4" || name == "ipv6" ||
          name == "uuid" || name == "date") {
        EXPECT_FALSE(verdict) << name;
      }
    }
    for (const std::string_view encoding : kEncodings) {
      size_t size = 0;
      EXPECT_LT(seconds_of([&] {
                  const auto bytes = DecodeContent(encoding, text);
                  if (bytes.ok()) size = bytes->size();
                }),
                kLimit)
          << encoding;
      EXPECT_LE(size, text.size()) << encoding;
    }
    EXPECT_LT(seconds_of([&] { (void)IsJsonMediaType(text); }), kLimit);
  }
}

TEST(HostileTextTest, ANulNeitherEndsATextNorHelpsIt) {
  struct Text {
    std::string_view format;
    std::string_view text;
  };
  constexpr Text kTexts[] = {
      {"date", "2026-11-02"},
      {"date-time", "2026-11-02T09:00:00Z"},
      {"duration", "P1D"},
      {"email", "ada@example.com"},
      {"hostname", "example.com"},
      {"hostname", "xn--9ca.example"},
      {"idn-email", "d\u00f6rte@d\u00f6rte.example"},
      {"idn-hostname", "d\u00f6rte.example"},
      {"idn-hostname", "d\u00f6rte"},
      {"ipv4", "192.0.2.1"},
      {"ipv6", "2001:db8::1"},
      {"iri", "https://example.com/caf\u00e9"},
      {"iri-reference", "caf\u00e9"},
      {"relative-json-pointer", "0#"},
      {"time", "09:00:00Z"},
      {"uri", "https://example.com/"},
      {"uri-reference", "a/b"},
      {"uri-template", "/users/{id}"},
      {"uuid", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
  };
  for (const Text& text : kTexts) {
    ASSERT_TRUE(Find(text.format)(text.text)) << text.text;
    for (size_t at = 0; at <= text.text.size(); ++at) {
      std::string with_nul(text.text);
      with_nul.insert(at, 1, '\0');
      EXPECT_FALSE(Find(text.format)(with_nul))
          << text.format << ": " << Printable(with_nul);
    }
  }
}

TEST(HostileTextTest, MalformedUtf8IsNoTextOfAnyFormatThatTakesUnicode) {
  constexpr std::string_view kMalformed[] = {"\x80",
                                             "\xC3",
                                             "\xC0\x80",
                                             "\xC1\xBF",
                                             "\xE2\x82",
                                             "\xE0\x80\x80",
                                             "\xED\xA0\x80",
                                             "\xED\xBF\xBF",
                                             "\xEF\xBF",
                                             "\xF0\x80\x80\x80",
                                             "\xF0\x9F\x98",
                                             "\xF4\x90\x80\x80",
                                             "\xF5\x80\x80\x80",
                                             "\xFE",
                                             "\xFF",
                                             "\xC3\x41"};
  for (const std::string_view part : kMalformed) {
    SCOPED_TRACE(Printable(part));
    const std::string malformed(part);
    EXPECT_FALSE(Find("idn-hostname")(malformed));
    EXPECT_FALSE(Find("idn-hostname")("\u00e9" + malformed));
    EXPECT_FALSE(Find("idn-email")(malformed + "@example.com"));
    EXPECT_FALSE(Find("idn-email")("a@\u00e9" + malformed));
    EXPECT_FALSE(Find("idn-email")("\"" + malformed + "\"@example.com"));
    EXPECT_FALSE(Find("iri")(std::string("a:") + malformed));
    EXPECT_FALSE(Find("iri-reference")(malformed));
    EXPECT_FALSE(Find("uri-template")(malformed));
  }
}

// Cut, joined and changed texts meet every branch at its edges; sanitizers say
// whether one reads beyond. What can be asserted of such texts are relations
// between formats that hold for all texts.
TEST(HostileTextTest, RelationsBetweenFormatsHoldForMutatedTexts) {
  constexpr std::string_view kSeeds[] = {
      "www.example.com",
      "xn--9n2bp8q.xn--9t4b11yi5a",
      "xn--4dbc5h",
      "3a.b-c",
      "joe.bloggs@[IPv6:2001:db8::1]",
      "\"a b\"@example.com",
      "a.b@c.d",
      "d\u00f6rte@caf\u00e9.example",
      "\u0628\u064a\u200c\u0628\u064a",
      "http://u:p@example.com:80/p;a/%41?q=/?#f?",
      "//[::ffff:1.2.3.4]/a",
      "ldap://[2001:db8::7]/c=GB?one",
      "urn:a:b",
      "../a?b",
      "a/b:c",
      "http://\u0192\u00f8.\u00df/?\u2202#\u03c0",
      "{+a,b:3,c*}{?x.y}%41",
      "2026-11-02T23:59:60.5Z",
      "2024-02-29t00:59:60+01:00",
      "P1Y2M3DT4H5M6S"};
  constexpr std::string_view kPieces[] = {
      ".",  "-",          ":",      "/",      "?",      "#",      "@",
      "[",  "]",          "%",      "%41",    "0",      "9",      "a",
      "Z",  "T",          "{",      "}",      "\"",     "\\",     "~",
      "+",  " ",          "\u00e9", "\u05d0", "\u0660", "\u200c", "xn--",
      "::", "\U0001F600", "\uE000", "\xFF",   "\0"sv};
  constexpr unsigned kSeed = 3986;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937 random(kSeed);
  const auto below = [&random](size_t bound) { return random() % bound; };
  size_t accepted = 0;
  for (int round = 0; round < 60000; ++round) {
    std::string text(kSeeds[below(std::size(kSeeds))]);
    for (size_t edits = below(4); edits > 0; --edits) {
      const size_t at = below(text.size() + 1);
      if (below(2) == 0) {
        text.erase(at, below(4));
      } else {
        text.insert(at, kPieces[below(std::size(kPieces))]);
      }
    }
    const auto is = [&text](std::string_view name) { return Find(name)(text); };
    const auto implies = [&](std::string_view narrow, std::string_view wide) {
      if (!is(narrow)) return;
      ++accepted;
      EXPECT_TRUE(is(wide))
          << narrow << " but not " << wide << ": " << Printable(text);
    };
    implies("hostname", "idn-hostname");
    implies("email", "idn-email");
    implies("uri", "uri-reference");
    implies("uri", "iri");
    implies("iri", "iri-reference");
    implies("uri-reference", "iri-reference");
    implies("ipv4", "hostname");
    const size_t t = text.find_first_of("Tt");
    if (t != std::string::npos) {
      const std::string_view view = text;
      EXPECT_EQ(is("date-time"), Find("date")(view.substr(0, t)) &&
                                     Find("time")(view.substr(t + 1)))
          << Printable(text);
    }
    for (const std::string_view format :
         {"uri-template", "duration", "uuid", "json-pointer",
          "relative-json-pointer", "ipv6"}) {
      accepted += is(format);
    }
  }
  EXPECT_GT(accepted, 10000u) << "the mutations destroy too much";
}

}  // namespace
}  // namespace gabarit::format

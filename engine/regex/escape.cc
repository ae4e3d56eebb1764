#include "engine/regex/escape.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "engine/regex/unicode_properties.h"

namespace gabarit::regex {
namespace {

constexpr std::string_view kSyntaxCharactersAndSlash = "^$\\.*+?()[]{}|/";

bool IsAscii(char32_t c) { return c < 0x80; }
bool IsAsciiLetter(char32_t c) {
  return IsAscii(c) && absl::ascii_isalpha(static_cast<unsigned char>(c));
}
bool IsAsciiDigit(char32_t c) { return c >= '0' && c <= '9'; }

std::optional<uint32_t> HexDigit(char32_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

// Reads exactly `count` hexadecimal digits, or none.
std::optional<char32_t> HexDigits(Scanner& scanner, int count) {
  const size_t start = scanner.offset();
  char32_t value = 0;
  for (int i = 0; i < count; ++i) {
    const std::optional<uint32_t> digit = HexDigit(scanner.Peek());
    if (!digit.has_value()) {
      scanner.set_offset(start);
      return std::nullopt;
    }
    scanner.Next();
    value = value * 16 + *digit;
  }
  return value;
}

bool IsLeadSurrogate(char32_t c) { return c >= 0xD800 && c <= 0xDBFF; }
bool IsTrailSurrogate(char32_t c) { return c >= 0xDC00 && c <= 0xDFFF; }

// RegExpUnicodeEscapeSequence, after "\u".
std::optional<char32_t> UnicodeEscape(Scanner& scanner, size_t start) {
  if (scanner.TryConsume("{")) {
    char32_t value = 0;
    size_t digits = 0;
    while (const std::optional<uint32_t> digit = HexDigit(scanner.Peek())) {
      scanner.Next();
      ++digits;
      value = std::min<char32_t>(value * 16 + *digit, kMaxCodePoint + 1);
    }
    if (digits == 0 || !scanner.TryConsume("}")) {
      return scanner.Fail("escape", start,
                          "\\u{ needs hexadecimal digits and a closing brace");
    }
    if (value > kMaxCodePoint) {
      return scanner.Fail("escape", start,
                          "the last code point is \\u{10FFFF}");
    }
    return value;
  }
  const std::optional<char32_t> unit = HexDigits(scanner, 4);
  if (!unit.has_value()) {
    return scanner.Fail("escape", start,
                        "\\u needs four hexadecimal digits or \\u{...}");
  }
  // Two escaped surrogates in a row are one code point; a lone one is itself,
  // and so matches nothing in well-formed text.
  if (IsLeadSurrogate(*unit)) {
    const size_t after_lead = scanner.offset();
    if (scanner.TryConsume("\\u")) {
      const std::optional<char32_t> trail = HexDigits(scanner, 4);
      if (trail.has_value() && IsTrailSurrogate(*trail)) {
        return 0x10000 + ((*unit - 0xD800) << 10) + (*trail - 0xDC00);
      }
      scanner.set_offset(after_lead);
    }
  }
  return unit;
}

std::optional<Escape> PropertyEscape(Scanner& scanner, size_t start,
                                     bool negated) {
  const size_t close = scanner.rest().find('}');
  if (!scanner.rest().starts_with('{') || close == std::string_view::npos) {
    return scanner.Fail("property", start,
                        "write \\p{Name} or \\p{Name=Value}, as in \\p{L}");
  }
  const std::string_view name = scanner.rest().substr(1, close - 1);
  std::optional<CodePointSet> set = UnicodeProperty(name);
  if (!set.has_value()) {
    return scanner.Fail(
        "property", start,
        absl::StrCat("ECMA-262 knows no Unicode property \"",
                     std::string(name.substr(0, 80)),
                     "\"; names are case-sensitive, as in \\p{Lu}, "
                     "\\p{Script=Greek}, \\p{Alphabetic}"));
  }
  scanner.set_offset(scanner.offset() + close + 1);
  Escape escape;
  escape.kind = Escape::Kind::kSet;
  escape.set = negated ? set->Complement() : *std::move(set);
  return escape;
}

Escape CharacterEscape(char32_t c) {
  Escape escape;
  escape.character = c;
  return escape;
}

Escape SetEscape(const CodePointSet& set, bool negated) {
  Escape escape;
  escape.kind = Escape::Kind::kSet;
  escape.set = negated ? set.Complement() : set;
  return escape;
}

Escape BoundaryEscape(Escape::Kind kind) {
  Escape escape;
  escape.kind = kind;
  return escape;
}

std::optional<Escape> DecimalEscape(Scanner& scanner, size_t start,
                                    char32_t first, bool in_class) {
  if (first == '0') {
    if (IsAsciiDigit(scanner.Peek())) {
      return scanner.Fail("escape", start,
                          "octal escapes do not exist; write \\x00 to \\xFF");
    }
    return CharacterEscape(0);
  }
  if (in_class) {
    return scanner.Fail(
        "escape", start,
        "a class cannot hold a backreference; write \\x00 to \\xFF "
        "for a character");
  }
  Escape escape;
  escape.kind = Escape::Kind::kBackreference;
  uint64_t group = first - '0';
  while (IsAsciiDigit(scanner.Peek())) {
    group = std::min<uint64_t>(group * 10 + (scanner.Next() - '0'), 1u << 30);
  }
  escape.group = static_cast<uint32_t>(group);
  return escape;
}

}  // namespace

const CodePointSet& DigitSet() {
  static const CodePointSet set = {{'0', '9'}};
  return set;
}

const CodePointSet& WordSet() {
  static const CodePointSet set = {
      {'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
  return set;
}

const CodePointSet& SpaceSet() {
  // ECMA-262 WhiteSpace (tab, vertical tab, form feed, U+FEFF, every Zs) and
  // LineTerminator (LF, CR, U+2028, U+2029).
  static const CodePointSet set = UnicodeProperty("Zs")->Union(
      {{0x09, 0x0D}, {0x2028, 0x2029}, {0xFEFF, 0xFEFF}});
  return set;
}

const CodePointSet& DotSet() {
  static const CodePointSet set =
      CodePointSet{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}.Complement();
  return set;
}

std::optional<Escape> ParseEscape(Scanner& scanner, bool in_class) {
  const size_t start = scanner.offset();
  scanner.Next();  // the backslash
  const char32_t c = scanner.Next();
  switch (c) {
    case Scanner::kEnd:
      return scanner.Fail("escape", start,
                          "the pattern ends after a backslash");
    case 'd':
    case 'D':
      return SetEscape(DigitSet(), c == 'D');
    case 's':
    case 'S':
      return SetEscape(SpaceSet(), c == 'S');
    case 'w':
    case 'W':
      return SetEscape(WordSet(), c == 'W');
    case 'p':
    case 'P':
      return PropertyEscape(scanner, start, c == 'P');
    case 'f':
      return CharacterEscape('\f');
    case 'n':
      return CharacterEscape('\n');
    case 'r':
      return CharacterEscape('\r');
    case 't':
      return CharacterEscape('\t');
    case 'v':
      return CharacterEscape('\v');
    case 'b':
      if (in_class) return CharacterEscape('\b');
      return BoundaryEscape(Escape::Kind::kWordBoundary);
    case 'B':
      if (in_class) break;
      return BoundaryEscape(Escape::Kind::kNotWordBoundary);
    case '-':
      if (in_class) return CharacterEscape('-');
      break;
    case 'c':
      if (!IsAsciiLetter(scanner.Peek())) {
        return scanner.Fail("escape", start, "\\c needs an ASCII letter");
      }
      return CharacterEscape(scanner.Next() % 32);
    case 'x': {
      const std::optional<char32_t> value = HexDigits(scanner, 2);
      if (!value.has_value()) {
        return scanner.Fail("escape", start,
                            "\\x needs two hexadecimal digits");
      }
      return CharacterEscape(*value);
    }
    case 'u': {
      const std::optional<char32_t> value = UnicodeEscape(scanner, start);
      if (!value.has_value()) return std::nullopt;
      return CharacterEscape(*value);
    }
    case 'k': {
      if (in_class) break;
      if (scanner.Peek() != '<') {
        return scanner.Fail("escape", start,
                            "\\k needs the name of a group, as in \\k<name>");
      }
      std::optional<std::string> name = ParseGroupName(scanner);
      if (!name.has_value()) return std::nullopt;
      Escape escape;
      escape.kind = Escape::Kind::kNamedBackreference;
      escape.name = *std::move(name);
      return escape;
    }
    default:
      if (IsAsciiDigit(c)) return DecimalEscape(scanner, start, c, in_class);
      if (IsAscii(c) && kSyntaxCharactersAndSlash.find(static_cast<char>(c)) !=
                            std::string_view::npos) {
        return CharacterEscape(c);
      }
      break;
  }
  // Annex B lets a backslash stand before any character that is not special.
  // Only punctuation is tolerated: a letter after a backslash is more likely
  // another dialect's escape (\A, \Z, \h) than the letter itself.
  if (IsAscii(c) && absl::ascii_ispunct(static_cast<unsigned char>(c)) &&
      scanner.TolerateAnnexB()) {
    return CharacterEscape(c);
  }
  return scanner.Fail(
      "escape", start,
      absl::StrCat(
          "ECMA-262 has no escape \"",
          std::string(
              scanner.pattern().substr(start, scanner.offset() - start)),
          "\" with the u flag; write the character without a backslash"));
}

std::optional<std::string> ParseGroupName(Scanner& scanner) {
  const size_t start = scanner.offset();
  scanner.Next();  // <
  std::string name;
  while (!scanner.TryConsume(">")) {
    char32_t c = scanner.Next();
    if (c == '\\') {
      std::optional<char32_t> escaped;
      if (scanner.TryConsume("u")) escaped = UnicodeEscape(scanner, start);
      if (!escaped.has_value()) {
        return scanner.Fail("group name", start,
                            "only \\u escapes are allowed in a name");
      }
      c = *escaped;
    }
    const bool valid =
        c <= kMaxCodePoint && (c == '$' || c == '_' || IsIdentifierStart(c) ||
                               (!name.empty() && (IsIdentifierContinue(c) ||
                                                  c == 0x200C || c == 0x200D)));
    if (!valid) {
      return scanner.Fail(
          "group name", start,
          "a name is an identifier between < and >, as in (?<year>");
    }
    AppendUtf8(c, &name);
  }
  if (name.empty())
    return scanner.Fail("group name", start, "the name is empty");
  return name;
}

}  // namespace gabarit::regex

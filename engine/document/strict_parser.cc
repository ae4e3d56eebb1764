#include "engine/document/strict_parser.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

#include "engine/document/decimal.h"

namespace gabarit::document {
namespace {

// The count in an open word saturates here.
constexpr uint32_t kMaxCount = 0xFFFFFF;

constexpr std::string_view kNoTrailingCommas = "; JSON has no trailing commas";

std::string Join(std::initializer_list<std::string_view> parts) {
  std::string whole;
  for (std::string_view part : parts) whole.append(part);
  return whole;
}

std::string Hexadecimal(uint32_t value, size_t width) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string digits(width, '0');
  for (size_t i = width; i > 0; --i, value >>= 4) {
    digits[i - 1] = kDigits[value & 0xF];
  }
  return digits;
}

uint8_t Byte(std::string_view text, size_t offset) {
  return static_cast<uint8_t>(text[offset]);
}

bool IsContinuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The result of reading one UTF-8 sequence: its length, or why there is none.
struct Utf8Sequence {
  size_t length = 0;
  std::string_view problem;
};

// Reads the sequence at `offset`, which must be inside the text, by the table
// of well-formed sequences (RFC 3629, §4).
Utf8Sequence ReadUtf8(std::string_view text, size_t offset) {
  const uint8_t lead = Byte(text, offset);
  if (lead < 0x80) return {1, {}};
  if (lead < 0xC0) return {0, "a continuation byte begins no character"};
  if (lead < 0xC2) return {0, "an overlong form"};
  if (lead > 0xF4) return {0, "no character begins with it"};
  const size_t length = lead < 0xE0 ? 2 : (lead < 0xF0 ? 3 : 4);
  for (size_t i = 1; i < length; ++i) {
    if (offset + i >= text.size() || !IsContinuation(Byte(text, offset + i))) {
      return {0, "the character is cut short"};
    }
    if (i > 1) continue;
    const uint8_t second = Byte(text, offset + 1);
    if ((lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90)) {
      return {0, "an overlong form"};
    }
    if (lead == 0xED && second > 0x9F) return {0, "an encoded surrogate"};
    if (lead == 0xF4 && second > 0x8F) return {0, "a character past U+10FFFF"};
  }
  return {length, {}};
}

// The letters at `offset`, at most as many as a message should show.
std::string_view Word(std::string_view text, size_t offset) {
  constexpr size_t kLongest = 20;
  size_t end = offset;
  while (end < text.size() && end - offset < kLongest && IsLetter(text[end])) {
    ++end;
  }
  return text.substr(offset, end - offset);
}

// What stands at `offset`, for a message. The byte must be ASCII or begin a
// well-formed sequence.
std::string Describe(std::string_view text, size_t offset) {
  if (offset >= text.size()) return "the end of the text";
  const uint8_t byte = Byte(text, offset);
  if (byte < 0x20 || byte == 0x7F) {
    return Join({"the control character U+", Hexadecimal(byte, 4)});
  }
  const std::string_view word = Word(text, offset);
  if (!word.empty()) return Join({"'", word, "'"});
  const size_t length = std::max<size_t>(ReadUtf8(text, offset).length, 1);
  return Join({"'", text.substr(offset, length), "'"});
}
// Advice on a word that other notations have and JSON has not.
std::optional<std::string> AdviceOnWord(std::string_view word) {
  if (word == "NaN" || word == "nan" || word == "Infinity" || word == "inf" ||
      word == "undefined") {
    return Join({word, " is not JSON"});
  }
  std::string lower(word);
  for (char& c : lower) c = static_cast<char>(c | 0x20);
  if (lower == "none" || lower == "nil") lower = "null";
  if (word != lower &&
      (lower == "true" || lower == "false" || lower == "null")) {
    return Join({word, " is not JSON; the literal is ", lower});
  }
  return std::nullopt;
}

// The value of the digits, or nothing if it is 2^64 or more.
std::optional<uint64_t> ParseUint64(std::string_view digits) {
  uint64_t value = 0;
  const std::from_chars_result read =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (read.ec != std::errc()) return std::nullopt;
  return value;
}

// The nearest double, or nothing if the magnitude is beyond all of them.
std::optional<double> ParseDouble(std::string_view number) {
  double value = 0;
  const std::from_chars_result read =
      std::from_chars(number.data(), number.data() + number.size(), value);
  if (read.ec == std::errc::result_out_of_range) {
    // The standard leaves `value` alone and does not say which end of the range
    // was missed.
    Decimal magnitude =
        Decimal::FromJson(number[0] == '-' ? number.substr(1) : number);
    if (magnitude > Decimal::FromInt64(1)) return std::nullopt;
    return number[0] == '-' ? -0.0 : 0.0;
  }
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

LineColumn Locate(std::string_view text, size_t offset) {
  offset = std::min(offset, text.size());
  LineColumn place;
  for (size_t i = 0; i < offset; ++i) {
    const bool cr_of_pair =
        text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !cr_of_pair)) {
      ++place.line;
      place.column = 1;
    } else if (!IsContinuation(Byte(text, i))) {
      ++place.column;
    }
  }
  // Inside a character: its own column, not the next one's.
  if (offset > 0 && offset < text.size() && place.column > 1 &&
      IsContinuation(Byte(text, offset))) {
    --place.column;
  }
  return place;
}

bool StrictParser::Parse(std::string_view text, size_t max_depth,
                         Positions positions) {
  text_ = text;
  at_ = 0;
  record_offsets_ = positions == Positions::kRecord;
  tape_.clear();
  strings_.clear();
  offsets_.clear();
  scopes_.clear();
  const bool parsed = ParseText(max_depth);
  if (!parsed) {
    tape_.clear();
    strings_.clear();
    offsets_.clear();
  }
  string_bytes_ = strings_.size();
  strings_.resize(string_bytes_ + kReadable);
  // The text is the caller's; nothing may look at it once the call is over.
  text_ = std::string_view();
  return parsed;
}

bool StrictParser::ParseText(size_t max_depth) {
  if (text_.size() > kMaxTextBytes) {
    return Fail(ParseError::Kind::kTooLarge, 0,
                "the text is larger than the limit of 4 GiB");
  }
  if (text_.empty()) {
    return Fail(ParseError::Kind::kSyntax, 0,
                "the text is empty; expected a JSON value");
  }
  if (text_.substr(0, 3) == "\xEF\xBB\xBF") {
    return Fail(ParseError::Kind::kSyntax, 0,
                "the text begins with a byte order mark (U+FEFF), which JSON "
                "does not allow; save it without one");
  }
  if (text_.substr(0, 2) == "\xFF\xFE" || text_.substr(0, 2) == "\xFE\xFF") {
    return Fail(ParseError::Kind::kUtf8, 0,
                "the text is not UTF-8: it begins with the byte order mark of "
                "UTF-16; save it as UTF-8");
  }
  SkipWhiteSpace();
  if (AtEnd()) {
    return Fail(ParseError::Kind::kSyntax, at_,
                "the text holds only white space; expected a JSON value");
  }

  AppendWord('r', 0, 0);
  // One turn reads one value, or opens one container, and then everything up to
  // where the next value must begin.
  for (;;) {
    const char first = Peek();
    bool opened = false;
    if (first == '{' || first == '[') {
      if (!Open(first == '{', max_depth)) return false;
      SkipWhiteSpace();
      opened = Peek() != (first == '{' ? '}' : ']');
      if (!opened) Close();
    } else if (!ParseValue()) {
      return false;
    }
    // A value has ended, unless a container has just begun.
    while (!opened && !scopes_.empty()) {
      SkipWhiteSpace();
      const bool is_object = scopes_.back().is_object;
      if (Peek() == (is_object ? '}' : ']')) {
        Close();
        continue;
      }
      if (Peek() != ',') {
        return Expected(is_object ? "',' or '}' after a member"
                                  : "',' or ']' after an element");
      }
      ++at_;
      SkipWhiteSpace();
      break;
    }
    if (scopes_.empty()) break;
    Scope& scope = scopes_.back();
    ++scope.count;
    if (scope.is_object && !ParseMemberName()) return false;
  }

  SkipWhiteSpace();
  if (!AtEnd()) return Expected("the end of the text after the value");
  AppendWord('r', 0, text_.size());
  tape_[0] |= tape_.size();
  return true;
}

bool StrictParser::Open(bool is_object, size_t max_depth) {
  if (scopes_.size() >= max_depth) {
    return Fail(ParseError::Kind::kDepth, at_,
                Join({"arrays and objects are nested deeper than max_depth = ",
                      std::to_string(max_depth)}));
  }
  scopes_.push_back({static_cast<uint32_t>(tape_.size()), 0, is_object, at_});
  AppendWord(is_object ? '{' : '[', 0, at_);
  ++at_;
  return true;
}

void StrictParser::Close() {
  const Scope scope = scopes_.back();
  scopes_.pop_back();
  AppendWord(scope.is_object ? '}' : ']', scope.tape_index, at_);
  ++at_;
  const uint64_t count = std::min(scope.count, kMaxCount);
  tape_[scope.tape_index] |= tape_.size() | (count << 32);
}

bool StrictParser::ParseMemberName() {
  if (Peek() != '"') {
    return scopes_.back().count > 1
               ? Expected("a member name in double quotes after ','",
                          Peek() == '}' ? kNoTrailingCommas : "")
               : Expected("a member name in double quotes or '}'");
  }
  if (!ParseString()) return false;
  SkipWhiteSpace();
  if (Peek() != ':') return Expected("':' after a member name");
  ++at_;
  SkipWhiteSpace();
  return true;
}

bool StrictParser::ParseValue() {
  switch (Peek()) {
    case '"':
      return ParseString();
    case 't':
      return ParseLiteral("true", 't');
    case 'f':
      return ParseLiteral("false", 'f');
    case 'n':
      return ParseLiteral("null", 'n');
    default:
      if (Peek() == '-' || PeekDigit()) return ParseNumber();
      return ExpectedValue();
  }
}

bool StrictParser::ParseLiteral(std::string_view literal, char type) {
  // What follows the literal is for the caller to judge, except for letters:
  // "nullable" is one wrong word, not two.
  if (Word(text_, at_) != literal) return ExpectedValue();
  AppendWord(type, 0, at_);
  at_ += literal.size();
  return true;
}

bool StrictParser::ParseString() {
  const size_t start = at_;
  const size_t entry = BeginString();
  AppendWord('"', entry, start);
  ++at_;
  for (;;) {
    // Runs of bytes that need no care are copied whole.
    const size_t run = at_;
    while (!AtEnd() && Byte(text_, at_) >= 0x20 && text_[at_] != '"' &&
           text_[at_] != '\\') {
      if (Byte(text_, at_) < 0x80) {
        ++at_;
        continue;
      }
      const size_t length = ReadUtf8(text_, at_).length;
      if (length == 0) return FailUtf8(at_);
      at_ += length;
    }
    strings_.insert(strings_.end(), text_.begin() + static_cast<ptrdiff_t>(run),
                    text_.begin() + static_cast<ptrdiff_t>(at_));
    if (AtEnd()) {
      return Fail(ParseError::Kind::kSyntax, start,
                  "unterminated string: no closing '\"' before the end of the "
                  "text");
    }
    if (text_[at_] == '"') break;
    if (text_[at_] != '\\') {
      // A line break is nearly always a forgotten quote, so it is named.
      const char c = text_[at_];
      return Fail(
          ParseError::Kind::kSyntax, at_,
          c == '\n' || c == '\r'
              ? std::string("a string cannot contain a line break; write \\n, "
                            "or close the string with '\"'")
              : Join({"a string cannot contain ", Describe(text_, at_),
                      "; write it as an escape"}));
    }
    if (!ParseEscape()) return false;
  }
  ++at_;
  EndString(entry);
  return true;
}

bool StrictParser::ParseEscape() {
  const size_t start = at_;
  ++at_;
  static constexpr std::string_view kEscapes = "\"\\/bfnrt";
  static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  const size_t simple =
      AtEnd() ? std::string_view::npos : kEscapes.find(Peek());
  if (simple != std::string_view::npos) {
    strings_.push_back(static_cast<uint8_t>(kMeanings[simple]));
    ++at_;
    return true;
  }
  if (Peek() != 'u') {
    if (AtEnd()) {
      return Fail(ParseError::Kind::kSyntax, start,
                  "unterminated string: the text ends within an escape");
    }
    if (ReadUtf8(text_, at_).length == 0) return FailUtf8(at_);
    return Fail(ParseError::Kind::kSyntax, start,
                Join({"a string has the escape '\\' before ",
                      Describe(text_, at_), ", which JSON does not know"}));
  }
  ++at_;
  uint32_t code_point = 0;
  if (!ParseHexDigits(code_point)) return false;
  if (code_point < 0xD800 || code_point > 0xDFFF) {
    AppendCodePoint(code_point);
    return true;
  }
  // UTF-16 surrogates mean something only as a pair, the high one first.
  // RFC 8259, §8.2 calls the behaviour of others unpredictable, and a string
  // that holds one has no UTF-8 form.
  const uint32_t high = code_point;
  uint32_t low = 0;
  if (high <= 0xDBFF && text_.substr(at_, 2) == "\\u") {
    at_ += 2;
    if (!ParseHexDigits(low)) return false;
  }
  if (low < 0xDC00 || low > 0xDFFF) {
    return Fail(
        ParseError::Kind::kSyntax, start,
        Join({"a string has the lone surrogate \\u", Hexadecimal(high, 4),
              ", which stands for no character without its pair"}));
  }
  AppendCodePoint(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
  return true;
}

bool StrictParser::ParseHexDigits(uint32_t& code_unit) {
  code_unit = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const char c = Peek();
    uint32_t digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<uint32_t>(c - 'a') + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<uint32_t>(c - 'A') + 10;
    } else {
      return Expected("four hexadecimal digits after '\\u'");
    }
    code_unit = code_unit << 4 | digit;
  }
  return true;
}

bool StrictParser::ParseNumber() {
  const size_t start = at_;
  const bool negative = Peek() == '-';
  if (negative) ++at_;
  if (!PeekDigit()) {
    const std::string_view word = Word(text_, at_);
    if (word == "Infinity" || word == "NaN") {
      return Fail(ParseError::Kind::kSyntax, start,
                  Join({"-", word, " is not JSON"}));
    }
    return Expected("a digit after '-'");
  }
  const size_t digits = at_;
  while (PeekDigit()) ++at_;
  if (text_[digits] == '0' && at_ - digits > 1) {
    return Fail(ParseError::Kind::kSyntax, start, "number has a leading zero");
  }
  const std::string_view integer = text_.substr(digits, at_ - digits);
  bool is_integer = true;
  if (Peek() == '.') {
    is_integer = false;
    ++at_;
    if (!PeekDigit()) return Expected("a digit after the decimal point");
    while (PeekDigit()) ++at_;
  }
  if (Peek() == 'e' || Peek() == 'E') {
    is_integer = false;
    ++at_;
    if (Peek() == '+' || Peek() == '-') ++at_;
    if (!PeekDigit()) return Expected("a digit in the exponent");
    while (PeekDigit()) ++at_;
  }
  const std::string_view number = text_.substr(start, at_ - start);

  if (is_integer) {
    constexpr uint64_t kMaxInt64 = std::numeric_limits<int64_t>::max();
    const std::optional<uint64_t> magnitude = ParseUint64(integer);
    if (magnitude.has_value() && *magnitude <= kMaxInt64 + (negative ? 1 : 0)) {
      // Unsigned negation gives the bits of the negative int64. "-0" is the
      // integer 0 in simdjson, while "-0.0" keeps its sign.
      AppendNumber('l', negative ? 0 - *magnitude : *magnitude, start);
      return true;
    }
    if (magnitude.has_value() && !negative) {
      AppendNumber('u', *magnitude, start);
      return true;
    }
  } else if (const std::optional<double> value = ParseDouble(number)) {
    AppendNumber('d', std::bit_cast<uint64_t>(*value), start);
    return true;
  }
  const size_t entry = BeginString();
  AppendWord('Z', entry, start);
  strings_.insert(strings_.end(), number.begin(), number.end());
  EndString(entry);
  return true;
}

void StrictParser::SkipWhiteSpace() {
  while (!AtEnd() && (text_[at_] == ' ' || text_[at_] == '\n' ||
                      text_[at_] == '\r' || text_[at_] == '\t')) {
    ++at_;
  }
}

void StrictParser::AppendWord(char type, uint64_t payload, size_t offset) {
  tape_.push_back(uint64_t{static_cast<uint8_t>(type)} << 56 | payload);
  if (record_offsets_) offsets_.push_back(static_cast<uint32_t>(offset));
}

void StrictParser::AppendNumber(char type, uint64_t bits, size_t offset) {
  AppendWord(type, 0, offset);
  tape_.push_back(bits);
  if (record_offsets_) offsets_.push_back(static_cast<uint32_t>(offset));
}

void StrictParser::AppendCodePoint(uint32_t code_point) {
  const auto continuation = [code_point](int shift) {
    return static_cast<uint8_t>(0x80 | (code_point >> shift & 0x3F));
  };
  if (code_point < 0x80) {
    strings_.push_back(static_cast<uint8_t>(code_point));
  } else if (code_point < 0x800) {
    strings_.insert(
        strings_.end(),
        {static_cast<uint8_t>(0xC0 | code_point >> 6), continuation(0)});
  } else if (code_point < 0x10000) {
    strings_.insert(strings_.end(),
                    {static_cast<uint8_t>(0xE0 | code_point >> 12),
                     continuation(6), continuation(0)});
  } else {
    strings_.insert(strings_.end(),
                    {static_cast<uint8_t>(0xF0 | code_point >> 18),
                     continuation(12), continuation(6), continuation(0)});
  }
}

size_t StrictParser::BeginString() {
  const size_t entry = strings_.size();
  strings_.resize(entry + sizeof(uint32_t));
  return entry;
}

void StrictParser::EndString(size_t begin) {
  const uint32_t length =
      static_cast<uint32_t>(strings_.size() - begin - sizeof(uint32_t));
  std::memcpy(strings_.data() + begin, &length, sizeof(length));
  strings_.push_back(0);
}

bool StrictParser::Fail(ParseError::Kind kind, size_t offset,
                        std::string message) {
  error_.kind = kind;
  error_.offset = offset;
  error_.message = std::move(message);
  return false;
}

bool StrictParser::FailUtf8(size_t offset) {
  return Fail(ParseError::Kind::kUtf8, offset,
              Join({"the text is not UTF-8 at the byte 0x",
                    Hexadecimal(Byte(text_, offset), 2), ": ",
                    ReadUtf8(text_, offset).problem}));
}

bool StrictParser::Expected(std::string_view what, std::string_view hint) {
  if (!AtEnd() && ReadUtf8(text_, at_).length == 0) return FailUtf8(at_);
  std::string message =
      Join({"expected ", what, ", found ", Describe(text_, at_), hint});
  if (Peek() == '/') {
    message += "; JSON has no comments";
  } else if (Peek() == '\'') {
    message += "; JSON strings are in double quotes";
  } else if (AtEnd() && !scopes_.empty()) {
    const LineColumn open = Locate(text_, scopes_.back().offset);
    message +=
        Join({"; the ", scopes_.back().is_object ? "object" : "array",
              " that begins at line ", std::to_string(open.line), ", column ",
              std::to_string(open.column), " is not closed"});
  }
  return Fail(ParseError::Kind::kSyntax, at_, std::move(message));
}

bool StrictParser::ExpectedValue() {
  const std::string_view word = Word(text_, at_);
  if (std::optional<std::string> advice = AdviceOnWord(word)) {
    return Fail(ParseError::Kind::kSyntax, at_, *std::move(advice));
  }
  if (Peek() == '+') {
    return Fail(ParseError::Kind::kSyntax, at_, "number has a leading '+'");
  }
  if (Peek() == '.') {
    return Fail(ParseError::Kind::kSyntax, at_,
                "number has no digit before the decimal point");
  }
  if (scopes_.empty() || scopes_.back().is_object) return Expected("a value");
  return scopes_.back().count > 1
             ? Expected("a value after ','",
                        Peek() == ']' ? kNoTrailingCommas : "")
             : Expected("a value or ']'");
}

}  // namespace gabarit::document

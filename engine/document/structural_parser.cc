#include "engine/document/structural_parser.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <charconv>
#include <cstring>
#include <limits>
#include <system_error>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "engine/document/value.h"

namespace gabarit::document {
namespace {

#define GABARIT_INLINE ABSL_ATTRIBUTE_ALWAYS_INLINE inline

// The smallest capacity asked of simdjson. Its index is proportional to the
// capacity, but pages that no document reaches are never touched.
constexpr size_t kSmallestCapacity = size_t{64} << 10;

constexpr uint64_t Word(char type, uint64_t payload) {
  return (uint64_t{static_cast<uint8_t>(type)} << 56) | payload;
}

// What may follow a number or a literal: white space or a structural character
// (RFC 8259, §2). simdjson's index begins a new scalar after these and after a
// quotation mark, and only the grammar would notice `1"a"`.
constexpr std::array<bool, 256> MakeTerminators() {
  std::array<bool, 256> terminates{};
  for (const char c : {' ', '\t', '\n', '\r', ',', ':', '[', ']', '{', '}'}) {
    terminates[static_cast<uint8_t>(c)] = true;
  }
  return terminates;
}
constexpr std::array<bool, 256> kTerminators = MakeTerminators();

GABARIT_INLINE bool Terminates(char c) {
  return kTerminators[static_cast<uint8_t>(c)];
}

GABARIT_INLINE bool IsDigit(char c) {
  return static_cast<uint8_t>(c - '0') <= 9;
}

// Powers of ten that a double holds exactly.
constexpr int kExactPowers = 22;
constexpr double kPowersOfTen[kExactPowers + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// The rest of a number with a fraction or an exponent: `at` is at the '.' or
// the 'e', `mantissa` the value of the digits before it if they are few enough.
bool ParseDouble(const char* begin, const char* digits, const char* at,
                 uint64_t mantissa, uint64_t* words) {
  ptrdiff_t count = at - digits;
  ptrdiff_t exponent = 0;
  if (*at == '.') {
    const char* const fraction = ++at;
    for (; IsDigit(*at); ++at) {
      mantissa = 10 * mantissa + static_cast<uint8_t>(*at - '0');
    }
    if (at == fraction) return false;
    exponent = fraction - at;
    count += at - fraction;
  }
  bool small = true;
  if (*at == 'e' || *at == 'E') {
    ++at;
    const bool negative = *at == '-';
    if (*at == '-' || *at == '+') ++at;
    if (!IsDigit(*at)) return false;
    ptrdiff_t written = 0;
    for (; IsDigit(*at); ++at) {
      if (written < 10000) written = 10 * written + (*at - '0');
    }
    small = written < 10000;
    exponent += negative ? -written : written;
  }
  if (!Terminates(*at)) return false;
  double value = 0;
  // One correctly rounded operation on two exact numbers is correctly rounded
  // (Clinger, "How to Read Floating Point Numbers Accurately", 1990).
  if (FLT_EVAL_METHOD == 0 && small && count <= 19 &&
      mantissa <= uint64_t{1} << 53 && exponent >= -kExactPowers &&
      exponent <= kExactPowers) {
    value = static_cast<double>(mantissa);
    value = exponent < 0 ? value / kPowersOfTen[-exponent]
                         : value * kPowersOfTen[exponent];
    if (*begin == '-') value = -value;
  } else if (std::from_chars(begin, at, value).ec != std::errc()) {
    return false;
  }
  words[0] = Word('d', 0);
  words[1] = std::bit_cast<uint64_t>(value);
  return true;
}

// Reads the number at `begin` (RFC 8259, §6) into two words. The text goes on
// behind it with something that is neither digit, point nor exponent.
GABARIT_INLINE bool ParseNumber(const char* begin, uint64_t* words) {
  const bool negative = *begin == '-';
  const char* const digits = begin + (negative ? 1 : 0);
  const char* at = digits;
  uint64_t value = 0;
  for (; IsDigit(*at); ++at) {
    value = 10 * value + static_cast<uint8_t>(*at - '0');
  }
  const ptrdiff_t count = at - digits;
  if (count == 0 || (*digits == '0' && count > 1)) return false;
  if (*at == '.' || *at == 'e' || *at == 'E') {
    return ParseDouble(begin, digits, at, value, words);
  }
  if (!Terminates(*at)) return false;
  // Nineteen digits always fit in 64 bits.
  if (count > 19) return false;
  constexpr uint64_t kMaxInt64 = std::numeric_limits<int64_t>::max();
  const bool fits = value <= kMaxInt64 + (negative ? 1 : 0);
  if (ABSL_PREDICT_FALSE(!fits && negative)) return false;
  words[0] = Word(fits ? 'l' : 'u', 0);
  words[1] = negative ? 0 - value : value;
  return true;
}

GABARIT_INLINE bool IsText(const char* at, const char* four) {
  return std::memcmp(at, four, 4) == 0;
}

int HexadecimalDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The UTF-16 code unit of the four digits at `at`, or -1.
int CodeUnit(std::string_view digits) {
  if (digits.size() < 4) return -1;
  int unit = 0;
  for (const char c : digits.substr(0, 4)) {
    const int digit = HexadecimalDigit(c);
    if (digit < 0) return -1;
    unit = 16 * unit + digit;
  }
  return unit;
}

// The offset of the first backslash from `from` on; the text's size if none.
size_t FindEscape(std::string_view text, size_t from) {
  const void* const found =
      std::memchr(text.data() + from, '\\', text.size() - from);
  return found == nullptr ? text.size()
                          : static_cast<size_t>(
                                static_cast<const char*>(found) - text.data());
}

uint8_t* AppendUtf8(uint32_t code_point, uint8_t* out) {
  if (code_point < 0x80) {
    *out++ = static_cast<uint8_t>(code_point);
    return out;
  }
  if (code_point < 0x800) {
    *out++ = static_cast<uint8_t>(0xC0 | code_point >> 6);
  } else {
    if (code_point < 0x10000) {
      *out++ = static_cast<uint8_t>(0xE0 | code_point >> 12);
    } else {
      *out++ = static_cast<uint8_t>(0xF0 | code_point >> 18);
      *out++ = static_cast<uint8_t>(0x80 | (code_point >> 12 & 0x3F));
    }
    *out++ = static_cast<uint8_t>(0x80 | (code_point >> 6 & 0x3F));
  }
  *out++ = static_cast<uint8_t>(0x80 | (code_point & 0x3F));
  return out;
}

// The characters that escapes of one letter stand for (RFC 8259, §7).
constexpr std::array<uint8_t, 256> MakeMeanings() {
  std::array<uint8_t, 256> meanings{};
  constexpr std::string_view kEscapes = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  for (size_t i = 0; i < kEscapes.size(); ++i) {
    meanings[static_cast<uint8_t>(kEscapes[i])] =
        static_cast<uint8_t>(kMeanings[i]);
  }
  return meanings;
}
constexpr std::array<uint8_t, 256> kMeanings = MakeMeanings();

// Writes what the escape \uXXXX at `at` stands for, or the pair of them, which
// takes less room. Moves `at` behind it. Null where it is no escape, or half a
// surrogate pair.
uint8_t* UnescapeCodePoint(const char** at, const char* end, uint8_t* out) {
  const auto rest = [&] {
    return std::string_view(*at, static_cast<size_t>(end - *at));
  };
  *at += 2;
  const int unit = CodeUnit(rest());
  if (unit < 0) return nullptr;
  *at += 4;
  auto code_point = static_cast<uint32_t>(unit);
  if (code_point >= 0xD800 && code_point <= 0xDFFF) {
    if (code_point > 0xDBFF || rest().substr(0, 2) != "\\u") return nullptr;
    const int low = CodeUnit(rest().substr(2));
    if (low < 0xDC00 || low > 0xDFFF) return nullptr;
    *at += 6;
    code_point = 0x10000 + ((code_point - 0xD800) << 10) +
                 (static_cast<uint32_t>(low) - 0xDC00);
  }
  return AppendUtf8(code_point, out);
}

// Copies the characters from `at` to `end`, escapes resolved; the result is
// never longer. Its end, or null where an escape is none.
uint8_t* Unescape(const char* at, const char* end, uint8_t* out) {
  while (at < end) {
    if (*at != '\\') {
      *out++ = static_cast<uint8_t>(*at++);
      continue;
    }
    // A quotation mark follows the string, so one more may be read.
    const uint8_t meaning = kMeanings[static_cast<uint8_t>(at[1])];
    if (meaning != 0) {
      *out++ = meaning;
      at += 2;
      continue;
    }
    if (at[1] != 'u') return nullptr;
    out = UnescapeCodePoint(&at, end, out);
    if (out == nullptr) return nullptr;
  }
  return at == end ? out : nullptr;
}

}  // namespace

bool StructuralParser::Reserve(size_t length) {
  if (index_ != nullptr && length <= index_->capacity()) return true;
  size_t capacity = kSmallestCapacity;
  while (capacity < length) capacity *= 2;
  capacity = std::min(capacity, size_t{simdjson::SIMDJSON_MAXSIZE_BYTES});
  if (capacity < length) return false;
  index_.reset();
  // Depth matters to simdjson's second stage only.
  return simdjson::get_active_implementation()
             ->create_dom_parser_implementation(capacity, 1, index_) ==
         simdjson::SUCCESS;
}

bool StructuralParser::IndexText(std::string_view text) {
  if (!Reserve(text.size()) ||
      index_->stage1(reinterpret_cast<const uint8_t*>(text.data()), text.size(),
                     simdjson::stage1_mode::regular) != simdjson::SUCCESS) {
    return false;
  }
  const size_t count = index_->n_structural_indexes;
  // A number has one index and two words; the root has two words.
  if (words_capacity_ < 2 * count + 2) {
    words_capacity_ = std::max(2 * (2 * count + 2), kSmallestCapacity / 8);
    words_ = std::make_unique_for_overwrite<uint64_t[]>(words_capacity_);
  }
  return true;
}

bool StructuralParser::Parse(std::string_view text, size_t max_depth) {
  copied_ = 0;
  if (!IndexText(text) || !BuildTape(text, max_depth)) return false;
  if (copied_ == 0) {
    strings_ = reinterpret_cast<const uint8_t*>(text.data());
    strings_size_ = text.size();
  } else {
    strings_ = copies_.get();
    strings_size_ = copied_;
  }
  return true;
}

void StructuralParser::CopyText(std::string_view text) {
  // The shortest string that is copied, "\n", takes four bytes in the text and
  // six as a copy; no other grows by more than half. Eight bytes must be
  // readable behind the last.
  const size_t room = text.size() + text.size() + text.size() / 2 +
                      kCopyOverhead + sizeof(uint64_t);
  if (copies_capacity_ < room) {
    copies_capacity_ = std::max(2 * room, kSmallestCapacity);
    copies_ = std::make_unique_for_overwrite<uint8_t[]>(copies_capacity_);
  }
  std::memcpy(copies_.get(), text.data(), text.size());
  copied_ = text.size();
}

uint64_t StructuralParser::CopyString(std::string_view quoted) {
  const size_t entry = copied_;
  // The length, the characters, and a NUL, as simdjson writes them.
  uint8_t* const begin = copies_.get() + entry + sizeof(uint32_t);
  uint8_t* const end =
      Unescape(quoted.data(), quoted.data() + quoted.size(), begin);
  if (end == nullptr) return 0;
  *end = 0;
  const auto length = static_cast<uint32_t>(end - begin);
  std::memcpy(begin - sizeof length, &length, sizeof length);
  copied_ = entry + length + kCopyOverhead;
  return Word('"', entry);
}

bool StructuralParser::ReadStringWithCare(std::string_view text, size_t begin,
                                          size_t end, size_t* escape,
                                          uint64_t* word) {
  const size_t length = end - begin;
  const bool is_large = text.size() > tape::kLongestTextString;
  // In a large text every string comes here, so none may look past its end.
  const bool has_escape =
      is_large ? FindEscape(text.substr(begin, length), 0) < length
               : *escape < end;
  if (has_escape || length >= tape::kLongestTextString) {
    if (copied_ == 0) CopyText(text);
    *word = CopyString(text.substr(begin, length));
    if (*word == 0) return false;
  } else {
    *word = tape::TextString(static_cast<uint32_t>(begin),
                             static_cast<uint32_t>(length));
  }
  if (!is_large) *escape = FindEscape(text, end);
  return true;
}

// A state machine, written with labels because two things decide its speed: the
// states "in an object" and "in an array" are places in the code, so that each
// has branches of its own to predict, and few enough values are alive that all
// stay in registers.
bool StructuralParser::BuildTape(std::string_view text, size_t max_depth) {
  const char* const json = text.data();
  uint32_t* token = index_->structural_indexes.get();
  uint32_t* const end = token + index_->n_structural_indexes;
  // Where the next backslash stands; before every string where all have to be
  // looked at because one may be too long.
  size_t escape = FindEscape(text, 0);
  if (escape != text.size()) CopyText(text);
  if (text.size() > tape::kLongestTextString) escape = 0;

  uint64_t* const words = words_.get();
  uint64_t* word = words + 1;
  size_t levels = max_depth;  // that may still be opened
  // The innermost array or object: the tape index of its open word in the high
  // half, below it the number of commas so far, and in the lowest bit whether
  // it is an object. While it is not closed its open word keeps the state of
  // the one around it; in the outermost, words[0] keeps zero.
  constexpr uint64_t kObject = 1;
  constexpr uint64_t kComma = 2;
  uint64_t state = 0;

  // Reads the string at `token`. Between its end and the token behind it there
  // is only white space.
  const auto read_string = [&]() ABSL_ATTRIBUTE_ALWAYS_INLINE {
    const uint32_t begin = token[0] + 1;
    uint32_t quote = token[1] - 1;
    while (ABSL_PREDICT_FALSE(json[quote] != '"')) --quote;
    ++token;
    if (ABSL_PREDICT_TRUE(escape >= quote)) {
      *word++ = tape::TextString(begin, quote - begin);
      return true;
    }
    return ReadStringWithCare(text, begin, quote, &escape, word++);
  };
  // Reads the scalar at `token`, whose first character is `c`.
  const auto read_scalar = [&](char c) ABSL_ATTRIBUTE_ALWAYS_INLINE {
    const char* const begin = json + *token;
    if (c == '"') return read_string();
    ++token;
    if (ABSL_PREDICT_TRUE(c <= '9')) {
      if (!ParseNumber(begin, word)) return false;
      word += 2;
      return true;
    }
    *word++ = Word(c, 0);
    if (c == 't') return IsText(begin, "true") && Terminates(begin[4]);
    if (c == 'f') return IsText(begin + 1, "alse") && Terminates(begin[5]);
    return IsText(begin, "null") && Terminates(begin[4]);
  };

  if (token == end) return false;
  char c = json[*token];
  if (c == '"') {
    *end = static_cast<uint32_t>(text.size());
    if (!read_string()) return false;
    goto close_document;
  }
  // Other scalars are StrictParser's. The last token must be a bracket: so no
  // scalar below can run out of the text, and every string has a token behind
  // it. Only after a value can the end be reached, and there an opening bracket
  // is as wrong as the end: one stands in for it (simdjson leaves room).
  if ((c != '{' && c != '[') ||
      (json[end[-1]] != '}' && json[end[-1]] != ']')) {
    return false;
  }
  *end = *token;
  if (c == '[') goto open_array;

open_object:
  ++token;
  if (ABSL_PREDICT_FALSE(levels-- == 0)) return false;
  *word = state;
  state = static_cast<uint64_t>(word - words) << 32 | kObject;
  ++word;
  if (json[*token] == '}') {
    state -= kComma;  // one less than there are members
    goto close;
  }

member:
  if (json[*token] != '"' || !read_string() || json[*token] != ':') {
    return false;
  }
  ++token;
  c = json[*token];
  if (c == '{') goto open_object;
  if (c == '[') goto open_array;
  if (!read_scalar(c)) return false;

after_member:
  if (json[*token] == ',') {
    ++token;
    state += kComma;
    goto member;
  }
  if (json[*token] != '}') return false;
  goto close;

open_array:
  ++token;
  if (ABSL_PREDICT_FALSE(levels-- == 0)) return false;
  *word = state;
  state = static_cast<uint64_t>(word - words) << 32;
  ++word;
  if (json[*token] == ']') {
    state -= kComma;
    goto close;
  }

item:
  c = json[*token];
  if (c == '{') goto open_object;
  if (c == '[') goto open_array;
  if (!read_scalar(c)) return false;

after_item:
  if (json[*token] == ',') {
    ++token;
    state += kComma;
    goto item;
  }
  if (json[*token] != ']') return false;

close : {
  // An empty one has counted a comma less than none, which took one from the
  // index above.
  const uint64_t bracket = static_cast<uint8_t>(json[*token]);
  state += kComma;
  const uint64_t open = state >> 32;
  const uint64_t members = std::min<uint64_t>(static_cast<uint32_t>(state) >> 1,
                                              tape::kSaturatedCount);
  *word++ = bracket << 56 | open;
  state = words[open];
  // The codes of brackets that match differ by two.
  static_assert('{' + 2 == '}' && '[' + 2 == ']');
  words[open] =
      (bracket - 2) << 56 | members << 32 | static_cast<uint64_t>(word - words);
  ++token;
  ++levels;
  if (open != 1) {
    if ((state & kObject) != 0) goto after_member;
    goto after_item;
  }
}

close_document:
  // The whole text is read, or something stands behind its value.
  if (token != end) return false;
  *word = Word('r', 0);
  words[0] = Word('r', static_cast<uint64_t>(word + 1 - words));
  return true;
}

#undef GABARIT_INLINE

}  // namespace gabarit::document

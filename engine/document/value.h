// A view of one JSON value on simdjson's tape.
//
// The tape is what simdjson's DOM parser leaves behind: one 64-bit word per
// scalar, bracket or string, the word's kind in its top byte and a payload in
// the 56 bits below. simdjson documents the format (doc/tape.md); this folder
// is the only place that reads it.
//
//   '{' '['   payload: index one past the matching close word in the low 32
//             bits, and above them the number of members or items, saturated
//             at 2^24 - 1
//   '}' ']'   payload: index of the open word
//   '"'       payload: offset into the string bytes, where a 32-bit length
//             precedes the characters and a NUL follows them
//   0xA2      a string too ('"' with the high bit set), whose characters stand
//             in the text itself; payload: their offset into the string bytes
//             in the low 32 bits, and above them their number of bytes, below
//             2^24. Only StructuralParser writes this word.
//   'l' 'u' 'd'   int64, uint64 or double in the next word
//   't' 'f' 'n'   true, false, null
//   'Z'       a number that none of the three can hold; payload as for a
//             string, the characters being the number's own text. simdjson
//             never writes this word: documents that hold such a number come
//             from StrictParser.
//
// Eight bytes are readable at the start of every string, however short.
//
// Example:
//   Value root = document.root();
//   for (MemberIterator member(root); !member.done(); member.Next()) {
//     Use(member.name(), member.value());
//   }

#ifndef GABARIT_ENGINE_DOCUMENT_VALUE_H_
#define GABARIT_ENGINE_DOCUMENT_VALUE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

namespace gabarit::document {

// The kinds of value as assertions see them. Integers held by a double
// ("1.0", "1e2") and numbers beyond 64 bits have kind kNumber: whether they
// are integers is a question about their digits.
enum class Kind : uint8_t {
  kNull = 0,
  kBoolean = 1,
  kInteger = 2,
  kNumber = 3,
  kString = 4,
  kArray = 5,
  kObject = 6,
};
inline constexpr int kKindCount = 7;

class PositionIndex;

// Where the words and bytes of one parsed document lie. Does not own them.
struct TapeView {
  const uint64_t* words = nullptr;
  const uint8_t* strings = nullptr;
  // Leads back to the text that was parsed; null when the document was parsed
  // elsewhere and its text is not known.
  PositionIndex* positions = nullptr;
};

namespace tape {

// The count in an open word stops here; the true count may be larger.
inline constexpr uint32_t kSaturatedCount = 0xFFFFFF;

inline char Type(uint64_t word) { return static_cast<char>(word >> 56); }
inline uint64_t Payload(uint64_t word) {
  return word & ((uint64_t{1} << 56) - 1);
}
inline constexpr char kTextString = static_cast<char>('"' | 0x80);
inline constexpr uint32_t kLongestTextString = 0xFFFFFF;
inline uint64_t TextString(uint32_t offset, uint32_t length) {
  return (uint64_t{static_cast<uint8_t>(kTextString)} << 56) |
         (uint64_t{length} << 32) | offset;
}
inline bool IsString(uint64_t word) { return (word >> 56 & 0x7F) == '"'; }

inline uint32_t EndIndex(uint64_t word) { return static_cast<uint32_t>(word); }
inline uint32_t Count(uint64_t word) {
  return static_cast<uint32_t>(word >> 32) & kSaturatedCount;
}

// Kinds by the word's type byte; a table because it is on the hottest path.
struct KindTable {
  uint8_t kind[256];
};
inline constexpr KindTable MakeKindTable() {
  KindTable table{};
  table.kind[static_cast<uint8_t>('n')] = static_cast<uint8_t>(Kind::kNull);
  table.kind[static_cast<uint8_t>('t')] = static_cast<uint8_t>(Kind::kBoolean);
  table.kind[static_cast<uint8_t>('f')] = static_cast<uint8_t>(Kind::kBoolean);
  table.kind[static_cast<uint8_t>('l')] = static_cast<uint8_t>(Kind::kInteger);
  table.kind[static_cast<uint8_t>('u')] = static_cast<uint8_t>(Kind::kInteger);
  table.kind[static_cast<uint8_t>('d')] = static_cast<uint8_t>(Kind::kNumber);
  table.kind[static_cast<uint8_t>('Z')] = static_cast<uint8_t>(Kind::kNumber);
  table.kind[static_cast<uint8_t>('"')] = static_cast<uint8_t>(Kind::kString);
  table.kind[static_cast<uint8_t>(kTextString)] =
      static_cast<uint8_t>(Kind::kString);
  table.kind[static_cast<uint8_t>('[')] = static_cast<uint8_t>(Kind::kArray);
  table.kind[static_cast<uint8_t>('{')] = static_cast<uint8_t>(Kind::kObject);
  return table;
}
inline constexpr KindTable kKindTable = MakeKindTable();

inline Kind KindOf(uint64_t word) {
  return static_cast<Kind>(kKindTable.kind[word >> 56]);
}

// What a word's type byte says of a value: its kind, and how many words it
// takes. In one table, because the hottest loops ask both.
class Shape {
 public:
  constexpr Shape() = default;
  constexpr Shape(Kind kind, uint8_t words)
      : bits_(static_cast<uint8_t>(static_cast<uint8_t>(kind) | words << 4)) {}
  constexpr uint32_t kind() const { return bits_ & 15; }
  // One or two; for a container, which tells its end itself, zero.
  constexpr uint32_t words() const { return bits_ >> 4; }
  constexpr bool is_container() const { return bits_ < 16; }

 private:
  uint8_t bits_ = 0;
};
struct ShapeTable {
  Shape shape[256];
};
inline constexpr ShapeTable MakeShapeTable() {
  ShapeTable table{};
  for (int type = 0; type < 256; ++type) {
    const bool container = type == '{' || type == '[';
    const bool two = type == 'l' || type == 'u' || type == 'd';
    table.shape[type] = Shape(static_cast<Kind>(kKindTable.kind[type]),
                              container ? 0 : (two ? 2 : 1));
  }
  return table;
}
inline constexpr ShapeTable kShapeTable = MakeShapeTable();

inline Shape ShapeOf(uint64_t word) { return kShapeTable.shape[word >> 56]; }

inline std::string_view StringAt(const uint8_t* strings, uint64_t word) {
  // One document's strings are nearly all of one form: no guess goes wrong.
  if (static_cast<int64_t>(word) < 0) {
    return {
        reinterpret_cast<const char*>(strings + static_cast<uint32_t>(word)),
        static_cast<uint32_t>(word >> 32) & kLongestTextString};
  }
  const uint8_t* at = strings + Payload(word);
  uint32_t length;
  std::memcpy(&length, at, sizeof length);
  return {reinterpret_cast<const char*>(at + sizeof length), length};
}

// The index after the value at `index`.
inline uint32_t Next(const uint64_t* words, uint32_t index) {
  const uint64_t word = words[index];
  switch (Type(word)) {
    case '{':
    case '[':
      return EndIndex(word);
    case 'l':
    case 'u':
    case 'd':
      return index + 2;
    default:
      return index + 1;
  }
}

}  // namespace tape

// A light handle: copy it freely. Valid as long as the document it came from
// is neither destroyed nor parsed anew. Methods named after a kind may be
// called on values of that kind only.
class Value {
 public:
  Value() = default;
  Value(const TapeView* view, uint32_t index) : view_(view), index_(index) {}

  Kind kind() const { return tape::KindOf(word()); }
  bool is_object() const { return kind() == Kind::kObject; }
  bool is_array() const { return kind() == Kind::kArray; }
  bool is_string() const { return kind() == Kind::kString; }
  bool is_number() const {
    return kind() == Kind::kInteger || kind() == Kind::kNumber;
  }
  bool is_boolean() const { return kind() == Kind::kBoolean; }
  bool is_null() const { return kind() == Kind::kNull; }

  bool boolean() const { return tape::Type(word()) == 't'; }
  std::string_view string() const {
    return tape::StringAt(view_->strings, word());
  }

  // How a number is held. Big numbers are held by their text.
  bool is_int64() const { return tape::Type(word()) == 'l'; }
  bool is_uint64() const { return tape::Type(word()) == 'u'; }
  bool is_double() const { return tape::Type(word()) == 'd'; }
  bool is_big_number() const { return tape::Type(word()) == 'Z'; }
  int64_t int64() const { return Held<int64_t>(); }
  uint64_t uint64() const { return Held<uint64_t>(); }
  double number() const { return Held<double>(); }
  std::string_view big_number_text() const {
    return tape::StringAt(view_->strings, word());
  }

  // Number of members or items, counted where the tape's own count saturates.
  size_t size() const;
  bool empty() const { return tape::EndIndex(word()) == index_ + 2; }

  // The value of the member `name`: the last of that name where there are
  // several, as ECMA-262 JSON.parse has it; nothing when there is none.
  std::optional<Value> Find(std::string_view name) const;
  // The item at `position`, counted from 0; linear in `position`.
  std::optional<Value> Item(size_t position) const;

  const TapeView& view() const { return *view_; }
  uint32_t index() const { return index_; }
  uint64_t word() const { return view_->words[index_]; }
  bool operator==(const Value&) const =
      default;  // the same place, not equality

 private:
  template <typename T>
  T Held() const {
    T held;
    std::memcpy(&held, &view_->words[index_ + 1], sizeof held);
    return held;
  }

  const TapeView* view_ = nullptr;
  uint32_t index_ = 0;
};

// Walks the members of an object in the document's order, duplicates included.
class MemberIterator {
 public:
  explicit MemberIterator(Value object)
      : view_(&object.view()),
        index_(object.index() + 1),
        end_(tape::EndIndex(object.word()) - 1) {}
  bool done() const { return index_ == end_; }
  void Next() { index_ = tape::Next(view_->words, index_ + 1); }
  std::string_view name() const {
    return tape::StringAt(view_->strings, view_->words[index_]);
  }
  Value name_value() const { return Value(view_, index_); }
  Value value() const { return Value(view_, index_ + 1); }

 private:
  const TapeView* view_;
  uint32_t index_;
  uint32_t end_;
};

// Walks the items of an array in order.
class ItemIterator {
 public:
  explicit ItemIterator(Value array)
      : view_(&array.view()),
        index_(array.index() + 1),
        end_(tape::EndIndex(array.word()) - 1) {}
  bool done() const { return index_ == end_; }
  void Next() { index_ = tape::Next(view_->words, index_); }
  Value value() const { return Value(view_, index_); }

 private:
  const TapeView* view_;
  uint32_t index_;
  uint32_t end_;
};

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_VALUE_H_

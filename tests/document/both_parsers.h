#ifndef GABARIT_TESTS_DOCUMENT_BOTH_PARSERS_H_
#define GABARIT_TESTS_DOCUMENT_BOTH_PARSERS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document/strict_parser.h"
#include "engine/document/structural_parser.h"
#include "engine/document/value.h"
#include "gtest/gtest.h"
#include "simdjson.h"

namespace gabarit::document {

// The limit of nesting for both parsers in these tests.
constexpr size_t kDepth = 1000;

// The text of one tape, word by word, so that a difference reads well.
inline std::vector<std::string> Words(const uint64_t* tape, size_t size,
                                      const uint8_t* strings) {
  std::vector<std::string> words;
  for (size_t i = 0; i < size; ++i) {
    const char type = static_cast<char>(tape[i] >> 56);
    const uint64_t payload = tape[i] & 0x00FFFFFFFFFFFFFF;
    std::string word(1, type);
    word += ' ';
    word += std::to_string(payload);
    if (type == '"' || type == 'Z') {
      uint32_t length = 0;
      std::memcpy(&length, strings + payload, sizeof(length));
      const char* bytes =
          reinterpret_cast<const char*>(strings + payload + sizeof(length));
      EXPECT_EQ(bytes[length], '\0');
      word += ' ';
      word.append(bytes, length);
    }
    words.push_back(word);
    if (type == 'l' || type == 'u' || type == 'd') {
      words.push_back(std::to_string(tape[++i]));
    }
  }
  return words;
}

inline std::vector<std::string> Words(const StrictParser& parser) {
  return Words(parser.tape().data(), parser.tape().size(),
               parser.strings().data());
}

enum class Verdicts { kBothAccept, kBothRefuse, kOnlyStrictAccepts };

// Runs both parsers over `text`. Where both accept it, their tapes and string
// buffers must be identical; simdjson may not accept what the strict parser
// refuses; and the strict parser may accept more only for a number.
//
// StructuralParser runs as well: it may accept nothing that the strict parser
// refuses, must leave the same values, and must accept what simdjson accepts,
// but for the few things that it leaves to the strict parser.
class BothParsers {
 public:
  Verdicts Parse(std::string_view text) {
    const Verdicts verdicts = ParseWithBoth(text);
    // What stands behind a text must not matter: here it goes on as a number,
    // a string, an array and an object might.
    for (const char behind : {'9', '"', ']', '}'}) {
      CheckStructural(text, behind, verdicts);
    }
    return verdicts;
  }

  const StrictParser& strict() const { return strict_; }

 private:
  void CheckStructural(std::string_view text, char behind, Verdicts verdicts) {
    std::string padded(text);
    padded.append(simdjson::SIMDJSON_PADDING, behind);
    const std::string_view json =
        std::string_view(padded).substr(0, text.size());
    if (!structural_.Parse(json, kDepth)) {
      EXPECT_TRUE(verdicts != Verdicts::kBothAccept || MayBeRefused())
          << "StructuralParser refuses this";
      return;
    }
    if (verdicts == Verdicts::kBothRefuse) {
      ADD_FAILURE() << "only StructuralParser accepts";
      return;
    }
    const uint64_t* expected = strict_.tape().data();
    const uint64_t* words = structural_.words();
    for (size_t i = 0; i < strict_.tape().size(); ++i) {
      if (tape::IsString(expected[i])) {
        ASSERT_TRUE(tape::IsString(words[i])) << i;
        ASSERT_EQ(tape::StringAt(structural_.strings(), words[i]),
                  tape::StringAt(strict_.strings().data(), expected[i]))
            << i;
        continue;
      }
      ASSERT_EQ(words[i], expected[i]) << i;
      // The second word of a number may look like anything.
      const char type = tape::Type(expected[i]);
      if (type == 'l' || type == 'u' || type == 'd') {
        ++i;
        ASSERT_EQ(words[i], expected[i]) << i;
      }
    }
  }

  // Whether the text that strict_ has read is left to it: a scalar that is no
  // string, an integer of twenty digits, a number so small that it is rounded
  // to less than the smallest normal double.
  bool MayBeRefused() const {
    const absl::Span<const uint64_t> words = strict_.tape();
    if (words.size() < 4 && !tape::IsString(words[1])) return true;
    if (words.size() == 4 && tape::KindOf(words[1]) <= Kind::kNumber) {
      return true;
    }
    for (size_t i = 1; i + 1 < words.size(); ++i) {
      const char type = tape::Type(words[i]);
      if (type != 'l' && type != 'u' && type != 'd') continue;
      ++i;
      if (type == 'u' && words[i] >= 10000000000000000000u) return true;
      if (type == 'd' && (words[i] << 1) < uint64_t{1} << 53) return true;
    }
    return false;
  }

  Verdicts ParseWithBoth(std::string_view text) {
    const bool strict_accepts = strict_.Parse(text, kDepth);
    const simdjson::error_code error =
        fast_.parse(text.data(), text.size()).error();
    if (error != simdjson::SUCCESS) {
      if (!strict_accepts) return Verdicts::kBothRefuse;
      bool has_number = false;
      for (const std::string& word : Words(strict_)) {
        has_number = has_number || word.front() == 'Z';
      }
      EXPECT_TRUE(has_number || error == simdjson::DEPTH_ERROR)
          << "simdjson refuses this with " << error;
      return Verdicts::kOnlyStrictAccepts;
    }
    EXPECT_TRUE(strict_accepts)
        << "only simdjson accepts; the strict parser says at "
        << strict_.error().offset << ": " << strict_.error().message;
    if (!strict_accepts) return Verdicts::kBothAccept;
    const uint64_t* tape = fast_.doc.tape.get();
    const size_t size = static_cast<size_t>(tape[0] & 0xFFFFFFFF);
    const bool same_tape = size == strict_.tape().size() &&
                           std::equal(tape, tape + size, strict_.tape().data());
    const bool same_strings =
        std::equal(strict_.strings().begin(), strict_.strings().end(),
                   fast_.doc.string_buf.get());
    EXPECT_TRUE(same_tape);
    EXPECT_TRUE(same_strings);
    if (!same_tape && same_strings) {
      EXPECT_EQ(Words(strict_), Words(tape, size, fast_.doc.string_buf.get()));
    }
    return Verdicts::kBothAccept;
  }

  StrictParser strict_;
  StructuralParser structural_;
  simdjson::dom::parser fast_;
};

}  // namespace gabarit::document

#endif  // GABARIT_TESTS_DOCUMENT_BOTH_PARSERS_H_

#include "engine/document/parser.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace gabarit::document {
namespace {

// The smallest capacity simdjson is given. Its buffers are proportional to the
// capacity, but pages that no document reaches are never touched.
constexpr size_t kSmallestCapacity = size_t{64} << 10;

// simdjson copies a number that is the whole document into memory of its own
// before it reads it; StrictParser reads it where it stands.
bool IsNumberAlone(std::string_view json) {
  const size_t start = json.find_first_not_of(" \t\n\r");
  return start != std::string_view::npos &&
         (json[start] == '-' || (json[start] >= '0' && json[start] <= '9'));
}

}  // namespace

Parser::Parser(const ParseLimits& limits) : limits_(limits) {}

bool Parser::Reserve(size_t length) {
  if (length <= simdjson_.capacity()) return true;
  size_t capacity = kSmallestCapacity;
  while (capacity < length) capacity *= 2;
  capacity = std::min(capacity, simdjson_.max_capacity());
  if (capacity < length) return false;
  // simdjson refuses nesting of max_depth, where an innermost empty container
  // does not count. StrictParser decides those cases exactly.
  const size_t depth = std::max<size_t>(limits_.max_depth, 1);
  return simdjson_.allocate(capacity, depth) == simdjson::SUCCESS;
}

bool Parser::Parse(std::string_view json) {
  if (json.size() <= limits_.max_bytes) {
    if (copy_capacity_ < json.size() + kPadding) {
      copy_capacity_ = std::max(kSmallestCapacity, 2 * json.size()) + kPadding;
      copy_ = std::make_unique<char[]>(copy_capacity_);
    }
    if (!json.empty()) std::memcpy(copy_.get(), json.data(), json.size());
    std::memset(copy_.get() + json.size(), 0, kPadding);
    return ParsePadded(std::string_view(copy_.get(), json.size()));
  }
  error_ = ParseError{};
  error_.kind = ParseError::Kind::kTooLarge;
  error_.message =
      absl::StrCat("the text has ", json.size(), " bytes, more than ",
                   std::string(limits_.limit_name), " = ", limits_.max_bytes);
  return false;
}

bool Parser::ParsePadded(std::string_view json) {
  if (json.size() > limits_.max_bytes) return Parse(json);
  positions_.Reset(json);
  if (!IsNumberAlone(json) && Reserve(json.size())) {
    simdjson::dom::element root;
    if (simdjson_.parse(json.data(), json.size(), /*realloc_if_needed=*/false)
            .get(root) == simdjson::SUCCESS) {
      view_.words = simdjson_.doc.tape.get();
      view_.strings = simdjson_.doc.string_buf.get();
      view_.positions = &positions_;
      return true;
    }
  }
  if (!strict_.Parse(json, limits_.max_depth)) {
    error_ = strict_.error();
    if (error_.kind == ParseError::Kind::kDepth) {
      error_.message = absl::StrCat(
          "arrays and objects are nested deeper than ",
          std::string(limits_.depth_limit_name), " = ", limits_.max_depth);
    }
    return false;
  }
  view_.words = strict_.tape().data();
  view_.strings = strict_.strings().data();
  view_.positions = &positions_;
  return true;
}

std::unique_ptr<const Document> Document::Keep(const Parser& parser) {
  // The constructor is private, out of make_unique's reach.
  std::unique_ptr<Document> kept(new Document());
  const TapeView& view = parser.view();
  kept->text_ = view.positions->text();

  const uint32_t tape_size = tape::EndIndex(view.words[0]);
  kept->words_.assign(view.words, view.words + tape_size);

  // Strings were written in the order of their words, so the last one tells how
  // many bytes are in use.
  size_t string_bytes = 0;
  bool has_doubles = false;
  for (uint32_t index = 1; index + 1 < tape_size;) {
    const uint64_t word = view.words[index];
    switch (tape::Type(word)) {
      case '"':
      case 'Z':
        string_bytes = tape::Payload(word) + sizeof(uint32_t) +
                       tape::StringAt(view.strings, word).size() + 1;
        ++index;
        break;
      case 'd':
        has_doubles = true;
        index += 2;
        break;
      case 'l':
      case 'u':
        index += 2;
        break;
      default:
        ++index;
    }
  }
  // Readers may load eight bytes at a string's start.
  kept->strings_.assign(view.strings, view.strings + string_bytes);
  kept->strings_.resize(string_bytes + sizeof(uint64_t));

  kept->positions_.Reset(kept->text_);
  // A kept document is read from many threads, so what they may ask for (the
  // exact digits of its doubles) is made ready now.
  if (has_doubles) kept->positions_.Prepare();
  kept->view_.words = kept->words_.data();
  kept->view_.strings = kept->strings_.data();
  kept->view_.positions = has_doubles ? &kept->positions_ : nullptr;
  return kept;
}

absl::StatusOr<std::unique_ptr<const Document>> Document::Parse(
    std::string_view json, const ParseLimits& limits) {
  Parser parser(limits);
  if (parser.Parse(json)) return Keep(parser);
  const ParseError& error = parser.error();
  const std::string message = Describe(error, json);
  if (error.kind == ParseError::Kind::kDepth ||
      error.kind == ParseError::Kind::kTooLarge) {
    return absl::ResourceExhaustedError(message);
  }
  return absl::InvalidArgumentError(absl::StrCat("not JSON: ", message));
}

std::string Describe(const ParseError& error, std::string_view text) {
  if (error.kind == ParseError::Kind::kTooLarge) return error.message;
  const LineColumn at = Locate(text, error.offset);
  return absl::StrCat("line ", at.line, ", column ", at.column, ": ",
                      error.message);
}

}  // namespace gabarit::document

#include "engine/document/parser.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace gabarit::document {
namespace {

// The smallest copy that is made room for.
constexpr size_t kSmallestCapacity = size_t{64} << 10;

}  // namespace

Parser::Parser(const ParseLimits& limits) : limits_(limits) {}

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
  view_.positions = &positions_;
  if (structural_.Parse(json, limits_.max_depth)) {
    view_.words = structural_.words();
    view_.strings = structural_.strings();
    strings_size_ = structural_.strings_size();
    return true;
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
  strings_size_ = strict_.strings().size();
  return true;
}

std::unique_ptr<const Document> Document::Keep(const Parser& parser) {
  // The constructor is private, out of make_unique's reach.
  std::unique_ptr<Document> kept(new Document());
  const TapeView& view = parser.view();
  const std::string_view text = view.positions->text();
  kept->padded_text_.reserve(text.size() + sizeof(uint64_t));
  kept->padded_text_.append(text).append(sizeof(uint64_t), '\0');
  kept->text_ = std::string_view(kept->padded_text_).substr(0, text.size());

  const uint32_t tape_size = tape::EndIndex(view.words[0]);
  kept->words_.assign(view.words, view.words + tape_size);
  const bool in_text =
      view.strings == reinterpret_cast<const uint8_t*>(text.data());
  if (!in_text) {
    // Readers may load eight bytes at a string's start.
    kept->strings_.reserve(parser.strings_size_ + sizeof(uint64_t));
    kept->strings_.assign(view.strings, view.strings + parser.strings_size_);
    kept->strings_.resize(parser.strings_size_ + sizeof(uint64_t));
  }
  bool has_doubles = false;
  for (uint32_t index = 1; index + 1 < tape_size; ++index) {
    const char type = tape::Type(view.words[index]);
    has_doubles = has_doubles || type == 'd';
    if (type == 'd' || type == 'l' || type == 'u') ++index;
  }

  kept->positions_.Reset(kept->text_);
  // A kept document is read from many threads, so what they may ask for (the
  // exact digits of its doubles) is made ready now.
  if (has_doubles) kept->positions_.Prepare();
  kept->view_.words = kept->words_.data();
  kept->view_.strings =
      in_text ? reinterpret_cast<const uint8_t*>(kept->padded_text_.data())
              : kept->strings_.data();
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

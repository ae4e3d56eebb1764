#include "engine/cli/excerpt.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "engine/document/source_text.h"

namespace gabarit::cli {
namespace {

// Of the line, at most so many bytes before and after the place are shown.
constexpr size_t kBefore = 48;
constexpr size_t kAfter = 56;

bool Continues(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

size_t CountCharacters(std::string_view text) {
  return static_cast<size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return !Continues(c); }));
}

}  // namespace

std::string Excerpt(std::string_view text, size_t offset, size_t line_number,
                    const Colors& colors) {
  offset = std::min(offset, text.size());
  size_t begin = offset;
  while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r') {
    if (offset - begin > kBefore && !Continues(text[begin])) break;
    --begin;
  }
  const bool cut_before =
      begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r';
  size_t end = offset;
  while (end < text.size() && text[end] != '\n' && text[end] != '\r') {
    if (end - offset > kAfter && !Continues(text[end])) break;
    ++end;
  }
  const bool cut_after =
      end < text.size() && text[end] != '\n' && text[end] != '\r';

  const size_t token = document::TokenLength(text, offset);
  const size_t marked_end = std::min(end, offset + std::max<size_t>(token, 1));
  const std::string before = absl::StrCat(
      cut_before ? "…" : "", Printable(text.substr(begin, offset - begin)));
  const std::string marked =
      Printable(text.substr(offset, std::max(marked_end, offset) - offset));
  const std::string after =
      absl::StrCat(Printable(text.substr(marked_end, end - marked_end)),
                   cut_after ? "…" : "");
  const std::string number = absl::StrCat(line_number);
  const std::string gutter(std::max<size_t>(number.size(), 5), ' ');
  const size_t width = std::max<size_t>(CountCharacters(marked), 1);

  const auto colored = [&](std::string_view color, const std::string& shown) {
    return absl::StrCat(std::string(color), shown, std::string(colors.reset));
  };
  return absl::StrCat(
      colored(colors.faint,
              absl::StrCat(gutter.substr(number.size()), number, " |")),
      " ", before, colored(colors.bad, marked), after, "\n",
      colored(colors.faint, absl::StrCat(gutter, " |")), " ",
      std::string(CountCharacters(before), ' '),
      colored(colors.bad, "^" + std::string(width - 1, '~')), "\n");
}

}  // namespace gabarit::cli

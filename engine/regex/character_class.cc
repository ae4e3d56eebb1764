#include "engine/regex/character_class.h"

#include <utility>
#include <vector>

#include "engine/regex/escape.h"

namespace gabarit::regex {
namespace {

// ClassAtom: one code point, or a set such as \d that cannot end a range.
struct ClassAtom {
  bool is_set = false;
  char32_t character = 0;
  CodePointSet set;
};

std::optional<ClassAtom> ParseClassAtom(Scanner& scanner) {
  ClassAtom atom;
  if (scanner.Peek() != '\\') {
    atom.character = scanner.Next();
    return atom;
  }
  std::optional<Escape> escape = ParseEscape(scanner, /*in_class=*/true);
  if (!escape.has_value()) return std::nullopt;
  atom.is_set = escape->kind == Escape::Kind::kSet;
  atom.character = escape->character;
  atom.set = std::move(escape->set);
  return atom;
}

}  // namespace

std::optional<CodePointSet> ParseCharacterClass(Scanner& scanner) {
  const size_t start = scanner.offset();
  scanner.Next();  // [
  const bool negated = scanner.TryConsume("^");
  std::vector<CodePointRange> ranges;
  const auto add = [&ranges](const ClassAtom& atom) {
    if (atom.is_set) {
      ranges.insert(ranges.end(), atom.set.ranges().begin(),
                    atom.set.ranges().end());
    } else {
      ranges.push_back({atom.character, atom.character});
    }
  };
  // A bracket right after [ or [^ closes: [] matches nothing, [^] everything.
  while (!scanner.TryConsume("]")) {
    if (scanner.at_end()) {
      return scanner.Fail("class", start, "the closing bracket is missing");
    }
    const size_t atom_start = scanner.offset();
    const std::optional<ClassAtom> low = ParseClassAtom(scanner);
    if (!low.has_value()) return std::nullopt;
    // A hyphen before the closing bracket stands for itself.
    if (!scanner.rest().starts_with('-') || scanner.rest().starts_with("-]")) {
      add(*low);
      continue;
    }
    scanner.Next();  // -
    if (scanner.at_end()) {
      return scanner.Fail("class", start, "the closing bracket is missing");
    }
    const std::optional<ClassAtom> high = ParseClassAtom(scanner);
    if (!high.has_value()) return std::nullopt;
    if (low->is_set || high->is_set) {
      if (!scanner.TolerateAnnexB()) {
        return scanner.Fail(
            "class", atom_start,
            "a set such as \\w cannot begin or end a range; to mean "
            "a hyphen, write \\-");
      }
      // Annex B, CharacterRangeOrUnion: both sides and the hyphen itself.
      add(*low);
      add(*high);
      ranges.push_back({'-', '-'});
      continue;
    }
    if (low->character > high->character) {
      return scanner.Fail("class", atom_start, "the range runs backwards");
    }
    ranges.push_back({low->character, high->character});
  }
  CodePointSet set = CodePointSet::FromRanges(std::move(ranges));
  return negated ? set.Complement() : set;
}

}  // namespace gabarit::regex

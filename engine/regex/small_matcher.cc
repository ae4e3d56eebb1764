#include "engine/regex/small_matcher.h"

#include <algorithm>
#include <functional>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace gabarit::regex {

bool SmallMatcher::Matches(std::string_view text) const {
  return std::visit([text](const auto& shape) { return Find(shape, text); },
                    shape_);
}

bool SmallMatcher::Find(const Always&, std::string_view) { return true; }

bool SmallMatcher::Find(const Literal& literal, std::string_view text) {
  if (literal.anchored_start) {
    return literal.anchored_end ? text == literal.text
                                : text.starts_with(literal.text);
  }
  return literal.anchored_end
             ? text.ends_with(literal.text)
             : text.find(literal.text) != std::string_view::npos;
}

bool SmallMatcher::Find(const LiteralSet& set, std::string_view text) {
  return std::binary_search(set.texts.begin(), set.texts.end(), text,
                            std::less<>());
}

bool SmallMatcher::Find(const ClassRun& run, std::string_view text) {
  if (run.test.ascii_only()) {
    return text.size() >= run.min && text.size() <= run.max &&
           run.test.AllAsciiMembers(text);
  }
  const char* at = text.data();
  const char* const end = at + text.size();
  const size_t count = run.test.SkipMembers(&at, end, run.max);
  return at == end && count >= run.min;
}

bool SmallMatcher::Find(const FixedWidth& fixed, std::string_view text) {
  const char* const end = text.data() + text.size();
  const auto matches_at = [&](const char* at) {
    for (const CharacterTest& test : fixed.tests) {
      if (at == end) return false;
      const size_t length = test.MemberLength(at, end);
      if (length == 0) return false;
      at += length;
    }
    return !fixed.anchored_end || at == end;
  };
  // A match begins at the first byte of a character; no class has a member that
  // begins with a continuation byte, so other places fail at once.
  const char* start = text.data();
  if (fixed.anchored_end) {
    const size_t longest = 4 * fixed.tests.size();
    if (text.size() > longest) start = end - longest;
  }
  for (; start != end; ++start) {
    if (matches_at(start)) return true;
  }
  return false;
}

bool SmallMatcher::Find(const DeterministicProgram& program,
                        std::string_view text) {
  return program.Matches(text);
}

bool SmallMatcher::Find(const AnyOf& any, std::string_view text) {
  return std::any_of(
      any.branches.begin(), any.branches.end(),
      [text](const SmallMatcher& branch) { return branch.Matches(text); });
}

std::string SmallMatcher::Describe() const {
  const auto quoted = [](const std::string& text) {
    return absl::StrCat("\"", absl::Utf8SafeCEscape(text), "\"");
  };
  struct Describer {
    decltype(quoted)& quote;

    std::string operator()(const Always&) const { return "always"; }
    std::string operator()(const Literal& literal) const {
      const char* const kind =
          literal.anchored_start
              ? (literal.anchored_end ? "exactly " : "prefix ")
              : (literal.anchored_end ? "suffix " : "contains ");
      return absl::StrCat(kind, quote(literal.text));
    }
    std::string operator()(const LiteralSet& set) const {
      std::string text = "one-of";
      for (const std::string& one : set.texts)
        absl::StrAppend(&text, " ", quote(one));
      return text;
    }
    std::string operator()(const ClassRun& run) const {
      return absl::StrCat(
          "class-run ", ClassToString(run.test.set()), "{", run.min, ",",
          run.max == SIZE_MAX ? "" : absl::StrCat(run.max), "}");
    }
    std::string operator()(const FixedWidth& fixed) const {
      std::string text =
          fixed.anchored_end ? "suffix-classes" : "contains-classes";
      for (const CharacterTest& test : fixed.tests) {
        absl::StrAppend(&text, " ", ClassToString(test.set()));
      }
      return text;
    }
    std::string operator()(const DeterministicProgram& program) const {
      return program.Describe();
    }
    std::string operator()(const AnyOf& any) const {
      std::string text = "any-of";
      for (const SmallMatcher& branch : any.branches) {
        absl::StrAppend(&text, " (", branch.Describe(), ")");
      }
      return text;
    }
  };
  return std::visit(Describer{quoted}, shape_);
}

}  // namespace gabarit::regex

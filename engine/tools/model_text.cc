#include "gabarit/model_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "engine/report/json_text.h"
#include "engine/schema/text.h"

namespace gabarit {
namespace {

using schema::AppendTo;
using schema::Concat;

// What one line says.
struct Line {
  std::string location;
  std::string message;
  const ErrorUnit* error;
};

// The longest location and message; longer ones are cut in the middle of
// nothing that matters.
constexpr size_t kLongestLocation = 300;
constexpr size_t kLongestMessage = 600;

std::string Cut(std::string_view text, size_t longest) {
  if (text.size() <= longest) return std::string(text);
  size_t end = longest;
  // Not in the middle of a character.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) {
    --end;
  }
  return Concat(text.substr(0, end), "…");
}

// A member's name may hold a line break: then the line is written as JSON
// strings are, for it must stay one line.
std::string OneLine(std::string_view text) {
  if (std::none_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == '\x7f';
      })) {
    return std::string(text);
  }
  std::string quoted;
  report::AppendQuoted(&quoted, text);
  return quoted.substr(1, quoted.size() - 2);
}

bool IsBelow(std::string_view location, std::string_view above) {
  return location.size() > above.size() && location.starts_with(above) &&
         location[above.size()] == '/';
}

// Where all alternatives of an anyOf or oneOf failed, the report has an error
// that says which came closest, and then that one's own errors. People read the
// first; a model needs the others, and only a word on why they are these.
std::vector<Line> MakeLines(const Report& report, std::string_view place) {
  struct Choice {
    std::string_view above;
    std::string_view words;
  };
  std::vector<Line> lines;
  std::vector<Choice> choices;
  absl::flat_hash_set<std::string> seen;
  const auto errors = report.errors();
  for (size_t i = 0; i < errors.size(); ++i) {
    const ErrorUnit& error = errors[i];
    while (!choices.empty() &&
           !IsBelow(error.keyword_location, choices.back().above)) {
      choices.pop_back();
    }
    if (!error.choice.empty() && i + 1 < errors.size() &&
        IsBelow(errors[i + 1].keyword_location, error.keyword_location)) {
      choices.push_back({error.keyword_location, error.choice});
      continue;
    }
    Line line{Concat(place, error.instance_location), error.message, &error};
    // The innermost choice; those around it would only make the line long.
    if (!choices.empty()) {
      AppendTo(&line.message, " (", choices.back().words, ")");
    }
    // The same fault may be found by several ways.
    if (!seen.insert(Concat(line.location, "\n", line.message)).second)
      continue;
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string Shown(const Line& line) {
  const std::string message = Cut(OneLine(line.message), kLongestMessage);
  if (line.location.empty()) return message;
  return Concat(Cut(OneLine(line.location), kLongestLocation), ": ", message);
}

std::string More(size_t count, bool at_least) {
  return Concat("… and ", at_least ? "at least " : "", count, " more ",
                count == 1 ? "fault" : "faults");
}

std::string Plain(const std::vector<Line>& lines, size_t listed, bool truncated,
                  const ModelTextSubject& subject) {
  std::string text;
  for (size_t i = 0; i < listed; ++i) {
    AppendTo(&text, i == 0 ? "" : "\n", Shown(lines[i]));
  }
  if (listed < lines.size()) {
    AppendTo(&text, "\n", More(lines.size() - listed, truncated));
  }
  if (!subject.advice.empty()) AppendTo(&text, "\n", subject.advice);
  return text;
}

void AppendMember(std::string* text, std::string_view name,
                  std::string_view value) {
  if (text->back() != '{') text->push_back(',');
  report::AppendQuoted(text, name);
  text->push_back(':');
  report::AppendQuoted(text, value);
}

std::string Json(const std::vector<Line>& lines, size_t listed,
                 const ModelTextSubject& subject) {
  std::string text = "{";
  if (!subject.tool.empty()) AppendMember(&text, "tool", subject.tool);
  if (!subject.advice.empty()) AppendMember(&text, "problem", subject.advice);
  if (text.back() != '{') text.push_back(',');
  text += "\"faults\":[";
  for (size_t i = 0; i < listed; ++i) {
    const Line& line = lines[i];
    text += i == 0 ? "{" : ",{";
    AppendMember(&text, "location", Cut(line.location, kLongestLocation));
    AppendMember(&text, "message", Cut(line.message, kLongestMessage));
    if (!line.error->expected.empty()) {
      AppendMember(&text, "expected",
                   Cut(line.error->expected, kLongestMessage));
    }
    if (!line.error->found.empty()) {
      AppendMember(&text, "found", Cut(line.error->found, kLongestMessage));
    }
    text += "}";
  }
  AppendTo(&text, "],\"more\":", lines.size() - listed, "}");
  return text;
}

}  // namespace

std::string ModelText(const Report& report, const ModelTextSubject& subject,
                      const ModelTextOptions& options) {
  if (report.valid()) return {};
  const std::vector<Line> lines = MakeLines(report, subject.place);
  // One line always, whatever the bounds; then as many as fit.
  size_t listed = std::max<size_t>(options.max_faults, 1);
  for (listed = std::min(listed, lines.size());; --listed) {
    std::string text = options.form == ModelTextForm::kJson
                           ? Json(lines, listed, subject)
                           : Plain(lines, listed, report.truncated(), subject);
    if (text.size() <= options.max_bytes || listed <= 1) return text;
  }
}

}  // namespace gabarit

#include "engine/cli/result_printer.h"

#include <charconv>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "engine/cli/excerpt.h"
#include "engine/document/strict_parser.h"

namespace gabarit::cli {
namespace {

std::string Copy(std::string_view text) { return std::string(text); }

// "12:5" in the file, or "12" where the place in the line is not known, or "".
std::string Place(const Instance& instance, size_t offset,
                  PlaceFinder* places) {
  if (offset == ErrorUnit::npos) {
    return instance.line == 0 ? "" : absl::StrCat(instance.line);
  }
  const document::LineColumn at = places->Find(offset);
  return absl::StrCat(instance.line == 0 ? at.line : instance.line, ":",
                      at.column);
}

std::string NameAndPlace(const Instance& instance, size_t offset,
                         PlaceFinder* places) {
  const std::string place = Place(instance, offset, places);
  return Printable(instance.name) + (place.empty() ? "" : ":" + place);
}

std::string LocationOf(const ErrorUnit& error) {
  return error.instance_location.empty() ? "(root)"
                                         : Printable(error.instance_location);
}

std::string_view OutcomeWords(Report::Outcome outcome) {
  switch (outcome) {
    case Report::Outcome::kValid:
      return "valid";
    case Report::Outcome::kInvalid:
      return "invalid";
    case Report::Outcome::kNotJson:
      return "not JSON";
    case Report::Outcome::kLimitReached:
      return "limit reached";
  }
  return "";
}

}  // namespace

PlacedMessage SplitPlace(std::string_view message) {
  PlacedMessage placed;
  std::string_view rest = message;
  const auto number_after = [&rest](std::string_view word, size_t* number) {
    if (!rest.starts_with(word)) return false;
    rest.remove_prefix(word.size());
    const auto [end, error] =
        std::from_chars(rest.data(), rest.data() + rest.size(), *number);
    rest.remove_prefix(static_cast<size_t>(end - rest.data()));
    return error == std::errc();
  };
  if (number_after("line ", &placed.line) &&
      number_after(", column ", &placed.column) && rest.starts_with(": ")) {
    placed.message = rest.substr(2);
    return placed;
  }
  return {0, 0, message};
}

void ResultPrinter::PrintValid(const Instance& instance) {
  if (mode_ == OutputMode::kFlag) {
    console_.Print("{\"valid\":true}\n");
    return;
  }
  // Of many lines only the exceptions are news.
  if (instance.line != 0) return;
  const Colors& colors = console_.colors();
  console_.Print(absl::StrCat(Printable(instance.name), ": ", Copy(colors.good),
                              "valid", Copy(colors.reset), "\n"));
}

void ResultPrinter::Print(const Instance& instance, const Report& report) {
  switch (mode_) {
    case OutputMode::kPretty:
      if (report.valid()) return PrintValid(instance);
      return PrintPretty(instance, report);
    case OutputMode::kCompact:
      if (report.valid()) return PrintValid(instance);
      return PrintCompact(instance, report);
    case OutputMode::kFlag:
      return console_.Print(report.ToJson(OutputFormat::kFlag) + "\n");
    case OutputMode::kBasic:
      return console_.Print(report.ToJson(OutputFormat::kBasic) + "\n");
    case OutputMode::kDetailed:
      return console_.Print(report.ToJson(OutputFormat::kDetailed) + "\n");
    case OutputMode::kVerbose:
      return console_.Print(report.ToJson(OutputFormat::kVerbose) + "\n");
  }
}

void ResultPrinter::PrintCompact(const Instance& instance,
                                 const Report& report) {
  const bool is_invalid = report.outcome() == Report::Outcome::kInvalid;
  PlaceFinder places(instance.text);
  for (const ErrorUnit& error : report.errors()) {
    std::string line = NameAndPlace(instance, error.offset, &places);
    if (is_invalid) {
      absl::StrAppend(
          &line, ": ", LocationOf(error), ": ", Printable(error.message), " [",
          Printable(ShortLocation(schema_, error.absolute_keyword_location)),
          "]");
    } else {
      absl::StrAppend(&line, ": ", Copy(OutcomeWords(report.outcome())), ": ",
                      Printable(SplitPlace(error.message).message));
    }
    console_.Print(line + "\n");
  }
  if (report.truncated()) {
    console_.Print(NameAndPlace(instance, ErrorUnit::npos, &places) +
                   ": there are more errors; --max-errors sets how many are "
                   "told\n");
  }
}

void ResultPrinter::PrintPretty(const Instance& instance,
                                const Report& report) {
  const Colors& colors = console_.colors();
  const bool is_invalid = report.outcome() == Report::Outcome::kInvalid;
  std::string head =
      absl::StrCat(Copy(colors.strong), Printable(instance.name),
                   instance.line == 0 ? "" : absl::StrCat(":", instance.line),
                   Copy(colors.reset), ": ", Copy(colors.bad),
                   Copy(OutcomeWords(report.outcome())), Copy(colors.reset));
  if (is_invalid) {
    const size_t count = report.errors().size();
    absl::StrAppend(&head, ", ", count,
                    report.truncated() ? " errors and more"
                    : count == 1       ? " error"
                                       : " errors");
  }
  console_.Print(head + "\n");
  PlaceFinder places(instance.text);
  for (const ErrorUnit& error : report.errors()) {
    PrintPrettyError(instance, error, is_invalid, &places);
  }
  if (report.truncated()) {
    console_.Print("  There are more; --max-errors sets how many are told.\n");
  }
}

void ResultPrinter::PrintPrettyError(const Instance& instance,
                                     const ErrorUnit& error, bool is_invalid,
                                     PlaceFinder* places) {
  const Colors& colors = console_.colors();
  std::string text = "\n";
  const auto field = [&](const char* name, const std::string& value) {
    absl::StrAppend(&text, "  ", Copy(colors.faint), name, Copy(colors.reset),
                    value, "\n");
  };
  if (!is_invalid) {
    absl::StrAppend(&text, "  ", Printable(SplitPlace(error.message).message),
                    "\n");
  } else {
    absl::StrAppend(&text, "  ", Copy(colors.strong), LocationOf(error),
                    Copy(colors.reset), ": ", Printable(error.message), "\n");
  }
  size_t line = instance.line;
  if (error.offset != ErrorUnit::npos) {
    const document::LineColumn at = places->Find(error.offset);
    if (line == 0) line = at.line;
    text += Excerpt(instance.text, error.offset, line, colors);
    field("at        ", absl::StrCat("line ", line, ", column ", at.column));
  }
  if (is_invalid) {
    if (!error.expected.empty()) field("expected  ", Printable(error.expected));
    if (!error.found.empty()) field("found     ", Printable(error.found));
    field("schema    ",
          Printable(ShortLocation(schema_, error.absolute_keyword_location)));
  }
  console_.Print(text);
}

}  // namespace gabarit::cli

// The output formats of Core 2020-12 §12.4.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/report/explainer.h"
#include "engine/report/json_text.h"
#include "engine/report/report_builder.h"
#include "gabarit/report.h"

namespace gabarit {
namespace {

void AppendMember(std::string* out, std::string_view name,
                  std::string_view text) {
  out->push_back(',');
  report::AppendQuoted(out, name);
  out->push_back(':');
  report::AppendQuoted(out, text);
}

// Opens the unit's object; the caller closes it.
void AppendUnit(std::string* out, const ResultUnit& unit, bool with_error) {
  out->append(unit.valid ? "{\"valid\":true" : "{\"valid\":false");
  AppendMember(out, "keywordLocation", unit.keyword_location);
  // A fragment alone where the schema has no URI (§12.3.2 asks for a location
  // even then wherever a reference was followed).
  AppendMember(out, "absoluteKeywordLocation", unit.absolute_keyword_location);
  AppendMember(out, "instanceLocation", unit.instance_location);
  if (with_error && !unit.error.empty()) {
    AppendMember(out, "error", unit.error);
  }
  if (!unit.annotation.empty()) {
    out->append(",\"annotation\":");
    out->append(unit.annotation);
  }
}

// All units with something to say, in one list (§12.4.2).
std::string Basic(absl::Span<const ResultUnit> units, bool valid) {
  std::string out = valid ? "{\"valid\":true,\"annotations\":["
                          : "{\"valid\":false,\"errors\":[";
  bool first = true;
  for (size_t i = 0; i < units.size(); ++i) {
    const ResultUnit& unit = units[i];
    const bool says = valid ? !unit.annotation.empty() : !unit.valid;
    // A failed branch of a schema that holds after all is no annotation, and a
    // branch that held is no error.
    if (!says || unit.valid != valid) continue;
    if (!std::exchange(first, false)) out.push_back(',');
    AppendUnit(&out, unit, true);
    out.push_back('}');
  }
  return out + "]}";
}

// The tree as nested objects. `condense`: only what agrees with the verdict,
// where nodes that say nothing themselves give way to an only child (§12.4.3).
class TreeWriter {
 public:
  TreeWriter(absl::Span<const ResultUnit> units, bool condense)
      : units_(units), condense_(condense) {}

  std::string Write() {
    Keep();
    Condense();
    std::vector<size_t> open;
    for (size_t i = 0; i < units_.size(); ++i) {
      if (!written_[i]) continue;
      while (!open.empty() && !IsWithin(i, open.back())) Close(&open);
      if (!open.empty()) {
        if (children_begun_[open.back()]) {
          out_.push_back(',');
        } else {
          out_.append(units_[open.back()].valid ? ",\"annotations\":["
                                                : ",\"errors\":[");
          children_begun_[open.back()] = true;
        }
      }
      AppendUnit(&out_, units_[i], child_count_[i] == 0);
      open.push_back(i);
    }
    while (!open.empty()) Close(&open);
    return std::move(out_);
  }

 private:
  size_t EndOf(size_t unit) const { return ends_[unit]; }
  bool IsWithin(size_t unit, size_t ancestor) const {
    return unit < EndOf(ancestor);
  }

  // Finds where each unit's descendants end, and which units are of interest.
  void Keep() {
    const size_t count = units_.size();
    ends_.assign(count, count);
    written_.assign(count, true);
    child_count_.assign(count, 0);
    children_begun_.assign(count, false);
    std::vector<size_t> open;
    for (size_t i = 0; i < count; ++i) {
      while (!open.empty() && units_[open.back()].depth >= units_[i].depth) {
        ends_[open.back()] = i;
        open.pop_back();
      }
      open.push_back(i);
    }
    if (condense_) {
      const bool valid = units_[0].valid;
      for (size_t i = 0; i < count;) {
        if (units_[i].valid == valid) {
          ++i;
          continue;
        }
        // Nothing below a unit of the other verdict matters.
        for (const size_t end = EndOf(i); i < end; ++i) written_[i] = false;
      }
      // A valid unit matters only for annotations in or below it.
      if (valid) KeepAnnotated();
    }
    CountChildren();
  }

  void KeepAnnotated() {
    std::vector<bool> annotated(units_.size(), false);
    for (size_t i = units_.size(); i-- > 0;) {
      if (!written_[i]) continue;
      bool any = !units_[i].annotation.empty();
      for (size_t child = i + 1; child < EndOf(i) && !any;
           child = EndOf(child)) {
        any = annotated[child];
      }
      annotated[i] = any;
    }
    for (size_t i = 1; i < units_.size(); ++i) {
      written_[i] = written_[i] && annotated[i];
    }
  }

  void CountChildren() {
    child_count_.assign(units_.size(), 0);
    std::vector<size_t> open;
    for (size_t i = 0; i < units_.size(); ++i) {
      if (!written_[i]) continue;
      while (!open.empty() && !IsWithin(i, open.back())) open.pop_back();
      if (!open.empty()) ++child_count_[open.back()];
      open.push_back(i);
    }
  }

  void Condense() {
    if (!condense_) return;
    for (size_t i = 1; i < units_.size(); ++i) {
      if (written_[i] && child_count_[i] == 1 && units_[i].annotation.empty()) {
        written_[i] = false;
      }
    }
    CountChildren();
  }

  void Close(std::vector<size_t>* open) {
    if (children_begun_[open->back()]) out_.push_back(']');
    out_.push_back('}');
    open->pop_back();
  }

  absl::Span<const ResultUnit> units_;
  const bool condense_;
  std::string out_;
  std::vector<size_t> ends_;
  std::vector<bool> written_;
  std::vector<size_t> child_count_;
  std::vector<bool> children_begun_;
};

}  // namespace

std::string Report::ToJson(OutputFormat format) const {
  if (format == OutputFormat::kFlag || results_.empty()) {
    return valid() ? "{\"valid\":true}" : "{\"valid\":false}";
  }
  switch (format) {
    case OutputFormat::kBasic:
      return Basic(results_, valid());
    case OutputFormat::kDetailed:
      return TreeWriter(results_, /*condense=*/true).Write();
    default:
      return TreeWriter(results_, /*condense=*/false).Write();
  }
}

namespace report {

Report NotJsonReport(std::string message, size_t offset) {
  return ReportBuilder::Single(Report::Outcome::kNotJson, std::move(message),
                               offset);
}

Report LimitReport(std::string message) {
  return ReportBuilder::Single(Report::Outcome::kLimitReached,
                               std::move(message), ErrorUnit::npos);
}

Report FaultReport(std::vector<ErrorUnit> faults) {
  return ReportBuilder::Of(std::move(faults));
}

}  // namespace report
}  // namespace gabarit

// Tools by name: catalogs, and checks of calls and results.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "bindings/c/gabarit.h"
#include "bindings/c/handles.h"
#include "engine/report/json_text.h"
#include "gabarit/tool_checker.h"

struct gabarit_checker {
  std::shared_ptr<gabarit::ToolCatalog> catalog;
  gabarit::ToolChecker checker;
  gabarit::ToolCheck last;
  std::string report;  // of `last`, once it was asked for
};

namespace gabarit::c {
namespace {

void AppendNames(std::string* json, std::string_view member,
                 const std::vector<std::string>& names) {
  if (json->back() != '{') json->push_back(',');
  report::AppendQuoted(json, member);
  json->append(":[");
  for (const std::string& name : names) {
    if (json->back() != '[') json->push_back(',');
    report::AppendQuoted(json, name);
  }
  json->push_back(']');
}

void AppendProblems(std::string* json, std::string_view member,
                    const std::vector<ToolProblem>& problems) {
  json->push_back(',');
  report::AppendQuoted(json, member);
  json->append(":[");
  for (const ToolProblem& problem : problems) {
    if (json->back() != '[') json->push_back(',');
    json->append("{\"tool\":");
    report::AppendQuoted(json, problem.tool);
    absl::StrAppend(json, ",\"index\":", problem.index, ",\"location\":");
    report::AppendQuoted(json, problem.location);
    json->append(",\"reason\":");
    report::AppendQuoted(json, problem.reason);
    json->push_back('}');
  }
  json->push_back(']');
}

std::string ListJson(const ListReport& report) {
  std::string json = "{";
  AppendNames(&json, "added", report.added);
  AppendNames(&json, "changed", report.changed);
  AppendNames(&json, "removed", report.removed);
  absl::StrAppend(&json, ",\"unchanged\":", report.unchanged);
  AppendProblems(&json, "refused", report.refused);
  AppendProblems(&json, "uncheckedOutputs", report.unchecked_outputs);
  AppendProblems(&json, "warnings", report.warnings);
  json += ",\"nextCursor\":";
  if (report.next_cursor.has_value()) {
    report::AppendQuoted(&json, *report.next_cursor);
  } else {
    json += "null";
  }
  return json += '}';
}

gabarit_check CheckOf(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kValid:
      return GABARIT_CHECK_VALID;
    case CheckOutcome::kInvalid:
      return GABARIT_CHECK_INVALID;
    case CheckOutcome::kNotJson:
      return GABARIT_CHECK_NOT_JSON;
    case CheckOutcome::kLimitReached:
      return GABARIT_CHECK_LIMIT_REACHED;
    case CheckOutcome::kToolRefused:
      return GABARIT_CHECK_TOOL_REFUSED;
    case CheckOutcome::kNotCheckable:
      return GABARIT_CHECK_NOT_CHECKABLE;
    case CheckOutcome::kNoSchema:
      return GABARIT_CHECK_NO_SCHEMA;
    case CheckOutcome::kMissing:
      return GABARIT_CHECK_MISSING;
    case CheckOutcome::kMalformed:
      return GABARIT_CHECK_MALFORMED;
    case CheckOutcome::kErrorResult:
      return GABARIT_CHECK_ERROR_RESULT;
  }
  return GABARIT_CHECK_FAILED;
}

gabarit_check Refuse(gabarit_checker* checker, gabarit_check check,
                     std::string text) {
  checker->last = ToolCheck();
  checker->last.text = std::move(text);
  return check;
}

// Finds the tool and has `check` look at it.
template <typename Check>
gabarit_check WithTool(gabarit_checker* checker, const char* tool,
                       size_t tool_size, Check&& check) {
  return Guarded(GABARIT_CHECK_FAILED, [&] {
    const auto name = Given(tool, tool_size);
    if (checker == nullptr || !name) return GABARIT_CHECK_FAILED;
    checker->report.clear();
    const ToolLookup found = checker->checker.Find(*checker->catalog, *name);
    switch (found.outcome) {
      case ToolLookup::Outcome::kNoList:
        return Refuse(checker, GABARIT_CHECK_NO_LIST,
                      "the tool list has not been loaded");
      case ToolLookup::Outcome::kUnknown:
        return Refuse(checker, GABARIT_CHECK_UNKNOWN_TOOL,
                      absl::StrCat("there is no tool named \"",
                                   std::string(*name), "\""));
      case ToolLookup::Outcome::kRefused:
        return Refuse(checker, GABARIT_CHECK_TOOL_REFUSED,
                      found.tool->refusal()->reason);
      case ToolLookup::Outcome::kFound:
        break;
    }
    return check(*found.tool);
  });
}

}  // namespace
}  // namespace gabarit::c

using gabarit::c::Given;
using gabarit::c::Guarded;
using gabarit::c::Text;

gabarit_catalog* gabarit_catalog_new(gabarit_revision revision) {
  return Guarded<gabarit_catalog*>(nullptr, [&]() -> gabarit_catalog* {
    const auto number = static_cast<unsigned>(revision);
    if (number > static_cast<unsigned>(GABARIT_2026_07_28)) return nullptr;
    gabarit::ToolCatalogOptions options;
    options.revision = static_cast<gabarit::ProtocolRevision>(number);
    return new gabarit_catalog{std::make_shared<gabarit::ToolCatalog>(options),
                               ""};
  });
}

gabarit_status gabarit_catalog_load(gabarit_catalog* catalog,
                                    const char* cursor, size_t cursor_size,
                                    const char* json, size_t size,
                                    gabarit_text* report,
                                    gabarit_error** error) {
  if (error != nullptr) *error = nullptr;
  if (report != nullptr) *report = Text({});
  return Guarded(GABARIT_NO_MEMORY, [&] {
    const auto from = Given(cursor, cursor_size);
    const auto text = Given(json, size);
    if (catalog == nullptr || !from || !text) {
      return gabarit::c::WrongArgument("a null pointer", error);
    }
    const absl::StatusOr<gabarit::ListReport> loaded =
        catalog->catalog->LoadPage(*from, *text);
    if (!loaded.ok()) return gabarit::c::Fail(loaded.status(), error);
    if (report != nullptr) {
      catalog->report = gabarit::c::ListJson(*loaded);
      *report = Text(catalog->report);
    }
    return GABARIT_OK;
  });
}

void gabarit_catalog_free(gabarit_catalog* catalog) { delete catalog; }

gabarit_checker* gabarit_checker_new(const gabarit_catalog* catalog) {
  return Guarded<gabarit_checker*>(nullptr, [&]() -> gabarit_checker* {
    if (catalog == nullptr) return nullptr;
    return new gabarit_checker{catalog->catalog,
                               gabarit::ToolChecker(catalog->catalog->cache()),
                               gabarit::ToolCheck(), ""};
  });
}

gabarit_check gabarit_check_arguments(gabarit_checker* checker,
                                      const char* tool, size_t tool_size,
                                      const char* json, size_t size) {
  return gabarit::c::WithTool(
      checker, tool, tool_size, [&](const gabarit::Tool& found) {
        const auto text = Given(json, size);
        if (!text) return GABARIT_CHECK_FAILED;
        checker->last = json == nullptr
                            ? checker->checker.CheckArguments(
                                  found, std::optional<gabarit::Value>())
                            : checker->checker.CheckArguments(found, *text);
        return gabarit::c::CheckOf(checker->last.outcome);
      });
}

gabarit_check gabarit_check_result(gabarit_checker* checker, const char* tool,
                                   size_t tool_size, const char* json,
                                   size_t size) {
  return gabarit::c::WithTool(
      checker, tool, tool_size, [&](const gabarit::Tool& found) {
        const auto text = Given(json, size);
        if (!text) return GABARIT_CHECK_FAILED;
        const std::optional<gabarit::Value> result =
            checker->checker.Parse(*text);
        if (!result) {
          return gabarit::c::Refuse(checker, GABARIT_CHECK_NOT_JSON,
                                    checker->checker.failure().message);
        }
        checker->last = checker->checker.CheckResult(
            found, *result, checker->catalog->revision());
        return gabarit::c::CheckOf(checker->last.outcome);
      });
}

gabarit_text gabarit_checker_text(const gabarit_checker* checker) {
  return checker == nullptr ? Text({}) : Text(checker->last.text);
}

gabarit_text gabarit_checker_report(gabarit_checker* checker) {
  return Guarded(Text({}), [&] {
    if (checker == nullptr) return Text({});
    if (checker->report.empty()) {
      checker->report = gabarit::c::ErrorsJson(checker->last.report);
    }
    return Text(checker->report);
  });
}

void gabarit_checker_free(gabarit_checker* checker) { delete checker; }

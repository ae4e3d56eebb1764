// Schemas, verdicts and reports.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "bindings/c/gabarit.h"
#include "bindings/c/handles.h"
#include "engine/report/json_text.h"
#include "gabarit/limits.h"

namespace gabarit::c {
namespace {

void AppendMember(std::string* json, std::string_view name,
                  std::string_view text) {
  if (json->back() != '{') json->push_back(',');
  report::AppendQuoted(json, name);
  json->push_back(':');
  report::AppendQuoted(json, text);
}

gabarit_status StatusOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kOk:
      return GABARIT_OK;
    case absl::StatusCode::kResourceExhausted:
      return GABARIT_LIMIT;
    case absl::StatusCode::kUnimplemented:
      return GABARIT_UNSUPPORTED;
    default:
      return GABARIT_BAD_INPUT;
  }
}

gabarit_verdict VerdictOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kValid:
      return GABARIT_VALID;
    case Verdict::kInvalid:
      return GABARIT_INVALID;
    case Verdict::kNotJson:
      return GABARIT_NOT_JSON;
    case Verdict::kLimitReached:
      return GABARIT_LIMIT_REACHED;
  }
  return GABARIT_NO_VERDICT;
}

gabarit_verdict VerdictOf(Report::Outcome outcome) {
  switch (outcome) {
    case Report::Outcome::kValid:
      return GABARIT_VALID;
    case Report::Outcome::kInvalid:
      return GABARIT_INVALID;
    case Report::Outcome::kNotJson:
      return GABARIT_NOT_JSON;
    case Report::Outcome::kLimitReached:
      return GABARIT_LIMIT_REACHED;
  }
  return GABARIT_NO_VERDICT;
}

std::string WarningsJson(const Schema& schema) {
  std::string json = "[";
  for (const SchemaWarning& warning : schema.warnings()) {
    if (json.size() > 1) json += ',';
    json += '{';
    AppendMember(&json, "location", warning.location);
    AppendMember(&json, "message", warning.message);
    json += '}';
  }
  return json += ']';
}

// Takes the option if it is set.
template <typename T>
void Take(T given, T* limit) {
  if (given != 0) *limit = given;
}

std::optional<CompileOptions> ToCompileOptions(
    const gabarit_schema_options* given) {
  gabarit_schema_options options;
  gabarit_schema_options_init(&options);
  if (!ReadOptions(given, &options)) return std::nullopt;
  const auto base = Given(options.base_uri, options.base_uri_size);
  const auto by_default =
      Given(options.default_dialect, options.default_dialect_size);
  const auto forced =
      Given(options.forced_dialect, options.forced_dialect_size);
  if (!base || !by_default || !forced) return std::nullopt;
  CompileOptions compile;
  compile.base_uri = std::string(*base);
  if (!by_default->empty()) compile.default_dialect = std::string(*by_default);
  compile.forced_dialect = std::string(*forced);
  if (options.store != nullptr) compile.store = &options.store->store;
  compile.assert_formats = options.assert_formats != 0;
  if (options.assert_content >= 0) {
    compile.assert_content = options.assert_content != 0;
  }
  if (options.annotate_unsupported != 0) {
    compile.unsupported_pattern = UnsupportedPattern::kAnnotate;
  }
  Take(options.max_schema_bytes, &compile.limits.max_schema_bytes);
  Take(options.max_schema_depth, &compile.limits.max_schema_depth);
  Take(options.max_subschemas, &compile.limits.max_subschemas);
  return compile;
}

}  // namespace

gabarit_status Fail(const absl::Status& status, gabarit_error** error) {
  if (error != nullptr) {
    *error = new gabarit_error{std::string(status.message()),
                               SchemaLocation(status)};
  }
  return StatusOf(status.code());
}

gabarit_status WrongArgument(std::string_view message, gabarit_error** error) {
  if (error != nullptr) {
    *error = new gabarit_error{std::string(message), ""};
  }
  return GABARIT_WRONG_ARGUMENT;
}

std::string ErrorsJson(const Report& report) {
  std::string json = report.valid() ? "{\"valid\":true" : "{\"valid\":false";
  json += ",\"errors\":[";
  for (const ErrorUnit& error : report.errors()) {
    if (json.back() != '[') json += ',';
    json += '{';
    AppendMember(&json, "instanceLocation", error.instance_location);
    AppendMember(&json, "keyword", error.keyword);
    AppendMember(&json, "keywordLocation", error.keyword_location);
    AppendMember(&json, "absoluteKeywordLocation",
                 error.absolute_keyword_location);
    AppendMember(&json, "message", error.message);
    if (!error.expected.empty()) {
      AppendMember(&json, "expected", error.expected);
    }
    if (!error.found.empty()) AppendMember(&json, "found", error.found);
    if (!error.choice.empty()) AppendMember(&json, "choice", error.choice);
    if (error.offset != ErrorUnit::npos) {
      absl::StrAppend(&json, ",\"offset\":", error.offset);
    }
    json += '}';
  }
  return json += report.truncated() ? "],\"truncated\":true}"
                                    : "],\"truncated\":false}";
}

}  // namespace gabarit::c

using gabarit::c::Given;
using gabarit::c::Guarded;
using gabarit::c::Text;

const char* gabarit_version(void) { return GABARIT_VERSION; }

gabarit_text gabarit_error_message(const gabarit_error* error) {
  return error == nullptr ? Text({}) : Text(error->message);
}
gabarit_text gabarit_error_location(const gabarit_error* error) {
  return error == nullptr ? Text({}) : Text(error->location);
}
void gabarit_error_free(gabarit_error* error) { delete error; }

gabarit_store* gabarit_store_new(void) {
  return Guarded<gabarit_store*>(nullptr, [] { return new gabarit_store(); });
}

gabarit_status gabarit_store_add(gabarit_store* store, const char* uri,
                                 size_t uri_size, const char* json, size_t size,
                                 gabarit_error** error) {
  if (error != nullptr) *error = nullptr;
  return Guarded(GABARIT_NO_MEMORY, [&] {
    const auto name = Given(uri, uri_size);
    const auto text = Given(json, size);
    if (store == nullptr || !name || !text) {
      return gabarit::c::WrongArgument("a null pointer", error);
    }
    const absl::Status added = store->store.Add(*name, *text);
    return added.ok() ? GABARIT_OK : gabarit::c::Fail(added, error);
  });
}

void gabarit_store_free(gabarit_store* store) { delete store; }

void gabarit_schema_options_init(gabarit_schema_options* options) {
  if (options == nullptr) return;
  *options = gabarit_schema_options{};
  options->struct_size = sizeof *options;
  options->assert_content = -1;
}

gabarit_status gabarit_schema_compile(const char* json, size_t size,
                                      const gabarit_schema_options* options,
                                      gabarit_schema** schema,
                                      gabarit_error** error) {
  if (error != nullptr) *error = nullptr;
  if (schema != nullptr) *schema = nullptr;
  return Guarded(GABARIT_NO_MEMORY, [&] {
    const auto text = Given(json, size);
    if (schema == nullptr || !text) {
      return gabarit::c::WrongArgument("a null pointer", error);
    }
    const auto compile = gabarit::c::ToCompileOptions(options);
    if (!compile) {
      return gabarit::c::WrongArgument(
          "options that gabarit_schema_options_init has not set", error);
    }
    absl::StatusOr<gabarit::Schema> compiled =
        gabarit::Schema::Compile(*text, *compile);
    if (!compiled.ok()) return gabarit::c::Fail(compiled.status(), error);
    std::string dialect(compiled->dialect());
    std::string warnings = gabarit::c::WarningsJson(*compiled);
    *schema = new gabarit_schema{*std::move(compiled), std::move(dialect),
                                 std::move(warnings)};
    return GABARIT_OK;
  });
}

gabarit_text gabarit_schema_dialect(const gabarit_schema* schema) {
  return schema == nullptr ? Text({}) : Text(schema->dialect);
}
gabarit_text gabarit_schema_warnings(const gabarit_schema* schema) {
  return schema == nullptr ? Text({}) : Text(schema->warnings);
}
void gabarit_schema_free(gabarit_schema* schema) { delete schema; }

void gabarit_validator_options_init(gabarit_validator_options* options) {
  if (options == nullptr) return;
  *options = gabarit_validator_options{};
  options->struct_size = sizeof *options;
}

gabarit_validator* gabarit_validator_new(
    const gabarit_validator_options* given) {
  return Guarded<gabarit_validator*>(nullptr, [&]() -> gabarit_validator* {
    gabarit_validator_options options;
    gabarit_validator_options_init(&options);
    if (!gabarit::c::ReadOptions(given, &options)) return nullptr;
    gabarit::ValidatorOptions to;
    to.reject_duplicate_names = options.reject_duplicate_names != 0;
    gabarit::c::Take(options.max_instance_bytes, &to.limits.max_instance_bytes);
    gabarit::c::Take(options.max_depth, &to.limits.max_depth);
    gabarit::c::Take(options.max_steps, &to.limits.max_steps);
    gabarit::c::Take(options.max_errors, &to.limits.max_errors);
    return new gabarit_validator{gabarit::Validator(to), "", ""};
  });
}

gabarit_verdict gabarit_validate(gabarit_validator* validator,
                                 const gabarit_schema* schema, const char* json,
                                 size_t size) {
  return Guarded(GABARIT_NO_VERDICT, [&] {
    const auto text = Given(json, size);
    if (validator == nullptr || schema == nullptr || !text) {
      return GABARIT_NO_VERDICT;
    }
    validator->failure.clear();
    const gabarit::Verdict verdict =
        validator->validator.Validate(schema->schema, *text);
    if (verdict > gabarit::Verdict::kInvalid) {
      validator->failure = validator->validator.failure().message;
    }
    return gabarit::c::VerdictOf(verdict);
  });
}

gabarit_verdict gabarit_validate_padded(gabarit_validator* validator,
                                        const gabarit_schema* schema,
                                        const char* json, size_t size) {
  return Guarded(GABARIT_NO_VERDICT, [&] {
    if (validator == nullptr || schema == nullptr || json == nullptr) {
      return GABARIT_NO_VERDICT;
    }
    validator->failure.clear();
    const gabarit::Verdict verdict = validator->validator.Validate(
        schema->schema, gabarit::PaddedText{std::string_view(json, size)});
    if (verdict > gabarit::Verdict::kInvalid) {
      validator->failure = validator->validator.failure().message;
    }
    return gabarit::c::VerdictOf(verdict);
  });
}

gabarit_text gabarit_validator_failure(const gabarit_validator* validator) {
  return validator == nullptr ? Text({}) : Text(validator->failure);
}

gabarit_verdict gabarit_explain(gabarit_validator* validator,
                                const gabarit_schema* schema, const char* json,
                                size_t size, gabarit_format format,
                                gabarit_text* report) {
  if (report != nullptr) *report = Text({});
  return Guarded(GABARIT_NO_VERDICT, [&] {
    const auto text = Given(json, size);
    const auto number = static_cast<unsigned>(format);
    if (validator == nullptr || schema == nullptr || !text ||
        number > static_cast<unsigned>(GABARIT_VERBOSE)) {
      return GABARIT_NO_VERDICT;
    }
    const bool everything = format == GABARIT_DETAILED ||
                            format == GABARIT_VERBOSE ||
                            format == GABARIT_BASIC;
    const gabarit::Report made = validator->validator.Explain(
        schema->schema, *text,
        everything ? gabarit::Detail::kEverything : gabarit::Detail::kErrors);
    validator->failure.clear();
    if (made.outcome() > gabarit::Report::Outcome::kInvalid &&
        !made.errors().empty()) {
      validator->failure = made.errors().front().message;
    }
    validator->report =
        format == GABARIT_ERRORS
            ? gabarit::c::ErrorsJson(made)
            : made.ToJson(static_cast<gabarit::OutputFormat>(number - 1));
    if (report != nullptr) *report = Text(validator->report);
    return gabarit::c::VerdictOf(made.outcome());
  });
}

void gabarit_validator_free(gabarit_validator* validator) { delete validator; }

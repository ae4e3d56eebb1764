// Schemas: verdicts and reports on bytes and on Python values.

#include "gabarit/schema.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "bindings.h"
#include "document_text.h"
#include "gabarit/validator.h"

namespace nb = nanobind;

namespace gabarit::python {
namespace {

// What one verdict needs: kept from call to call, one for each thread that is
// inside at the same time.
struct Bench {
  explicit Bench(const ValidatorOptions& options) : validator(options) {}
  Validator validator;
  std::string text;
};

nb::object Named(std::string_view text) {
  return nb::str(text.data(), text.size());
}

class CompiledSchema {
 public:
  CompiledSchema(Schema schema, const ValidatorOptions& options)
      : schema_(std::move(schema)), options_(options) {}

  const Schema& schema() const { return schema_; }

  // 0 valid, 1 invalid; raises where there is no verdict.
  bool IsValid(nb::handle value) {
    const BytesView bytes(value);
    const Lease lease(this);
    Bench& bench = *lease.bench;
    Verdict verdict;
    if (bytes.is_bytes()) {
      const std::string_view json = bytes.view();
      // Taking the lock again costs more than a short text.
      if (json.size() < kReleasedFrom) {
        verdict = bench.validator.Validate(schema_, json);
      } else {
        const nb::gil_scoped_release released;
        verdict = bench.validator.Validate(schema_, json);
      }
    } else {
      WriteJson(value, &bench.text);
      verdict = ValidateText(&bench);
    }
    if (verdict > Verdict::kInvalid) {
      throw nb::value_error(bench.validator.failure().message.c_str());
    }
    return verdict == Verdict::kValid;
  }

  nb::list IterErrors(nb::handle value) {
    const BytesView bytes(value);
    const Lease lease(this);
    Bench& bench = *lease.bench;
    std::string_view json = bytes.view();
    if (!bytes.is_bytes()) {
      WriteJson(value, &bench.text);
      json = bench.text;
    }
    std::optional<Report> report;
    {
      const nb::gil_scoped_release released;
      report = bench.validator.Explain(schema_, json);
    }
    if (report->outcome() > Report::Outcome::kInvalid) {
      throw nb::value_error(report->errors().front().message.c_str());
    }
    return Errors(*report);
  }

  std::string Output(nb::handle value, OutputFormat format) {
    const BytesView bytes(value);
    const Lease lease(this);
    std::string_view json = bytes.view();
    if (!bytes.is_bytes()) {
      WriteJson(value, &lease.bench->text);
      json = lease.bench->text;
    }
    return lease.bench->validator.Explain(schema_, json, Detail::kEverything)
        .ToJson(format);
  }

 private:
  static constexpr size_t kReleasedFrom = 2048;

  struct Lease {
    explicit Lease(CompiledSchema* from) : owner(from) {
      const std::lock_guard<std::mutex> lock(owner->mutex_);
      if (owner->idle_.empty()) {
        bench = std::make_unique<Bench>(owner->options_);
      } else {
        bench = std::move(owner->idle_.back());
        owner->idle_.pop_back();
      }
    }
    ~Lease() {
      const std::lock_guard<std::mutex> lock(owner->mutex_);
      owner->idle_.push_back(std::move(bench));
    }
    CompiledSchema* owner;
    std::unique_ptr<Bench> bench;
  };

  Verdict ValidateText(Bench* bench) {
    const size_t size = bench->text.size();
    bench->text.append(kPadding, '\0');
    return bench->validator.Validate(
        schema_, PaddedText{std::string_view(bench->text).substr(0, size)});
  }

  Schema schema_;
  ValidatorOptions options_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Bench>> idle_;
};

// A schema or document as JSON text: bytes and str are text already.
std::string JsonText(nb::handle document) {
  const BytesView bytes(document);
  if (bytes.is_bytes()) return std::string(bytes.view());
  if (PyUnicode_Check(document.ptr())) return nb::cast<std::string>(document);
  std::string text;
  WriteJson(document, &text);
  return text;
}

[[noreturn]] void Raise(const absl::Status& status) {
  // gabarit.SchemaError, made in Python.
  const nb::object type = nb::module_::import_("gabarit").attr("SchemaError");
  const nb::object error =
      type(Named(std::string(status.message())), Named(SchemaLocation(status)));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

std::unique_ptr<CompiledSchema> Compile(
    nb::handle schema, const std::string& default_dialect,
    const std::string& dialect, bool format_assertion,
    std::optional<bool> content_assertion, bool annotate_unsupported,
    bool reject_duplicate_names, std::optional<nb::dict> resources) {
  CompileOptions options;
  if (!default_dialect.empty()) options.default_dialect = default_dialect;
  options.forced_dialect = dialect;
  options.assert_formats = format_assertion;
  options.assert_content = content_assertion;
  if (annotate_unsupported) {
    options.unsupported_pattern = UnsupportedPattern::kAnnotate;
  }
  SchemaStore store;
  if (resources.has_value()) {
    for (const auto& [uri, document] : *resources) {
      const absl::Status added =
          store.Add(nb::cast<std::string>(uri), JsonText(document));
      if (!added.ok()) Raise(added);
    }
    options.store = &store;
  }
  absl::StatusOr<Schema> compiled = Schema::Compile(JsonText(schema), options);
  if (!compiled.ok()) Raise(compiled.status());
  ValidatorOptions validator;
  validator.reject_duplicate_names = reject_duplicate_names;
  return std::make_unique<CompiledSchema>(*std::move(compiled), validator);
}

}  // namespace

nb::list Errors(const Report& report) {
  nb::list errors;
  for (const ErrorUnit& unit : report.errors()) {
    nb::dict error;
    error["instanceLocation"] = Named(unit.instance_location);
    error["keyword"] = Named(unit.keyword);
    error["keywordLocation"] = Named(unit.keyword_location);
    error["absoluteKeywordLocation"] = Named(unit.absolute_keyword_location);
    error["message"] = Named(unit.message);
    if (!unit.expected.empty()) error["expected"] = Named(unit.expected);
    if (!unit.found.empty()) error["found"] = Named(unit.found);
    if (!unit.choice.empty()) error["choice"] = Named(unit.choice);
    if (unit.offset != ErrorUnit::npos) error["offset"] = unit.offset;
    errors.append(error);
  }
  return errors;
}

void AddSchema(nb::module_& module) {
  nb::enum_<OutputFormat>(module, "OutputFormat")
      .value("FLAG", OutputFormat::kFlag)
      .value("BASIC", OutputFormat::kBasic)
      .value("DETAILED", OutputFormat::kDetailed)
      .value("VERBOSE", OutputFormat::kVerbose);
  nb::class_<CompiledSchema>(module, "CompiledSchema")
      .def("is_valid", &CompiledSchema::IsValid, nb::arg("value").none())
      .def("errors", &CompiledSchema::IterErrors, nb::arg("value").none())
      .def("output", &CompiledSchema::Output, nb::arg("value").none(),
           nb::arg("format"))
      .def_prop_ro("dialect",
                   [](const CompiledSchema& schema) {
                     return std::string(schema.schema().dialect());
                   })
      .def_prop_ro("warnings", [](const CompiledSchema& schema) {
        nb::list warnings;
        for (const SchemaWarning& warning : schema.schema().warnings()) {
          warnings.append(
              nb::make_tuple(Named(warning.location), Named(warning.message)));
        }
        return warnings;
      });
  module.def("compile", &Compile, nb::arg("schema"),
             nb::arg("default_dialect") = "", nb::arg("dialect") = "",
             nb::arg("format_assertion") = false,
             nb::arg("content_assertion") = nb::none(),
             nb::arg("annotate_unsupported") = false,
             nb::arg("reject_duplicate_names") = false,
             nb::arg("resources") = nb::none());
}

}  // namespace gabarit::python

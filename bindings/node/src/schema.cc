// Schemas: compile, verdicts, reports; on this thread or another.

#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "environment.h"

namespace gabarit::node {
namespace {

using SchemaHandle = std::shared_ptr<gabarit_schema>;

// Members of an options object. An absent one leaves the default.
class Options {
 public:
  Options(const Call& call, size_t index)
      : call_(call), object_(call[index]), given_(!call.IsAbsent(index)) {}

  napi_value Member(const char* name) const {
    napi_value member = nullptr;
    if (!given_ || napi_get_named_property(call_.env(), object_, name,
                                           &member) != napi_ok) {
      return nullptr;
    }
    napi_valuetype type = napi_undefined;
    napi_typeof(call_.env(), member, &type);
    return type == napi_undefined ? nullptr : member;
  }

  std::string String(const char* name) const {
    const napi_value member = Member(name);
    std::string text;
    if (member == nullptr) return text;
    size_t size = 0;
    if (napi_get_value_string_utf8(call_.env(), member, nullptr, 0, &size) !=
        napi_ok) {
      return text;
    }
    text.resize(size + 1);
    napi_get_value_string_utf8(call_.env(), member, text.data(), text.size(),
                               &size);
    text.resize(size);
    return text;
  }

  int Flag(const char* name, int otherwise) const {
    bool value = false;
    const napi_value member = Member(name);
    if (member == nullptr ||
        napi_get_value_bool(call_.env(), member, &value) != napi_ok) {
      return otherwise;
    }
    return value ? 1 : 0;
  }

 private:
  const Call& call_;
  napi_value object_;
  bool given_;
};

napi_value Failure(const Call& call, gabarit_status status,
                   const gabarit_error* error) {
  return call.Array(
      {call.Undefined(), call.String(gabarit_error_message(error)),
       call.String(gabarit_error_location(error)), call.Integer(status)});
}

// compile(text, options, [uri, text, uri, text, ...]) gives
// [schema, dialect, warnings as JSON] or [undefined, message, location,
// status].
napi_value Compile(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const std::optional<Text> text = call.GetText(0);
  if (!text.has_value()) return nullptr;

  gabarit_error* error = nullptr;
  const Owned<gabarit_store> store(gabarit_store_new());
  uint32_t count = 0;
  if (!call.IsAbsent(2)) napi_get_array_length(env, call[2], &count);
  for (uint32_t i = 0; i + 1 < count; i += 2) {
    std::string pair[2];
    for (uint32_t part = 0; part < 2; ++part) {
      napi_value item = nullptr;
      size_t size = 0;
      napi_get_element(env, call[2], i + part, &item);
      if (napi_get_value_string_utf8(env, item, nullptr, 0, &size) != napi_ok) {
        return call.ThrowType("expected a resource's URI and text as strings");
      }
      pair[part].resize(size + 1);
      napi_get_value_string_utf8(env, item, pair[part].data(), size + 1, &size);
      pair[part].resize(size);
    }
    const gabarit_status added =
        gabarit_store_add(store.get(), pair[0].data(), pair[0].size(),
                          pair[1].data(), pair[1].size(), &error);
    const Owned<gabarit_error> owned(error);
    if (added != GABARIT_OK) return Failure(call, added, error);
  }

  const Options given(call, 1);
  const std::string base_uri = given.String("baseUri");
  const std::string default_dialect = given.String("defaultDialect");
  const std::string dialect = given.String("dialect");
  gabarit_schema_options options;
  gabarit_schema_options_init(&options);
  options.base_uri = base_uri.data();
  options.base_uri_size = base_uri.size();
  options.default_dialect = default_dialect.data();
  options.default_dialect_size = default_dialect.size();
  options.forced_dialect = dialect.data();
  options.forced_dialect_size = dialect.size();
  options.assert_formats = given.Flag("formatAssertion", 0);
  options.assert_content = given.Flag("contentAssertion", -1);
  options.annotate_unsupported = given.Flag("annotateUnsupported", 0);
  if (count > 0) options.store = store.get();

  gabarit_schema* schema = nullptr;
  const gabarit_status compiled = gabarit_schema_compile(
      text->bytes.data(), text->bytes.size(), &options, &schema, &error);
  const Owned<gabarit_error> owned(error);
  if (compiled != GABARIT_OK) return Failure(call, compiled, error);
  SchemaHandle handle(schema, Free());
  const napi_value dialect_name = call.String(gabarit_schema_dialect(schema));
  const napi_value warnings = call.String(gabarit_schema_warnings(schema));
  return call.Array(
      {MakeHandle(env, std::move(handle)), dialect_name, warnings});
}

gabarit_verdict Judge(gabarit_validator* validator,
                      const gabarit_schema* schema, const Text& text) {
  return text.padded
             ? gabarit_validate_padded(validator, schema, text.bytes.data(),
                                       text.bytes.size())
             : gabarit_validate(validator, schema, text.bytes.data(),
                                text.bytes.size());
}

const char* CodeOf(gabarit_verdict verdict) {
  return verdict == GABARIT_NOT_JSON        ? "GABARIT_NOT_JSON"
         : verdict == GABARIT_LIMIT_REACHED ? "GABARIT_LIMIT_REACHED"
                                            : "GABARIT_NO_MEMORY";
}

std::string_view FailureOf(const gabarit_validator* validator) {
  const gabarit_text text = gabarit_validator_failure(validator);
  return text.size == 0 ? std::string_view("no memory")
                        : std::string_view(text.data, text.size);
}

// Judges (schema, text) and has `say` make of the verdict, valid or not, what
// the call returns.
template <typename Say>
napi_value Judged(napi_env env, napi_callback_info info, Say&& say) {
  const Call call(env, info);
  const SchemaHandle* const schema = call.Get<SchemaHandle>(0);
  if (schema == nullptr) return nullptr;
  const std::optional<Text> text = call.GetText(1);
  if (!text.has_value()) return nullptr;
  gabarit_validator* const validator = call.environment().validator.get();
  const gabarit_verdict verdict = Judge(validator, schema->get(), *text);
  if (verdict > GABARIT_INVALID) {
    return call.Throw(CodeOf(verdict), FailureOf(validator));
  }
  return say(call, verdict == GABARIT_VALID, text->bytes);
}

// isValid(schema, text)
napi_value IsValid(napi_env env, napi_callback_info info) {
  return Judged(env, info, [](const Call& call, bool valid, std::string_view) {
    return call.Boolean(valid);
  });
}

// isValidValue(schema, text that JSON.stringify made) gives the verdict, 0 or
// 1, and adds 2 where the text has a null: JSON.stringify also writes it for
// numbers that JSON has not. To look here costs a tenth of what it costs in
// JavaScript.
napi_value IsValidValue(napi_env env, napi_callback_info info) {
  return Judged(env, info,
                [](const Call& call, bool valid, std::string_view text) {
                  const bool has_null =
                      memmem(text.data(), text.size(), "null", 4) != nullptr;
                  return call.Integer((valid ? 1 : 0) + (has_null ? 2 : 0));
                });
}

// explain(schema, text, format) gives the report as JSON.
napi_value Explain(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const SchemaHandle* const schema = call.Get<SchemaHandle>(0);
  if (schema == nullptr) return nullptr;
  const std::optional<Text> text = call.GetText(1);
  const std::optional<int64_t> format = call.GetInteger(2);
  if (!text.has_value() || !format.has_value()) return nullptr;
  gabarit_validator* const validator = call.environment().validator.get();
  gabarit_text report;
  const gabarit_verdict verdict = gabarit_explain(
      validator, schema->get(), text->bytes.data(), text->bytes.size(),
      static_cast<gabarit_format>(*format), &report);
  if (verdict > GABARIT_INVALID) {
    return call.Throw(CodeOf(verdict), FailureOf(validator));
  }
  return call.String(report);
}

// A verdict or a report that another thread makes. It has its own copy of the
// text, whose owner may change it meanwhile, and its own validator.
struct Work {
  napi_async_work work = nullptr;
  napi_deferred deferred = nullptr;
  SchemaHandle schema;
  std::string text;
  bool explain = false;
  gabarit_verdict verdict = GABARIT_NO_VERDICT;
  std::string said;  // the report, or why there is none
};

void Execute(napi_env, void* data) {
  Work& work = *static_cast<Work*>(data);
  const Owned<gabarit_validator> validator(gabarit_validator_new(nullptr));
  if (validator == nullptr) return;
  gabarit_text report{"", 0};
  work.verdict = work.explain
                     ? gabarit_explain(validator.get(), work.schema.get(),
                                       work.text.data(), work.text.size(),
                                       GABARIT_ERRORS, &report)
                     : gabarit_validate(validator.get(), work.schema.get(),
                                        work.text.data(), work.text.size());
  work.said = work.verdict > GABARIT_INVALID
                  ? std::string(FailureOf(validator.get()))
                  : std::string(report.data, report.size);
}

void Complete(napi_env env, napi_status status, void* data) {
  const std::unique_ptr<Work> work(static_cast<Work*>(data));
  napi_delete_async_work(env, work->work);
  napi_value value = nullptr;
  if (status == napi_ok && work->verdict <= GABARIT_INVALID) {
    if (work->explain) {
      napi_create_string_utf8(env, work->said.data(), work->said.size(),
                              &value);
    } else {
      napi_get_boolean(env, work->verdict == GABARIT_VALID, &value);
    }
    napi_resolve_deferred(env, work->deferred, value);
    return;
  }
  napi_value code = nullptr;
  napi_value message = nullptr;
  napi_create_string_utf8(env, CodeOf(work->verdict), NAPI_AUTO_LENGTH, &code);
  napi_create_string_utf8(env, work->said.data(), work->said.size(), &message);
  napi_create_error(env, code, message, &value);
  napi_reject_deferred(env, work->deferred, value);
}

// start(schema, text, explain) gives a promise of what isValid or explain give.
napi_value Start(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const SchemaHandle* const schema = call.Get<SchemaHandle>(0);
  if (schema == nullptr) return nullptr;
  const std::optional<Text> text = call.GetText(1);
  if (!text.has_value()) return nullptr;
  auto work = std::make_unique<Work>();
  work->schema = *schema;
  work->text = std::string(text->bytes);
  napi_get_value_bool(env, call[2], &work->explain);
  napi_value promise = nullptr;
  napi_value name = nullptr;
  napi_create_string_utf8(env, "gabarit", NAPI_AUTO_LENGTH, &name);
  if (napi_create_promise(env, &work->deferred, &promise) != napi_ok ||
      napi_create_async_work(env, nullptr, name, Execute, Complete, work.get(),
                             &work->work) != napi_ok) {
    return call.Throw("GABARIT_NO_MEMORY", "no memory");
  }
  if (napi_queue_async_work(env, work->work) != napi_ok) {
    napi_delete_async_work(env, work->work);
    return call.Throw("GABARIT_NO_MEMORY", "no thread can be had");
  }
  work.release();
  return promise;
}

}  // namespace

void ExportSchema(napi_env env, napi_value exports) {
  Export(env, exports, "compile", Compile);
  Export(env, exports, "isValid", IsValid);
  Export(env, exports, "isValidValue", IsValidValue);
  Export(env, exports, "explain", Explain);
  Export(env, exports, "start", Start);
  Export(env, exports, "closeSchema", CloseHandle<SchemaHandle>);
}

}  // namespace gabarit::node

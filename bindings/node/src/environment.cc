#include "environment.h"

namespace gabarit::node {
namespace {

constexpr size_t kPadding = 64;

}  // namespace

std::optional<Text> Call::GetText(size_t index, size_t slot) const {
  void* data = nullptr;
  size_t size = 0;
  if (napi_get_buffer_info(env_, arguments_[index], &data, &size) == napi_ok) {
    return Text{std::string_view(static_cast<const char*>(data), size)};
  }
  std::string& text = environment().texts[slot];
  if (text.capacity() < 4096) text.reserve(4096);
  // Most texts fit into the memory at hand; the length of others is asked for.
  text.resize(text.capacity());
  if (napi_get_value_string_utf8(env_, arguments_[index], text.data(),
                                 text.size(), &size) != napi_ok) {
    ThrowType("expected a string or a Uint8Array");
    return std::nullopt;
  }
  // A character that does not fit whole is left out: up to three bytes less.
  if (size + kPadding + 4 >= text.size()) {
    napi_get_value_string_utf8(env_, arguments_[index], nullptr, 0, &size);
    text.resize(size + kPadding + 8);
    napi_get_value_string_utf8(env_, arguments_[index], text.data(),
                               text.size(), &size);
  }
  return Text{std::string_view(text).substr(0, size), /*padded=*/true};
}

bool Call::IsAbsent(size_t index) const {
  napi_valuetype type = napi_undefined;
  return arguments_[index] == nullptr ||
         napi_typeof(env_, arguments_[index], &type) != napi_ok ||
         type == napi_undefined || type == napi_null;
}

std::optional<int64_t> Call::GetInteger(size_t index) const {
  int64_t value = 0;
  if (napi_get_value_int64(env_, arguments_[index], &value) != napi_ok) {
    ThrowType("expected a number");
    return std::nullopt;
  }
  return value;
}

napi_value Call::Undefined() const {
  napi_value value = nullptr;
  napi_get_undefined(env_, &value);
  return value;
}

napi_value Call::Boolean(bool value) const {
  napi_value made = nullptr;
  napi_get_boolean(env_, value, &made);
  return made;
}

napi_value Call::Integer(int64_t value) const {
  napi_value made = nullptr;
  napi_create_int64(env_, value, &made);
  return made;
}

napi_value Call::String(std::string_view text) const {
  napi_value made = nullptr;
  napi_create_string_utf8(env_, text.data(), text.size(), &made);
  return made;
}

napi_value Call::Array(std::initializer_list<napi_value> items) const {
  napi_value array = nullptr;
  napi_create_array_with_length(env_, items.size(), &array);
  uint32_t index = 0;
  for (const napi_value item : items) {
    napi_set_element(env_, array, index++, item);
  }
  return array;
}

napi_value Call::Throw(const char* code, std::string_view message) const {
  napi_throw_error(env_, code, std::string(message).c_str());
  return nullptr;
}

napi_value Call::ThrowType(const char* message) const {
  napi_throw_type_error(env_, nullptr, message);
  return nullptr;
}

void Export(napi_env env, napi_value exports, const char* name,
            napi_callback function) {
  napi_value value = nullptr;
  napi_create_function(env, name, NAPI_AUTO_LENGTH, function, nullptr, &value);
  napi_set_named_property(env, exports, name, value);
}

}  // namespace gabarit::node

NAPI_MODULE_INIT() {
  using gabarit::node::Environment;
  auto environment = std::make_unique<Environment>();
  environment->validator.reset(gabarit_validator_new(nullptr));
  if (environment->validator == nullptr) {
    napi_throw_error(env, "GABARIT_NO_MEMORY", "no memory");
    return nullptr;
  }
  napi_set_instance_data(
      env, environment.release(),
      [](napi_env, void* data, void*) {
        delete static_cast<Environment*>(data);
      },
      nullptr);
  napi_value version = nullptr;
  napi_create_string_utf8(env, gabarit_version(), NAPI_AUTO_LENGTH, &version);
  napi_set_named_property(env, exports, "version", version);
  gabarit::node::ExportSchema(env, exports);
  gabarit::node::ExportTools(env, exports);
  gabarit::node::ExportSession(env, exports);
  return exports;
}

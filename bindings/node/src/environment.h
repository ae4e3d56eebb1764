// What one JavaScript environment (the main thread, or a Worker) keeps, and the
// ways in and out of it. An environment runs on one thread, so nothing here is
// shared.

#ifndef GABARIT_BINDINGS_NODE_ENVIRONMENT_H_
#define GABARIT_BINDINGS_NODE_ENVIRONMENT_H_

#define NAPI_VERSION 8
#include <node_api.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "bindings/c/gabarit.h"

namespace gabarit::node {

// For the functions of gabarit.h that free a handle.
struct Free {
  void operator()(gabarit_schema* handle) const { gabarit_schema_free(handle); }
  void operator()(gabarit_store* handle) const { gabarit_store_free(handle); }
  void operator()(gabarit_error* handle) const { gabarit_error_free(handle); }
  void operator()(gabarit_validator* handle) const {
    gabarit_validator_free(handle);
  }
  void operator()(gabarit_catalog* handle) const {
    gabarit_catalog_free(handle);
  }
  void operator()(gabarit_checker* handle) const {
    gabarit_checker_free(handle);
  }
  void operator()(gabarit_session* handle) const {
    gabarit_session_free(handle);
  }
};
template <typename Handle>
using Owned = std::unique_ptr<Handle, Free>;

struct Environment {
  Owned<gabarit_validator> validator;
  // The texts of a call's arguments, kept for their memory.
  std::string texts[3];
};

// A text that a call was given. Its bytes last as long as the call.
struct Text {
  std::string_view bytes;
  // 64 more bytes can be read behind it.
  bool padded = false;
};

// One call from JavaScript. Where an argument is not what it should be, the
// getters throw a TypeError there and return nothing.
class Call {
 public:
  static constexpr size_t kMost = 6;

  Call(napi_env env, napi_callback_info info) : env_(env) {
    size_t count = kMost;
    napi_get_cb_info(env, info, &count, arguments_, nullptr, nullptr);
  }

  napi_env env() const { return env_; }
  napi_value operator[](size_t index) const { return arguments_[index]; }
  Environment& environment() const {
    void* data = nullptr;
    napi_get_instance_data(env_, &data);
    return *static_cast<Environment*>(data);
  }

  // A string, or the bytes of a Uint8Array. `slot` tells apart the texts of one
  // call.
  std::optional<Text> GetText(size_t index, size_t slot = 0) const;
  // Whether the argument is undefined or null, or was not given.
  bool IsAbsent(size_t index) const;
  std::optional<int64_t> GetInteger(size_t index) const;

  // What a handle argument holds; null, and an exception thrown, where it is
  // closed or no handle of this kind.
  template <typename Held>
  Held* Get(size_t index) const;

  napi_value Undefined() const;
  napi_value Boolean(bool value) const;
  napi_value Integer(int64_t value) const;
  napi_value String(std::string_view text) const;
  napi_value String(gabarit_text text) const {
    return String(std::string_view(text.data, text.size));
  }
  napi_value Array(std::initializer_list<napi_value> items) const;
  // Throws, and returns null as a callback does that threw.
  napi_value Throw(const char* code, std::string_view message) const;
  napi_value ThrowType(const char* message) const;

 private:
  napi_env env_;
  napi_value arguments_[kMost] = {};
};

// What JavaScript holds of a native object: freed by the garbage collector, or
// earlier by close(). Kinds are told apart by the address of a static member:
// the JavaScript side keeps its handles private, but a wrong one must not be
// taken for another all the same.
template <typename Held>
struct Handle {
  static constexpr char kKind = 0;
  const void* kind = &kKind;
  std::optional<Held> held;
};

template <typename Held>
Held* Call::Get(size_t index) const {
  void* data = nullptr;
  if (napi_get_value_external(env_, arguments_[index], &data) != napi_ok ||
      static_cast<Handle<Held>*>(data)->kind != &Handle<Held>::kKind) {
    ThrowType("a handle of another kind");
    return nullptr;
  }
  auto* const handle = static_cast<Handle<Held>*>(data);
  if (!handle->held.has_value()) {
    Throw("GABARIT_CLOSED", "it was closed before");
    return nullptr;
  }
  return &*handle->held;
}

template <typename Held>
napi_value MakeHandle(napi_env env, Held held) {
  auto handle = std::make_unique<Handle<Held>>();
  handle->held = std::move(held);
  napi_value value = nullptr;
  const napi_status made = napi_create_external(
      env, handle.get(),
      [](napi_env, void* data, void*) {
        delete static_cast<Handle<Held>*>(data);
      },
      nullptr, &value);
  if (made == napi_ok) handle.release();
  return value;
}

// close(handle): frees what it holds. To close twice does nothing.
template <typename Held>
napi_value CloseHandle(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  void* data = nullptr;
  if (napi_get_value_external(env, call[0], &data) == napi_ok &&
      static_cast<Handle<Held>*>(data)->kind == &Handle<Held>::kKind) {
    static_cast<Handle<Held>*>(data)->held.reset();
  }
  return call.Undefined();
}

void Export(napi_env env, napi_value exports, const char* name,
            napi_callback function);

void ExportSchema(napi_env env, napi_value exports);
void ExportTools(napi_env env, napi_value exports);
void ExportSession(napi_env env, napi_value exports);

using CatalogHandle = std::shared_ptr<gabarit_catalog>;

}  // namespace gabarit::node

#endif  // GABARIT_BINDINGS_NODE_ENVIRONMENT_H_

// What stands behind the handles of gabarit.h, and the ways in and out.

#ifndef GABARIT_BINDINGS_C_HANDLES_H_
#define GABARIT_BINDINGS_C_HANDLES_H_

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "bindings/c/gabarit.h"
#include "gabarit/report.h"
#include "gabarit/schema.h"
#include "gabarit/tools.h"
#include "gabarit/validator.h"

struct gabarit_error {
  std::string message;
  std::string location;
};

struct gabarit_store {
  gabarit::SchemaStore store;
};

struct gabarit_schema {
  gabarit::Schema schema;
  std::string dialect;
  std::string warnings;  // JSON
};

struct gabarit_validator {
  gabarit::Validator validator;
  std::string report;
  std::string failure;
};

struct gabarit_catalog {
  std::shared_ptr<gabarit::ToolCatalog> catalog;
  std::string report;
};

namespace gabarit::c {

inline gabarit_text Text(std::string_view text) {
  return {text.empty() ? "" : text.data(), text.size()};
}

// A text of the caller's; nothing where it is a null pointer with a size.
inline std::optional<std::string_view> Given(const char* data, size_t size) {
  if (data == nullptr) {
    if (size > 0) return std::nullopt;
    return std::string_view();
  }
  return std::string_view(data, size);
}

// Runs `work`, which makes a T, and gives `otherwise` where memory runs out:
// the one exception that the library's own parts may throw.
template <typename T, typename Work>
T Guarded(T otherwise, Work&& work) noexcept {
  try {
    return work();
  } catch (...) {
    return otherwise;
  }
}

// Copies the caller's options over the defaults, as far as the caller's version
// of the struct goes. False where it is no such struct.
template <typename Options>
bool ReadOptions(const Options* given, Options* options) {
  if (given == nullptr) return true;
  if (given->struct_size < sizeof(size_t)) return false;
  const size_t size = given->struct_size < sizeof(Options) ? given->struct_size
                                                           : sizeof(Options);
  std::memcpy(static_cast<void*>(options), given, size);
  options->struct_size = sizeof(Options);
  return true;
}

// Fills `error`, if it is wanted, and gives the status that stands for it.
gabarit_status Fail(const absl::Status& status, gabarit_error** error);
gabarit_status WrongArgument(std::string_view message, gabarit_error** error);

std::string ErrorsJson(const Report& report);

}  // namespace gabarit::c

#endif  // GABARIT_BINDINGS_C_HANDLES_H_

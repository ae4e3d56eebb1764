// Python values as JSON text, for the engine to read.

#ifndef GABARIT_BINDINGS_PYTHON_DOCUMENT_TEXT_H_
#define GABARIT_BINDINGS_PYTHON_DOCUMENT_TEXT_H_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gabarit/validator.h"

namespace gabarit::python {

// Writes `value` as JSON, with padding behind it. Integers have all their
// digits, floats the shortest that read back. Raises ValueError for NaN, the
// infinities, lone surrogates and nesting beyond the limit (a cycle, most
// likely), TypeError for what JSON has not, both with the place.
void WriteJson(nanobind::handle value, std::string* text);

// The bytes of a bytes, bytearray or memoryview object; nothing for others.
// A view stays valid while `keeper` lives.
class BytesView {
 public:
  explicit BytesView(nanobind::handle value);
  ~BytesView();
  BytesView(const BytesView&) = delete;
  BytesView& operator=(const BytesView&) = delete;

  bool is_bytes() const { return is_bytes_; }
  std::string_view view() const { return view_; }

 private:
  bool is_bytes_ = false;
  bool has_buffer_ = false;
  Py_buffer buffer_;
  std::string_view view_;
};

}  // namespace gabarit::python

#endif  // GABARIT_BINDINGS_PYTHON_DOCUMENT_TEXT_H_

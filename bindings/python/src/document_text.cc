#include "document_text.h"

#include <nanobind/stl/string.h>

#include <charconv>
#include <cmath>
#include <vector>

namespace nb = nanobind;

namespace gabarit::python {
namespace {

constexpr size_t kMostLevels = 1024;

// Where in the value the writer is: for messages alone.
struct Step {
  std::string_view name;  // of a member
  size_t index = 0;       // of an item
  bool is_member = false;
};

class Writer {
 public:
  explicit Writer(std::string* text) : text_(*text) {}

  void Write(nb::handle value) {
    PyObject* const object = value.ptr();
    if (object == Py_None) {
      text_ += "null";
    } else if (object == Py_True) {
      text_ += "true";
    } else if (object == Py_False) {
      text_ += "false";
    } else if (PyUnicode_Check(object)) {
      WriteString(object);
    } else if (PyLong_Check(object)) {
      WriteInteger(object);
    } else if (PyFloat_Check(object)) {
      WriteFloat(PyFloat_AsDouble(object));
    } else if (PyDict_Check(object)) {
      WriteDict(object);
    } else if (PyList_Check(object)) {
      WriteSequence(object, PyList_Size(object), PyList_GetItem);
    } else if (PyTuple_Check(object)) {
      WriteSequence(object, PyTuple_Size(object), PyTuple_GetItem);
    } else {
      const std::string type = nb::cast<std::string>(
          nb::handle(reinterpret_cast<PyObject*>(Py_TYPE(object)))
              .attr("__name__"));
      throw nb::type_error(
          ("JSON has no value for an object of type " + type + Place())
              .c_str());
    }
  }

 private:
  std::string Place() const {
    std::string place = " (at \"";
    for (const Step& step : path_) {
      place += '/';
      if (!step.is_member) {
        place += std::to_string(step.index);
        continue;
      }
      for (const char c : step.name) {
        // RFC 6901 §3.
        if (c == '~') {
          place += "~0";
        } else if (c == '/') {
          place += "~1";
        } else {
          place += c;
        }
      }
    }
    return place + "\")";
  }

  [[noreturn]] void Refuse(const char* what) const {
    throw nb::value_error((what + Place()).c_str());
  }

  void Enter() {
    if (path_.size() == kMostLevels) {
      path_.resize(3);
      Refuse("the value is nested deeper than 1024 levels, or contains itself");
    }
    path_.emplace_back();
  }

  std::string_view Utf8(PyObject* string) {
    Py_ssize_t size = 0;
    const char* const data = PyUnicode_AsUTF8AndSize(string, &size);
    if (data == nullptr) {
      PyErr_Clear();
      Refuse("a string with a lone surrogate has no UTF-8 form");
    }
    return {data, static_cast<size_t>(size)};
  }

  void WriteText(std::string_view text) {
    text_ += '"';
    size_t run = 0;
    for (size_t i = 0; i < text.size(); ++i) {
      const auto c = static_cast<unsigned char>(text[i]);
      if (c >= 0x20 && c != '"' && c != '\\') continue;
      text_.append(text, run, i - run);
      run = i + 1;
      if (c == '"' || c == '\\') {
        text_ += '\\';
        text_ += static_cast<char>(c);
      } else {
        static constexpr char kDigits[] = "0123456789abcdef";
        text_ += "\\u00";
        text_ += kDigits[c >> 4];
        text_ += kDigits[c & 15];
      }
    }
    text_.append(text, run);
    text_ += '"';
  }
  void WriteString(PyObject* string) { WriteText(Utf8(string)); }

  void WriteInteger(PyObject* integer) {
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(integer, &overflow);
    if (overflow == 0) {
      char digits[24];
      const auto end = std::to_chars(digits, digits + sizeof digits, value);
      text_.append(digits, end.ptr);
      return;
    }
    // Past Python's limit on digits this raises, and says so.
    const nb::object digits = nb::steal(PyNumber_ToBase(integer, 10));
    if (!digits.is_valid()) throw nb::python_error();
    text_ += Utf8(digits.ptr());
  }

  void WriteFloat(double value) {
    if (!std::isfinite(value)) {
      Refuse(std::isnan(value) ? "NaN is not JSON" : "an infinity is not JSON");
    }
    char digits[40];
    const auto end = std::to_chars(digits, digits + sizeof digits, value);
    const std::string_view written(digits,
                                   static_cast<size_t>(end.ptr - digits));
    text_ += written;
    // 1.0 stays what it is: some dialects tell it from 1.
    if (written.find_first_of(".en") == std::string_view::npos) text_ += ".0";
  }

  void WriteDict(PyObject* dict) {
    Enter();
    text_ += '{';
    Py_ssize_t position = 0;
    PyObject* name;
    PyObject* member;
    bool first = true;
    while (PyDict_Next(dict, &position, &name, &member)) {
      if (!PyUnicode_Check(name)) {
        path_.pop_back();
        throw nb::type_error(
            ("JSON has only strings for member names" + Place()).c_str());
      }
      if (!first) text_ += ',';
      first = false;
      const std::string_view text = Utf8(name);
      path_.back() = {text, 0, true};
      WriteText(text);
      text_ += ':';
      Write(member);
    }
    text_ += '}';
    path_.pop_back();
  }

  void WriteSequence(PyObject* sequence, Py_ssize_t size,
                     PyObject* (*item)(PyObject*, Py_ssize_t)) {
    Enter();
    text_ += '[';
    for (Py_ssize_t i = 0; i < size; ++i) {
      if (i > 0) text_ += ',';
      path_.back().index = static_cast<size_t>(i);
      Write(item(sequence, i));
    }
    text_ += ']';
    path_.pop_back();
  }

  std::string& text_;
  std::vector<Step> path_;
};

}  // namespace

void WriteJson(nb::handle value, std::string* text) {
  text->clear();
  Writer(text).Write(value);
}

BytesView::BytesView(nb::handle value) {
  PyObject* const object = value.ptr();
  if (PyBytes_Check(object)) {
    is_bytes_ = true;
    view_ = {PyBytes_AsString(object),
             static_cast<size_t>(PyBytes_Size(object))};
    return;
  }
  if (!PyByteArray_Check(object) && !PyMemoryView_Check(object)) return;
  if (PyObject_GetBuffer(object, &buffer_, PyBUF_SIMPLE) != 0) {
    throw nb::python_error();
  }
  is_bytes_ = true;
  has_buffer_ = true;
  view_ = {static_cast<const char*>(buffer_.buf),
           static_cast<size_t>(buffer_.len)};
}

BytesView::~BytesView() {
  if (has_buffer_) PyBuffer_Release(&buffer_);
}

}  // namespace gabarit::python

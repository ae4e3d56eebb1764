#include <nanobind/nanobind.h>

#include "bindings.h"

NB_MODULE(_engine, module) {
  module.doc() = "The engine of the package gabarit.";
  gabarit::python::AddSchema(module);
  gabarit::python::AddTools(module);
}

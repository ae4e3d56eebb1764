// What the parts of the module share.

#ifndef GABARIT_BINDINGS_PYTHON_BINDINGS_H_
#define GABARIT_BINDINGS_PYTHON_BINDINGS_H_

#include <nanobind/nanobind.h>

#include "gabarit/report.h"

namespace gabarit::python {

void AddSchema(nanobind::module_& module);
void AddTools(nanobind::module_& module);

// A report's errors as a list of dicts, whose keys are the members' names in
// the report's JSON.
nanobind::list Errors(const Report& report);

}  // namespace gabarit::python

#endif  // GABARIT_BINDINGS_PYTHON_BINDINGS_H_

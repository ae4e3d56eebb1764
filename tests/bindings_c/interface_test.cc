// The same as C++: the header must be usable there too.
#include "tests/bindings_c/interface_test.c"  // NOLINT(bugprone-suspicious-include)

# RE2 ships a CMake package in some distributions and only a pkg-config file in
# others (Debian 12); both become the target re2::re2.
find_package(re2 CONFIG QUIET)
if(NOT TARGET re2::re2)
  find_path(GABARIT_RE2_INCLUDE_DIR re2/re2.h REQUIRED)
  find_library(GABARIT_RE2_LIBRARY re2 REQUIRED)
  add_library(re2::re2 UNKNOWN IMPORTED)
  set_target_properties(re2::re2 PROPERTIES
    IMPORTED_LOCATION "${GABARIT_RE2_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${GABARIT_RE2_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()

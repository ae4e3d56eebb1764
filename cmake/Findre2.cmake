# RE2 ships a CMake package in some distributions and only a pkg-config file in
# others (Debian 12); either way this makes the target re2::re2. Installed
# beside gabaritConfig.cmake, for whoever links the static library.
include(FindPackageHandleStandardArgs)

find_package(re2 CONFIG QUIET)
if(re2_FOUND)
  find_package_handle_standard_args(re2 CONFIG_MODE)
  return()
endif()

find_package(Threads QUIET)
find_path(RE2_INCLUDE_DIR re2/re2.h)
find_library(RE2_LIBRARY re2)
mark_as_advanced(RE2_INCLUDE_DIR RE2_LIBRARY)
find_package_handle_standard_args(re2
  REQUIRED_VARS RE2_LIBRARY RE2_INCLUDE_DIR Threads_FOUND)

if(re2_FOUND AND NOT TARGET re2::re2)
  add_library(re2::re2 UNKNOWN IMPORTED)
  set_target_properties(re2::re2 PROPERTIES
    IMPORTED_LOCATION "${RE2_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${RE2_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()

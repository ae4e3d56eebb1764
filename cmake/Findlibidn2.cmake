# libidn2 has a pkg-config file and no CMake package; this makes the target
# libidn2::libidn2. Installed beside gabaritConfig.cmake, for whoever links the
# static library.
include(FindPackageHandleStandardArgs)

find_path(LIBIDN2_INCLUDE_DIR idn2.h)
find_library(LIBIDN2_LIBRARY idn2)
mark_as_advanced(LIBIDN2_INCLUDE_DIR LIBIDN2_LIBRARY)
find_package_handle_standard_args(libidn2
  REQUIRED_VARS LIBIDN2_LIBRARY LIBIDN2_INCLUDE_DIR)

if(libidn2_FOUND AND NOT TARGET libidn2::libidn2)
  add_library(libidn2::libidn2 UNKNOWN IMPORTED)
  set_target_properties(libidn2::libidn2 PROPERTIES
    IMPORTED_LOCATION "${LIBIDN2_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${LIBIDN2_INCLUDE_DIR}")
endif()

# Installs the library, its public headers, the command, and what CMake and
# pkg-config need to find the library.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/gabarit")

install(TARGETS gabarit EXPORT gabaritTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/engine/include/gabarit"
  DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h")
if(TARGET gabarit_command)
  install(TARGETS gabarit_command
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

if(TARGET gabarit_c)
  install(TARGETS gabarit_c EXPORT gabaritTargets
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(FILES "${PROJECT_SOURCE_DIR}/bindings/c/gabarit.h"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
endif()

# CMake's package.
install(EXPORT gabaritTargets NAMESPACE gabarit:: DESTINATION "${package_dir}")
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/gabaritConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/gabaritConfig.cmake"
  INSTALL_DESTINATION "${package_dir}")
# Before version 1 a minor version may break its users.
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/gabaritConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/gabaritConfig.cmake"
  "${PROJECT_BINARY_DIR}/gabaritConfigVersion.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/Findre2.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/Findlibidn2.cmake"
  DESTINATION "${package_dir}")

# The build tree is a package too, for what is built beside it from the same
# checkout (the bindings).
export(EXPORT gabaritTargets NAMESPACE gabarit::
  FILE "${PROJECT_BINARY_DIR}/gabaritTargets.cmake")
foreach(module Findre2 Findlibidn2)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/${module}.cmake"
    "${PROJECT_BINARY_DIR}/${module}.cmake" COPYONLY)
endforeach()

# pkg-config's file. A static library's users link what it links, so there the
# private requirements are requirements.
set(requires "")
set(requires_private "")
set(libs_private "")
get_target_property(public_libraries gabarit INTERFACE_LINK_LIBRARIES)
get_target_property(libraries gabarit LINK_LIBRARIES)
foreach(library IN LISTS libraries)
  if(library MATCHES "^absl::(.+)$")
    set(module "absl_${CMAKE_MATCH_1}")
  elseif(library MATCHES "^(re2|simdjson|libidn2)::")
    set(module "${CMAKE_MATCH_1}")
  elseif(library STREQUAL "Threads::Threads")
    string(APPEND libs_private " -pthread")
    continue()
  else()
    message(FATAL_ERROR "GabaritInstall: what does pkg-config call ${library}?")
  endif()
  if(library IN_LIST public_libraries)
    list(APPEND requires ${module})
  else()
    list(APPEND requires_private ${module})
  endif()
endforeach()
get_target_property(library_type gabarit TYPE)
if(library_type STREQUAL "STATIC_LIBRARY")
  list(APPEND requires ${requires_private})
  set(requires_private "")
  set(GABARIT_PC_LIBS "${libs_private}")
  set(GABARIT_PC_LIBS_PRIVATE "")
else()
  set(GABARIT_PC_LIBS "")
  set(GABARIT_PC_LIBS_PRIVATE "${libs_private}")
endif()
list(JOIN requires ", " GABARIT_PC_REQUIRES)
list(JOIN requires_private ", " GABARIT_PC_REQUIRES_PRIVATE)
# Relative to the file itself where that can be, so that `cmake --install
# --prefix` and moving the tree both work.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(GABARIT_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(GABARIT_PC_PREFIX "\${pcfiledir}/${up}")
endif()
foreach(dir INCLUDEDIR LIBDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${dir}}")
    set(GABARIT_PC_${dir} "${CMAKE_INSTALL_${dir}}")
  else()
    set(GABARIT_PC_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  endif()
endforeach()
configure_file("${PROJECT_SOURCE_DIR}/cmake/gabarit.pc.in"
  "${PROJECT_BINARY_DIR}/gabarit.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/gabarit.pc"
  DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(TARGET gabarit_c)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/gabarit_c.pc.in"
    "${PROJECT_BINARY_DIR}/gabarit_c.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/gabarit_c.pc"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()

# A room is a folder under engine/: one object library that may use only the
# rooms it names. The installed library is the sum of all rooms.

set(GABARIT_WARNINGS
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
  "$<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor;-Woverloaded-virtual>"
  -Wcast-qual -Wformat=2 -Wimplicit-fallthrough -Wundef)

function(gabarit_target_defaults target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
  if(GABARIT_DEVELOPER)
    target_compile_options(${target} PRIVATE ${GABARIT_WARNINGS} -Werror)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # GCC 12 reports overlaps in std::string that cannot be (GCC bug 105329).
      target_compile_options(${target} PRIVATE -Wno-restrict)
    endif()
  endif()
  if(GABARIT_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${GABARIT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PRIVATE -fsanitize=${GABARIT_SANITIZE})
    # Tests that measure themselves ask for it: code is slower, frames are larger.
    target_compile_definitions(${target} PRIVATE GABARIT_SANITIZED)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # Instrumented code of the standard library looks uninitialized to GCC.
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    endif()
  endif()
endfunction()

# Everything that must be generated before a tool can read the sources.
add_custom_target(gabarit_generated)

# gabarit_generated_source(<file>): the output of a custom command of this
# directory, which analysis tools need beside the written sources.
function(gabarit_generated_source file)
  string(MAKE_C_IDENTIFIER "generate_${file}" target)
  add_custom_target(${target} DEPENDS "${file}")
  add_dependencies(gabarit_generated ${target})
endfunction()

# gabarit_room(<name> SOURCES <file>... [USES <room-or-library>...])
function(gabarit_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;USES" ${ARGN})
  set(target gabarit_${name})
  add_library(${target} OBJECT ${ROOM_SOURCES})
  gabarit_target_defaults(${target})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/engine/include>)
  foreach(used IN LISTS ROOM_USES)
    if(TARGET gabarit_${used})
      target_link_libraries(${target} PUBLIC gabarit_${used})
    else()
      # System headers are not ours to warn about.
      target_link_libraries(${target} PUBLIC ${used})
      set_property(GLOBAL APPEND PROPERTY GABARIT_LIBRARIES ${used})
    endif()
  endforeach()
  set_property(GLOBAL APPEND PROPERTY GABARIT_ROOMS ${name})
endfunction()

# gabarit_test(<name> SOURCES <file>... [LABELS <label>...])
# One test program per room; it sees the internal headers.
function(gabarit_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LABELS;USES" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  gabarit_target_defaults(${name})
  target_link_libraries(${name} PRIVATE gabarit_everything ${TEST_USES} GTest::gmock_main)
  target_compile_definitions(${name} PRIVATE
    GABARIT_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
    GABARIT_BINARY_DIR="${PROJECT_BINARY_DIR}")
  set(properties TIMEOUT 600)
  if(TEST_LABELS)
    list(APPEND properties LABELS "${TEST_LABELS}")
  endif()
  include(GoogleTest)
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60
    PROPERTIES ${properties})
endfunction()

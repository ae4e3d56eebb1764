# Turns schemas/metaschema into a C++ source at build time, without any tool
# but CMake: included, this file defines gabarit_embed_metaschemas; run with
# cmake -P, it writes the source.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  # gabarit_embed_metaschemas(<variable>): sets it to the generated source,
  # which defines what engine/schema/embedded_metaschemas.h declares.
  function(gabarit_embed_metaschemas variable)
    set(directory "${PROJECT_SOURCE_DIR}/schemas/metaschema")
    set(script "${PROJECT_SOURCE_DIR}/engine/schema/EmbedMetaschemas.cmake")
    set(generated "${CMAKE_CURRENT_BINARY_DIR}/embedded_metaschemas.cc")
    file(GLOB_RECURSE documents CONFIGURE_DEPENDS "${directory}/*.json")
    add_custom_command(
      OUTPUT "${generated}"
      COMMAND "${CMAKE_COMMAND}" "-DDIRECTORY=${directory}"
              "-DGENERATED=${generated}" -P "${script}"
      DEPENDS ${documents} "${script}"
      COMMENT "Embedding the metaschemas"
      VERBATIM)
    gabarit_generated_source("${generated}")
    set(${variable} "${generated}" PARENT_SCOPE)
  endfunction()
  return()
endif()

cmake_minimum_required(VERSION 3.22)

set(source [=[
// Generated from schemas/metaschema; changes belong there.
#include "engine/schema/embedded_metaschemas.h"

namespace gabarit::schema {
namespace {

constexpr EmbeddedMetaschema kMetaschemas[] = {
]=])

file(GLOB_RECURSE documents "${DIRECTORY}/*.json")
list(SORT documents)
foreach(document IN LISTS documents)
  file(READ "${document}" json)
  # Draft-04 spells the identifier "id".
  string(JSON uri ERROR_VARIABLE absent GET "${json}" "$id")
  if(absent)
    string(JSON uri GET "${json}" "id")
  endif()
  string(REGEX REPLACE "#$" "" uri "${uri}")
  string(FIND "${json}" ")json\"" end_of_literal)
  string(LENGTH "${json}" length)
  # 65,535 bytes is what C++ asks of every compiler ([implimits]).
  if(end_of_literal GREATER_EQUAL 0 OR length GREATER 65535)
    message(FATAL_ERROR "${document} does not fit into one string literal")
  endif()
  string(APPEND source "    {\"${uri}\", R\"json(${json})json\"},\n")
endforeach()

string(APPEND source [=[
};

}  // namespace

absl::Span<const EmbeddedMetaschema> EmbeddedMetaschemas() {
  return kMetaschemas;
}

}  // namespace gabarit::schema
]=])
file(WRITE "${GENERATED}" "${source}")

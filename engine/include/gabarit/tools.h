// Tools by name: what a server's tools/list says, compiled and kept.
//
//   gabarit::Directory directory;                       // one per process
//   std::shared_ptr<gabarit::ToolCatalog> warehouse =
//       *directory.Add("warehouse", gabarit::ProtocolRevision::k2025_11_25);
//   absl::StatusOr<gabarit::ListReport> report =
//       warehouse->LoadPage("", tools_list_result);     // bytes as they came
//   for (const gabarit::ToolProblem& problem : report->refused) {
//     Log(problem.tool, problem.location, problem.reason);
//   }
//
// A ToolChecker (gabarit/tool_checker.h), one per thread, then looks tools up
// and checks arguments and results. Loading a list never makes it wait.

#ifndef GABARIT_TOOLS_H_
#define GABARIT_TOOLS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "gabarit/export.h"
#include "gabarit/limits.h"
#include "gabarit/schema.h"

namespace gabarit {

// The revisions of the Model Context Protocol whose rules are known.
enum class ProtocolRevision : uint8_t {
  k2025_06_18,
  k2025_11_25,  // tasks as an experiment (SEP-1686)
  k2026_07_28,  // tasks as an extension (SEP-2663)
};

// "2025-11-25" and back; nothing for other texts.
GABARIT_EXPORT std::string_view ProtocolRevisionName(ProtocolRevision revision);
GABARIT_EXPORT std::optional<ProtocolRevision> FindProtocolRevision(
    std::string_view name);

// What a server may put into its list. A list beyond a limit of its own is
// refused whole (ResourceExhausted); a tool beyond one is set aside. Either
// names the limit.
struct ToolLimits {
  // Bytes of one tools/list answer.
  size_t max_list_bytes = size_t{64} << 20;
  // Arrays and objects nested in one another in one answer.
  size_t max_list_depth = 1024;
  // Tools of one server, over all pages.
  size_t max_tools = 20'000;
  // Pages of one list: ends a server's cursors that never end.
  size_t max_pages = 10'000;
  // Bytes of a tool's name. The protocol asks for 128 characters at most; a
  // longer name is a warning, one beyond this limit a refusal.
  size_t max_name_bytes = 512;
};

// How schemas are compiled, and how many compiled programs are kept, whoever
// uses them. Beyond a bound, those that were not used for longest are dropped,
// and compiled anew when a call needs them: a check is then slower, never
// different.
struct ProgramCacheOptions {
  size_t max_programs = 50'000;
  size_t max_bytes = size_t{512} << 20;
  // For every inputSchema and outputSchema. A schema without `$schema` is
  // 2020-12 (SEP-1613); the limits are tighter than for a schema that its user
  // chose.
  CompileOptions compile = ForTools();

  static GABARIT_EXPORT CompileOptions ForTools();
};

struct ProgramCacheStatistics {
  size_t schemas = 0;       // different schema texts that lists refer to
  size_t programs = 0;      // of these, compiled now
  size_t bytes = 0;         // memory of the programs and what they refer to
  uint64_t compiled = 0;    // compilations so far, failed ones included
  uint64_t recompiled = 0;  // of these, after a program had been dropped
  uint64_t shared = 0;      // compilations spared by an equal schema text
  uint64_t dropped = 0;     // programs dropped for the limits
};

// Compiled schemas by their text. Two schemas share a program if and only if
// their bytes are equal; each is compiled by itself, so that no schema can
// refer to another tool's, and equal `$id`s do not meet. Shared by the catalogs
// and checkers of one process. Safe for use from many threads.
class GABARIT_EXPORT ProgramCache {
 public:
  struct State;  // the library's own

  explicit ProgramCache(const ProgramCacheOptions& options = {});
  ~ProgramCache();
  ProgramCache(const ProgramCache&) = delete;
  ProgramCache& operator=(const ProgramCache&) = delete;

  ProgramCacheStatistics statistics() const;

 private:
  friend struct ToolAccess;
  std::shared_ptr<State> state_;
};

// `execution.taskSupport` of 2025-11-25; kForbidden where it is absent, and in
// the revisions that have no such member.
enum class TaskSupport : uint8_t { kForbidden, kOptional, kRequired };

// The hints of `annotations`, as the server gives them: not to be trusted where
// the server is not. Nothing where absent.
struct ToolHints {
  std::optional<bool> read_only;
  std::optional<bool> destructive;
  std::optional<bool> idempotent;
  std::optional<bool> open_world;
};

// A property whose value a client repeats in the HTTP header
// "Mcp-Param-<header>" (2026-07-28, `x-mcp-header`, SEP-2243).
struct HeaderParameter {
  std::string header;
  std::string location;  // JSON Pointer into the arguments
};

// Something wrong with a tool: why it, or its output, cannot be used, or what
// is probably a mistake.
struct ToolProblem {
  std::string tool;      // the name; empty where there is none
  size_t index = 0;      // the tool's position in its page, from 0
  std::string location;  // JSON Pointer into the tool: "/inputSchema/type"
  std::string reason;    // one line: what is wrong and what would be right
};

// One tool of a list. Immutable and safe for use from many threads; whoever
// holds it may use it, whatever has become of its catalog.
class GABARIT_EXPORT Tool {
 public:
  struct State;  // the library's own

  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;
  ~Tool();

  std::string_view name() const;

  // Whether it may be called. One that was set aside is kept with the reason,
  // so that a call can be refused with it; all below is then empty.
  bool usable() const;
  // Why not; null for usable tools.
  const ToolProblem* refusal() const;

  TaskSupport task_support() const;
  const ToolHints& hints() const;
  absl::Span<const HeaderParameter> header_parameters() const;
  absl::Span<const ToolProblem> warnings() const;

  bool has_output_schema() const;
  // Why outputs cannot be checked though there is an outputSchema: it does not
  // compile. Null where they can, and where there is none.
  const ToolProblem* output_problem() const;

  // The tool as the server sent it, JSON text; and its schemas, empty where
  // absent.
  std::string_view json() const;
  std::string_view input_schema_json() const;
  std::string_view output_schema_json() const;

  // The compiled schemas, to keep. May compile, if the program was dropped, and
  // take a lock; checks (ToolChecker) do neither. Errors: FailedPrecondition
  // with the reason where there is none.
  absl::StatusOr<Schema> input() const;
  absl::StatusOr<Schema> output() const;

 private:
  friend struct ToolAccess;
  explicit Tool(std::unique_ptr<const State> state);
  std::unique_ptr<const State> state_;
};

// How much of a server's list is known.
enum class ListState : uint8_t {
  kNone,      // never loaded
  kPartial,   // the first list, of which pages are still to come
  kComplete,  // whole; a name that is not in it is no tool of this server
  kStale,     // whole, but the server has said that it changed
};

// A server's tools at one moment. Immutable, safe for use from many threads.
class GABARIT_EXPORT ToolList {
 public:
  struct State;  // the library's own

  ToolList(const ToolList&) = delete;
  ToolList& operator=(const ToolList&) = delete;
  ~ToolList();

  // The tool of this name, usable or set aside; null where there is none.
  // Holds as long as the list.
  const Tool* Find(std::string_view name) const;

  // In the server's order.
  absl::Span<const std::shared_ptr<const Tool>> tools() const;

  ListState state() const;
  ProtocolRevision revision() const;

 private:
  friend struct ToolAccess;
  explicit ToolList(std::unique_ptr<const State> state);
  std::unique_ptr<const State> state_;
};

// What loading a page did. Names are in the server's order.
struct ListReport {
  // Where the next page is: to be requested, then loaded with this cursor.
  // Nothing when the list is whole, and has been swapped in.
  std::optional<std::string> next_cursor;
  // Against the list before; filled when a list is swapped in. A tool that was
  // usable and is set aside now is in `refused` alone.
  std::vector<std::string> added;
  std::vector<std::string> changed;
  std::vector<std::string> removed;
  size_t unchanged = 0;
  // Tools set aside, and why; those of a kept page included.
  std::vector<ToolProblem> refused;
  // Usable tools whose outputs cannot be checked, and why.
  std::vector<ToolProblem> unchecked_outputs;
  // What usable tools have probably got wrong.
  std::vector<ToolProblem> warnings;
  // Schemas compiled for this list, and those that were at hand.
  size_t compiled = 0;
  size_t reused = 0;
};

struct ToolCatalogOptions {
  ProtocolRevision revision = ProtocolRevision::k2025_11_25;
  ToolLimits limits = {};
  // Where compiled programs are kept; one of its own where null.
  std::shared_ptr<ProgramCache> cache = {};
};

// The tools of one server. Lists may be loaded on any thread while others look
// up and check; two loads of one catalog follow one another.
//
// Of two tools of one name that differ in a byte, no one can say which the
// server would run: all of that name are set aside. A tool repeated byte for
// byte (lists shift between pages) counts once.
class GABARIT_EXPORT ToolCatalog {
 public:
  struct State;  // the library's own

  explicit ToolCatalog(const ToolCatalogOptions& options = {});
  ~ToolCatalog();
  ToolCatalog(const ToolCatalog&) = delete;
  ToolCatalog& operator=(const ToolCatalog&) = delete;

  // Takes one answer to tools/list: the JSON-RPC response, its result, an
  // object with a member "tools", or the bare array of tools. `cursor` is what
  // was asked for: "" for the first page, which begins a new list.
  //
  // A list is swapped in when its last page has come; until then the former
  // stays. A server's very first list is visible page by page, as
  // ListState::kPartial. A page of the current list that is loaded again under
  // its cursor takes that page's place alone.
  //
  // Only what changed is compiled. Errors, all of which leave the list as it
  // was: InvalidArgument (not JSON, with line and column; not a tools/list
  // answer), ResourceExhausted (a limit, named), FailedPrecondition (a cursor
  // that no page named).
  absl::StatusOr<ListReport> LoadPage(std::string_view cursor,
                                      std::string_view json);

  // For notifications/tools/list_changed: the list stays in use, marked stale,
  // until one that was begun after this is whole.
  void MarkStale();

  // The list as it is now, to keep as long as you like. Takes a lock for an
  // instant: for calls by the thousand there is ToolChecker.
  std::shared_ptr<const ToolList> list() const;

  ListState state() const;
  ProtocolRevision revision() const;
  const std::shared_ptr<ProgramCache>& cache() const;

 private:
  friend struct ToolAccess;
  std::unique_ptr<State> state_;
};

struct DirectoryOptions {
  ToolLimits limits = {};
  ProgramCacheOptions cache = {};
};

// The catalogs of several servers, by the name the host gives each: tools'
// names are unique per server only. Safe for use from many threads.
class GABARIT_EXPORT Directory {
 public:
  struct State;  // the library's own

  explicit Directory(const DirectoryOptions& options = {});
  ~Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;

  // An empty catalog for `server`. Error: AlreadyExists.
  absl::StatusOr<std::shared_ptr<ToolCatalog>> Add(
      std::string_view server,
      ProtocolRevision revision = ProtocolRevision::k2025_11_25);

  // Forgets a server; whether it was there. Calls under way keep what they
  // hold.
  bool Remove(std::string_view server);

  // Null where there is none. Takes a lock for an instant.
  std::shared_ptr<ToolCatalog> Find(std::string_view server) const;

  // In the order of their names.
  std::vector<std::string> servers() const;

  const std::shared_ptr<ProgramCache>& cache() const;

 private:
  friend struct ToolAccess;
  std::unique_ptr<State> state_;
};

}  // namespace gabarit

#endif  // GABARIT_TOOLS_H_

/* Gabarit for C: JSON Schema verdicts, reports, tools by name and task-aware
 * sessions.
 *
 *   gabarit_schema* schema;
 *   gabarit_error* error = NULL;
 *   if (gabarit_schema_compile(text, size, NULL, &schema, &error) != GABARIT_OK)
 *     ... gabarit_error_message(error) ...
 *   gabarit_validator* validator = gabarit_validator_new(NULL);
 *   if (gabarit_validate(validator, schema, json, json_size) == GABARIT_VALID)
 *     ...
 *
 * Conventions, which hold for every function:
 *
 *  1. Texts go in as a pointer and a number of bytes, in UTF-8; no NUL is
 *     needed. A null pointer with size 0 is the empty text. Nothing that goes in
 *     is kept, unless the function says so.
 *  2. Texts come out as a gabarit_text. Its bytes are followed by a NUL that is
 *     not counted, belong to the handle they came from, and last until the next
 *     call that takes this handle without const, or until it is freed.
 *  3. Handles are opaque and belong to the caller, who frees them. To free NULL
 *     does nothing. To use a handle after it was freed is an error nobody can
 *     catch.
 *  4. A null handle, a null text with a size, or a value that an enumeration
 *     does not have, is GABARIT_WRONG_ARGUMENT (or the verdict GABARIT_NO_VERDICT,
 *     or an empty text); nothing else happens.
 *  5. Functions that can fail return a gabarit_status. Where they take a
 *     gabarit_error**, it may be NULL; otherwise it is set to NULL on success and
 *     to an error that the caller frees on failure.
 *  6. Option structs begin with their size, which gabarit_..._options_init sets
 *     along with the defaults. Members that a later version adds come last; a
 *     program built for an older version gets their defaults.
 *  7. Schemas and catalogs may be used from several threads at once. A
 *     validator, a checker and a session serve one thread at a time.
 *  8. There is no global state. Nothing is written to standard output or error,
 *     no C++ exception leaves a function, no network or file is touched. Where
 *     memory runs out the status is GABARIT_NO_MEMORY.
 *  9. Times are milliseconds of any clock of the caller's that never goes back.
 * 10. Enumerators that end in _WIDTH are no values: they make the type as wide
 *     as an int, so that a wrong value can be told from a right one.
 *
 * The rules behind verdicts, limits and decisions are told in the C++ headers
 * (gabarit/validator.h, gabarit/limits.h, gabarit/tools.h, gabarit/session.h).
 */
#ifndef GABARIT_BINDINGS_C_GABARIT_H_
#define GABARIT_BINDINGS_C_GABARIT_H_

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define GABARIT_C_EXPORT __attribute__((visibility("default")))
#else
#define GABARIT_C_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gabarit_error gabarit_error;
typedef struct gabarit_store gabarit_store;
typedef struct gabarit_schema gabarit_schema;
typedef struct gabarit_validator gabarit_validator;
typedef struct gabarit_catalog gabarit_catalog;
typedef struct gabarit_checker gabarit_checker;
typedef struct gabarit_session gabarit_session;

typedef struct gabarit_text {
  const char* data; /* never null */
  size_t size;
} gabarit_text;

typedef enum gabarit_status {
  GABARIT_OK = 0,
  GABARIT_WRONG_ARGUMENT = 1, /* convention 4 */
  GABARIT_BAD_INPUT = 2,      /* not JSON, not a schema, not a tool list, ... */
  GABARIT_LIMIT = 3,          /* a limit was passed; the message names it */
  GABARIT_UNSUPPORTED = 4,    /* a pattern that has no linear form */
  GABARIT_NO_MEMORY = 5
} gabarit_status;

/* ---- errors --------------------------------------------------------------- */

/* The library's version, "0.1.0"; lasts for ever. */
GABARIT_C_EXPORT const char* gabarit_version(void);

/* What is wrong, where, and what would be right, in one line. */
GABARIT_C_EXPORT gabarit_text gabarit_error_message(const gabarit_error* error);
/* Where in the schema, as a URI or JSON Pointer; empty where that says nothing. */
GABARIT_C_EXPORT gabarit_text gabarit_error_location(const gabarit_error* error);
GABARIT_C_EXPORT void gabarit_error_free(gabarit_error* error);

/* ---- schemas -------------------------------------------------------------- */

/* Other documents that schemas may refer to; nothing is ever fetched. */
GABARIT_C_EXPORT gabarit_store* gabarit_store_new(void);
/* Adds the document under `uri` and under its own "$id". */
GABARIT_C_EXPORT gabarit_status gabarit_store_add(
    gabarit_store* store, const char* uri, size_t uri_size, const char* json,
    size_t size, gabarit_error** error);
GABARIT_C_EXPORT void gabarit_store_free(gabarit_store* store);

typedef struct gabarit_schema_options {
  size_t struct_size;
  /* The URI of the document; resolves its relative references. */
  const char* base_uri;
  size_t base_uri_size;
  /* The dialect of schemas without "$schema"; empty is 2020-12. */
  const char* default_dialect;
  size_t default_dialect_size;
  /* The dialect whatever is declared; empty is none. */
  const char* forced_dialect;
  size_t forced_dialect_size;
  /* Not kept; may be null. */
  const gabarit_store* store;
  int assert_formats;       /* `format` asserts; 0 */
  int assert_content;       /* 1 asserts, 0 does not, -1 as the dialect says; -1 */
  int annotate_unsupported; /* patterns without a linear form assert nothing; 0 */
  /* Limits (gabarit/limits.h); 0 is the default. */
  size_t max_schema_bytes;
  size_t max_schema_depth;
  size_t max_subschemas;
} gabarit_schema_options;
GABARIT_C_EXPORT void gabarit_schema_options_init(
    gabarit_schema_options* options);

/* Compiles a schema. `options` may be null. On failure `*schema` is null. */
GABARIT_C_EXPORT gabarit_status gabarit_schema_compile(
    const char* json, size_t size, const gabarit_schema_options* options,
    gabarit_schema** schema, gabarit_error** error);
/* The URI of the dialect that the schema was read in. */
GABARIT_C_EXPORT gabarit_text gabarit_schema_dialect(
    const gabarit_schema* schema);
/* [{"location":"/properties/a","message":"..."}], "[]" where there are none. */
GABARIT_C_EXPORT gabarit_text gabarit_schema_warnings(
    const gabarit_schema* schema);
GABARIT_C_EXPORT void gabarit_schema_free(gabarit_schema* schema);

/* ---- verdicts ------------------------------------------------------------- */

typedef enum gabarit_verdict {
  GABARIT_VALID = 0,
  GABARIT_INVALID = 1,
  GABARIT_NOT_JSON = 2,      /* gabarit_validator_failure says where and why */
  GABARIT_LIMIT_REACHED = 3, /* gabarit_validator_failure names the limit */
  GABARIT_NO_VERDICT = 4     /* a wrong argument, or no memory */
} gabarit_verdict;

typedef struct gabarit_validator_options {
  size_t struct_size;
  int reject_duplicate_names; /* 0 */
  /* Limits (gabarit/limits.h); 0 is the default. */
  size_t max_instance_bytes;
  size_t max_depth;
  uint64_t max_steps;
  size_t max_errors;
} gabarit_validator_options;
GABARIT_C_EXPORT void gabarit_validator_options_init(
    gabarit_validator_options* options);

/* One for each thread: it keeps its memory between verdicts. `options` may be
 * null. Null where memory runs out. */
GABARIT_C_EXPORT gabarit_validator* gabarit_validator_new(
    const gabarit_validator_options* options);
GABARIT_C_EXPORT gabarit_verdict gabarit_validate(gabarit_validator* validator,
                                                  const gabarit_schema* schema,
                                                  const char* json,
                                                  size_t size);
/* The same without a copy of the text: at least 64 more bytes must be readable
 * behind it, whatever they hold. */
GABARIT_C_EXPORT gabarit_verdict gabarit_validate_padded(
    gabarit_validator* validator, const gabarit_schema* schema,
    const char* json, size_t size);
/* Why the last call had no verdict, with line and column where it is the text. */
GABARIT_C_EXPORT gabarit_text gabarit_validator_failure(
    const gabarit_validator* validator);

typedef enum gabarit_format {
  /* {"valid":false,"errors":[{"instanceLocation":...,"keyword":...,
   *  "keywordLocation":...,"absoluteKeywordLocation":...,"message":...,
   *  "expected":...,"found":...,"choice":...,"offset":...}],"truncated":false} */
  GABARIT_ERRORS = 0,
  /* The standard's output formats (JSON Schema Core, section 12.4). */
  GABARIT_FLAG = 1,
  GABARIT_BASIC = 2,
  GABARIT_DETAILED = 3,
  GABARIT_VERBOSE = 4,
  GABARIT_FORMAT_WIDTH = 0x7FFFFFFF /* convention 10 */
} gabarit_format;

/* The verdict with its reasons, as one line of JSON in `*report`. */
GABARIT_C_EXPORT gabarit_verdict gabarit_explain(
    gabarit_validator* validator, const gabarit_schema* schema,
    const char* json, size_t size, gabarit_format format,
    gabarit_text* report);
GABARIT_C_EXPORT void gabarit_validator_free(gabarit_validator* validator);

/* ---- tools by name -------------------------------------------------------- */

typedef enum gabarit_revision {
  GABARIT_2025_06_18 = 0,
  GABARIT_2025_11_25 = 1,
  GABARIT_2026_07_28 = 2,
  GABARIT_REVISION_WIDTH = 0x7FFFFFFF
} gabarit_revision;

/* The tools of one server. */
GABARIT_C_EXPORT gabarit_catalog* gabarit_catalog_new(
    gabarit_revision revision);
/* Loads a page of tools/list: its result, {"tools":[...]}, or an array. `cursor`
 * is what the page was asked for with; empty for the first. `report`, which may
 * be null, gets one line of JSON: what was added, changed, removed, refused,
 * and "nextCursor". It belongs to the catalog until the next page. Not from
 * several threads at once; verdicts may go on meanwhile. */
GABARIT_C_EXPORT gabarit_status gabarit_catalog_load(
    gabarit_catalog* catalog, const char* cursor, size_t cursor_size,
    const char* json, size_t size, gabarit_text* report,
    gabarit_error** error);
GABARIT_C_EXPORT void gabarit_catalog_free(gabarit_catalog* catalog);

typedef enum gabarit_check {
  GABARIT_CHECK_VALID = 0,
  GABARIT_CHECK_INVALID = 1,
  GABARIT_CHECK_NOT_JSON = 2,
  GABARIT_CHECK_LIMIT_REACHED = 3,
  GABARIT_CHECK_TOOL_REFUSED = 4,  /* the tool's own schema cannot be used */
  GABARIT_CHECK_NOT_CHECKABLE = 5, /* its outputSchema cannot be used */
  GABARIT_CHECK_NO_SCHEMA = 6,     /* it has no outputSchema */
  GABARIT_CHECK_MISSING = 7,       /* structuredContent is due and absent */
  GABARIT_CHECK_MALFORMED = 8,     /* not a CallToolResult */
  GABARIT_CHECK_ERROR_RESULT = 9,  /* the tool's own error */
  GABARIT_CHECK_UNKNOWN_TOOL = 10,
  GABARIT_CHECK_NO_LIST = 11,      /* the list, or the rest of it, is not loaded */
  GABARIT_CHECK_FAILED = 12        /* a wrong argument, or no memory */
} gabarit_check;

/* Checks calls and results by a catalog, which it keeps. One for each thread. */
GABARIT_C_EXPORT gabarit_checker* gabarit_checker_new(
    const gabarit_catalog* catalog);
/* The arguments of a call: an object's JSON text; a null pointer where absent. */
GABARIT_C_EXPORT gabarit_check gabarit_check_arguments(
    gabarit_checker* checker, const char* tool, size_t tool_size,
    const char* json, size_t size);
/* A CallToolResult. */
GABARIT_C_EXPORT gabarit_check gabarit_check_result(
    gabarit_checker* checker, const char* tool, size_t tool_size,
    const char* json, size_t size);
/* What to tell the model after the last check; empty where it passed. */
GABARIT_C_EXPORT gabarit_text gabarit_checker_text(
    const gabarit_checker* checker);
/* The errors of the last check, as gabarit_explain gives GABARIT_ERRORS. */
GABARIT_C_EXPORT gabarit_text gabarit_checker_report(
    gabarit_checker* checker);
GABARIT_C_EXPORT void gabarit_checker_free(gabarit_checker* checker);

/* ---- sessions ------------------------------------------------------------- */

typedef enum gabarit_side {
  GABARIT_HOST = 0,
  GABARIT_SERVER = 1,
  GABARIT_SIDE_WIDTH = 0x7FFFFFFF
} gabarit_side;
typedef enum gabarit_mode {
  GABARIT_BACKGROUND = 0,
  GABARIT_BLOCK_UNTIL_DONE = 1,
  GABARIT_TASKS_OFF = 2,
  GABARIT_MODE_WIDTH = 0x7FFFFFFF
} gabarit_mode;
typedef enum gabarit_outputs {
  GABARIT_ENFORCE = 0,
  GABARIT_WARN = 1,
  GABARIT_OFF = 2,
  GABARIT_OUTPUTS_WIDTH = 0x7FFFFFFF
} gabarit_outputs;

typedef struct gabarit_session_options {
  size_t struct_size;
  gabarit_side side;
  int revision; /* a gabarit_revision; -1: known once initialize has passed */
  gabarit_mode mode;
  gabarit_outputs outputs;
  int observe;     /* judge, but let everything pass; 0 */
  int task_calls;  /* what the server declared, where initialize is not seen */
  int task_cancel;
  int task_list;
  int task_extension;
  int client_task_extension; /* what the client declares */
  int64_t ttl;     /* of tasks, in milliseconds; -1: none is asked for */
} gabarit_session_options;
GABARIT_C_EXPORT void gabarit_session_options_init(
    gabarit_session_options* options);

typedef enum gabarit_action {
  GABARIT_PASS = 0,
  GABARIT_REFUSE = 1,  /* `message` answers whoever sent it */
  GABARIT_REPLACE = 2, /* `message` goes on instead */
  GABARIT_DROP = 3,
  GABARIT_SEND = 4,    /* send `message` */
  GABARIT_NOTHING = 5,
  GABARIT_NO_DECISION = 6 /* a wrong argument, no memory, or nothing due */
} gabarit_action;

/* A decision. All texts belong to the session. */
typedef struct gabarit_decision {
  gabarit_action action;
  int violation;        /* the message breaks the protocol or a schema */
  gabarit_text kind;    /* "call", "output_invalid", ... */
  gabarit_text reason;  /* "arguments_invalid", ...; "none" */
  gabarit_text text;    /* for the model; empty where it is told nothing */
  gabarit_text message; /* for the wire; empty where there is none */
  gabarit_text tool;
  gabarit_text task;
  gabarit_text findings; /* [{"reason":...,"severity":...,"location":...,
                            "text":...}] */
  gabarit_text report;   /* where a schema is broken: its errors, as
                            gabarit_explain gives GABARIT_ERRORS; else empty */
} gabarit_decision;

/* `catalog` is kept; null makes the session one of its own. `options` may be
 * null. */
GABARIT_C_EXPORT gabarit_session* gabarit_session_new(
    const gabarit_catalog* catalog, const gabarit_session_options* options);
/* Judges a message, as it stands on the wire. `decision` must not be null. */
GABARIT_C_EXPORT gabarit_action gabarit_session_from_client(
    gabarit_session* session, const char* message, size_t size, int64_t now,
    gabarit_decision* decision);
GABARIT_C_EXPORT gabarit_action gabarit_session_from_server(
    gabarit_session* session, const char* message, size_t size, int64_t now,
    gabarit_decision* decision);
/* Makes a call of a tool: checked, and as a task where the options say so. */
GABARIT_C_EXPORT gabarit_action gabarit_session_call(
    gabarit_session* session, const char* tool, size_t tool_size,
    const char* arguments, size_t arguments_size, int64_t now,
    gabarit_decision* decision);
GABARIT_C_EXPORT gabarit_action gabarit_session_cancel(
    gabarit_session* session, const char* task, size_t task_size, int64_t now,
    gabarit_decision* decision);
/* Answers questions of a task: {"key":{"action":"accept","content":{...}}}. */
GABARIT_C_EXPORT gabarit_action gabarit_session_answer_inputs(
    gabarit_session* session, const char* task, size_t task_size,
    const char* responses, size_t responses_size, int64_t now,
    gabarit_decision* decision);
/* When the session wants to be asked for what is due; INT64_MAX: never. */
GABARIT_C_EXPORT int64_t gabarit_session_next_deadline(
    const gabarit_session* session);
/* What is due now; GABARIT_NO_DECISION where nothing is. Call until then. */
GABARIT_C_EXPORT gabarit_action gabarit_session_next(
    gabarit_session* session, int64_t now, gabarit_decision* decision);
/* The state as JSON, and a session made anew from it. */
GABARIT_C_EXPORT gabarit_text gabarit_session_save(gabarit_session* session);
GABARIT_C_EXPORT gabarit_status gabarit_session_restore(
    gabarit_session* session, const char* json, size_t size,
    gabarit_error** error);
GABARIT_C_EXPORT void gabarit_session_free(gabarit_session* session);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* GABARIT_BINDINGS_C_GABARIT_H_ */

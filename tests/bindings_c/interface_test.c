/* The C interface as a C program uses it: every function, and what it does with
 * arguments that make no sense. Compiled as C11 and, by interface_test.cc, as
 * C++. Prints what does not hold and exits with 1. */
#include "gabarit.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

#define EXPECT(condition)                                            \
  do {                                                               \
    if (!(condition)) {                                              \
      ++failures;                                                    \
      printf("%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                \
  } while (0)

static int has(gabarit_text text, const char* part) {
  return text.data != NULL && strlen(text.data) == text.size &&
         strstr(text.data, part) != NULL;
}

#define TEXT(literal) (literal), sizeof(literal) - 1

static gabarit_schema* compile(const char* json) {
  gabarit_schema* schema = NULL;
  gabarit_error* error = NULL;
  const gabarit_status status =
      gabarit_schema_compile(json, strlen(json), NULL, &schema, &error);
  if (status != GABARIT_OK) {
    printf("%s\n", gabarit_error_message(error).data);
    ++failures;
  }
  gabarit_error_free(error);
  return schema;
}

static void verdicts_and_reports(void) {
  gabarit_schema* schema = compile(
      "{\"type\":\"object\",\"required\":[\"shard\"],"
      "\"properties\":{\"shard\":{\"type\":\"integer\",\"minimum\":0}}}");
  gabarit_validator* validator = gabarit_validator_new(NULL);
  char padded[128] = "{\"shard\":3}";
  gabarit_text report;
  EXPECT(validator != NULL);
  EXPECT(gabarit_validate(validator, schema, TEXT("{\"shard\":3}")) ==
         GABARIT_VALID);
  EXPECT(gabarit_validator_failure(validator).size == 0);
  EXPECT(gabarit_validate_padded(validator, schema, padded, strlen(padded)) ==
         GABARIT_VALID);
  EXPECT(gabarit_validate(validator, schema, TEXT("{\"shard\":-1}")) ==
         GABARIT_INVALID);
  EXPECT(gabarit_validate(validator, schema, TEXT("{\"shard\":")) ==
         GABARIT_NOT_JSON);
  EXPECT(has(gabarit_validator_failure(validator), "line 1, column 10"));
  EXPECT(gabarit_validate(validator, schema, NULL, 0) == GABARIT_NOT_JSON);

  EXPECT(gabarit_explain(validator, schema, TEXT("{\"shard\":-1}"),
                         GABARIT_ERRORS, &report) == GABARIT_INVALID);
  EXPECT(has(report, "\"instanceLocation\":\"/shard\""));
  EXPECT(has(report, "\"keyword\":\"minimum\""));
  EXPECT(has(report, "must be at least 0, found -1"));
  EXPECT(gabarit_explain(validator, schema, TEXT("{\"shard\":-1}"),
                         GABARIT_FLAG, &report) == GABARIT_INVALID);
  EXPECT(has(report, "{\"valid\":false}"));
  EXPECT(gabarit_explain(validator, schema, TEXT("{\"shard\":1}"),
                         GABARIT_BASIC, &report) == GABARIT_VALID);
  EXPECT(has(report, "\"valid\":true"));
  EXPECT(gabarit_explain(validator, schema, TEXT("{"), GABARIT_VERBOSE,
                         &report) == GABARIT_NOT_JSON);
  EXPECT(gabarit_explain(validator, schema, TEXT("{}"), GABARIT_DETAILED,
                         NULL) == GABARIT_INVALID);
  gabarit_validator_free(validator);
  gabarit_schema_free(schema);
}

static void options_and_limits(void) {
  gabarit_schema_options compile_options;
  gabarit_validator_options options;
  gabarit_schema* schema = NULL;
  gabarit_error* error = NULL;
  gabarit_validator* validator;
  gabarit_store* store = gabarit_store_new();
  EXPECT(gabarit_store_add(store, TEXT("https://example.com/name"),
                           TEXT("{\"type\":\"string\",\"format\":\"email\"}"),
                           NULL) == GABARIT_OK);
  gabarit_schema_options_init(&compile_options);
  compile_options.store = store;
  compile_options.assert_formats = 1;
  compile_options.default_dialect = "http://json-schema.org/draft-07/schema#";
  compile_options.default_dialect_size =
      strlen(compile_options.default_dialect);
  EXPECT(gabarit_schema_compile(
             TEXT("{\"items\":[{\"$ref\":\"https://example.com/name\"}]}"),
             &compile_options, &schema, &error) == GABARIT_OK);
  EXPECT(error == NULL);
  EXPECT(has(gabarit_schema_dialect(schema), "draft-07"));
  EXPECT(has(gabarit_schema_warnings(schema), "[]"));
  gabarit_store_free(store); /* what was compiled does not need it */

  gabarit_validator_options_init(&options);
  options.max_depth = 2;
  options.reject_duplicate_names = 1;
  validator = gabarit_validator_new(&options);
  EXPECT(gabarit_validate(validator, schema, TEXT("[\"a@example.com\"]")) ==
         GABARIT_VALID);
  EXPECT(gabarit_validate(validator, schema, TEXT("[\"nobody\"]")) ==
         GABARIT_INVALID);
  EXPECT(gabarit_validate(validator, schema, TEXT("[[[]]]")) ==
         GABARIT_LIMIT_REACHED);
  EXPECT(has(gabarit_validator_failure(validator), "max_depth"));
  EXPECT(gabarit_validate(validator, schema, TEXT("{\"a\":1,\"a\":2}")) ==
         GABARIT_NOT_JSON);
  gabarit_validator_free(validator);
  gabarit_schema_free(schema);

  /* A program built when the struct ended after the first member. */
  options.struct_size = sizeof(size_t);
  options.max_depth = 1;
  validator = gabarit_validator_new(&options);
  schema = compile("true");
  EXPECT(gabarit_validate(validator, schema, TEXT("[[[]]]")) == GABARIT_VALID);
  gabarit_validator_free(validator);
  gabarit_schema_free(schema);

  gabarit_schema_options_init(&compile_options);
  compile_options.max_schema_bytes = 10;
  EXPECT(gabarit_schema_compile(TEXT("{\"type\":\"string\"}"),
                                &compile_options, &schema,
                                &error) == GABARIT_LIMIT);
  EXPECT(schema == NULL);
  EXPECT(has(gabarit_error_message(error), "max_schema_bytes"));
  gabarit_error_free(error);
}

static void bad_input(void) {
  gabarit_schema* schema = NULL;
  gabarit_error* error = NULL;
  gabarit_schema_options options;
  gabarit_text report;
  gabarit_validator* validator = gabarit_validator_new(NULL);
  EXPECT(gabarit_schema_compile(TEXT("{\"type\":"), NULL, &schema, &error) ==
         GABARIT_BAD_INPUT);
  EXPECT(has(gabarit_error_message(error), "line 1"));
  gabarit_error_free(error);
  EXPECT(gabarit_schema_compile(TEXT("{\"properties\":{\"a\":{\"type\":5}}}"),
                                NULL, &schema, &error) == GABARIT_BAD_INPUT);
  EXPECT(has(gabarit_error_location(error), "/properties/a/type"));
  gabarit_error_free(error);
  EXPECT(gabarit_schema_compile(TEXT("{\"pattern\":\"(a)\\\\1\"}"), NULL,
                                &schema, &error) == GABARIT_UNSUPPORTED);
  gabarit_error_free(error);
  EXPECT(gabarit_schema_compile(TEXT("{\"type\":"), NULL, &schema, NULL) ==
         GABARIT_BAD_INPUT);

  EXPECT(gabarit_schema_compile(NULL, 1, NULL, &schema, &error) ==
         GABARIT_WRONG_ARGUMENT);
  gabarit_error_free(error);
  EXPECT(gabarit_schema_compile(TEXT("{}"), NULL, NULL, NULL) ==
         GABARIT_WRONG_ARGUMENT);
  memset(&options, 0, sizeof options);
  EXPECT(gabarit_schema_compile(TEXT("{}"), &options, &schema, NULL) ==
         GABARIT_WRONG_ARGUMENT);
  EXPECT(gabarit_validate(validator, NULL, TEXT("{}")) == GABARIT_NO_VERDICT);
  EXPECT(gabarit_validate(NULL, NULL, NULL, 1) == GABARIT_NO_VERDICT);
  EXPECT(gabarit_explain(NULL, NULL, NULL, 0, GABARIT_ERRORS, &report) ==
         GABARIT_NO_VERDICT);
  EXPECT(report.size == 0 && report.data != NULL);
  schema = compile("true");
  EXPECT(gabarit_explain(validator, schema, TEXT("1"), (gabarit_format)77,
                         &report) == GABARIT_NO_VERDICT);
  gabarit_schema_free(schema);
  gabarit_validator_free(validator);

  EXPECT(gabarit_catalog_new((gabarit_revision)9) == NULL);
  EXPECT(gabarit_checker_new(NULL) == NULL);
  EXPECT(gabarit_check_arguments(NULL, TEXT("a"), TEXT("{}")) ==
         GABARIT_CHECK_FAILED);
  EXPECT(gabarit_session_next_deadline(NULL) == INT64_MAX);
  EXPECT(gabarit_session_save(NULL).size == 0);
  EXPECT(gabarit_session_restore(NULL, TEXT("{}"), NULL) ==
         GABARIT_WRONG_ARGUMENT);
  gabarit_error_free(NULL);
  gabarit_store_free(NULL);
  gabarit_schema_free(NULL);
  gabarit_validator_free(NULL);
  gabarit_catalog_free(NULL);
  gabarit_checker_free(NULL);
  gabarit_session_free(NULL);
}

/* Deep, long and malformed instances: a verdict or a refusal, never a crash. */
static void hostile_input(void) {
  const size_t size = (size_t)1 << 20;
  char* text = (char*)malloc(size);
  gabarit_schema* schema = compile("{\"items\":{\"$ref\":\"#\"}}");
  gabarit_validator* validator = gabarit_validator_new(NULL);
  size_t i;
  memset(text, '[', size);
  EXPECT(gabarit_validate(validator, schema, text, size) != GABARIT_VALID);
  memset(text, '\xFF', size);
  EXPECT(gabarit_validate(validator, schema, text, size) == GABARIT_NOT_JSON);
  for (i = 0; i < size; ++i) text[i] = (char)(i * 7919 >> 3);
  EXPECT(gabarit_validate(validator, schema, text, size) == GABARIT_NOT_JSON);
  EXPECT(gabarit_validate(validator, schema, TEXT("\0")) == GABARIT_NOT_JSON);
  free(text);
  gabarit_validator_free(validator);
  gabarit_schema_free(schema);
}

static const char kTools[] =
    "{\"tools\":[{\"name\":\"batch_index\",\"inputSchema\":{\"type\":\"object\","
    "\"properties\":{\"shard\":{\"type\":\"integer\"}},\"required\":[\"shard\"],"
    "\"additionalProperties\":false},\"outputSchema\":{\"type\":\"object\","
    "\"properties\":{\"rows\":{\"type\":\"integer\"}},\"required\":[\"rows\"]},"
    "\"execution\":{\"taskSupport\":\"optional\"}},"
    "{\"name\":\"broken\",\"inputSchema\":{\"type\":5}}]}";

static void tools_by_name(void) {
  gabarit_catalog* catalog = gabarit_catalog_new(GABARIT_2025_11_25);
  gabarit_checker* checker = gabarit_checker_new(catalog);
  gabarit_text report;
  gabarit_error* error = NULL;
  EXPECT(gabarit_check_arguments(checker, TEXT("batch_index"), TEXT("{}")) ==
         GABARIT_CHECK_NO_LIST);
  EXPECT(gabarit_catalog_load(catalog, NULL, 0, TEXT("{\"tools\":1}"), NULL,
                              &error) == GABARIT_BAD_INPUT);
  EXPECT(gabarit_error_message(error).size > 0);
  gabarit_error_free(error);
  EXPECT(gabarit_catalog_load(catalog, NULL, 0, TEXT(kTools), &report,
                              &error) == GABARIT_OK);
  EXPECT(has(report, "\"added\":[\"batch_index\"") ||
         has(report, "batch_index"));
  EXPECT(has(report, "\"refused\":[{\"tool\":\"broken\""));
  EXPECT(gabarit_check_arguments(checker, TEXT("batch_index"),
                                 TEXT("{\"shard\":3}")) ==
         GABARIT_CHECK_VALID);
  EXPECT(gabarit_checker_text(checker).size == 0);
  EXPECT(gabarit_check_arguments(checker, TEXT("batch_index"),
                                 TEXT("{\"shrad\":3}")) ==
         GABARIT_CHECK_INVALID);
  EXPECT(has(gabarit_checker_text(checker), "shard"));
  EXPECT(has(gabarit_checker_report(checker), "\"keyword\":\"required\""));
  EXPECT(gabarit_check_arguments(checker, TEXT("batch_index"), NULL, 0) ==
         GABARIT_CHECK_INVALID);
  EXPECT(gabarit_check_arguments(checker, TEXT("nobody"), TEXT("{}")) ==
         GABARIT_CHECK_UNKNOWN_TOOL);
  EXPECT(gabarit_check_arguments(checker, TEXT("broken"), TEXT("{}")) ==
         GABARIT_CHECK_TOOL_REFUSED);
  EXPECT(gabarit_check_result(checker, TEXT("batch_index"),
                              TEXT("{\"content\":[],\"structuredContent\":"
                                   "{\"rows\":1200000}}")) ==
         GABARIT_CHECK_VALID);
  EXPECT(gabarit_check_result(checker, TEXT("batch_index"),
                              TEXT("{\"content\":[]}")) ==
         GABARIT_CHECK_MISSING);
  EXPECT(gabarit_check_result(checker, TEXT("batch_index"), TEXT("{")) ==
         GABARIT_CHECK_NOT_JSON);
  gabarit_catalog_free(catalog); /* the checker keeps what it needs */
  EXPECT(gabarit_check_arguments(checker, TEXT("batch_index"),
                                 TEXT("{\"shard\":3}")) ==
         GABARIT_CHECK_VALID);
  gabarit_checker_free(checker);
}

#define TASK(status)                                                        \
  "\"taskId\":\"t-1\",\"status\":\"" status "\",\"createdAt\":"             \
  "\"2026-03-02T10:30:00Z\",\"lastUpdatedAt\":\"2026-03-02T10:30:00Z\","    \
  "\"ttl\":120000,\"pollInterval\":1000"

/* A call that runs as a task, from the call to the result, with the state saved
 * and restored on the way. */
static void the_life_of_a_task(void) {
  gabarit_catalog* catalog = gabarit_catalog_new(GABARIT_2025_11_25);
  gabarit_session_options options;
  gabarit_session* session;
  gabarit_session* restored;
  gabarit_decision decision;
  gabarit_text saved;
  char wire[512];
  int64_t deadline;
  EXPECT(gabarit_catalog_load(catalog, NULL, 0, TEXT(kTools), NULL, NULL) ==
         GABARIT_OK);
  gabarit_session_options_init(&options);
  options.revision = GABARIT_2025_11_25;
  options.task_calls = 1;
  options.ttl = 120000;
  session = gabarit_session_new(catalog, &options);
  EXPECT(session != NULL);

  EXPECT(gabarit_session_call(session, TEXT("batch_index"),
                              TEXT("{\"shard\":\"3\"}"), 0,
                              &decision) == GABARIT_REFUSE);
  EXPECT(has(decision.reason, "arguments_invalid"));
  EXPECT(has(decision.text, "/arguments/shard"));
  EXPECT(has(decision.report, "\"keyword\":"));
  EXPECT(gabarit_session_call(session, TEXT("batch_index"),
                              TEXT("{\"shard\":3}"), 10,
                              &decision) == GABARIT_SEND);
  EXPECT(has(decision.message, "\"ttl\":120000"));
  EXPECT(has(decision.tool, "batch_index"));
  EXPECT(decision.report.size == 0);
  /* The id is the first member that the message has after "jsonrpc". */
  {
    const char* id = strstr(decision.message.data, "\"id\":");
    const size_t length = id == NULL ? 0 : strcspn(id, ",}");
    EXPECT(id != NULL);
    snprintf(wire, sizeof wire, "{\"jsonrpc\":\"2.0\",%.*s,\"result\":{%s}}",
             (int)length, id == NULL ? "" : id,
             "\"task\":{" TASK("working") "}");
  }
  EXPECT(gabarit_session_from_server(session, wire, strlen(wire), 20,
                                     &decision) == GABARIT_PASS);
  EXPECT(has(decision.kind, "task_created"));
  EXPECT(has(decision.task, "t-1"));
  EXPECT(gabarit_session_next(session, 30, &decision) == GABARIT_NO_DECISION);

  saved = gabarit_session_save(session);
  EXPECT(saved.size > 0);
  restored = gabarit_session_new(catalog, &options);
  EXPECT(gabarit_session_restore(restored, saved.data, saved.size, NULL) ==
         GABARIT_OK);
  EXPECT(gabarit_session_restore(restored, TEXT("{}"), NULL) ==
         GABARIT_BAD_INPUT);
  gabarit_session_free(session);

  deadline = gabarit_session_next_deadline(restored);
  EXPECT(deadline == 1020);
  EXPECT(gabarit_session_next(restored, deadline, &decision) == GABARIT_SEND);
  EXPECT(has(decision.message, "tasks/get"));
  EXPECT(gabarit_session_from_server(restored, TEXT("{\"nonsense\":"), 1030,
                                     &decision) != GABARIT_PASS);
  EXPECT(decision.violation);
  EXPECT(gabarit_session_cancel(restored, TEXT("t-2"), 1040, &decision) !=
         GABARIT_SEND);
  EXPECT(gabarit_session_answer_inputs(restored, TEXT("t-1"), TEXT("{}"), 1040,
                                       &decision) != GABARIT_SEND);
  gabarit_session_free(restored);
  gabarit_catalog_free(catalog);
}

static void a_server_refuses(void) {
  gabarit_catalog* catalog = gabarit_catalog_new(GABARIT_2025_11_25);
  gabarit_session_options options;
  gabarit_session* session;
  gabarit_decision decision;
  gabarit_catalog_load(catalog, NULL, 0, TEXT(kTools), NULL, NULL);
  gabarit_session_options_init(&options);
  options.side = GABARIT_SERVER;
  options.revision = GABARIT_2025_11_25;
  session = gabarit_session_new(catalog, &options);
  EXPECT(gabarit_session_from_client(
             session,
             TEXT("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
                  "\"params\":{\"name\":\"batch_index\",\"arguments\":{}}}"),
             0, &decision) == GABARIT_REFUSE);
  EXPECT(has(decision.message, "\"isError\":true"));
  EXPECT(has(decision.findings, "arguments_invalid"));
  gabarit_session_free(session);
  options.mode = (gabarit_mode)12;
  EXPECT(gabarit_session_new(catalog, &options) == NULL);
  gabarit_catalog_free(catalog);
}

int main(void) {
  EXPECT(strlen(gabarit_version()) >= 5);
  verdicts_and_reports();
  options_and_limits();
  bad_input();
  hostile_input();
  tools_by_name();
  the_life_of_a_task();
  a_server_refuses();
  printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}

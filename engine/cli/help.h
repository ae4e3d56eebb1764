// What `gabarit SUBCOMMAND --help` teaches below the list of options.

#ifndef GABARIT_ENGINE_CLI_HELP_H_
#define GABARIT_ENGINE_CLI_HELP_H_

namespace gabarit::cli {

inline constexpr char kHelp[] =
    R"(Exit codes: 0 all valid, all passed; 1 something is invalid or failed; 2 usage,
a file that cannot be read or is not JSON, a bad schema; 3 a limit was reached.

A schema's relative references start from its file's URI. What they lead to must
be named by --resolve: nothing is fetched.

Examples:
  gabarit validate tool.schema.json call.json
  gabarit check tool.schema.json
  gabarit SUBCOMMAND --help)";

inline constexpr char kValidateHelp[] =
    R"(INSTANCE is a JSON file, or - for standard input. Files named .jsonl or .ndjson
(and all, with --ndjson) hold an instance on every line: blank lines are passed
over, an invalid line does not stop the others, and the file is never loaded whole.

Exit codes: 0 all valid; 1 an instance is invalid, or a line is not JSON; 2 a bad
schema, or an instance file that cannot be read or is not JSON; 3 a limit was
reached.

Examples:
  gabarit validate tool.schema.json call.json
  gabarit validate --output pretty tool.schema.json calls.jsonl
  curl -s https://example.com/data | gabarit validate schema.json -
  tail -f calls.log | gabarit validate --ndjson --quiet schema.json -
  gabarit validate --resolve schemas/ --entry '/$defs/address' user.json a.json
  gabarit validate --output basic schema.json a.json b.json   # a line for each)";

inline constexpr char kCheckHelp[] =
    R"(A schema is checked against its metaschema, its references are followed and its
patterns compiled. What is allowed and yet probably a mistake (an unknown keyword,
one of another dialect) is a warning, which does not change the exit code.

Exit codes: 0 all are schemas; 2 one is not; 3 one passes a limit.

Examples:
  gabarit check schema.json
  gabarit check --resolve schemas/ schemas/*.json
  gabarit check --json schema.json          # one line of JSON for each schema)";

inline constexpr char kTestHelp[] =
    R"(PATH is a test file in the layout of the official JSON Schema test suite, or a
folder of such files (without the folders in it, unless --recursive):

  [{"description": "a shard's number",
    "schema": {"type": "integer", "minimum": 0},
    "tests": [{"description": "counts from 0", "data": 0, "valid": true},
              {"description": "is a number", "data": "0", "valid": false}]}]

In a copy of that suite, remotes/ and the dialect of its folders (tests/draft7) are
found without the options for them.

The last line is "N passed, M failed". Exit codes: 0 all passed; 1 some failed; 2 a
file could not be run.

Examples:
  gabarit test tests/shard.json
  gabarit test suite/tests/draft7
  gabarit test mine --remotes mine/remotes --default-dialect draft-07
  gabarit test suite/tests/draft2020-12/optional/format --format-assertion)";

inline constexpr char kDisasmHelp[] =
    R"(Prints the program that the virtual machine runs, one instruction a line. The text
is for people and may change with every version.

Examples:
  gabarit disasm schema.json
  gabarit disasm --entry '/$defs/address' schema.json)";

inline constexpr char kBenchHelp[] =
    R"(INSTANCES is a JSON file, or .jsonl/.ndjson (or anything, with --ndjson) with an
instance on every line. All is measured in turn, again and again, in one thread;
the least time counts. Times are for one document (for one schema, compiling) in
nanoseconds. --json prints
  {"documents":…,"bytes":…,"valid":…,"parse_ns":…,"verdict_ns":…,
   "parsed_verdict_ns":…,"explain_ns":…,"compile_ns":…}
on one line. parse_ns is simdjson's own DOM parse of the same bytes.

Examples:
  gabarit bench schema.json instances.jsonl
  gabarit bench --json --seconds 10 schema.json instance.json)";

inline constexpr char kCorpusHelp[] =
    R"(DIR holds files SERVER.tools.json, each an object with the "tools" of an MCP server
(name, inputSchema, outputSchema), and SERVER.payloads.jsonl with lines
  {"tool": "…", "target": "arguments", "valid": true, "data": …}
where the target may also be "structuredContent". Every schema is compiled, every
payload judged, and the verdict compared with the label.

Exit codes: 0 every schema compiles and every verdict matches; 1 not so.

Examples:
  gabarit corpus tools/
  gabarit corpus --json tools/)";

inline constexpr char kToolsHelp[] =
    R"(FILE is a server's answer to tools/list, its result, an object with "tools", or
the bare array. Says of each tool whether it can be used and why not, its dialect
and the size of its programs, and what is probably a mistake.

Exit codes: 0 all can be used and checked; 1 some cannot; 2 no list of tools; 3 a
limit was reached.

Examples:
  gabarit tools server.tools.json
  gabarit tools --protocol 2026-07-28 --json server.tools.json)";

inline constexpr char kCallHelp[] =
    R"(TOOLS is a file as for "gabarit tools". ARGUMENTS is the JSON itself, a file that
holds it, or - for standard input; without it the call has no arguments. Where they
do not fit, prints what to tell the model.

Exit codes: 0 they fit; 1 they do not; 2 no such tool, or one that cannot be used;
3 a limit was reached.

Examples:
  gabarit call server.tools.json batch_index '{"shard": 3}'
  gabarit call server.tools.json batch_index arguments.json --json
  gabarit call --arguments-string server.tools.json batch_index '"{\"shard\":3}"')";

inline constexpr char kResultHelp[] =
    R"(TOOLS is a file as for "gabarit tools". RESULT is a CallToolResult, or a JSON-RPC
response with one: the JSON itself, a file that holds it, or - for standard input.
Its shape is checked, and its structuredContent against the tool's outputSchema.

Exit codes: 0 nothing is wrong with it; 1 something is, or it cannot be checked; 2
no such tool; 3 a limit was reached.

Examples:
  gabarit result server.tools.json batch_index result.json)";

inline constexpr char kReplayHelp[] =
    R"(SESSION holds a message on each line, as it went over the wire, after a first line
that may stand for the opening exchange:
  {"protocol":"2025-11-25","serverCapabilities":{…},"clientCapabilities":{…},"tools":[…]}
  {"from":"client","at":0,"message":{"jsonrpc":"2.0","id":1,"method":"tools/call",…}}
  {"from":"server","at":40,"messageText":"…"}
"at" is the time in milliseconds and may be left out; "messageText" holds the exact
text of a message that is not JSON. Every message gets a line with the decision.

Exit codes: 0 no violations; 1 some; 2 a file that is no recording.

Examples:
  gabarit replay session.jsonl
  gabarit replay --json --side server session.jsonl)";

inline constexpr char kGuardHelp[] =
    R"(Runs COMMAND, an MCP server that speaks over standard input and output, and passes
its traffic through byte for byte. A call that does not fit its tool's inputSchema
does not reach the server: it is answered by a tool result that tells the model why.
A result that does not fit its tool's outputSchema does not reach the client: it is
replaced by a tool result that says so. Tools are known from the tools/list answers
that pass, or from --tools; calls of tools that are not known pass.

SIGINT, SIGTERM and SIGHUP are passed on. The exit code is the server's; 128 and the
signal's number where a signal ended it; 127 where it cannot be run; 2 usage.

Examples:
  gabarit guard -- npx -y @modelcontextprotocol/server-everything
  gabarit guard --observe --log traffic.jsonl -- ./my-server --verbose)";

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_HELP_H_

#include "engine/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/cli/bench.h"
#include "engine/cli/call.h"
#include "engine/cli/check.h"
#include "engine/cli/corpus.h"
#include "engine/cli/disassemble.h"
#include "engine/cli/guard.h"
#include "engine/cli/help.h"
#include "engine/cli/replay.h"
#include "engine/cli/result.h"
#include "engine/cli/test_run.h"
#include "engine/cli/tools.h"
#include "engine/cli/validate.h"

namespace gabarit::cli {
namespace {

CLI::App* AddSubcommand(CLI::App* app, const char* name, const char* what,
                        const char* help) {
  CLI::App* subcommand = app->add_subcommand(name, what);
  subcommand->footer(std::string("\n") + help);
  return subcommand;
}

// Takes one of the names in `choices`, and sets `to` to the value beside it.
template <typename T, typename Target>
void AddChoice(CLI::App* app, const char* name, Target* to,
               const std::vector<std::pair<std::string, T>>& choices,
               const char* what) {
  std::vector<std::string> names;
  names.reserve(choices.size());
  for (const auto& choice : choices) names.push_back(choice.first);
  const auto check = [names](const std::string& given) {
    if (absl::c_linear_search(names, given)) return std::string();
    return absl::StrCat("\"", given, "\" is none of ",
                        absl::StrJoin(names, ", "));
  };
  const auto choose = [to, choices](const std::string& given) {
    for (const auto& [choice, value] : choices) {
      if (given == choice) *to = value;
    }
  };
  app->add_option_function<std::string>(name, choose, what)
      ->check(CLI::Validator(check, ""))
      ->type_name(absl::StrJoin(names, "|"));
}

// Options that may be given several times take one argument each time, so that
// what follows them is not theirs.
void AddPaths(CLI::App* app, const char* name, std::vector<std::string>* paths,
              const char* type, const char* what) {
  app->add_option(name, *paths, what)->allow_extra_args(false)->type_name(type);
}

template <typename Files>
void AddFilesArgument(CLI::App* app, const char* name, Files* files,
                      const char* what) {
  app->add_option(name, *files, what)->required()->type_name("");
}

template <typename Number>
void AddNumber(CLI::App* app, const char* name, Number* number,
               const char* what) {
  app->add_option(name, *number, what)->capture_default_str()->type_name("N");
}

void AddDialectOptions(CLI::App* app, SchemaOptions* options) {
  AddPaths(app, "--resolve", &options->resolve, "FILE|DIR",
           "other schemas that may be referred to (repeatable)");
  app->add_option("--default-dialect", options->default_dialect,
                  "the dialect of schemas without $schema: a\n"
                  "metaschema's URI, or 2020-12 (the default),\n"
                  "2019-09, draft-07, draft-06, draft-04")
      ->type_name("URI");
  app->add_option("--dialect", options->forced_dialect,
                  "the dialect of all schemas, whatever they declare")
      ->type_name("URI");
  app->add_flag("--format-assertion", options->format_assertion,
                "let `format` assert, not only annotate");
  app->add_flag("--content-assertion", options->content_assertion,
                "let contentEncoding, contentMediaType and\n"
                "contentSchema assert");
  AddChoice<bool>(app, "--unsupported-pattern",
                  &options->annotate_unsupported_patterns,
                  {{"refuse", false}, {"annotate", true}},
                  "of a schema with a pattern that cannot be matched\n"
                  "in linear time: refuse it (the default), or leave\n"
                  "that pattern unchecked (annotate)");
}

void AddSchemaOptions(CLI::App* app, SchemaOptions* options) {
  AddDialectOptions(app, options);
  app->add_option("--entry", options->entry,
                  "a subschema to take for the schema: a JSON Pointer\n"
                  "or a URI reference")
      ->type_name("POINTER|URI");
}

void AddValidate(CLI::App* app, ValidateOptions* options) {
  AddFilesArgument(app, "SCHEMA", &options->schema, "the schema's file, or -");
  AddFilesArgument(app, "INSTANCE", &options->instances,
                   "the instances' files, or -");
  AddChoice<OutputMode>(app, "--output", &options->output,
                        {{"pretty", OutputMode::kPretty},
                         {"compact", OutputMode::kCompact},
                         {"flag", OutputMode::kFlag},
                         {"basic", OutputMode::kBasic},
                         {"detailed", OutputMode::kDetailed},
                         {"verbose", OutputMode::kVerbose}},
                        "pretty (the default on a terminal) and compact\n"
                        "(elsewhere) are for people; the others are the\n"
                        "standard's JSON, a line for each instance");
  AddSchemaOptions(app, &options->schema_options);
  app->add_flag("--ndjson", options->lines,
                "every line of every file is an instance");
  app->add_flag("--reject-duplicates",
                options->validator.reject_duplicate_names,
                "an object with two members of one name is no JSON");
  app->add_flag("-q,--quiet", options->quiet,
                "print no results; the exit code tells");
  InstanceLimits* limits = &options->validator.limits;
  AddNumber(app, "--max-instance-bytes", &limits->max_instance_bytes,
            "the longest instance");
  AddNumber(app, "--max-depth", &limits->max_depth,
            "arrays and objects nested in one another");
  AddNumber(app, "--max-steps", &limits->max_steps,
            "steps that one validation may take");
  AddNumber(app, "--max-errors", &limits->max_errors,
            "errors told of one instance");
}

void AddCheck(CLI::App* app, CheckOptions* options) {
  AddFilesArgument(app, "SCHEMA", &options->schemas,
                   "the schemas' files, or -");
  AddSchemaOptions(app, &options->schema_options);
  app->add_flag("--json", options->json,
                "print a line of JSON for each schema");
  app->add_flag("-q,--quiet", options->quiet,
                "print no results and no warnings; the exit code\ntells");
}

void AddTest(CLI::App* app, TestOptions* options) {
  AddFilesArgument(app, "PATH", &options->paths,
                   "test files, or folders of them");
  app->add_flag("--recursive", options->recursive,
                "look into the folders of folders too");
  AddPaths(app, "--remotes", &options->remotes, "DIR",
           "schemas that are known by --remotes-base and their\n"
           "path in the folder (repeatable)");
  app->add_option("--remotes-base", options->remotes_base,
                  "the URI that stands for the remotes' folder")
      ->capture_default_str()
      ->type_name("URI");
  AddChoice<Engine>(app, "--engine", &options->engine,
                    {{"vm", Engine::kVm},
                     {"explainer", Engine::kExplainer},
                     {"both", Engine::kBoth}},
                    "which evaluator must be right (default: both)");
  AddDialectOptions(app, &options->schema_options);
  AddChoice<bool>(app, "--output", &options->json,
                  {{"text", false}, {"json", true}},
                  "lines for people (the default), or one of JSON");
}

void AddDisasm(CLI::App* app, DisassembleOptions* options) {
  AddFilesArgument(app, "SCHEMA", &options->schema, "the schema's file, or -");
  AddSchemaOptions(app, &options->schema_options);
}

void AddBench(CLI::App* app, BenchOptions* options) {
  AddFilesArgument(app, "SCHEMA", &options->schema, "the schema's file, or -");
  AddFilesArgument(app, "INSTANCES", &options->instances,
                   "the instances' file, or -");
  AddSchemaOptions(app, &options->schema_options);
  app->add_flag("--ndjson", options->lines, "every line is an instance");
  app->add_option("--seconds", options->seconds, "about how long to measure")
      ->capture_default_str()
      ->type_name("N")
      ->check(CLI::Validator(CLI::Range(0.0, 3600.0)).description(""));
  app->add_flag("--json", options->json, "print one line of JSON");
}

void AddCorpus(CLI::App* app, CorpusOptions* options) {
  AddFilesArgument(app, "DIR", &options->folder, "the folder");
  AddDialectOptions(app, &options->schema_options);
  app->add_flag("--json", options->json, "print one line of JSON");
}

void AddToolFile(CLI::App* app, const char* name, ToolFileOptions* file) {
  AddFilesArgument(app, name, &file->path, "the file with the tools, or -");
  AddChoice<ProtocolRevision>(app, "--protocol", &file->revision,
                              {{"2025-06-18", ProtocolRevision::k2025_06_18},
                               {"2025-11-25", ProtocolRevision::k2025_11_25},
                               {"2026-07-28", ProtocolRevision::k2026_07_28}},
                              "the protocol's revision (default: 2025-11-25)");
}

void AddTools(CLI::App* app, ToolsOptions* options) {
  AddToolFile(app, "FILE", &options->file);
  app->add_flag("--json", options->json, "print a line of JSON for each tool");
}

void AddCall(CLI::App* app, CallOptions* options) {
  AddToolFile(app, "TOOLS", &options->file);
  AddFilesArgument(app, "NAME", &options->tool, "the tool");
  app->add_option("ARGUMENTS", options->arguments,
                  "the arguments: JSON, a file, or -")
      ->type_name("");
  app->add_flag("--arguments-string", options->arguments_string,
                "ARGUMENTS is a JSON string that holds the\narguments' JSON");
  app->add_flag("--json", options->json,
                "print the text for the model as JSON");
}

void AddResult(CLI::App* app, ResultOptions* options) {
  AddToolFile(app, "TOOLS", &options->file);
  AddFilesArgument(app, "NAME", &options->tool, "the tool");
  AddFilesArgument(app, "RESULT", &options->result,
                   "the result: JSON, a file, or -");
  app->add_flag("--json", options->json, "print what is wrong as JSON");
}

void AddReplay(CLI::App* app, ReplayOptions* options) {
  AddFilesArgument(app, "SESSION", &options->recording,
                   "the recording, a file of JSON lines, or -");
  AddChoice<bool>(app, "--side", &options->server,
                  {{"host", false}, {"server", true}},
                  "whose rules to judge by: a host's before it sends\n"
                  "(the default), or a server's");
  app->add_flag("--json", options->json,
                "print a line of JSON for each message");
  app->add_flag("-q,--quiet", options->quiet, "print only the summary");
}

void AddGuard(CLI::App* app, GuardOptions* options) {
  app->add_option("COMMAND", options->command,
                  "after --: the server's command and its arguments")
      ->required()
      ->type_name("");
  app->add_flag("--observe", options->observe,
                "let everything pass; only the log tells");
  app->add_option("--log", options->log,
                  "append a line of JSON for each message")
      ->type_name("FILE");
  app->add_option("--tools", options->tools,
                  "a tools/list result to judge by until the client\n"
                  "asks for the list")
      ->type_name("FILE");
  AddNumber(app, "--max-message-bytes", &options->max_message_bytes,
            "the longest message that is judged: a longer one\n"
            "from the client is refused, one from the server\n"
            "passes unjudged");
}

// The app whose help or usage is meant: the subcommand, where one was named.
CLI::App* Asked(CLI::App* app) {
  const std::vector<CLI::App*> named = app->get_subcommands();
  return named.empty() ? app : named.front();
}

ExitCode UsageError(const CLI::App& app, const std::string& what,
                    Console* console) {
  const std::string command =
      app.get_parent() == nullptr
          ? app.get_name()
          : absl::StrCat(app.get_parent()->get_name(), " ", app.get_name());
  console->Complain(absl::StrCat(what, "; see ", command, " --help"));
  return ExitCode::kError;
}

// Whether "-" stands among the files more than once: it can be read only once.
bool ReadsInputTwice(const std::string& schema,
                     const std::vector<std::string>& instances) {
  return std::count(instances.begin(), instances.end(), "-") +
             (schema == "-" ? 1 : 0) >
         1;
}

}  // namespace

ExitCode RunCommandLine(int argc, const char* const* argv, Console* console) {
  CLI::App app(
      "Validates JSON against JSON Schema, at close to the speed of "
      "reading it.",
      "gabarit");
  app.footer(std::string("\n") + kHelp);
  app.set_version_flag("-V,--version",
                       std::string("gabarit ") + GABARIT_VERSION);
  app.require_subcommand(1);
  // Subcommands inherit it.
  app.get_formatter()->column_width(28);

  ValidateOptions validate;
  CheckOptions check;
  TestOptions test;
  DisassembleOptions disassemble;
  BenchOptions bench;
  CorpusOptions corpus;
  ToolsOptions tools;
  CallOptions call;
  ResultOptions result;
  CLI::App* validate_app = AddSubcommand(
      &app, "validate", "Are these instances valid?", kValidateHelp);
  AddValidate(validate_app, &validate);
  CLI::App* check_app =
      AddSubcommand(&app, "check", "Are these schemas valid?", kCheckHelp);
  AddCheck(check_app, &check);
  CLI::App* test_app =
      AddSubcommand(&app, "test", "Run files of schema tests", kTestHelp);
  AddTest(test_app, &test);
  CLI::App* disasm_app = AddSubcommand(
      &app, "disasm", "Print the program a schema becomes", kDisasmHelp);
  AddDisasm(disasm_app, &disassemble);
  CLI::App* bench_app =
      AddSubcommand(&app, "bench", "Measure what a verdict costs", kBenchHelp);
  AddBench(bench_app, &bench);
  CLI::App* corpus_app = AddSubcommand(
      &app, "corpus", "Check real tools and labelled payloads", kCorpusHelp);
  AddCorpus(corpus_app, &corpus);
  CLI::App* tools_app = AddSubcommand(
      &app, "tools", "Which tools of a list can be used?", kToolsHelp);
  AddTools(tools_app, &tools);
  CLI::App* call_app = AddSubcommand(
      &app, "call", "Do these arguments fit the tool?", kCallHelp);
  AddCall(call_app, &call);
  CLI::App* result_app = AddSubcommand(
      &app, "result", "Is this what the tool promises?", kResultHelp);
  AddResult(result_app, &result);
  ReplayOptions replay;
  CLI::App* replay_app =
      AddSubcommand(&app, "replay",
                    "Judge a recorded session of host and server", kReplayHelp);
  AddReplay(replay_app, &replay);
  GuardOptions guard;
  CLI::App* guard_app = AddSubcommand(
      &app, "guard", "Stand between a client and an MCP server", kGuardHelp);
  AddGuard(guard_app, &guard);
  app.add_subcommand("version", "Print the version");

  // CLI11 reports by exceptions; they end here.
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion&) {
    console->Print(app.version() + "\n");
    return ExitCode::kSuccess;
  } catch (const CLI::Success&) {
    console->Print(app.help());
    return ExitCode::kSuccess;
  } catch (const CLI::Error& error) {
    return UsageError(*Asked(&app), error.what(), console);
  }

  if (validate_app->parsed()) {
    if (ReadsInputTwice(validate.schema, validate.instances)) {
      return UsageError(*validate_app,
                        "\"-\" stands for standard input, which can be read "
                        "only once; name files instead",
                        console);
    }
    return Validate(validate, console);
  }
  if (check_app->parsed()) {
    if (ReadsInputTwice("", check.schemas)) {
      return UsageError(*check_app,
                        "\"-\" stands for standard input, which can be read "
                        "only once; name files instead",
                        console);
    }
    return Check(check, console);
  }
  if (test_app->parsed()) return RunTests(test, console);
  if (disasm_app->parsed()) return Disassemble(disassemble, console);
  if (bench_app->parsed()) {
    if (ReadsInputTwice(bench.schema, {bench.instances})) {
      return UsageError(*bench_app,
                        "\"-\" stands for standard input, which can be read "
                        "only once; name files instead",
                        console);
    }
    return Bench(bench, console);
  }
  if (corpus_app->parsed()) return CheckCorpus(corpus, console);
  if (tools_app->parsed()) return ListTools(tools, console);
  if (call_app->parsed()) {
    if (ReadsInputTwice(call.file.path, {call.arguments})) {
      return UsageError(*call_app,
                        "\"-\" stands for standard input, which can be read "
                        "only once; name files instead",
                        console);
    }
    return CheckCall(call, console);
  }
  if (result_app->parsed()) {
    if (ReadsInputTwice(result.file.path, {result.result})) {
      return UsageError(*result_app,
                        "\"-\" stands for standard input, which can be read "
                        "only once; name files instead",
                        console);
    }
    return CheckCallResult(result, console);
  }
  if (replay_app->parsed()) return Replay(replay, console);
  if (guard_app->parsed()) {
    // The server's own code, whatever it is.
    return static_cast<ExitCode>(Guard(guard, console));
  }
  console->Print(app.version() + "\n");
  return ExitCode::kSuccess;
}

}  // namespace gabarit::cli

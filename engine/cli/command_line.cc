#include "engine/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/cli/bench.h"
#include "engine/cli/check.h"
#include "engine/cli/corpus.h"
#include "engine/cli/disassemble.h"
#include "engine/cli/help.h"
#include "engine/cli/test_run.h"
#include "engine/cli/validate.h"

namespace gabarit::cli {
namespace {

CLI::App* AddSubcommand(CLI::App* app, const char* name, const char* what,
                        const char* help) {
  CLI::App* subcommand = app->add_subcommand(name, what);
  subcommand->footer(std::string("\n") + help);
  return subcommand;
}

// Options that may be given several times take one argument each time, so that
// what follows them is not theirs.
void AddPaths(CLI::App* app, const char* name, std::vector<std::string>* paths,
              const char* type, const char* what) {
  app->add_option(name, *paths, what)->allow_extra_args(false)->type_name(type);
}

void AddDialectOptions(CLI::App* app, SchemaOptions* options) {
  AddPaths(app, "--resolve", &options->resolve, "FILE|DIR",
           "other schemas that may be referred to (repeatable)");
  app->add_option("--default-dialect", options->default_dialect,
                  "the dialect of schemas without $schema: a metaschema's URI, "
                  "or 2020-12 (the default), 2019-09, draft-07, draft-06, "
                  "draft-04")
      ->type_name("URI");
  app->add_option("--dialect", options->forced_dialect,
                  "the dialect of all schemas, whatever they declare")
      ->type_name("URI");
  app->add_flag("--format-assertion", options->format_assertion,
                "let `format` assert, not only annotate");
  app->add_flag("--content-assertion", options->content_assertion,
                "let contentEncoding, contentMediaType and contentSchema "
                "assert");
  app->add_option("--unsupported-pattern",
                  options->annotate_unsupported_patterns,
                  "what becomes of a schema with a pattern that no linear-time "
                  "engine can match: refuse (it is no good), annotate (that "
                  "pattern is not checked)")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, bool>{{"refuse", false}, {"annotate", true}},
          CLI::ignore_case))
      ->type_name("refuse|annotate");
}

void AddSchemaOptions(CLI::App* app, SchemaOptions* options) {
  AddDialectOptions(app, options);
  app->add_option("--entry", options->entry,
                  "validate against a subschema: a JSON Pointer or URI")
      ->type_name("POINTER|URI");
}

void AddValidate(CLI::App* app, ValidateOptions* options) {
  app->add_option("SCHEMA", options->schema, "the schema's file, or -")
      ->required();
  app->add_option("INSTANCE", options->instances, "the instances' files, or -")
      ->required();
  app->add_option("--output", options->output,
                  "pretty (the default on a terminal) and compact (elsewhere) "
                  "are for people; flag, basic, detailed and verbose are the "
                  "standard's JSON, a line for each instance")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, OutputMode>{{"pretty", OutputMode::kPretty},
                                            {"compact", OutputMode::kCompact},
                                            {"flag", OutputMode::kFlag},
                                            {"basic", OutputMode::kBasic},
                                            {"detailed", OutputMode::kDetailed},
                                            {"verbose", OutputMode::kVerbose}},
          CLI::ignore_case))
      ->type_name("pretty|compact|flag|basic|detailed|verbose");
  AddSchemaOptions(app, &options->schema_options);
  app->add_flag("--ndjson", options->lines,
                "every line of every file is an instance");
  app->add_flag("--reject-duplicates",
                options->validator.reject_duplicate_names,
                "objects with two members of one name are no JSON");
  app->add_flag("-q,--quiet", options->quiet,
                "print no results; the exit code tells");
  InstanceLimits* limits = &options->validator.limits;
  app->add_option("--max-instance-bytes", limits->max_instance_bytes,
                  "the longest instance")
      ->capture_default_str();
  app->add_option("--max-depth", limits->max_depth,
                  "arrays and objects nested in one another")
      ->capture_default_str();
  app->add_option("--max-steps", limits->max_steps,
                  "steps that one validation may take")
      ->capture_default_str();
  app->add_option("--max-errors", limits->max_errors,
                  "errors told of one instance")
      ->capture_default_str();
}

void AddCheck(CLI::App* app, CheckOptions* options) {
  app->add_option("SCHEMA", options->schemas, "the schemas' files, or -")
      ->required();
  AddSchemaOptions(app, &options->schema_options);
  app->add_flag("--json", options->json,
                "print a line of JSON for each schema");
  app->add_flag("-q,--quiet", options->quiet,
                "print no results and no warnings; the exit code tells");
}

void AddTest(CLI::App* app, TestOptions* options) {
  app->add_option("PATH", options->paths, "test files, or folders of them")
      ->required();
  app->add_flag("--recursive", options->recursive,
                "look into the folders of folders too");
  AddPaths(app, "--remotes", &options->remotes, "DIR",
           "schemas to be referred to by --remotes-base and their path in the "
           "folder (repeatable)");
  app->add_option("--remotes-base", options->remotes_base,
                  "the URI that stands for the remotes' folder")
      ->capture_default_str()
      ->type_name("URI");
  app->add_option("--engine", options->engine, "which evaluator must be right")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Engine>{{"vm", Engine::kVm},
                                        {"explainer", Engine::kExplainer},
                                        {"both", Engine::kBoth}},
          CLI::ignore_case))
      ->type_name("vm|explainer|both, default both");
  AddDialectOptions(app, &options->schema_options);
  app->add_option("--output", options->json, "text (the default) or json")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, bool>{{"text", false}, {"json", true}},
          CLI::ignore_case))
      ->type_name("text|json");
}

void AddDisasm(CLI::App* app, DisassembleOptions* options) {
  app->add_option("SCHEMA", options->schema, "the schema's file, or -")
      ->required();
  AddSchemaOptions(app, &options->schema_options);
}

void AddBench(CLI::App* app, BenchOptions* options) {
  app->add_option("SCHEMA", options->schema, "the schema's file, or -")
      ->required();
  app->add_option("INSTANCES", options->instances, "the instances' file, or -")
      ->required();
  AddSchemaOptions(app, &options->schema_options);
  app->add_flag("--ndjson", options->lines, "every line is an instance");
  app->add_option("--seconds", options->seconds, "about how long to measure")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 3600.0));
  app->add_flag("--json", options->json, "print one line of JSON");
}

void AddCorpus(CLI::App* app, CorpusOptions* options) {
  app->add_option("DIR", options->folder, "the folder")->required();
  AddDialectOptions(app, &options->schema_options);
  app->add_flag("--json", options->json, "print one line of JSON");
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

  ValidateOptions validate;
  CheckOptions check;
  TestOptions test;
  DisassembleOptions disassemble;
  BenchOptions bench;
  CorpusOptions corpus;
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
  app.add_subcommand("version", "Print the version");

  // CLI11 reports by exceptions; they end here.
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForVersion&) {
    console->Print(app.version() + "\n");
    return ExitCode::kSuccess;
  } catch (const CLI::Success&) {
    console->Print(Asked(&app)->help());
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
  console->Print(app.version() + "\n");
  return ExitCode::kSuccess;
}

}  // namespace gabarit::cli

#include "engine/cli/corpus.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/cli/file_text.h"
#include "engine/cli/progress.h"
#include "engine/document/parser.h"
#include "engine/document/source_text.h"
#include "engine/document/value.h"
#include "engine/report/json_text.h"
#include "engine/validator/value_access.h"
#include "gabarit/limits.h"
#include "gabarit/validator.h"

namespace gabarit::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::string_view kToolsEnding = ".tools.json";

// A tool's compiled schemas; nothing where it has none or one was refused.
struct Tool {
  std::optional<Schema> input;
  std::optional<Schema> output;
};

struct Refusal {
  std::string tool;  // "file: name (inputSchema)"
  std::string reason;
};

struct Mismatch {
  std::string payload;  // "file:line: tool"
  std::string reason;
};

struct Result {
  size_t servers = 0;
  size_t tools = 0;  // with every schema compiled
  size_t schemas = 0;
  std::map<std::string, size_t> tools_by_dialect;
  std::vector<Refusal> refused;
  size_t payloads = 0;   // judged
  size_t unchecked = 0;  // their schema was refused
  size_t matching = 0;
  std::vector<Mismatch> mismatches;
  Clock::duration verdict_time{};
};

// A payload of one server, parsed.
struct Payload {
  std::unique_ptr<const document::Document> line;
  size_t line_number = 0;
  std::string_view tool;
  const Schema* schema = nullptr;
  Value data;
  bool valid = false;  // its label
  Verdict verdict = Verdict::kInvalid;
};

class CorpusCheck {
 public:
  CorpusCheck(const CorpusOptions& options, const SchemaStore& store)
      : compile_(ToCompileOptions(options.schema_options, &store)) {}

  // Checks one server's tools and payloads.
  absl::Status CheckServer(const fs::path& tools_path) {
    ++result_.servers;
    tools_.clear();
    absl::Status status = CompileTools(tools_path);
    if (!status.ok()) return status;
    std::string payloads = tools_path.string();
    payloads.resize(payloads.size() - kToolsEnding.size());
    payloads += ".payloads.jsonl";
    std::error_code error;
    if (!fs::exists(payloads, error)) return absl::OkStatus();
    return CheckPayloads(payloads);
  }

  const Result& result() const { return result_; }

 private:
  absl::Status CompileTools(const fs::path& path) {
    const absl::StatusOr<FileText> file = FileText::Read(
        path.string(), compile_.limits.max_schema_bytes, "max_schema_bytes");
    if (!file.ok()) return file.status();
    document::Parser parser;
    if (!parser.ParsePadded(file->text())) {
      return absl::InvalidArgumentError(
          DescribeSchemaError(path.string(), file->text(), absl::OkStatus()));
    }
    const document::Value root = parser.root();
    const std::optional<document::Value> tools =
        root.is_object() ? root.Find("tools") : std::nullopt;
    if (!tools.has_value() || !tools->is_array()) {
      return absl::InvalidArgumentError(absl::StrCat(
          path.string(), ": an object with \"tools\", an array, was expected"));
    }
    for (document::ItemIterator item(*tools); !item.done(); item.Next()) {
      const document::Value tool = item.value();
      const std::optional<document::Value> name =
          tool.is_object() ? tool.Find("name") : std::nullopt;
      if (!name.has_value() || !name->is_string()) {
        return absl::InvalidArgumentError(absl::StrCat(
            path.string(), ": every tool needs a \"name\", a string"));
      }
      AddTool(path, std::string(name->string()), tool);
    }
    return absl::OkStatus();
  }

  void AddTool(const fs::path& path, const std::string& name,
               document::Value tool) {
    Tool& added = tools_[name];
    bool compiled = true;
    std::string dialect;
    const auto compile = [&](const char* member, std::optional<Schema>* to) {
      const std::optional<document::Value> schema = tool.Find(member);
      if (!schema.has_value()) return;
      absl::StatusOr<Schema> made =
          Schema::Compile(document::SourceText(*schema), compile_);
      if (!made.ok()) {
        compiled = false;
        result_.refused.push_back({absl::StrCat(path.filename().string(), ": ",
                                                name, " (", member, ")"),
                                   std::string(made.status().message())});
        return;
      }
      ++result_.schemas;
      if (dialect.empty()) dialect = std::string(made->dialect());
      *to = *std::move(made);
    };
    compile("inputSchema", &added.input);
    compile("outputSchema", &added.output);
    if (!compiled) return;
    ++result_.tools;
    ++result_.tools_by_dialect[dialect.empty() ? "no schema" : dialect];
  }

  absl::Status CheckPayloads(const std::string& path) {
    absl::StatusOr<LineReader> reader =
        LineReader::Open(path, InstanceLimits().max_instance_bytes);
    if (!reader.ok()) return reader.status();
    std::vector<Payload> payloads;
    while (true) {
      const LineReader::Next next = reader->Read();
      if (next == LineReader::Next::kEnd) break;
      if (next == LineReader::Next::kError) return reader->error();
      absl::Status status =
          AddPayload(path, reader->line_number(), reader->line(), &payloads);
      if (!status.ok()) return status;
    }
    const Clock::time_point begin = Clock::now();
    for (Payload& payload : payloads) {
      payload.verdict = validator_.Validate(*payload.schema, payload.data);
    }
    result_.verdict_time += Clock::now() - begin;
    for (const Payload& payload : payloads) Compare(path, payload);
    return absl::OkStatus();
  }

  absl::Status AddPayload(const std::string& path, size_t line_number,
                          std::string_view text,
                          std::vector<Payload>* payloads) {
    const auto wrong = [&](const std::string& what) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ":", line_number, ": ", what));
    };
    if (!parser_.Parse(text)) {
      return wrong("not JSON: " + parser_.error().message);
    }
    Payload payload;
    payload.line = document::Document::Keep(parser_);
    payload.line_number = line_number;
    const document::Value root = payload.line->root();
    const auto find = [&](const char* name) {
      return root.is_object() ? root.Find(name) : std::nullopt;
    };
    const std::optional<document::Value> tool = find("tool");
    const std::optional<document::Value> target = find("target");
    const std::optional<document::Value> valid = find("valid");
    const std::optional<document::Value> data = find("data");
    if (!tool.has_value() || !tool->is_string() || !target.has_value() ||
        !target->is_string() || !valid.has_value() || !valid->is_boolean() ||
        !data.has_value()) {
      return wrong(
          "a payload has the form {\"tool\": …, \"target\": …, \"valid\": …, "
          "\"data\": …}");
    }
    const auto found = tools_.find(tool->string());
    const bool is_output = target->string() == "structuredContent";
    if (found == tools_.end() ||
        (!is_output && target->string() != "arguments")) {
      return wrong("the payload names a tool or target that is not there");
    }
    const std::optional<Schema>& schema =
        is_output ? found->second.output : found->second.input;
    if (!schema.has_value()) {
      ++result_.unchecked;
      return absl::OkStatus();
    }
    payload.tool = tool->string();
    payload.schema = &*schema;
    payload.valid = valid->boolean();
    payload.data = ValueAccess::Make(*data);
    payloads->push_back(std::move(payload));
    return absl::OkStatus();
  }

  void Compare(const std::string& path, const Payload& payload) {
    ++result_.payloads;
    const Verdict expected =
        payload.valid ? Verdict::kValid : Verdict::kInvalid;
    if (payload.verdict == expected) {
      ++result_.matching;
      return;
    }
    std::string reason = payload.valid ? "labelled valid, found invalid"
                                       : "labelled invalid, found valid";
    if (payload.verdict == Verdict::kLimitReached) {
      reason = "a limit was reached";
    }
    const Report report = validator_.Explain(*payload.schema, payload.data);
    if (!report.errors().empty()) {
      const ErrorUnit& error = report.errors().front();
      absl::StrAppend(&reason, ": ", error.instance_location, ": ",
                      error.message);
    }
    result_.mismatches.push_back(
        {absl::StrCat(fs::path(path).filename().string(), ":",
                      payload.line_number, ": ", std::string(payload.tool)),
         std::move(reason)});
  }

  const CompileOptions compile_;
  Validator validator_;
  document::Parser parser_;
  std::map<std::string, Tool, std::less<>> tools_;  // of one server
  Result result_;
};

double PayloadsPerSecond(const Result& result) {
  const double seconds =
      std::chrono::duration<double>(result.verdict_time).count();
  return seconds > 0 ? static_cast<double>(result.payloads) / seconds : 0;
}

std::string Text(const Result& result) {
  std::string text;
  for (const Refusal& refusal : result.refused) {
    absl::StrAppend(&text, "refused: ", Printable(refusal.tool), ": ",
                    Printable(refusal.reason), "\n");
  }
  for (const Mismatch& mismatch : result.mismatches) {
    absl::StrAppend(&text, "mismatch: ", Printable(mismatch.payload), ": ",
                    Printable(mismatch.reason), "\n");
  }
  absl::StrAppendFormat(&text,
                        "%d tools of %d servers compiled (%d schemas), %d "
                        "schemas refused\n",
                        result.tools, result.servers, result.schemas,
                        result.refused.size());
  for (const auto& [dialect, count] : result.tools_by_dialect) {
    absl::StrAppendFormat(&text, "  %d tools of %s\n", count,
                          Printable(dialect));
  }
  absl::StrAppendFormat(&text, "%d payloads checked", result.payloads);
  if (result.unchecked > 0) {
    absl::StrAppendFormat(&text, ", %d left out for want of their schema",
                          result.unchecked);
  }
  absl::StrAppendFormat(&text,
                        "\n%d verdicts match their label, %d do not\n"
                        "%.0f payloads per second (the verdicts alone, on "
                        "parsed payloads, in one thread)\n",
                        result.matching, result.mismatches.size(),
                        PayloadsPerSecond(result));
  return text;
}

std::string Json(const Result& result) {
  std::string json = absl::StrFormat(
      "{\"servers\":%d,\"tools\":%d,\"schemas\":%d,\"tools_by_dialect\":{",
      result.servers, result.tools, result.schemas);
  for (const auto& [dialect, count] : result.tools_by_dialect) {
    if (json.back() != '{') json += ',';
    report::AppendQuoted(&json, dialect);
    absl::StrAppend(&json, ":", count);
  }
  json += "},\"refused\":[";
  for (const Refusal& refusal : result.refused) {
    if (json.back() == '}') json += ',';
    json += "{\"tool\":";
    report::AppendQuoted(&json, Printable(refusal.tool));
    json += ",\"reason\":";
    report::AppendQuoted(&json, refusal.reason);
    json += '}';
  }
  absl::StrAppendFormat(&json,
                        "],\"payloads\":%d,\"unchecked\":%d,\"matching\":%d,",
                        result.payloads, result.unchecked, result.matching);
  json += "\"mismatches\":[";
  for (const Mismatch& mismatch : result.mismatches) {
    if (json.back() == '}') json += ',';
    json += "{\"payload\":";
    report::AppendQuoted(&json, Printable(mismatch.payload));
    json += ",\"reason\":";
    report::AppendQuoted(&json, mismatch.reason);
    json += '}';
  }
  absl::StrAppendFormat(&json, "],\"payloads_per_second\":%.0f}\n",
                        PayloadsPerSecond(result));
  return json;
}

absl::StatusOr<std::vector<fs::path>> FindToolFiles(const std::string& folder) {
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  std::vector<fs::path> files;
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (entry->path().string().ends_with(kToolsEnding)) {
      files.push_back(entry->path());
    }
  }
  if (error) {
    return absl::UnavailableError(absl::StrCat(
        folder, ": cannot be searched for tools: ", error.message()));
  }
  if (files.empty()) {
    return absl::NotFoundError(absl::StrCat(
        folder, ": has no files named SERVER", std::string(kToolsEnding)));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

ExitCode CheckCorpus(const CorpusOptions& options, Console* console) {
  SchemaStore store;
  absl::Status status =
      AddFiles(options.schema_options.resolve, console, &store);
  const absl::StatusOr<std::vector<fs::path>> files =
      status.ok() ? FindToolFiles(options.folder) : status;
  if (!files.ok()) {
    console->Complain(std::string(files.status().message()));
    return ExitCodeOf(files.status());
  }
  CorpusCheck check(options, store);
  ExitCode code = ExitCode::kSuccess;
  {
    Progress progress(console);
    for (const fs::path& path : *files) {
      status = check.CheckServer(path);
      if (!status.ok()) {
        console->Complain(std::string(status.message()));
        code = Graver(code, ExitCodeOf(status));
      }
      progress.Show([&] {
        return absl::StrCat(check.result().servers, " of ", files->size(),
                            " servers, ", check.result().payloads, " payloads");
      });
    }
  }
  const Result& result = check.result();
  console->Print(options.json ? Json(result) : Text(result));
  if (!result.refused.empty() || !result.mismatches.empty()) {
    code = Graver(code, ExitCode::kInvalid);
  }
  return code;
}

}  // namespace gabarit::cli

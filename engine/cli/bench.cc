#include "engine/cli/bench.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/cli/file_text.h"
#include "engine/cli/validate.h"
#include "engine/document/parse_floor.h"
#include "engine/document/parser.h"
#include "gabarit/limits.h"
#include "gabarit/validator.h"

namespace gabarit::cli {
namespace {

using Clock = std::chrono::steady_clock;

double Nanoseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::nano>(duration).count();
}

struct Corpus {
  FileText file;
  std::vector<std::string_view> texts;  // padded: more of the file follows
  size_t bytes = 0;                     // of the instances
};

absl::Status AddText(const std::string& name, size_t line,
                     std::string_view text, document::Parser* parser,
                     Corpus* corpus) {
  if (!parser->Parse(text)) {
    const document::LineColumn at =
        document::Locate(text, parser->error().offset);
    return absl::InvalidArgumentError(absl::StrCat(
        name, ":", line + at.line - 1, ":", at.column, ": not JSON: ",
        parser->error().message, "; only JSON can be measured"));
  }
  corpus->texts.push_back(text);
  corpus->bytes += text.size();
  return absl::OkStatus();
}

absl::StatusOr<Corpus> ReadCorpus(const BenchOptions& options) {
  Corpus corpus;
  absl::StatusOr<FileText> file =
      FileText::Read(options.instances, InstanceLimits().max_instance_bytes,
                     "max_instance_bytes");
  if (!file.ok()) return file.status();
  corpus.file = *std::move(file);
  const std::string name = DisplayName(options.instances);
  std::string_view rest = corpus.file.text();
  document::Parser parser;
  if (!options.lines && !HasLines(options.instances)) {
    const absl::Status status = AddText(name, 1, rest, &parser, &corpus);
    if (!status.ok()) return status;
    return corpus;
  }
  for (size_t line = 1; !rest.empty(); ++line) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const absl::Status status = AddText(name, line, text, &parser, &corpus);
    if (!status.ok()) return status;
  }
  if (corpus.texts.empty()) {
    return absl::FailedPreconditionError(absl::StrCat(
        name, ": is empty; a JSON value was expected on each line"));
  }
  return corpus;
}

// How long something took that was done so many times.
struct Timed {
  Clock::duration time{};
  size_t count = 0;
};

// One thing that is timed, over and over.
struct Measure {
  std::function<Timed()> run;
  size_t passes = 1;  // calls of `run` in one sample
  double best = std::numeric_limits<double>::infinity();  // ns for one
  size_t samples = 0;
  double spent = 0;  // ns, in all samples
};

// Times one sample. The least of many samples is what the work costs when
// nothing else disturbs it.
void Sample(Measure* measure) {
  const Clock::time_point begin = Clock::now();
  Timed sample;
  for (size_t i = 0; i < measure->passes; ++i) {
    const Timed pass = measure->run();
    sample.time += pass.time;
    sample.count += pass.count;
  }
  measure->best =
      std::min(measure->best,
               Nanoseconds(sample.time) /
                   static_cast<double>(std::max<size_t>(sample.count, 1)));
  ++measure->samples;
  measure->spent += Nanoseconds(Clock::now() - begin);
}

// Samples all in turn, so that a slow moment of the machine falls on each
// alike. Each has the same share of the time: what is slow must not leave what
// is fast with a few samples.
void Run(absl::Span<Measure> measures, double seconds) {
  constexpr double kSampleNanoseconds = 2e6;
  constexpr size_t kLeastSamples = 5;
  for (Measure& measure : measures) {
    measure.run();  // warms up
    const double once = std::max(Nanoseconds(measure.run().time), 1.0);
    measure.passes =
        std::max<size_t>(1, static_cast<size_t>(kSampleNanoseconds / once));
  }
  const double share = seconds * 1e9 / static_cast<double>(measures.size());
  for (bool any = true; any;) {
    any = false;
    for (Measure& measure : measures) {
      if (measure.samples >= kLeastSamples && measure.spent >= share) continue;
      Sample(&measure);
      any = true;
    }
  }
}

struct Times {
  size_t documents = 0;
  size_t bytes = 0;
  size_t valid = 0;
  // In nanoseconds, for one document.
  double parse = 0;
  double verdict = 0;
  double parsed_verdict = 0;
  double explain = 0;
  double compile = 0;  // for one schema
};

Times MeasureAll(const SchemaFile& schema, const CompileOptions& compile,
                 const Corpus& corpus, double seconds) {
  Times times;
  times.documents = corpus.texts.size();
  times.bytes = corpus.bytes;
  document::ParseFloor floor;
  Validator validator;
  for (const std::string_view text : corpus.texts) {
    if (validator.Validate(schema.schema, PaddedText{text}) ==
        Verdict::kValid) {
      ++times.valid;
    }
  }
  // What is computed is used, or the compiler might leave it out.
  volatile size_t sink = 0;
  const auto for_each_text = [&](const auto& work) {
    return [&, work]() -> Timed {
      const Clock::time_point begin = Clock::now();
      for (const std::string_view text : corpus.texts) {
        sink = sink + static_cast<size_t>(work(text));
      }
      return {Clock::now() - begin, corpus.texts.size()};
    };
  };
  std::array<Measure, 5> measures;
  measures[0].run =
      for_each_text([&](std::string_view text) { return floor.Parse(text); });
  measures[1].run = for_each_text([&](std::string_view text) {
    return validator.Validate(schema.schema, PaddedText{text});
  });
  // As in use, the document has just been parsed. A few verdicts in a row weigh
  // more than the readings of the clock around them.
  measures[2].run = [&]() -> Timed {
    constexpr size_t kInARow = 4;
    Timed timed;
    for (const std::string_view text : corpus.texts) {
      const std::optional<Value> value = validator.Parse(PaddedText{text});
      if (!value.has_value()) continue;
      const Clock::time_point begin = Clock::now();
      for (size_t i = 0; i < kInARow; ++i) {
        sink = sink +
               static_cast<size_t>(validator.Validate(schema.schema, *value));
      }
      timed.time += Clock::now() - begin;
      timed.count += kInARow;
    }
    return timed;
  };
  measures[3].run = for_each_text([&](std::string_view text) {
    return validator.Explain(schema.schema, text).errors().size();
  });
  measures[4].run = [&]() -> Timed {
    const Clock::time_point begin = Clock::now();
    sink = sink + (Schema::Compile(schema.text, compile).ok() ? 1 : 0);
    return {Clock::now() - begin, 1};
  };
  Run(absl::MakeSpan(measures), seconds);
  times.parse = measures[0].best;
  times.verdict = measures[1].best;
  times.parsed_verdict = measures[2].best;
  times.explain = measures[3].best;
  times.compile = measures[4].best;
  return times;
}

std::string Json(const Times& times) {
  return absl::StrFormat(
      "{\"documents\":%d,\"bytes\":%d,\"valid\":%d,\"parse_ns\":%.1f,"
      "\"verdict_ns\":%.1f,\"parsed_verdict_ns\":%.1f,\"explain_ns\":%.1f,"
      "\"compile_ns\":%.1f}\n",
      times.documents, times.bytes, times.valid, times.parse, times.verdict,
      times.parsed_verdict, times.explain, times.compile);
}

std::string Table(const Times& times) {
  std::string table =
      absl::StrFormat("%d documents, %d bytes, %d valid\n", times.documents,
                      times.bytes, times.valid);
  const auto row = [&](std::string_view name, double time) {
    absl::StrAppendFormat(&table, "%-34s %12.1f ns %7.2f x\n", name, time,
                          time / times.parse);
  };
  table += "time for a document, and as a multiple of the parse:\n";
  row("  simdjson's DOM parse alone", times.parse);
  row("  bytes to verdict", times.verdict);
  row("  verdict on a parsed document", times.parsed_verdict);
  row("  bytes to explanation", times.explain);
  absl::StrAppendFormat(&table, "%-34s %12.1f ns\n", "compiling the schema",
                        times.compile);
  return table;
}

}  // namespace

ExitCode Bench(const BenchOptions& options, Console* console) {
  SchemaStore store;
  absl::Status status =
      AddFiles(options.schema_options.resolve, console, &store);
  if (status.ok()) {
    const absl::StatusOr<SchemaFile> schema =
        LoadSchema(options.schema, options.schema_options, store);
    status = schema.status();
    if (status.ok()) {
      const absl::StatusOr<Corpus> corpus = ReadCorpus(options);
      status = corpus.status();
      if (status.ok()) {
        CompileOptions compile =
            ToCompileOptions(options.schema_options, &store);
        compile.base_uri = schema->base_uri;
        const Times times =
            MeasureAll(*schema, compile, *corpus, options.seconds);
        console->Print(options.json ? Json(times) : Table(times));
        return ExitCode::kSuccess;
      }
    }
  }
  console->Complain(std::string(status.message()));
  return ExitCodeOf(status);
}

}  // namespace gabarit::cli

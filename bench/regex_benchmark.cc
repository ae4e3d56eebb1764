// What `pattern` costs: on strings that it was written for, and on those it was
// not. Afterwards, the second beside ajv, if the peers are installed.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "gabarit/schema.h"
#include "gabarit/validator.h"

namespace {

using Clock = std::chrono::steady_clock;

double Nanoseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::nano>(duration).count();
}

std::string Quoted(std::string_view text) {
  return absl::StrCat(
      "\"",
      absl::StrReplaceAll(std::string(text), {{"\\", "\\\\"}, {"\"", "\\\""}}),
      "\"");
}

gabarit::Schema Compile(const std::string& json) {
  auto schema = gabarit::Schema::Compile(json);
  if (!schema.ok()) {
    std::fprintf(stderr, "%s: %s\n", json.c_str(),
                 schema.status().ToString().c_str());
    std::exit(1);
  }
  return *std::move(schema);
}

std::string WithPattern(std::string_view pattern) {
  return absl::StrCat(R"({"type":"string","pattern":)", Quoted(pattern), "}");
}

// A string, parsed once, and validators on it.
class ParsedString {
 public:
  explicit ParsedString(std::string_view text)
      : json_(Quoted(text)), value_(validator_.Parse(json_).value()) {}

  bool IsValid(const gabarit::Schema& schema) {
    return validator_.Validate(schema, value_) == gabarit::Verdict::kValid;
  }

  // Nanoseconds for one verdict, averaged over `rounds`.
  double Time(const gabarit::Schema& schema, int rounds) {
    const auto start = Clock::now();
    for (int i = 0; i < rounds; ++i) {
      benchmark::DoNotOptimize(validator_.Validate(schema, value_));
    }
    return Nanoseconds(Clock::now() - start) / rounds;
  }

 private:
  std::string json_;
  gabarit::Validator validator_;
  gabarit::Value value_;
};

// The same string by a schema with the pattern and by one without, in turns, so
// that whatever else the machine does slows both. `cost` is the difference of
// the fastest turns, `allowed` what it may be: 3 ns and 0.5 ns a byte.
void SimplePattern(benchmark::State& state, const std::string& pattern,
                   const std::string& text) {
  const gabarit::Schema plain = Compile(R"({"type":"string"})");
  const gabarit::Schema schema = Compile(WithPattern(pattern));
  ParsedString string(text);
  if (!string.IsValid(schema)) {
    state.SkipWithError("the text does not match");
    return;
  }
  const int rounds =
      static_cast<int>(std::max<size_t>(20, 20000 / (text.size() + 1)));
  double with = std::numeric_limits<double>::max();
  double without = with;
  for (auto _ : state) {
    without = std::min(without, string.Time(plain, rounds));
    const double turn = string.Time(schema, rounds);
    with = std::min(with, turn);
    state.SetIterationTime(turn / 1e9);
  }
  state.counters["without"] = without;
  state.counters["with"] = with;
  state.counters["cost"] = with - without;
  state.counters["allowed"] = 3 + 0.5 * static_cast<double>(text.size());
}

void RegisterSimplePatterns() {
  const struct {
    const char* name;
    const char* pattern;
    const char* unit;
    size_t longest;
  } patterns[] = {
      {"slug", "^[a-z0-9-]+$", "ab-9", 4096},
      {"identifier", "^[a-zA-Z_][a-zA-Z0-9_]*$", "aZ_0", 4096},
      {"name of a tool", "^[a-zA-Z0-9_.-]{1,128}$", "a_B.", 128},
      {"no white space", "^\\S+$", "a/b:", 4096},
      {"one line", "^.*$", "two ", 4096},
      {"one line, beyond ASCII", "^.*$", "\u00E9\u4E2D ", 4096},
      {"prefix", "^abab", "ab", 4096},
      {"words", "^[a-z]+(?:-[a-z]+)*$", "abcdefg-a", 4096},
      {"UUID", "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
       "01234567-89ab-cdef-0123-456789abcdef", 36},
      {"date", "^\\d{4}-\\d{2}-\\d{2}$", "2020-12-31", 10},
  };
  for (const auto& p : patterns) {
    const std::string_view unit = p.unit;
    for (size_t length = std::max<size_t>(8, unit.size()); length <= p.longest;
         length *= length < 64 ? 2 : 4) {
      std::string text;
      while (text.size() + unit.size() <= length) text += unit;
      benchmark::RegisterBenchmark(
          absl::StrCat("SimplePattern/", p.name, "/", text.size()).c_str(),
          [pattern = std::string(p.pattern), text](benchmark::State& state) {
            SimplePattern(state, pattern, text);
          })
          ->UseManualTime()
          ->Iterations(200);
      if (unit.size() == p.longest) break;
    }
  }
}

// A pattern on which backtracking takes exponential or quadratic time, and the
// text that makes it: the prefix, the pump many times, the suffix.
struct RedosPattern {
  std::string name;
  std::string pattern;
  std::string prefix;
  std::string pump;
  std::string suffix;

  std::string Text(size_t bytes) const {
    std::string text = prefix;
    for (size_t i = 0; i < bytes / pump.size(); ++i) text += pump;
    return text + suffix;
  }
};

constexpr char kPeers[] = GABARIT_SOURCE_DIR "/bench/peers/";
constexpr size_t kSizes[] = {1 << 10, 1 << 15, 1 << 20};

std::vector<RedosPattern> ReadRedosPatterns() {
  std::ifstream file(absl::StrCat(kPeers, "redos_patterns.tsv"));
  std::vector<RedosPattern> patterns;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> fields = absl::StrSplit(line, '\t');
    if (fields.size() != 5) continue;
    patterns.push_back({fields[0], fields[1], fields[2], fields[3], fields[4]});
  }
  return patterns;
}

void HostileText(benchmark::State& state, const RedosPattern& redos) {
  const gabarit::Schema schema = Compile(WithPattern(redos.pattern));
  const std::string text = redos.Text(static_cast<size_t>(state.range(0)));
  ParsedString string(text);
  for (auto _ : state) benchmark::DoNotOptimize(string.IsValid(schema));
  state.SetBytesProcessed(state.iterations() *
                          static_cast<int64_t>(text.size()));
}

// The fastest of the matches that 20 ms are enough for, as in redos.mjs.
double FastestMatch(const RedosPattern& redos, size_t bytes) {
  const gabarit::Schema schema = Compile(WithPattern(redos.pattern));
  ParsedString string(redos.Text(bytes));
  string.IsValid(schema);  // what is compiled on first use
  double best = std::numeric_limits<double>::max();
  const auto start = Clock::now();
  do {
    best = std::min(best, string.Time(schema, 1));
  } while (Clock::now() - start < std::chrono::milliseconds(20));
  return best;
}

// By name and bytes: a time, or "stopped" after a second. Empty without peers.
std::map<std::pair<std::string, size_t>, std::string> TimesOfAjv() {
  constexpr char kInstalled[] = GABARIT_BINARY_DIR "/bench/peers/";
  std::map<std::pair<std::string, size_t>, std::string> times;
  if (!std::ifstream(absl::StrCat(kInstalled, "node_modules/ajv/package.json"))
           .good()) {
    return times;
  }
  std::string command = absl::StrCat("node '", kInstalled, "redos.mjs' 1000");
  for (const size_t bytes : kSizes) absl::StrAppend(&command, " ", bytes);
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"),
                                                   pclose);
  if (pipe == nullptr) return times;
  char line[512];
  while (std::fgets(line, sizeof line, pipe.get()) != nullptr) {
    const std::vector<std::string> fields =
        absl::StrSplit(absl::StripSuffix(line, "\n"), '\t');
    size_t bytes = 0;
    if (fields.size() == 3 && absl::SimpleAtoi(fields[1], &bytes)) {
      times[{fields[0], bytes}] = fields[2];
    }
  }
  return times;
}

std::string Microseconds(double nanoseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", nanoseconds / 1e3);
  return text;
}

void PrintBesideAjv(const std::vector<RedosPattern>& patterns) {
  auto ajv = TimesOfAjv();
  std::printf(
      "\nMicroseconds for one match, and how often the time at 1 KiB the time "
      "at 1 MiB is\n(1024 is linear). %s\n",
      ajv.empty() ? "ajv is not installed: build the target bench_peers."
                  : "ajv is stopped after a second; then so are larger texts.");
  std::printf("%-26s %9s %9s %9s %7s %10s %10s %10s\n", "", "1 KiB", "32 KiB",
              "1 MiB", "growth", "ajv 1 KiB", "32 KiB", "1 MiB");
  for (const RedosPattern& redos : patterns) {
    std::printf("%-26s", redos.name.c_str());
    std::vector<double> times;
    for (const size_t bytes : kSizes) {
      times.push_back(FastestMatch(redos, bytes));
      std::printf(" %9s", Microseconds(times.back()).c_str());
    }
    std::printf(" %7.0f", times.back() / times.front());
    for (const size_t bytes : kSizes) {
      const std::string& time = ajv[{redos.name, bytes}];
      double nanoseconds = 0;
      std::printf(" %10s", absl::SimpleAtod(time, &nanoseconds)
                               ? Microseconds(nanoseconds).c_str()
                           : time.empty() ? "-"
                                          : time.c_str());
    }
    std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool only_some =
      std::any_of(argv + 1, argv + argc, [](std::string_view argument) {
        return argument.starts_with("--benchmark_filter") ||
               argument.starts_with("--benchmark_list_tests");
      });
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  RegisterSimplePatterns();
  const std::vector<RedosPattern> patterns = ReadRedosPatterns();
  for (const RedosPattern& redos : patterns) {
    benchmark::RegisterBenchmark(
        absl::StrCat("HostileText/", redos.name).c_str(),
        [redos](benchmark::State& state) { HostileText(state, redos); })
        ->RangeMultiplier(32)
        ->Range(1 << 10, 1 << 20)
        ->MinTime(0.02);
  }
  benchmark::RunSpecifiedBenchmarks();
  if (!only_some) PrintBesideAjv(patterns);
  return 0;
}

// What a verdict costs, and what of it is the reading of the bytes. For every
// data set:
//
//   Parse         simdjson's own DOM parse of each document: the floor
//   Verdict       bytes to verdict
//   Parsed        the verdict alone, on documents that were just parsed
//   TenthInvalid  bytes to verdict where one payload in ten is invalid, and
//                 then the report
//   Invalid       invalid payloads alone, each with its report
//   Explain       the explainer alone, on the valid documents
//
// Counters: bytes and documents a second; instructions a document, where the
// machine lets them be counted.

#include <benchmark/benchmark.h>
#include <linux/perf_event.h>
#include <simdjson.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data_sets.h"

namespace gabarit::bench {
namespace {

// Instructions of this thread in user mode. Counts nothing where the machine
// has no counters, or does not give them.
class Instructions {
 public:
  Instructions() {
    perf_event_attr attributes{};
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.size = sizeof attributes;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    file_ = static_cast<int>(
        syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
    if (file_ >= 0) ioctl(file_, PERF_EVENT_IOC_RESET, 0);
  }
  ~Instructions() {
    if (file_ >= 0) close(file_);
  }
  Instructions(const Instructions&) = delete;
  Instructions& operator=(const Instructions&) = delete;

  std::optional<uint64_t> Count() const {
    uint64_t count = 0;
    if (file_ < 0 || read(file_, &count, sizeof count) != sizeof count) {
      return std::nullopt;
    }
    return count;
  }

 private:
  int file_;
};

// Runs `work` on each document, again and again.
template <typename Work>
void Run(benchmark::State& state, const std::vector<Document>& documents,
         const Work& work) {
  size_t bytes = 0;
  for (const Document& document : documents) bytes += document.text.size();
  const Instructions instructions;
  for (auto _ : state) {
    for (const Document& document : documents) {
      benchmark::DoNotOptimize(work(document));
    }
  }
  const auto done = state.iterations() * static_cast<int64_t>(documents.size());
  state.SetItemsProcessed(done);
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(bytes));
  if (const std::optional<uint64_t> count = instructions.Count()) {
    state.counters["instructions"] =
        static_cast<double>(*count) / static_cast<double>(done);
  }
}

void Parse(benchmark::State& state, const DataSet& set) {
  simdjson::dom::parser parser;
  Run(state, set.documents, [&](const Document& document) {
    // The padding is there: no copy is made.
    return parser
        .parse(document.text.data(), document.text.size(),
               /*realloc_if_needed=*/false)
        .error();
  });
}

void BytesToVerdict(benchmark::State& state, const DataSet& set) {
  Validator validator;
  Run(state, set.documents, [&](const Document& document) {
    return validator.Validate(*document.schema, PaddedText{document.text});
  });
}

// As in use, a document has just been parsed. A few verdicts in a row weigh
// more than the readings of the clock around them.
void Parsed(benchmark::State& state, const DataSet& set) {
  constexpr int kInARow = 4;
  Validator validator;
  for (auto _ : state) {
    std::chrono::duration<double> time{};
    for (const Document& document : set.documents) {
      const std::optional<Value> value =
          validator.Parse(PaddedText{document.text});
      const auto begin = std::chrono::steady_clock::now();
      for (int i = 0; i < kInARow; ++i) {
        benchmark::DoNotOptimize(validator.Validate(*document.schema, *value));
      }
      time += std::chrono::steady_clock::now() - begin;
    }
    state.SetIterationTime(time.count() / kInARow);
  }
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(set.documents.size()));
}

size_t VerdictWithReport(Validator* validator, const Document& document) {
  if (validator->Validate(*document.schema, PaddedText{document.text}) !=
      Verdict::kInvalid) {
    return 0;
  }
  return validator->Explain(*document.schema, document.text).errors().size();
}

void TenthInvalid(benchmark::State& state, const DataSet& set) {
  std::vector<Document> mixed;
  for (size_t i = 0; i < set.documents.size(); ++i) {
    mixed.push_back(i % 10 == 9 && !set.invalid.empty()
                        ? set.invalid[i / 10 % set.invalid.size()]
                        : set.documents[i]);
  }
  Validator validator;
  Run(state, mixed, [&](const Document& document) {
    return VerdictWithReport(&validator, document);
  });
}

void Invalid(benchmark::State& state, const DataSet& set) {
  Validator validator;
  Run(state, set.invalid, [&](const Document& document) {
    return VerdictWithReport(&validator, document);
  });
}

void Explain(benchmark::State& state, const DataSet& set) {
  Validator validator;
  Run(state, set.documents, [&](const Document& document) {
    return validator.Explain(*document.schema, document.text).outcome();
  });
}

void Register(const std::vector<DataSet>& sets) {
  const struct {
    const char* name;
    void (*run)(benchmark::State&, const DataSet&);
  } kinds[] = {{"Parse", Parse},     {"Verdict", BytesToVerdict},
               {"Parsed", Parsed},   {"TenthInvalid", TenthInvalid},
               {"Invalid", Invalid}, {"Explain", Explain}};
  for (const DataSet& set : sets) {
    for (const auto& kind : kinds) {
      if (kind.run == Invalid && set.invalid.empty()) continue;
      auto* const registered = benchmark::RegisterBenchmark(
          (std::string(kind.name) + "/" + set.name).c_str(),
          [&set, run = kind.run](benchmark::State& state) { run(state, set); });
      registered->MinTime(0.1);
      if (kind.run == Parsed) registered->UseManualTime();
    }
  }
}

}  // namespace
}  // namespace gabarit::bench

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 1;
  const std::vector<gabarit::bench::DataSet> sets =
      gabarit::bench::ReadDataSets();
  gabarit::bench::Register(sets);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}

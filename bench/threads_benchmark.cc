// Bytes to verdict over all data sets by one thread and by two, which share the
// schemas: items are documents, and the ratio of the rates is what the second
// thread brings.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "data_sets.h"

namespace gabarit::bench {
namespace {

void Verdicts(benchmark::State& state) {
  static const std::vector<DataSet> sets = ReadDataSets();
  Validator validator;
  int64_t documents = 0;
  for (auto _ : state) {
    for (const DataSet& set : sets) {
      for (const Document& document : set.documents) {
        benchmark::DoNotOptimize(
            validator.Validate(*document.schema, PaddedText{document.text}));
      }
      documents += static_cast<int64_t>(set.documents.size());
    }
  }
  state.SetItemsProcessed(documents);
}
BENCHMARK(Verdicts)->Threads(1)->Threads(2)->UseRealTime()->MinTime(1);

}  // namespace
}  // namespace gabarit::bench

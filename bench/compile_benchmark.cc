// What a schema costs to compile, and what it holds afterwards.
//
//   Compile/<set>  schema bytes to program, for each data set
//   Compile/tools  every schema of the tool corpus; items are tools' schemas
//   Compile/large  one schema of a megabyte and 10,000 subschemas
//
// Counters: program_bytes, and what is allowed (4 KiB and three times the
// schema's bytes, summed over the schemas); peak_bytes, the most memory that
// was held above the state before, in one compilation.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "data_sets.h"
#include "held_memory.h"

namespace gabarit::bench {
namespace {

// A schema of 10,000 subschemas and a megabyte, as large tool servers generate
// them: many small objects that refer to each other.
std::string LargeSchema() {
  std::string text = R"({"type":"object","properties":{)";
  for (int i = 0; i < 2500; ++i) {
    absl::StrAppend(
        &text, i == 0 ? "" : ",", "\"member", i,
        R"(":{"type":"object","description":"the member of number )", i,
        R"(, which stands here for text that schemas are full of; it says at some)"
        R"( length what the member means, when it may be absent, and what its)"
        R"( values look like","properties":{"name":{"type":"string","maxLength":)",
        i + 1, R"(},"next":{"$ref":"#/properties/member)", (i + 1) % 2500,
        R"("},"kind":{"enum":["a","b",)", i, R"(]}},"required":["name"]})");
  }
  return text += "}}";
}

void Compile(benchmark::State& state, const std::vector<std::string>& texts) {
  size_t program_bytes = 0;
  size_t allowed = 0;
  size_t bytes = 0;
  size_t peak = 0;
  size_t over = 0;
  for (const std::string& text : texts) {
    HeldMemory& memory = held_memory();
    const size_t before = memory.bytes;
    memory.most = before;
    const absl::StatusOr<Schema> schema = Schema::Compile(text);
    peak = std::max(peak, memory.most - before);
    program_bytes += schema->program_bytes();
    allowed += 4096 + 3 * text.size();
    if (schema->program_bytes() > 4096 + 3 * text.size()) ++over;
    bytes += text.size();
  }
  for (auto _ : state) {
    for (const std::string& text : texts) {
      benchmark::DoNotOptimize(Schema::Compile(text).ok());
    }
  }
  state.SetItemsProcessed(state.iterations() *
                          static_cast<int64_t>(texts.size()));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(bytes));
  state.counters["program_bytes"] = static_cast<double>(program_bytes);
  state.counters["allowed_bytes"] = static_cast<double>(allowed);
  state.counters["over_allowed"] = static_cast<double>(over);
  state.counters["peak_bytes"] = static_cast<double>(peak);
}

void Register(const std::vector<DataSet>& sets) {
  static const std::vector<std::string> large = {LargeSchema()};
  const auto add = [](const std::string& name,
                      const std::vector<std::string>& texts) {
    benchmark::RegisterBenchmark(
        ("Compile/" + name).c_str(),
        [&texts](benchmark::State& state) { Compile(state, texts); })
        ->MinTime(0.1);
  };
  for (const DataSet& set : sets) add(set.name, set.schema_texts);
  add("large", large);
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

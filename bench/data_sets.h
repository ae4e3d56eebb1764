// What the benchmarks run on: the data sets, each a folder with schema.json and
// instances.jsonl ($GABARIT_DATASETS, or ../shared/data/datasets beside the
// project), and as one more set the valid payloads of real tools
// ($GABARIT_DATA_DIR/tools, or ../shared/data/tools).

#ifndef GABARIT_BENCH_DATA_SETS_H_
#define GABARIT_BENCH_DATA_SETS_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gabarit/schema.h"
#include "gabarit/validator.h"

namespace gabarit::bench {

// A document and the schema that it is for. Padded, as PaddedText asks.
struct Document {
  const Schema* schema;
  std::string_view text;
};

struct DataSet {
  std::string name;
  std::vector<std::string> schema_texts;
  std::vector<std::unique_ptr<Schema>> schemas;
  std::vector<Document> documents;  // all valid
  std::vector<Document> invalid;
  size_t bytes = 0;  // of the documents
  std::vector<std::unique_ptr<std::string>> storage;
};

// Every set that is there. Ends the program where a file cannot be used: a
// benchmark of less than was asked for would mislead.
std::vector<DataSet> ReadDataSets();

}  // namespace gabarit::bench

#endif  // GABARIT_BENCH_DATA_SETS_H_

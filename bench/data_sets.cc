#include "data_sets.h"

#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

#include "absl/status/statusor.h"

namespace gabarit::bench {
namespace {

namespace fs = std::filesystem;

// Documents of one set that are made invalid, and of the corpus that are read.
constexpr size_t kMostInvalid = 200;
constexpr size_t kMostPayloads = 20000;

fs::path Folder(const char* variable, std::string_view part,
                std::string_view otherwise) {
  const char* const given = std::getenv(variable);
  return given != nullptr
             ? fs::path(given) / part
             : fs::path(GABARIT_SOURCE_DIR) / "../shared/data" / otherwise;
}

[[noreturn]] void Fail(const fs::path& path, std::string_view why) {
  std::fprintf(stderr, "%s: %.*s\n", path.c_str(), static_cast<int>(why.size()),
               why.data());
  std::exit(1);
}

std::string ReadFile(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

const Schema* AddSchema(const fs::path& path, std::string text, DataSet* set) {
  absl::StatusOr<Schema> schema = Schema::Compile(text);
  if (!schema.ok()) Fail(path, std::string(schema.status().message()));
  set->schema_texts.push_back(std::move(text));
  set->schemas.push_back(std::make_unique<Schema>(*std::move(schema)));
  return set->schemas.back().get();
}

std::string_view Keep(std::string_view text, DataSet* set) {
  auto kept = std::make_unique<std::string>(text);
  kept->append(kPadding, ' ');
  set->storage.push_back(std::move(kept));
  return std::string_view(*set->storage.back()).substr(0, text.size());
}

// The text with one scalar, the index-th from the end, made another: the kind
// of mistake that a model makes. Empty where there are not that many.
std::string Spoil(std::string_view text, size_t index, std::string_view other) {
  std::vector<std::pair<size_t, size_t>> values;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t begin = i;
    if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\') ++i;
      }
      const size_t next = text.find_first_not_of(" \t\n\r", i + 1);
      if (next != std::string_view::npos && text[next] == ':') continue;
    } else if (std::string_view("-0123456789tfn").find(text[i]) !=
               std::string_view::npos) {
      i = std::min(text.find_first_of(",]} \t\n\r", i), text.size()) - 1;
    } else {
      continue;
    }
    values.emplace_back(begin, i + 1);
  }
  if (index >= values.size()) return "";
  const auto [begin, end] = values[values.size() - 1 - index];
  std::string spoiled(text.substr(0, begin));
  spoiled += other;
  spoiled += text.substr(end);
  return spoiled;
}

void AddInvalid(DataSet* set) {
  constexpr std::string_view kOthers[] = {"[[]]", "{\"no\":{}}", "-1.5",
                                          "\"\\u0000\"", "null"};
  constexpr size_t kMostTries = 12;
  Validator validator;
  const size_t step = std::max<size_t>(1, set->documents.size() / kMostInvalid);
  for (size_t i = 0; i < set->documents.size(); i += step) {
    const auto& [schema, text] = set->documents[i];
    bool found = false;
    for (size_t index = 0; index < kMostTries && !found; ++index) {
      for (const std::string_view other : kOthers) {
        const std::string spoiled = Spoil(text, index, other);
        if (spoiled.empty()) break;
        if (validator.Validate(*schema, spoiled) != Verdict::kInvalid) continue;
        set->invalid.push_back({schema, Keep(spoiled, set)});
        found = true;
        break;
      }
    }
  }
}

DataSet ReadDataSet(const fs::path& folder) {
  DataSet set;
  set.name = folder.filename().string();
  const Schema* const schema =
      AddSchema(folder / "schema.json", ReadFile(folder / "schema.json"), &set);
  auto file =
      std::make_unique<std::string>(ReadFile(folder / "instances.jsonl"));
  file->append(kPadding, '\n');
  std::string_view rest(*file);
  set.storage.push_back(std::move(file));
  Validator validator;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (text.empty()) continue;
    if (validator.Validate(*schema, text) != Verdict::kValid) {
      Fail(folder / "instances.jsonl", "has a document that is not valid");
    }
    set.documents.push_back({schema, text});
    set.bytes += text.size();
  }
  AddInvalid(&set);
  return set;
}

// Payloads of the corpus that their labels call valid; `simdjson` writes each
// out again, so that all are spelled the same way.
void AddServer(const fs::path& tools_file, simdjson::dom::parser* parser,
               DataSet* set) {
  std::map<std::pair<std::string, std::string>, const Schema*> schemas;
  simdjson::dom::element list;
  if (parser->load(tools_file.string()).get(list)) Fail(tools_file, "not JSON");
  simdjson::dom::array tools;
  if (list.get(tools) && list["tools"].get(tools)) {
    Fail(tools_file, "holds no list of tools");
  }
  for (const simdjson::dom::element tool : tools) {
    std::string_view name;
    if (tool["name"].get(name)) continue;
    for (const char* const member : {"inputSchema", "outputSchema"}) {
      simdjson::dom::element schema;
      if (tool[member].get(schema)) continue;
      schemas[{std::string(name), member}] =
          AddSchema(tools_file, simdjson::minify(schema), set);
    }
  }
  std::string path = tools_file.string();
  path.replace(path.rfind(".tools.json"), std::string::npos, ".payloads.jsonl");
  std::ifstream payloads(path, std::ios::binary);
  Validator validator;
  for (std::string line; std::getline(payloads, line);) {
    if (set->documents.size() >= kMostPayloads) return;
    simdjson::dom::element payload;
    std::string_view tool;
    std::string_view target;
    bool valid = false;
    simdjson::dom::element data;
    if (parser->parse(line).get(payload) || payload["tool"].get(tool) ||
        payload["target"].get(target) || payload["valid"].get(valid) ||
        payload["data"].get(data)) {
      continue;
    }
    const auto schema =
        schemas.find({std::string(tool),
                      target == "arguments" ? "inputSchema" : "outputSchema"});
    if (schema == schemas.end()) continue;
    const std::string_view text = Keep(simdjson::minify(data), set);
    const Verdict verdict = validator.Validate(*schema->second, text);
    if (verdict != (valid ? Verdict::kValid : Verdict::kInvalid)) continue;
    (valid ? set->documents : set->invalid).push_back({schema->second, text});
    if (valid) set->bytes += text.size();
  }
}

}  // namespace

std::vector<DataSet> ReadDataSets() {
  std::vector<DataSet> sets;
  std::vector<fs::path> paths;
  const fs::path folder = Folder("GABARIT_DATASETS", "", "datasets");
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (fs::exists(entry.path() / "schema.json")) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) sets.push_back(ReadDataSet(path));

  paths.clear();
  for (const auto& entry : fs::directory_iterator(
           Folder("GABARIT_DATA_DIR", "tools", "tools"), error)) {
    if (entry.path().string().ends_with(".tools.json")) {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  if (!paths.empty()) {
    DataSet corpus;
    corpus.name = "tools";
    simdjson::dom::parser parser;
    for (const fs::path& path : paths) AddServer(path, &parser, &corpus);
    sets.push_back(std::move(corpus));
  }
  if (sets.empty()) Fail(folder, "no data sets are here");
  return sets;
}

}  // namespace gabarit::bench

// What a host pays for its tools: looking one up, loading a list again, sharing
// programs. Tools are those of the data folder, repeated under other names
// until there are enough; without the data, made-up ones.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gabarit/tool_checker.h"
#include "gabarit/tools.h"

namespace {

namespace fs = std::filesystem;

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Texts of real tools: cut out of the lists by a catalog.
std::vector<std::string> ReadTools() {
  const char* given = std::getenv("GABARIT_DATA_DIR");
  const fs::path data = given != nullptr
                            ? given
                            : fs::path(GABARIT_SOURCE_DIR) / "../shared/data";
  std::vector<std::string> texts;
  if (fs::is_directory(data / "tools")) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(data / "tools")) {
      if (entry.path().string().ends_with(".tools.json")) {
        files.push_back(entry.path());
      }
    }
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      gabarit::ToolCatalog catalog;
      if (!catalog.LoadPage("", ReadFile(file)).ok()) continue;
      const auto list = catalog.list();
      for (const auto& tool : list->tools()) {
        if (tool->usable()) texts.emplace_back(tool->json());
      }
    }
  }
  if (texts.empty()) {
    texts.push_back(
        R"({"name":"batch_index","inputSchema":{"type":"object","properties":{)"
        R"("shard":{"type":"integer","minimum":0},"mode":{"enum":["a","b"]}},)"
        R"("required":["shard"],"additionalProperties":false}})");
  }
  return texts;
}

const std::vector<std::string>& Tools() {
  static const std::vector<std::string>& tools =
      *new std::vector<std::string>(ReadTools());
  return tools;
}

// The tool with another name, which stays about as long.
std::string Renamed(const std::string& tool, size_t number) {
  const size_t name = tool.find("\"name\"");
  const size_t quote = tool.find('"', tool.find(':', name));
  std::string renamed = tool;
  renamed.insert(quote + 1, absl::StrCat("t", number, "_"));
  return renamed;
}

struct List {
  std::string json;
  std::vector<std::string> names;
};

// `distinct`: whether every schema text is another, so that none is shared.
List MakeList(size_t count, size_t first, bool distinct) {
  List list;
  list.json = R"({"jsonrpc":"2.0","id":1,"result":{"tools":[)";
  for (size_t i = 0; i < count; ++i) {
    std::string tool =
        Renamed(Tools()[(first + i) % Tools().size()], first + i);
    if (distinct) {
      const std::string_view member = "\"inputSchema\"";
      const size_t schema = tool.find('{', tool.find(member));
      tool.insert(schema + 1,
                  absl::StrCat("\"$comment\":\"", first + i, "\","));
    }
    absl::StrAppend(&list.json, i == 0 ? "" : ",", tool);
  }
  list.json += "]}}";
  gabarit::ToolCatalog catalog;
  if (catalog.LoadPage("", list.json).ok()) {
    for (const auto& tool : catalog.list()->tools()) {
      list.names.emplace_back(tool->name());
    }
  }
  return list;
}

// 10,000 tools in 100 servers, asked for in an order that no cache foresees.
// The questions' own names lie one behind the other, as a name is at hand in
// the message that was just read.
struct World {
  gabarit::Directory directory;
  std::vector<std::pair<std::string_view, std::string_view>> questions;
  std::string texts;
};

World& BigWorld() {
  static World& world = *[] {
    auto* made = new World;
    std::vector<std::pair<std::string, std::string>> questions;
    for (size_t server = 0; server < 100; ++server) {
      const std::string name = absl::StrCat("server-", server);
      auto catalog = made->directory.Add(name);
      const List list = MakeList(100, server * 100, false);
      if (!(*catalog)->LoadPage("", list.json).ok()) std::abort();
      for (const std::string& tool : list.names) {
        questions.emplace_back(name, tool);
      }
    }
    uint64_t random = 0x9E3779B97F4A7C15u;
    for (size_t i = questions.size(); i > 1; --i) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      std::swap(questions[i - 1], questions[(random >> 33) % i]);
    }
    for (const auto& [server, tool] : questions) made->texts += server + tool;
    std::string_view rest = made->texts;
    for (const auto& [server, tool] : questions) {
      const std::string_view first = rest.substr(0, server.size());
      rest.remove_prefix(server.size());
      made->questions.emplace_back(first, rest.substr(0, tool.size()));
      rest.remove_prefix(tool.size());
    }
    return made;
  }();
  return world;
}

void LookUp(benchmark::State& state) {
  World& world = BigWorld();
  gabarit::ToolChecker checker(world.directory.cache());
  size_t at = static_cast<size_t>(state.thread_index()) * 997;
  for (auto unused : state) {
    const auto& [server, tool] = world.questions[at++ % world.questions.size()];
    gabarit::ToolLookup lookup = checker.Find(world.directory, server, tool);
    if (lookup.tool == nullptr) state.SkipWithError("not found");
    benchmark::DoNotOptimize(lookup);
  }
  state.SetItemsProcessed(state.iterations());
  if (state.thread_index() == 0) {
    state.counters["tools"] = static_cast<double>(world.questions.size());
  }
}
BENCHMARK(LookUp)->ThreadRange(1, 2)->UseRealTime();

// A list of 1,000 tools, first seen.
void LoadList(benchmark::State& state) {
  const List list = MakeList(1000, 0, state.range(0) != 0);
  for (auto unused : state) {
    gabarit::ToolCatalog catalog;
    auto report = catalog.LoadPage("", list.json);
    if (!report.ok()) state.SkipWithError("refused");
    state.counters["compiled"] = static_cast<double>(report->compiled);
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(list.json.size()));
}
BENCHMARK(LoadList)
    ->ArgName("distinct")
    ->Arg(1)
    ->Arg(0)
    ->Unit(benchmark::kMillisecond);

// The same list again, with one tool of the 1,000 changed each time.
void ReloadListWithOneChange(benchmark::State& state) {
  const List list = MakeList(1000, 0, true);
  gabarit::ToolCatalog catalog;
  if (!catalog.LoadPage("", list.json).ok()) state.SkipWithError("refused");
  const std::string mark = "\"$comment\":\"500\"";
  const size_t place = list.json.find(mark);
  size_t version = 0;
  for (auto unused : state) {
    state.PauseTiming();
    std::string changed = list.json;
    changed.replace(place, mark.size(),
                    absl::StrCat("\"$comment\":\"v", ++version, "\""));
    state.ResumeTiming();
    auto report = catalog.LoadPage("", changed);
    if (!report.ok() || report->changed.size() != 1 ||
        report->unchanged != 999) {
      state.SkipWithError("another list than expected");
    }
    benchmark::DoNotOptimize(report);
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(list.json.size()));
}
BENCHMARK(ReloadListWithOneChange)->Unit(benchmark::kMillisecond);

// A hundred servers that offer the same 100 tools: programs are shared.
void LoadServersWithEqualSchemas(benchmark::State& state) {
  const List list = MakeList(100, 0, false);
  for (auto unused : state) {
    gabarit::Directory directory;
    for (int server = 0; server < 100; ++server) {
      auto catalog = directory.Add(absl::StrCat("server-", server));
      if (!(*catalog)->LoadPage("", list.json).ok()) {
        state.SkipWithError("refused");
      }
    }
    const gabarit::ProgramCacheStatistics statistics =
        directory.cache()->statistics();
    state.counters["programs"] = static_cast<double>(statistics.programs);
    state.counters["bytes/program"] = static_cast<double>(statistics.bytes) /
                                      static_cast<double>(statistics.programs);
    state.counters["shared"] = static_cast<double>(statistics.shared);
  }
}
BENCHMARK(LoadServersWithEqualSchemas)->Unit(benchmark::kMillisecond);

// A tools/call message parsed once and judged in place; the parse alone; and
// the program alone.
constexpr std::string_view kTool =
    R"([{"name":"batch_index","inputSchema":{"type":"object","properties":{)"
    R"("shard":{"type":"integer","minimum":0},"dataset":{"type":"string"},)"
    R"("mode":{"type":"string","enum":["full","incremental"]},)"
    R"("tags":{"type":"array","items":{"type":"string"}},)"
    R"("dryRun":{"type":"boolean"}},"required":["shard","dataset"],)"
    R"("additionalProperties":false}}])";
constexpr std::string_view kMessage =
    R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":)"
    R"("batch_index","arguments":{"shard":3,"dataset":"orders-2025",)"
    R"("mode":"incremental","tags":["nightly","eu-west","retry"],)"
    R"("dryRun":false},"_meta":{"progressToken":"abc-123"}}})";

void CheckCallMessage(benchmark::State& state) {
  static gabarit::ToolCatalog& catalog = *[] {
    auto* made = new gabarit::ToolCatalog;
    if (!made->LoadPage("", kTool).ok()) std::abort();
    return made;
  }();
  gabarit::ToolChecker checker(catalog.cache());
  std::string message(kMessage);
  message.resize(message.size() + gabarit::kPadding);
  const gabarit::PaddedText text{
      std::string_view(message).substr(0, kMessage.size())};
  const auto tool = checker.Find(catalog, "batch_index").tool;
  const int64_t what = state.range(0);
  auto parsed = checker.Parse(text);
  auto arguments = parsed->Find("params")->Find("arguments");
  for (auto unused : state) {
    if (what != 2) parsed = checker.Parse(text);
    if (what == 1) continue;
    if (what == 2) {
      benchmark::DoNotOptimize(checker.CheckArguments(*tool, arguments));
      continue;
    }
    const auto params = parsed->Find("params");
    const auto lookup = checker.Find(catalog, params->Find("name")->string());
    if (!checker.CheckArguments(*lookup.tool, params->Find("arguments"))
             .passed()) {
      state.SkipWithError("not valid");
    }
  }
  state.SetLabel(what == 0 ? "message" : what == 1 ? "parse" : "check");
}
BENCHMARK(CheckCallMessage)->DenseRange(0, 2)->ThreadRange(1, 2)->UseRealTime();

}  // namespace

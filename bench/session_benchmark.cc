// What a session adds to the reading of a message.
//
// Three ways over the same messages, in turn, again and again; the least time
// of each counts:
//
//   parse    simdjson's own DOM parse of the whole message: the floor
//   run      the same, and the tool's program on the arguments or output
//   session  Session::FromClient or FromServer
//
// "budget" is session / (1.3 * parse + (run - parse)): at most 1 is the aim.
// The messages are tools/call and its answer for the valid payloads of real
// tools ($GABARIT_DATA_DIR/tools, or ../shared/data/tools beside the project),
// and tasks/result for outputs of the same tools.

#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "gabarit/session.h"
#include "gabarit/simdjson.h"

namespace gabarit {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr size_t kMostTools = 400;

fs::path Data() {
  const char* given = std::getenv("GABARIT_DATA_DIR");
  return (given != nullptr ? fs::path(given)
                           : fs::path(GABARIT_SOURCE_DIR) / "../shared/data") /
         "tools";
}

std::string ReadFile(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// A call of a real tool, and its answer.
struct Exchange {
  std::string call;
  std::string answer;       // to id 1
  std::string task_result;  // the same of a task
  std::optional<Schema> input;
  std::optional<Schema> output;  // nothing where the answer has none to check
  std::string tool;
};

struct Corpus {
  std::shared_ptr<ToolCatalog> catalog;
  std::vector<Exchange> exchanges;
};

std::string Envelope(std::string_view id, std::string_view rest) {
  return std::string(R"({"jsonrpc":"2.0","id":)") + std::string(id) + "," +
         std::string(rest) + "}";
}

// One list with the tools of all servers, named after them; every valid payload
// of arguments, answered by a valid output where the tool has any.
Corpus LoadCorpus() {
  Corpus corpus;
  ToolCatalogOptions options;
  options.revision = ProtocolRevision::k2025_11_25;
  corpus.catalog = std::make_shared<ToolCatalog>(options);
  std::string list = "[";
  std::map<std::string, std::vector<std::string>> arguments;
  std::map<std::string, std::vector<std::string>> outputs;
  simdjson::dom::parser parser;
  std::vector<fs::path> files;
  if (fs::exists(Data())) {
    for (const fs::directory_entry& entry : fs::directory_iterator(Data())) {
      if (entry.path().string().ends_with(".tools.json")) {
        files.push_back(entry.path());
      }
    }
  }
  std::sort(files.begin(), files.end());
  size_t tools = 0;
  for (const fs::path& path : files) {
    const std::string file = path.filename().string();
    const std::string server = file.substr(0, file.find(".tools.json"));
    simdjson::dom::array items;
    if (parser.load(path.string())["tools"].get(items) != simdjson::SUCCESS) {
      continue;
    }
    for (const simdjson::dom::element tool : items) {
      simdjson::dom::element input;
      simdjson::dom::element output;
      if (tools >= kMostTools ||
          tool["inputSchema"].get(input) != simdjson::SUCCESS) {
        continue;
      }
      const std::string name =
          server + "." + std::string(std::string_view(tool["name"]));
      if (tools++ > 0) list += ",";
      list += R"({"name":")" + name + R"(","inputSchema":)" +
              simdjson::minify(input);
      if (tool["outputSchema"].get(output) == simdjson::SUCCESS) {
        list += R"(,"outputSchema":)" + std::string(simdjson::minify(output));
      }
      list += R"(,"execution":{"taskSupport":"optional"}})";
    }
    std::istringstream lines(ReadFile(Data() / (server + ".payloads.jsonl")));
    for (std::string line; std::getline(lines, line);) {
      const simdjson::dom::element payload = parser.parse(line);
      if (!bool(payload["valid"])) continue;
      const std::string name =
          server + "." + std::string(std::string_view(payload["tool"]));
      auto& kept = std::string_view(payload["target"]) == "arguments"
                       ? arguments
                       : outputs;
      kept[name].push_back(
          simdjson::minify(simdjson::dom::element(payload["data"])));
    }
  }
  if (!corpus.catalog->LoadPage("", list + "]").ok()) return corpus;
  const std::shared_ptr<const ToolList> loaded = corpus.catalog->list();
  for (const std::shared_ptr<const Tool>& tool : loaded->tools()) {
    const std::string name(tool->name());
    if (!tool->usable() || tool->output_problem() != nullptr) continue;
    const std::vector<std::string>& results = outputs[name];
    if (tool->has_output_schema() && results.empty()) continue;
    size_t turn = 0;
    for (const std::string& given : arguments[name]) {
      Exchange exchange;
      exchange.tool = name;
      exchange.input = *tool->input();
      exchange.call =
          Envelope("1", R"("method":"tools/call","params":{"name":")" + name +
                            R"(","arguments":)" + given + "}");
      std::string result =
          R"({"content":[{"type":"text","text":"The tool is done."}])";
      if (tool->has_output_schema()) {
        exchange.output = *tool->output();
        result += R"(,"structuredContent":)" + results[turn % results.size()];
        ++turn;
      }
      exchange.answer = Envelope("1", R"("result":)" + result + "}");
      exchange.task_result = R"("result":)" + result +
                             R"(,"_meta":{"io.modelcontextprotocol/)"
                             R"(related-task":{"taskId":")";
      corpus.exchanges.push_back(std::move(exchange));
    }
  }
  return corpus;
}

const Corpus& TheCorpus() {
  static const Corpus* const corpus = new Corpus(LoadCorpus());
  return *corpus;
}

SessionOptions OptionsFor(const Corpus& corpus) {
  SessionOptions options;
  options.revision = ProtocolRevision::k2025_11_25;
  options.catalog = corpus.catalog;
  options.server.task_calls = true;
  return options;
}

// A text with the padding that simdjson and PaddedText ask for.
class Padded {
 public:
  explicit Padded(const std::string& text)
      : bytes_(text + std::string(kPadding, '\0')), size_(text.size()) {}
  std::string_view view() const { return {bytes_.data(), size_}; }
  PaddedText padded() const { return {view()}; }

 private:
  std::string bytes_;
  size_t size_;
};

struct Message {
  Padded text;
  const Schema* schema;  // null where nothing is checked
  const char* place;     // of what it checks
  bool from_client;
};

struct Least {
  double nanoseconds = std::numeric_limits<double>::max();
  template <typename F>
  void Time(F&& work) {
    const Clock::time_point begin = Clock::now();
    work();
    nanoseconds = std::min(
        nanoseconds,
        std::chrono::duration<double, std::nano>(Clock::now() - begin).count());
  }
};

void ParseAll(const std::vector<Message>& messages,
              simdjson::dom::parser* parser) {
  for (const Message& message : messages) {
    simdjson::dom::element root =
        parser->parse(message.text.view().data(), message.text.view().size(),
                      /*realloc_if_needed=*/false);
    benchmark::DoNotOptimize(root);
  }
}

void RunAll(const std::vector<Message>& messages, simdjson::dom::parser* parser,
            Validator* validator) {
  for (const Message& message : messages) {
    const simdjson::dom::element root =
        parser->parse(message.text.view().data(), message.text.view().size(),
                      /*realloc_if_needed=*/false);
    if (message.schema == nullptr) continue;
    simdjson::dom::element value;
    if (root.at_pointer(message.place).get(value) == simdjson::SUCCESS &&
        validator->Validate(*message.schema, ValueOf(value)) !=
            Verdict::kValid) {
      std::abort();
    }
  }
}

void Report(benchmark::State& state, size_t messages, const Least& parse,
            const Least& run, const Least& session) {
  const double count = static_cast<double>(messages);
  state.counters["messages"] = count;
  state.counters["parse_ns"] = parse.nanoseconds / count;
  state.counters["run_ns"] = (run.nanoseconds - parse.nanoseconds) / count;
  state.counters["session_ns"] = session.nanoseconds / count;
  state.counters["budget"] =
      session.nanoseconds /
      (1.3 * parse.nanoseconds + (run.nanoseconds - parse.nanoseconds));
}

// tools/call and its answer: both are looked up, checked and matched.
void BM_CallAndAnswer(benchmark::State& state) {
  const Corpus& corpus = TheCorpus();
  std::vector<Message> messages;
  for (const Exchange& exchange : corpus.exchanges) {
    messages.push_back(
        {Padded(exchange.call), &*exchange.input, "/params/arguments", true});
    messages.push_back(
        {Padded(exchange.answer),
         exchange.output.has_value() ? &*exchange.output : nullptr,
         "/result/structuredContent", false});
  }
  if (messages.empty()) return state.SkipWithError("no data");
  Session session(OptionsFor(corpus));
  simdjson::dom::parser parser;
  Validator validator;
  Least parse;
  Least run;
  Least whole;
  for ([[maybe_unused]] auto turn : state) {
    parse.Time([&] { ParseAll(messages, &parser); });
    run.Time([&] { RunAll(messages, &parser, &validator); });
    whole.Time([&] {
      for (const Message& message : messages) {
        const Decision decision =
            message.from_client ? session.FromClient(message.text.padded(), 0)
                                : session.FromServer(message.text.padded(), 0);
        if (decision.action != Action::kPass || decision.violation()) {
          std::abort();
        }
      }
    });
  }
  Report(state, messages.size(), parse, run, whole);
}
BENCHMARK(BM_CallAndAnswer)->Unit(benchmark::kMillisecond);

// tasks/result, of as many tasks that were begun before.
void BM_TaskResult(benchmark::State& state) {
  const Corpus& corpus = TheCorpus();
  std::vector<Message> messages;
  std::vector<std::pair<std::string, std::string>> begun;  // call, task
  std::vector<std::string> asked;
  for (size_t i = 0; i < corpus.exchanges.size(); ++i) {
    const Exchange& exchange = corpus.exchanges[i];
    if (!exchange.output.has_value()) continue;
    // Apart from the calls' own id, which is 1.
    const std::string id = std::to_string(1000 + i);
    std::string call = exchange.call;
    call.insert(call.size() - 2, R"(,"task":{})");
    begun.emplace_back(
        std::move(call),
        Envelope("1",
                 R"("result":{"task":{"taskId":"task-)" + id +
                     R"(","status":"working","createdAt":"a","lastUpdatedAt":)"
                     R"("b","ttl":null}})"));
    asked.push_back(Envelope(
        id,
        R"("method":"tasks/result","params":{"taskId":"task-)" + id + R"("})"));
    messages.push_back(
        {Padded(Envelope(id, exchange.task_result + "task-" + id + R"("}}})")),
         &*exchange.output, "/result/structuredContent", false});
  }
  if (messages.empty()) return state.SkipWithError("no data");
  simdjson::dom::parser parser;
  Validator validator;
  Least parse;
  Least run;
  Least whole;
  SessionOptions options = OptionsFor(corpus);
  options.limits.max_finished_tasks = 2 * messages.size();
  for ([[maybe_unused]] auto turn : state) {
    parse.Time([&] { ParseAll(messages, &parser); });
    run.Time([&] { RunAll(messages, &parser, &validator); });
    Session session(options);
    for (size_t i = 0; i < begun.size(); ++i) {
      session.FromClient(begun[i].first, 0);
      session.FromServer(begun[i].second, 0);
      session.FromClient(asked[i], 0);
    }
    whole.Time([&] {
      for (const Message& message : messages) {
        if (session.FromServer(message.text.padded(), 0).kind !=
            DecisionKind::kResult) {
          std::abort();
        }
      }
    });
  }
  Report(state, messages.size(), parse, run, whole);
}
BENCHMARK(BM_TaskResult)->Unit(benchmark::kMillisecond);

// The same work in one thread and in two, each with a session of its own and
// all with one catalog. "speedup" is of the messages in a second.
void BM_TwoThreads(benchmark::State& state) {
  const Corpus& corpus = TheCorpus();
  std::vector<std::pair<Padded, Padded>> exchanges;
  for (const Exchange& exchange : corpus.exchanges) {
    exchanges.emplace_back(Padded(exchange.call), Padded(exchange.answer));
  }
  if (exchanges.empty()) return state.SkipWithError("no data");
  std::vector<std::unique_ptr<Session>> sessions;
  for (int i = 0; i < 2; ++i) {
    sessions.push_back(std::make_unique<Session>(OptionsFor(corpus)));
  }
  const auto work = [&](Session& session) {
    for (int round = 0; round < 20; ++round) {
      for (const auto& [call, answer] : exchanges) {
        benchmark::DoNotOptimize(session.FromClient(call.padded(), 0));
        benchmark::DoNotOptimize(session.FromServer(answer.padded(), 0));
      }
    }
  };
  // What the machine itself gives: the same threads, only parsing.
  simdjson::dom::parser parsers[2];
  const auto parse = [&](simdjson::dom::parser& parser) {
    for (int round = 0; round < 40; ++round) {
      for (const auto& [call, answer] : exchanges) {
        for (const Padded* text : {&call, &answer}) {
          simdjson::dom::element root =
              parser.parse(text->view().data(), text->view().size(), false);
          benchmark::DoNotOptimize(root);
        }
      }
    }
  };
  Least one;
  Least two;
  Least one_parses;
  Least two_parse;
  for ([[maybe_unused]] auto turn : state) {
    one_parses.Time([&] { parse(parsers[0]); });
    two_parse.Time([&] {
      std::thread other([&] { parse(parsers[1]); });
      parse(parsers[0]);
      other.join();
    });
    one.Time([&] { work(*sessions[0]); });
    two.Time([&] {
      std::thread other([&] { work(*sessions[1]); });
      work(*sessions[0]);
      other.join();
    });
  }
  state.counters["parse_speedup"] =
      2 * one_parses.nanoseconds / two_parse.nanoseconds;
  state.counters["speedup"] = 2 * one.nanoseconds / two.nanoseconds;
}
BENCHMARK(BM_TwoThreads)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace gabarit

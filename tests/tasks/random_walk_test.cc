// Random conversations: whatever two peers say in whatever order, every task
// moves only along the arrows of the specification, and a session that was
// saved and restored on the way decides as the one that was not.

#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/schema/text.h"
#include "engine/tasks/task_state.h"
#include "gabarit/session.h"
#include "gtest/gtest.h"
#include "tests/support/json_tree.h"
#include "tests/tasks/expectation.h"

namespace gabarit::tests {
namespace {

using schema::Concat;

constexpr size_t kWalks = 10'000;
constexpr size_t kSteps = 30;

uint64_t Seed() {
  if (const char* given = std::getenv("GABARIT_SEED")) {
    return std::strtoull(given, nullptr, 10);
  }
  return std::random_device()();
}

constexpr std::string_view kTools = R"([
  {"name":"job","inputSchema":{"type":"object","required":["n"]},
   "outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},
                   "required":["n"]},
   "execution":{"taskSupport":"optional"}}])";

constexpr std::string_view kStatuses[] = {"working", "input_required",
                                          "completed", "failed", "cancelled"};

// One peer or the other, saying something that may or may not make sense. Most
// answers are of the kind that their requests ask for, for otherwise few walks
// would lead anywhere.
class Speaker {
 public:
  Speaker(Randomness* randomness, bool extension)
      : random_(*randomness), extension_(extension) {}

  struct Said {
    bool from_client;
    std::string text;
  };

  // A request of the session's own, under its id as JSON.
  void Heard(std::string_view id, std::string_view method) {
    asked_.emplace_back(std::string(id), std::string(method));
  }

  // A call and the task that it becomes.
  std::vector<Said> Begin() {
    return {
        {true, Concat(R"({"jsonrpc":"2.0","id":0,"method":"tools/call",)",
                      R"("params":{"name":"job","arguments":{"n":1})",
                      extension_ ? "" : R"(,"task":{})", Meta(), "}}")},
        {false, Concat(R"({"jsonrpc":"2.0","id":0,"result":{)",
                       extension_ ? R"("resultType":"task",)" : R"("task":{)",
                       R"("taskId":"t-0","status":"working","createdAt":)",
                       R"("a","lastUpdatedAt":"0",)",
                       extension_ ? R"("ttlMs":null}})" : R"("ttl":null}}})")}};
  }

  Said Say() {
    switch (random_.Below(16)) {
      case 0:
      case 1:
        return Client("tools/call", CallParams());
      case 2:
      case 3:
      case 4:
        return Client("tasks/get", TaskParams());
      case 5:
        return Client("tasks/result", TaskParams());
      case 6:
        return Client("tasks/cancel", TaskParams());
      case 7:
      case 11:
      case 12:
        return Client("tasks/update", TaskParams());
      case 8:
      case 9: {
        std::string params = Task(true);
        return {
            false,
            Concat(R"({"jsonrpc":"2.0","method":"notifications/tasks)",
                   extension_ ? "" : "/status", R"(","params":)", params, "}")};
      }
      case 10:
        return {false, Garbage()};
      default:
        return {false, Answer()};
    }
  }

 private:
  std::string Meta() {
    if (!extension_) return "";
    return R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":)"
           R"("2026-07-28","io.modelcontextprotocol/clientCapabilities":)"
           R"({"extensions":{"io.modelcontextprotocol/tasks":{}}}})";
  }
  // The first task is the one most talked of.
  std::string TaskId() {
    return Concat("t-", random_.OneIn(3) ? random_.Below(4) : 0);
  }
  std::string CallParams() {
    return Concat(R"({"name":"job","arguments":{)",
                  random_.OneIn(8) ? "" : R"("n":1)", "}",
                  !extension_ && !random_.OneIn(4) ? R"(,"task":{})" : "",
                  Meta(), "}");
  }
  std::string TaskParams() {
    return Concat(
        R"({"taskId":")", TaskId(),
        R"(","inputResponses":{"k":{"action":"accept","content":{"a":)",
        random_.OneIn(3) ? "5" : R"("x")", "}}}", Meta(), "}");
  }
  Said Client(std::string_view method, const std::string& params) {
    // Ids repeat now and then.
    const std::string id = Concat(random_.Below(9));
    Heard(id, method);
    return {true, Concat(R"({"jsonrpc":"2.0","id":)", id, R"(,"method":")",
                         method, R"(","params":)", params, "}")};
  }
  std::string Result() {
    return Concat(R"({"content":[],"structuredContent":{"n":)",
                  random_.OneIn(4) ? R"("one")" : "1", "}",
                  random_.OneIn(4) ? R"(,"isError":true)" : "",
                  random_.OneIn(4)
                      ? std::string()
                      : Concat(R"(,"_meta":{"io.modelcontextprotocol/)"
                               R"(related-task":{"taskId":")",
                               TaskId(), R"("}})"),
                  "}");
  }
  std::string Task(bool detailed) {
    const std::string_view status =
        detailed || random_.OneIn(6) ? random_.Of(kStatuses) : "working";
    std::string task = Concat(
        R"({"taskId":")", TaskId(), R"(","status":")", status,
        R"(","createdAt":"2026-01-01T00:00:00Z","lastUpdatedAt":"2026-01-01T)",
        "00:00:0", random_.Below(8), R"(Z",)",
        extension_ ? R"("ttlMs":)" : R"("ttl":)",
        random_.OneIn(3) ? std::string("null") : Concat(random_.Below(4000)),
        extension_ ? R"(,"pollIntervalMs":)" : R"(,"pollInterval":)",
        random_.Below(900));
    if (extension_ && !detailed) task += R"(,"resultType":"task")";
    if (extension_ && detailed && !random_.OneIn(10)) {
      if (status == "completed") task += Concat(R"(,"result":)", Result());
      if (status == "failed") task += R"(,"error":{"code":1,"message":"m"})";
      if (status == "input_required") {
        task +=
            R"(,"inputRequests":{"k":{"method":"elicitation/create","params":)"
            R"({"message":"?","requestedSchema":{"type":"object","properties":)"
            R"({"a":{"type":"string"}}}}}})";
      }
    }
    return task + "}";
  }
  std::string Error() {
    return Concat(R"("error":{"code":)", random_.OneIn(2) ? "-32602" : "-32603",
                  R"(,"message":"no"})");
  }
  std::string NewTask() {
    return extension_ ? Concat(R"("result":)", Task(false))
                      : Concat(R"("result":{"task":)", Task(false), "}");
  }
  std::string BodyFor(std::string_view method) {
    if (random_.OneIn(8)) return Error();
    if (method == "tools/call" && !random_.OneIn(4)) return NewTask();
    if (method == "tools/call" || method == "tasks/result") {
      return Concat(R"("result":)", Result());
    }
    if (method == "tasks/update") return R"("result":{})";
    return Concat(R"("result":)", Task(true));
  }
  std::string Answer() {
    std::string id = Concat(random_.Below(9));
    std::string_view method;
    static constexpr std::string_view kMethods[] = {"tools/call", "tasks/get",
                                                    "tasks/result"};
    if (!asked_.empty() && !random_.OneIn(6)) {
      const size_t which = random_.Below(asked_.size());
      id = asked_[which].first;
      const std::string asked = asked_[which].second;
      asked_.erase(asked_.begin() + static_cast<std::ptrdiff_t>(which));
      return Concat(R"({"jsonrpc":"2.0","id":)", id, ",",
                    BodyFor(random_.OneIn(8) ? random_.Of(kMethods)
                                             : std::string_view(asked)),
                    "}");
    }
    method = random_.Of(kMethods);
    return Concat(R"({"jsonrpc":"2.0","id":)", id, ",", BodyFor(method), "}");
  }
  std::string Garbage() {
    static constexpr std::string_view kGarbage[] = {
        "",
        "{",
        "[]",
        "null",
        R"({"jsonrpc":"2.0"})",
        R"({"jsonrpc":"2.0","id":1,"result":5})",
        R"({"jsonrpc":"2.0","id":1,"id":1,"result":{}})",
        R"({"jsonrpc":"2.0","method":"notifications/tasks/status"})"};
    return std::string(random_.Of(kGarbage));
  }

  Randomness& random_;
  bool extension_;
  std::vector<std::pair<std::string, std::string>> asked_;
};

SessionOptions OptionsFor(bool extension, bool server,
                          std::shared_ptr<ToolCatalog> catalog) {
  SessionOptions options;
  options.side = server ? Side::kServer : Side::kHost;
  options.catalog = std::move(catalog);
  options.revision =
      extension ? ProtocolRevision::k2026_07_28 : ProtocolRevision::k2025_11_25;
  options.server = {true, true, true, true};
  options.client = {true};
  options.answer_timeout = 700;
  options.limits.max_finished_tasks = 3;
  return options;
}

std::shared_ptr<ToolCatalog> CatalogFor(bool extension) {
  ToolCatalogOptions options;
  options.revision =
      extension ? ProtocolRevision::k2026_07_28 : ProtocolRevision::k2025_11_25;
  auto catalog = std::make_shared<ToolCatalog>(options);
  EXPECT_TRUE(catalog->LoadPage("", kTools).ok());
  return catalog;
}

// The statuses seen of tasks, each move of which must be an arrow.
class Moves {
 public:
  void Look(const Session& session) {
    std::map<std::string, TaskInfo> now;
    for (int i = 0; i < 4; ++i) {
      const std::string id = Concat("t-", i);
      if (const auto info = session.FindTask(id)) now.emplace(id, *info);
    }
    for (const auto& [id, info] : now) {
      const auto before = seen_.find(id);
      // A forgotten task's id may be used by another.
      if (before == seen_.end() || info.created != before->second.created ||
          (before->second.finished && !info.finished)) {
        continue;
      }
      EXPECT_NE(tasks::MoveOf(before->second.status, info.status),
                tasks::Move::kFromTerminal)
          << id;
      EXPECT_FALSE(before->second.finished && !info.finished) << id;
    }
    for (const TaskInfo& info : session.OpenTasks()) {
      EXPECT_FALSE(info.finished);
      EXPECT_NE(info.status, TaskStatus::kCancelled);
      EXPECT_GE(info.poll_interval, 100);
    }
    seen_ = std::move(now);
  }

 private:
  std::map<std::string, TaskInfo> seen_;
};

std::string Whole(const Decision& decision) {
  return Concat(Describe(decision), "|", decision.text, "|", decision.message,
                "|", decision.task_id, "|",
                decision.tool == nullptr ? "" : decision.tool->name());
}

TEST(RandomWalks, StayOnTheArrowsAndSurviveARestart) {
  const uint64_t seed = Seed();
  std::cout << "seed " << seed << "\n";
  Randomness random(seed);
  const std::shared_ptr<ToolCatalog> catalogs[] = {CatalogFor(false),
                                                   CatalogFor(true)};
  std::map<std::string, size_t> kinds;
  for (size_t walk = 0; walk < kWalks && !::testing::Test::HasFailure();
       ++walk) {
    SCOPED_TRACE(Concat("GABARIT_SEED=", seed, " walk ", walk));
    const bool extension = random.OneIn(2);
    const bool server = random.OneIn(4);
    const SessionOptions options =
        OptionsFor(extension, server, catalogs[extension ? 1 : 0]);
    Session session(options);
    std::unique_ptr<Session> twin;
    const size_t restart = random.Below(kSteps);
    Speaker speaker(&random, extension);
    Moves moves;
    int64_t now = 0;
    if (!random.OneIn(4)) {
      for (const Speaker::Said& said : speaker.Begin()) {
        const Decision decision = said.from_client
                                      ? session.FromClient(said.text, now)
                                      : session.FromServer(said.text, now);
        ASSERT_TRUE(decision.findings.empty()) << Describe(decision);
      }
    }
    for (size_t step = 0; step < kSteps; ++step) {
      if (step == restart) {
        const std::string saved = session.Save();
        twin = std::make_unique<Session>(options);
        const absl::Status restored = twin->Restore(saved);
        ASSERT_TRUE(restored.ok()) << restored << saved;
        ASSERT_EQ(twin->Save(), saved);
      }
      now += static_cast<int64_t>(random.Below(500));
      if (random.OneIn(4)) {
        // Whatever is due; bounded, for each call makes something happen.
        for (size_t guard = 0;; ++guard) {
          ASSERT_LT(guard, 50u);
          const std::optional<Decision> due = session.Next(now);
          const std::string decided = due.has_value() ? Whole(*due) : "";
          if (due.has_value())
            ++kinds[std::string(DecisionKindName(due->kind))];
          if (twin != nullptr) {
            const std::optional<Decision> same = twin->Next(now);
            ASSERT_EQ(decided, same.has_value() ? Whole(*same) : "");
          }
          if (!due.has_value()) break;
          if (due->action == Action::kSend) {
            speaker.Heard(due->request_id, due->kind == DecisionKind::kPoll
                                               ? "tasks/get"
                                               : "tasks/result");
          }
        }
      } else {
        const Speaker::Said said = speaker.Say();
        SCOPED_TRACE(said.text);
        const auto hear = [&](Session& hearer) {
          return said.from_client ? hearer.FromClient(said.text, now)
                                  : hearer.FromServer(said.text, now);
        };
        const Decision decision = hear(session);
        const std::string decided = Whole(decision);
        ++kinds[std::string(DecisionKindName(decision.kind))];
        EXPECT_EQ(decision.reason == Reason::kNone ||
                      decision.reason == Reason::kOutputUnchecked,
                  decision.findings.empty());
        if (decision.action == Action::kReplace ||
            (decision.action == Action::kRefuse && said.from_client)) {
          EXPECT_FALSE(decision.message.empty()) << decided;
        }
        if (twin != nullptr) {
          ASSERT_EQ(decided, Whole(hear(*twin)));
        }
      }
      moves.Look(session);
      ASSERT_EQ(session.NextDeadline().has_value() && !server,
                session.open_tasks() > 0 && !server);
    }
    if (twin != nullptr) {
      ASSERT_EQ(session.Save(), twin->Save());
    }
  }
  // The walks go everywhere that they are meant to, and often.
  for (const std::string_view kind :
       {"call",           "call_refused",   "result",
        "tool_error",     "output_invalid", "result_malformed",
        "call_failed",    "task_created",   "task_status",
        "result_due",     "input_required", "task_failed",
        "task_cancelled", "task_expired",   "poll",
        "fetch_result",   "cancel",         "input",
        "input_invalid",  "late",           "malformed"}) {
    EXPECT_GT(kinds[std::string(kind)], kWalks / 500) << kind;
  }
}

}  // namespace
}  // namespace gabarit::tests

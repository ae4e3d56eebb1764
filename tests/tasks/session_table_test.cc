// The recorded sessions of sessions/*.jsonl, each line with the decision that
// the rules ask for.
//
// A line with "session" names a session and begins it, like the opening of a
// recording; "side", "mode", "outputs", "toolOutputs" and "observe" are
// options. Then messages, as in a recording, or what a host does by itself:
//
//   {"do":"call","tool":"…","arguments":…,"id":…,"at":…}     Session::Call
//   {"do":"next","at":…}           Session::Next; "expect":null if nothing is
//   due
//   {"do":"cancel","task":"…"}     {"do":"answer","task":"…","responses":{…}}
//   {"do":"deadline","expect":1000}                 Session::NextDeadline
//   {"do":"lost","expect":["…"]}                    Session::ConnectionLost
//   {"do":"task","task":"…","expect":"working"}     its status; "" if finished
//
// Every session is run twice: straight through, and saved and restored before
// each line, which must change nothing.

#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document/parser.h"
#include "engine/tasks/recording.h"
#include "gabarit/session.h"
#include "gtest/gtest.h"
#include "tests/support/json_file.h"
#include "tests/tasks/expectation.h"

namespace gabarit::tests {
namespace {

using document::Value;

struct RecordedSession {
  std::string file;
  std::string name;
  std::vector<std::string> lines;  // the opening first
};

void PrintTo(const RecordedSession& session, std::ostream* out) {
  *out << session.file << ": " << session.name;
}

std::vector<RecordedSession> AllSessions() {
  std::vector<RecordedSession> sessions;
  const std::filesystem::path folder =
      std::filesystem::path(GABARIT_SOURCE_DIR) / "tests/tasks/sessions";
  for (const std::filesystem::path& path : FilesOf(folder, ".jsonl")) {
    for (std::string& line : ReadLines(path)) {
      std::string error;
      const std::unique_ptr<JsonText> json = JsonText::Parse(line, &error);
      if (json != nullptr && json->root().Find("session").has_value()) {
        sessions.push_back({path.stem().string(),
                            std::string(json->root().Find("session")->string()),
                            {}});
      }
      if (!sessions.empty()) sessions.back().lines.push_back(std::move(line));
    }
  }
  return sessions;
}

std::string_view TextOr(Value object, std::string_view name,
                        std::string_view otherwise) {
  const std::optional<Value> value = object.Find(name);
  return value.has_value() ? value->string() : otherwise;
}

OutputPolicy PolicyOf(std::string_view name) {
  if (name == "warn") return OutputPolicy::kWarn;
  return name == "off" ? OutputPolicy::kOff : OutputPolicy::kEnforce;
}

CallMode ModeOf(std::string_view name) {
  if (name == "block") return CallMode::kBlockUntilDone;
  return name == "off" ? CallMode::kTasksOff : CallMode::kBackground;
}

SessionOptions OptionsOf(Value opening) {
  SessionOptions options;
  options.side =
      TextOr(opening, "side", "host") == "server" ? Side::kServer : Side::kHost;
  options.mode = ModeOf(TextOr(opening, "mode", ""));
  options.outputs = PolicyOf(TextOr(opening, "outputs", ""));
  options.observe = opening.Find("observe").has_value();
  if (const auto limit = opening.Find("maxOpenTasks")) {
    options.limits.max_open_tasks = static_cast<size_t>(limit->int64());
  }
  if (const auto limit = opening.Find("maxOpenRequests")) {
    options.limits.max_open_requests = static_cast<size_t>(limit->int64());
  }
  if (const auto limit = opening.Find("maxMessageBytes")) {
    options.limits.message.max_instance_bytes =
        static_cast<size_t>(limit->int64());
  }
  if (const auto ttl = opening.Find("ttl")) options.ttl = ttl->int64();
  if (const auto tools = opening.Find("toolOutputs")) {
    for (document::MemberIterator tool(*tools); !tool.done(); tool.Next()) {
      options.tool_outputs[std::string(tool.name())] =
          PolicyOf(tool.value().string());
    }
  }
  return options;
}

class Player {
 public:
  explicit Player(bool save_between) : save_between_(save_between) {}

  void Play(const RecordedSession& recorded) {
    for (const std::string& line : recorded.lines) {
      SCOPED_TRACE(line);
      std::string error;
      const std::unique_ptr<JsonText> json = JsonText::Parse(line, &error);
      ASSERT_NE(json, nullptr) << error;
      if (session_ == nullptr) {
        Begin(line, json->root());
      } else {
        if (save_between_) SaveAndRestore();
        Step(line, json.get());
      }
      if (::testing::Test::HasFatalFailure()) return;
    }
  }

 private:
  void Begin(std::string_view line, Value opening) {
    options_ = OptionsOf(opening);
    absl::StatusOr<tasks::RecordedLine> read = tasks::ReadRecordedLine(line);
    ASSERT_TRUE(read.ok()) << read.status();
    ASSERT_TRUE(read->opening.has_value());
    ListReport report;
    const absl::Status applied =
        tasks::ApplyOpening(*read->opening, &options_, &report);
    ASSERT_TRUE(applied.ok()) << applied;
    session_ = std::make_unique<Session>(options_);
  }

  void SaveAndRestore() {
    const std::string saved = session_->Save();
    auto restored = std::make_unique<Session>(options_);
    const absl::Status status = restored->Restore(saved);
    ASSERT_TRUE(status.ok()) << status << "\n" << saved;
    EXPECT_EQ(restored->Save(), saved);
    session_ = std::move(restored);
  }

  void Expect(const Decision& decision, std::optional<Value> expected) {
    ASSERT_TRUE(expected.has_value()) << "no expectation";
    EXPECT_EQ(Differences(decision, *expected), "")
        << "  decided: " << Describe(decision);
  }

  void Step(std::string_view line, JsonText* json) {
    const Value root = json->root();
    const std::optional<Value> expected = root.Find("expect");
    const std::string_view what = TextOr(root, "do", "");
    if (what.empty()) {
      const absl::StatusOr<tasks::RecordedLine> read =
          tasks::ReadRecordedLine(line);
      ASSERT_TRUE(read.ok()) << read.status();
      ASSERT_TRUE(read->message.has_value());
      const tasks::RecordedMessage& message = *read->message;
      Expect(message.speaker == tasks::Speaker::kClient
                 ? session_->FromClient(message.text, message.at)
                 : session_->FromServer(message.text, message.at),
             expected);
      return;
    }
    const std::optional<Value> at = root.Find("at");
    const int64_t now = at.has_value() ? at->int64() : kUnknownTime;
    const std::string_view task = TextOr(root, "task", "");
    if (what == "call") {
      const std::string arguments(json->MemberText(root, "arguments"));
      const std::string id(json->MemberText(root, "id"));
      const std::string meta(json->MemberText(root, "meta"));
      CallRequest request;
      request.tool = TextOr(root, "tool", "");
      request.arguments = arguments;
      request.arguments_string = root.Find("string").has_value();
      request.id = id;
      request.meta = meta;
      if (const auto mode = root.Find("mode")) {
        request.mode = ModeOf(mode->string());
      }
      Expect(session_->Call(request, now), expected);
    } else if (what == "cancel") {
      Expect(session_->Cancel(task, now), expected);
    } else if (what == "answer") {
      const std::string responses(json->MemberText(root, "responses"));
      Expect(session_->AnswerInputs(task, responses, now), expected);
    } else if (what == "next") {
      const std::optional<Decision> due = session_->Next(now);
      ASSERT_TRUE(expected.has_value());
      if (expected->is_null()) {
        EXPECT_FALSE(due.has_value()) << Describe(*due);
      } else {
        ASSERT_TRUE(due.has_value());
        Expect(*due, expected);
      }
    } else if (what == "deadline") {
      ASSERT_TRUE(expected.has_value());
      EXPECT_EQ(session_->NextDeadline(),
                expected->is_null() ? std::nullopt
                                    : std::optional(expected->int64()));
    } else if (what == "lost") {
      ASSERT_TRUE(expected.has_value());
      std::vector<std::string> wanted;
      for (document::ItemIterator item(*expected); !item.done(); item.Next()) {
        wanted.emplace_back(item.value().string());
      }
      EXPECT_EQ(session_->ConnectionLost(), wanted);
    } else if (what == "task") {
      ASSERT_TRUE(expected.has_value());
      const std::optional<TaskInfo> info = session_->FindTask(task);
      ASSERT_TRUE(info.has_value());
      EXPECT_EQ(info->finished ? "" : TaskStatusName(info->status),
                expected->string());
    } else {
      FAIL() << "nothing is called " << what;
    }
  }

  bool save_between_;
  SessionOptions options_;
  std::unique_ptr<Session> session_;
};

class SessionTable : public ::testing::TestWithParam<RecordedSession> {};

TEST_P(SessionTable, IsDecidedAsTheRulesAsk) { Player(false).Play(GetParam()); }

TEST_P(SessionTable, IsTheSameWhenSavedAndRestoredAtEachStep) {
  Player(true).Play(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Sessions, SessionTable, ::testing::ValuesIn(AllSessions()),
    [](const ::testing::TestParamInfo<RecordedSession>& test) {
      return NameForTest(test.param.file + "_" + test.param.name);
    });

TEST(SessionTableSize, HasAtLeast120Sessions) {
  EXPECT_GE(AllSessions().size(), 120u);
}

}  // namespace
}  // namespace gabarit::tests

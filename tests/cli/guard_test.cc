// gabarit guard as a client sees it: with real processes for servers.

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/process.h"

namespace gabarit::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::string_view kTools =
    R"({"tools":[{"name":"add","inputSchema":{"type":"object","properties":)"
    R"({"a":{"type":"integer"}},"required":["a"]},"outputSchema":{"type":)"
    R"("object","properties":{"sum":{"type":"integer"}},"required":["sum"]}}]})"
    "\n";

std::string Call(int id, std::string_view arguments) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
         R"(,"method":"tools/call","params":{"name":"add","arguments":)" +
         std::string(arguments) + "}}\n";
}

std::string Result(int id, std::string_view structured) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
         R"(,"result":{"content":[],"structuredContent":)" +
         std::string(structured) + "}}\n";
}

class Guard : public ::testing::Test {
 protected:
  // The command line `gabarit guard OPTIONS -- COMMAND`, with the tools known.
  Outcome Run(const std::vector<std::string>& command, std::string input,
              const std::vector<std::string>& options = {}) {
    Process process;
    process.arguments = {"guard", "--tools", folder_.Write("tools", kTools)};
    for (const std::string& option : options) {
      process.arguments.push_back(option);
    }
    process.arguments.push_back("--");
    for (const std::string& word : command) process.arguments.push_back(word);
    process.directory = folder_.path();
    process.input = std::move(input);
    return RunGabarit(process);
  }

  TemporaryFolder folder_;
};

TEST_F(Guard, PassesEveryByteThrough) {
  std::string traffic =
      "\n\r\n  \nnot JSON\r\n{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\r\n" +
      Call(1, R"({ "a" : 1 })") + std::string("\x01\xff\x00z\n", 5) +
      Result(7, "{}") + "[1,2]\n{\"the end\": has no end of line";
  const Outcome outcome = Run({"cat"}, traffic);
  EXPECT_EQ(outcome.output, traffic);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.exit_code, 0);
}

TEST_F(Guard, PassesMuchThroughBothWaysAtOnce) {
  std::string traffic;
  for (int i = 0; traffic.size() < (size_t{6} << 20); ++i) {
    traffic += R"({"jsonrpc":"2.0","method":"n","params":{"p":")" +
               std::string(static_cast<size_t>(i * 7919 % 20'000), 'x') +
               "\"}}\n";
  }
  EXPECT_EQ(Run({"cat"}, traffic).output, traffic);
  // A server that reads nothing before it has written all.
  const Outcome outcome =
      Run({"sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x; echo; cat"},
          traffic);
  EXPECT_EQ(outcome.output, std::string(3'000'000, 'x') + "\n" + traffic);
}

TEST_F(Guard, AnswersABadCallItself) {
  const Outcome outcome =
      Run({"cat"}, Call(1, R"({"a":1})") + Call(2, R"({"a":"x"})") +
                       Call(3, R"({"a":3})"));
  EXPECT_THAT(outcome.output, HasSubstr(Call(1, R"({"a":1})")));
  EXPECT_THAT(outcome.output, HasSubstr(Call(3, R"({"a":3})")));
  EXPECT_THAT(outcome.output, Not(HasSubstr(Call(2, R"({"a":"x"})"))));
  EXPECT_THAT(outcome.output,
              HasSubstr(R"({"jsonrpc":"2.0","id":2,"result":)"));
  EXPECT_THAT(outcome.output, HasSubstr(R"("isError":true)"));
  EXPECT_THAT(outcome.output, HasSubstr("/arguments/a"));
}

// Answers its first two lines with what stands in the files "1" and "2".
const std::vector<std::string> kAnswering = {
    "sh", "-c", "read -r a; cat 1; read -r a; cat 2; exit 5"};

TEST_F(Guard, ReplacesAnOutputThatDoesNotFit) {
  folder_.Write("1", Result(1, R"({"sum":1})"));
  folder_.Write("2", Result(2, R"({"sum":"two"})"));
  const Outcome outcome =
      Run(kAnswering, Call(1, R"({"a":1})") + Call(2, R"({"a":2})"));
  EXPECT_EQ(outcome.exit_code, 5);
  EXPECT_THAT(outcome.output, StartsWith(Result(1, R"({"sum":1})")));
  EXPECT_THAT(outcome.output, Not(HasSubstr("two\"}")));
  EXPECT_THAT(outcome.output,
              HasSubstr(R"({"jsonrpc":"2.0","id":2,"result":)"));
  EXPECT_THAT(outcome.output, HasSubstr("/structuredContent/sum"));
}

TEST_F(Guard, OnlyLogsWhereItObserves) {
  folder_.Write("1", Result(1, R"({"sum":1})"));
  folder_.Write("2", Result(2, R"({"sum":"two"})"));
  const Outcome outcome =
      Run(kAnswering, Call(1, R"({"a":"x"})") + Call(2, R"({"a":2})"),
          {"--observe", "--log", "log"});
  EXPECT_EQ(outcome.output,
            Result(1, R"({"sum":1})") + Result(2, R"({"sum":"two"})"));
  Process read;
  read.arguments = {"validate", "--ndjson",
                    folder_.Write("schema", R"({"required":["done","kind"],)"
                                            R"("properties":{"done":{"const":)"
                                            R"("pass"}}})"),
                    folder_.path() + "/log"};
  const Outcome log = RunGabarit(read);
  EXPECT_EQ(log.exit_code, 0) << log.output << log.error;
  EXPECT_GT(std::filesystem::file_size(folder_.path() + "/log"), 400u);
}

TEST_F(Guard, LearnsTheToolsFromWhatPasses) {
  std::string list(kTools);
  list.pop_back();
  folder_.Write("1", R"({"jsonrpc":"2.0","id":0,"result":)" + list + "}\n");
  folder_.Write("2", "");
  Process process;
  process.directory = folder_.path();
  // The second line is read when the first has been answered, so the bad call
  // must wait for that: it comes after the list has passed.
  process.arguments = {"guard", "--", "sh", "-c", "read -r a; cat 1; cat"};
  int step = 0;
  process.pieces = [&](const Outcome& so_far) -> std::string {
    if (step == 0) {
      ++step;
      return "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"tools/list\"}\n";
    }
    if (step == 1) {
      if (so_far.output.find("\"tools\"") == std::string::npos) return " ";
      ++step;
      return "\n" + Call(4, R"({"a":"x"})");
    }
    return "";
  };
  const Outcome outcome = RunGabarit(process);
  EXPECT_THAT(outcome.output, HasSubstr("/arguments/a"));
}

TEST_F(Guard, EndsAsTheServerEnds) {
  EXPECT_EQ(Run({"sh", "-c", "exit 7"}, "").exit_code, 7);
  EXPECT_EQ(Run({"sh", "-c", "kill -9 $$"}, "").exit_code, 137);
  EXPECT_EQ(Run({"sh", "-c", "printf last; exit 3"}, "").output, "last");
  const Outcome missing = Run({"/nonexistent/server"}, "");
  EXPECT_EQ(missing.exit_code, 127);
  EXPECT_THAT(missing.error, HasSubstr("/nonexistent/server"));
}

TEST_F(Guard, EndsThoughTheClientHasMoreToSay) {
  Process process;
  process.arguments = {"guard", "--", "sh", "-c", "exit 4"};
  process.directory = folder_.path();
  const auto until =
      std::chrono::steady_clock::now() + std::chrono::seconds(20);
  process.pieces = [&](const Outcome&) -> std::string {
    return std::chrono::steady_clock::now() < until ? "\n" : "";
  };
  EXPECT_EQ(RunGabarit(process).exit_code, 4);
  EXPECT_LT(std::chrono::steady_clock::now(), until);
}

TEST_F(Guard, PassesSignalsOn) {
  for (const std::string signal : {"TERM", "INT", "HUP"}) {
    // The server's parent is the guard.
    const Outcome outcome =
        Run({"sh", "-c",
             "trap 'echo got " + signal + "; exit 9' " + signal + "; kill -" +
                 signal + " $PPID; sleep 5 & wait"},
            "");
    EXPECT_EQ(outcome.exit_code, 9) << signal;
    EXPECT_EQ(outcome.output, "got " + signal + "\n");
  }
}

TEST_F(Guard, RefusesWhatIsTooLongToJudge) {
  const std::string big =
      Call(1, R"({"a":")" + std::string(5'000, 'x') + "\"}");
  const std::string small = Call(2, R"({"a":2})");
  const Outcome outcome =
      Run({"cat"}, big + small, {"--max-message-bytes", "2000"});
  EXPECT_THAT(outcome.output, HasSubstr(R"("code":-32600)"));
  EXPECT_THAT(outcome.output, EndsWith(small));
  EXPECT_THAT(outcome.output, Not(HasSubstr("xxxx")));
  const Outcome observed =
      Run({"cat"}, big + small, {"--max-message-bytes", "2000", "--observe"});
  EXPECT_EQ(observed.output, big + small);
  // From the server it passes, and no answer of ours stands inside it.
  const Outcome answered =
      Run({"sh", "-c", "head -c 300000 /dev/zero | tr '\\0' y; echo; cat"},
          Call(3, R"({"a":"bad"})"), {"--max-message-bytes", "2000"});
  EXPECT_THAT(answered.output, HasSubstr(std::string(300'000, 'y') + "\n"));
  EXPECT_THAT(answered.output, HasSubstr("/arguments/a"));
}

TEST_F(Guard, ReplayJudgesARecording) {
  const std::string opening =
      R"({"protocol":"2025-11-25",)" + std::string(kTools).substr(1);
  const std::string call = R"({"from":"client","at":0,"message":)";
  std::string good = Call(1, R"({"a":1})");
  good.pop_back();
  std::string result = Result(1, R"({"sum":"x"})");
  result.pop_back();
  Process process;
  process.arguments = {"replay",
                       folder_.Write("good", opening + call + good + "}\n")};
  Outcome outcome = RunGabarit(process);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.error;
  EXPECT_THAT(outcome.output, HasSubstr("2 client pass call of add"));
  EXPECT_THAT(outcome.output, HasSubstr("1 messages, 0 with violations"));
  process.arguments = {
      "replay", "--json",
      folder_.Write("bad", opening + call + good +
                               "}\n{\"from\":\"server\",\"message\":" + result +
                               "}\n{\"from\":\"server\",\"messageText\":\"{\"}"
                               "\n")};
  outcome = RunGabarit(process);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr(R"("kind":"output_invalid")"));
  EXPECT_THAT(outcome.output, HasSubstr(R"("location":"/result/structured)"));
  EXPECT_THAT(outcome.output, HasSubstr(R"("reason":"not_json")"));
  EXPECT_THAT(outcome.output, HasSubstr(R"({"messages":3,"violations":2)"));
  process.arguments = {"replay",
                       folder_.Write("none", "{\"from\":\"moon\"}\n")};
  outcome = RunGabarit(process);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.error, HasSubstr("none:1: /from"));
}

}  // namespace
}  // namespace gabarit::cli

// The command among pipes, terminals and files that are none.

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/cli/process.h"

namespace gabarit::cli {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr char kInteger[] = R"({"type": "integer"})";

TEST(Streams, AReaderWhoGoesAwayEndsTheCommandQuietly) {
  const TemporaryFolder folder;
  std::string lines;
  for (int i = 0; i < 100'000; ++i) lines += "\"x\"\n";
  Process process;
  process.arguments = {"validate", "--ndjson",
                       folder.Write("schema.json", kInteger), "-"};
  process.input = lines;
  process.output_to = "closed";
  const Outcome outcome = RunGabarit(process);
  EXPECT_EQ(outcome.signal, SIGPIPE);
  EXPECT_EQ(outcome.error, "");
}

TEST(Streams, OutputThatCannotBeWrittenIsAnError) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full";
  const TemporaryFolder folder;
  Process process;
  process.arguments = {"validate", folder.Write("schema.json", kInteger),
                       folder.Write("instance.json", "3")};
  process.output_to = "/dev/full";
  const Outcome outcome = RunGabarit(process);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.error, StartsWith("gabarit: standard output: "));
}

// Far more than may be held in memory comes by, and a line that is too long.
TEST(Streams, LinesAreReadOneByOne) {
  constexpr size_t kPiece = size_t{1} << 20;
  constexpr size_t kPieces = 192;
  const TemporaryFolder folder;
  size_t given = 0;
  Process process;
  process.arguments = {"validate",
                       "--ndjson",
                       "--max-instance-bytes",
                       "1000000",
                       folder.Write("schema.json", kInteger),
                       "-"};
  process.pieces = [&given](const Outcome&) -> std::string {
    const size_t piece = given++;
    if (piece < kPieces / 2) {
      std::string lines;
      while (lines.size() < kPiece) lines += std::string(1000, ' ') + "1\n";
      return lines;
    }
    if (piece < kPieces) return std::string(kPiece, '1');
    return piece == kPieces ? "\n2\n\"three\"\n" : "";
  };
  const Outcome outcome = RunGabarit(process);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.output,
              AllOf(HasSubstr("limit reached: the line has more than "
                              "max_instance_bytes = 1000000 bytes"),
                    EndsWith(", 1 invalid, 1 beyond a limit\n")));
#ifndef GABARIT_SANITIZED  // AddressSanitizer keeps what is freed for a while
  EXPECT_LT(outcome.most_memory, kPiece * kPieces / 2);
#endif
}

TEST(Streams, TheLastLineNeedsNoEnd) {
  const TemporaryFolder folder;
  Process process;
  process.arguments = {"validate", "--ndjson",
                       folder.Write("schema.json", kInteger), "-"};
  process.input = "1\r\n2\r\n3";
  const Outcome outcome = RunGabarit(process);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, "3 instances: 3 valid, 0 invalid\n");
}

// Lines of every length around the sizes that buffers have.
TEST(Streams, LinesOfAnyLengthAreWhole) {
  const TemporaryFolder folder;
  std::string lines;
  size_t count = 0;
  for (const size_t size :
       {size_t{1} << 16, size_t{1} << 20, size_t{3} << 20}) {
    for (size_t length = size - 3; length <= size + 3; ++length) {
      lines += '"' + std::string(length - 2, 'x') + "\"\n";
      ++count;
    }
  }
  Process process;
  process.arguments = {"validate", "--ndjson",
                       folder.Write("schema.json", R"({"type": "string"})"),
                       "-"};
  process.input = lines;
  const Outcome outcome = RunGabarit(process);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, std::to_string(count) + " instances: " +
                                std::to_string(count) + " valid, 0 invalid\n");
}

TEST(Streams, AFileThatCannotBeReadIsNamed) {
  const TemporaryFolder folder;
  const std::string schema = folder.Write("schema.json", kInteger);
  // Reading a process's memory from its start fails.
  if (access("/proc/self/mem", R_OK) == 0) {
    Process process;
    process.arguments = {"validate", schema, "/proc/self/mem"};
    const Outcome outcome = RunGabarit(process);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.error,
                StartsWith("gabarit: /proc/self/mem: cannot be read: "));
  }
  if (geteuid() != 0) {  // who may read everything
    const std::string secret = folder.Write("secret.json", "1");
    ASSERT_EQ(chmod(secret.c_str(), 0), 0);
    Process process;
    process.arguments = {"validate", schema, secret};
    const Outcome outcome = RunGabarit(process);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.error, HasSubstr("may not be read by this user"));
  }
}

// Between the listing of a folder and the reading of its files, one may go.
TEST(Streams, AFileThatVanishedIsNamedAndTheOthersAreJudged) {
  const TemporaryFolder folder;
  const std::string schema = folder.Write("schema.json", kInteger);
  const std::string there = folder.Write("there.json", "1");
  const std::string gone = folder.path() + "/gone.json";
  std::filesystem::create_symlink("nowhere.json", gone);
  Process process;
  process.arguments = {"validate", schema, gone, there};
  const Outcome outcome = RunGabarit(process);
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.error,
              HasSubstr("gone.json: there is no such file; is the path right"));
  EXPECT_THAT(outcome.output, HasSubstr("there.json: valid\n"));
}

TEST(Streams, AFifoIsAFile) {
  const TemporaryFolder folder;
  const std::string fifo = folder.path() + "/fifo.json";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  std::thread writer([&] { folder.Write("fifo.json", "3"); });
  Process process;
  process.arguments = {"validate", folder.Write("schema.json", kInteger), fifo};
  const Outcome outcome = RunGabarit(process);
  writer.join();
  EXPECT_EQ(outcome.exit_code, 0);
}

TEST(BinaryGarbage, IsNoSchemaAndNoInstance) {
  const TemporaryFolder folder;
  std::string garbage("\x89PNG\r\n\x1a\n\0\0\xff\xfe\x80", 13);
  for (int i = 0; i < 4096; ++i) garbage += static_cast<char>(i * 7 % 256);
  const std::string schema = folder.Write("schema.json", kInteger);
  const std::string binary = folder.Write("binary.json", garbage);
  for (const auto& arguments :
       {std::vector<std::string>{"validate", binary, schema},
        std::vector<std::string>{"validate", schema, binary},
        std::vector<std::string>{"validate", "--output", "pretty", schema,
                                 binary},
        std::vector<std::string>{"check", binary},
        std::vector<std::string>{"test", binary},
        std::vector<std::string>{"disasm", binary},
        std::vector<std::string>{"bench", schema, binary}}) {
    Process process;
    process.arguments = arguments;
    const Outcome outcome = RunGabarit(process);
    EXPECT_EQ(outcome.exit_code, 2) << arguments[0];
    EXPECT_THAT(outcome.error, HasSubstr("binary.json:1:1: not JSON: "))
        << arguments[0];
    // A terminal would obey what is not printable.
    for (const char c : outcome.error + outcome.output) {
      EXPECT_TRUE(c == '\n' || (c >= ' ' && c != '\x7f') || c < 0)
          << static_cast<int>(c);
    }
  }
}

// ---- terminals
// -------------------------------------------------------------------

class TerminalTest : public testing::Test {
 protected:
  Process OnTerminal() {
    Process process;
    process.arguments = {"validate", folder_.Write("schema.json", kInteger),
                         folder_.Write("instance.json", "\"three\"")};
    process.output_is_terminal = true;
    return process;
  }

  TemporaryFolder folder_;
};

TEST_F(TerminalTest, GetsPrettyAndColouredResults) {
  const Outcome outcome = RunGabarit(OnTerminal());
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("line 1, column 1"));
  EXPECT_THAT(outcome.output, HasSubstr("\x1b[1;31minvalid\x1b[0m"));
}

TEST_F(TerminalTest, GetsNoColourWithNoColor) {
  Process process = OnTerminal();
  process.environment = {{"NO_COLOR", "1"}};
  const Outcome outcome = RunGabarit(process);
  EXPECT_THAT(outcome.output, HasSubstr("line 1, column 1"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("\x1b")));
}

TEST_F(TerminalTest, OtherOutputIsCompactAndPlain) {
  Process process = OnTerminal();
  process.output_is_terminal = false;
  const Outcome outcome = RunGabarit(process);
  EXPECT_THAT(outcome.output, ContainsRegex("^[^\n]*instance.json:1:1: "));
  EXPECT_THAT(outcome.output, Not(HasSubstr("\x1b")));
  EXPECT_THAT(outcome.output, Not(HasSubstr("line 1")));
}

// Lines that keep coming until `enough`, or for half a minute.
Process SlowLines(const TemporaryFolder& folder,
                  std::function<bool(const Outcome&)> enough) {
  Process process;
  process.arguments = {"validate", "--ndjson",
                       folder.Write("schema.json", kInteger), "-"};
  process.pieces = [enough = std::move(enough), given = 0,
                    ended = false](const Outcome& so_far) mutable {
    if (ended) return std::string();
    if (given++ == 0) return std::string("\"one\"\n");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ended = enough(so_far) || given > 600;
    return std::string(ended ? "\"last\"\n" : "1\n");
  };
  return process;
}

TEST_F(TerminalTest, ShowsTheProgressOfLongWork) {
  constexpr char kProgress[] = "\r<stdin>: line ";
  Process process = SlowLines(folder_, [&](const Outcome& so_far) {
    return so_far.error.find(kProgress) != std::string::npos;
  });
  process.error_is_terminal = true;
  const Outcome outcome = RunGabarit(process);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.error, HasSubstr(kProgress));
  EXPECT_THAT(outcome.error, HasSubstr(", 1 not valid, "));
  EXPECT_THAT(outcome.error, EndsWith("\r\x1b[K"));
  EXPECT_THAT(outcome.output, EndsWith(" valid, 2 invalid\n"));
}

TEST_F(TerminalTest, OthersSeeNoProgress) {
  int calls = 0;
  const Outcome outcome = RunGabarit(
      SlowLines(folder_, [&](const Outcome&) { return ++calls == 24; }));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.error, "");
}

}  // namespace
}  // namespace gabarit::cli

// How often the first line of the text for the model points at the fault.
//
// FaultFinder says where the fault of a labelled payload is; what it leaves
// open is not counted.

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/document/value.h"
#include "gabarit/tool_checker.h"
#include "gabarit/tools.h"
#include "gtest/gtest.h"
#include "tests/support/json_file.h"
#include "tests/tools/fault_finder.h"

namespace gabarit::tests {
namespace {

namespace fs = std::filesystem;
using document::Value;

struct Payload {
  std::string tool;
  bool output = false;
  bool valid = false;
  std::string kind;
  std::unique_ptr<JsonText> line;
  Value data;
  std::string text;
};

std::vector<Payload> ReadPayloads(const fs::path& path, Value kinds) {
  std::vector<Payload> payloads;
  document::ItemIterator kind(kinds);
  for (const std::string& line : ReadLines(path)) {
    Payload& payload = payloads.emplace_back();
    std::string error;
    payload.line = JsonText::Parse(line, &error);
    EXPECT_EQ(error, "");
    const Value root = payload.line->root();
    payload.tool = root.Find("tool")->string();
    payload.output = root.Find("target")->string() != "arguments";
    payload.valid = root.Find("valid")->boolean();
    payload.data = *root.Find("data");
    payload.text = payload.line->TextOf(payload.data);
    if (kind.done()) {
      ADD_FAILURE() << path << " has more lines than kinds";
      break;
    }
    payload.kind = kind.value().string();
    kind.Next();
  }
  return payloads;
}

struct Tally {
  size_t bad = 0;
  size_t right = 0;
  size_t open = 0;
};

class FaultLocation : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = DataDirectory() / "tools";
    std::string error;
    kinds_ = JsonText::Parse(ReadFile(folder_ / "payload_kinds.json"), &error);
    if (kinds_ == nullptr) GTEST_SKIP() << "no labelled payloads";
  }

  void RunServer(const fs::path& tools) {
    std::string server = tools.filename().string();
    server.resize(server.size() - std::string_view(".tools.json").size());
    ToolCatalog catalog;
    const absl::StatusOr<ListReport> report =
        catalog.LoadPage("", ReadFile(tools));
    ASSERT_TRUE(report.ok()) << server << ": " << report.status();
    const std::optional<Value> kinds = kinds_->root().Find(server);
    ASSERT_TRUE(kinds.has_value()) << server;
    const std::vector<Payload> payloads =
        ReadPayloads(folder_ / (server + ".payloads.jsonl"), *kinds);
    ToolChecker checker(catalog.cache());
    std::map<std::pair<std::string, bool>, FaultFinder> finders;
    for (const Payload& payload : payloads) {
      if (payload.valid) {
        finders[{payload.tool, payload.output}].AddGood(payload.data);
      }
    }
    for (size_t i = 0; i < payloads.size(); ++i) {
      const Payload& payload = payloads[i];
      const ToolLookup lookup = checker.Find(catalog, payload.tool);
      if (lookup.outcome != ToolLookup::Outcome::kFound) {
        ++of_refused_tools_;
        continue;
      }
      const ToolCheck check =
          payload.output ? checker.CheckOutput(*lookup.tool, payload.text)
                         : checker.CheckArguments(*lookup.tool, payload.text);
      EXPECT_EQ(check.outcome,
                payload.valid ? CheckOutcome::kValid : CheckOutcome::kInvalid)
          << server << ", line " << i + 1 << ": " << check.text;
      ++judged_;
      if (payload.valid) {
        EXPECT_EQ(check.text, "");
        continue;
      }
      Judge(server, i, payload,
            finders[{payload.tool, payload.output}].Find(payload.data,
                                                         payload.kind),
            check.text);
    }
  }

  void Judge(const std::string& server, size_t line, const Payload& payload,
             const std::set<std::string>& places, const std::string& text) {
    std::string first = text.substr(0, text.find('\n'));
    const std::string_view place =
        payload.output ? "/structuredContent" : "/arguments";
    EXPECT_TRUE(first.starts_with(place)) << first;
    first.erase(0, place.size());
    Tally& tally = tallies_[payload.kind];
    if (places.size() != 1) {
      ++tally.open;
      return;
    }
    ++tally.bad;
    if (first.starts_with(*places.begin() + ": ")) {
      ++tally.right;
      return;
    }
    if (misses_.size() < 5000 || std::getenv("GABARIT_ALL_MISSES") != nullptr) {
      misses_ += server + ":" + std::to_string(line + 1) + " " + payload.kind +
                 " at " + *places.begin() + ", said " + text.substr(0, 300) +
                 "\n";
    }
  }

  fs::path folder_;
  std::unique_ptr<JsonText> kinds_;
  std::map<std::string, Tally> tallies_;
  std::string misses_;
  size_t judged_ = 0;
  size_t of_refused_tools_ = 0;
};

TEST_F(FaultLocation, IsOnTheFirstLine) {
  for (const fs::path& tools : FilesOf(folder_, ".tools.json")) {
    RunServer(tools);
  }
  Tally all;
  for (const auto& [kind, tally] : tallies_) {
    std::cout << kind << ": " << tally.right << " of " << tally.bad << ", "
              << tally.open << " open\n";
    all.bad += tally.bad;
    all.right += tally.right;
    all.open += tally.open;
  }
  const double share =
      static_cast<double>(all.right) / static_cast<double>(all.bad);
  std::cout << "all: " << all.right << " of " << all.bad << " = " << share
            << ", " << all.open << " open"
            << "; judged " << judged_ << ", of refused tools "
            << of_refused_tools_ << "\n";
  EXPECT_GT(all.bad, 10'000u);
  // The measure must not leave out what is hard to place.
  EXPECT_LT(all.open, all.bad / 20);
  EXPECT_GE(share, 0.97) << misses_;
  if (std::getenv("GABARIT_ALL_MISSES") != nullptr) std::cout << misses_;
}

}  // namespace
}  // namespace gabarit::tests

// The parts of a session by themselves.

#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/document/parser.h"
#include "engine/tasks/digest.h"
#include "engine/tasks/open_requests.h"
#include "engine/tasks/poll_queue.h"
#include "engine/tasks/task_state.h"
#include "gtest/gtest.h"
#include "tests/support/json_tree.h"

namespace gabarit::tasks {
namespace {

TEST(TaskState, HasTheArrowsOfTheSpecificationAndNoOthers) {
  using enum TaskStatus;
  const std::set<std::pair<TaskStatus, TaskStatus>> arrows = {
      {kWorking, kInputRequired}, {kWorking, kCompleted},
      {kWorking, kFailed},        {kWorking, kCancelled},
      {kInputRequired, kWorking}, {kInputRequired, kCompleted},
      {kInputRequired, kFailed},  {kInputRequired, kCancelled}};
  const std::vector<TaskStatus> all = {kWorking, kInputRequired, kCompleted,
                                       kFailed, kCancelled};
  for (const TaskStatus from : all) {
    for (const TaskStatus to : all) {
      const Move expected = from == to                    ? Move::kNone
                            : arrows.contains({from, to}) ? Move::kLegal
                                                          : Move::kFromTerminal;
      EXPECT_EQ(MoveOf(from, to), expected)
          << TaskStatusName(from) << " to " << TaskStatusName(to);
    }
    EXPECT_EQ(FindTaskStatus(TaskStatusName(from)), from);
  }
  EXPECT_EQ(FindTaskStatus("submitted"), std::nullopt);
}

TEST(Digest, TellsValuesApart) {
  std::vector<std::string> texts = {"{}",
                                    "[]",
                                    "null",
                                    "true",
                                    "false",
                                    "0",
                                    "1",
                                    "1.5",
                                    "-1",
                                    "18446744073709551616",
                                    R"("")",
                                    R"("a")",
                                    R"("b")",
                                    "[[]]",
                                    "[[],[]]",
                                    "[{}]",
                                    R"({"a":1})",
                                    R"({"a":2})",
                                    R"({"b":1})",
                                    R"(["a",1])",
                                    R"({"a":{"b":1}})",
                                    R"({"a":[1]})",
                                    R"(["ab","c"])",
                                    R"(["a","bc"])"};
  for (const size_t length : {7u, 8u, 9u, 31u, 32u, 63u, 64u, 65u, 96u, 500u}) {
    for (const size_t at : {size_t{0}, length / 2, length - 1}) {
      std::string text(length, 'x');
      text[at] = 'y';
      texts.push_back("\"" + text + "\"");
    }
    texts.push_back("\"" + std::string(length, 'x') + "\"");
  }
  std::map<uint64_t, std::string> seen;
  for (const std::string& text : texts) {
    document::Parser parser;
    ASSERT_TRUE(parser.Parse(text));
    const uint64_t digest = Digest(parser.root());
    const auto [place, added] = seen.emplace(digest, text);
    EXPECT_TRUE(added) << text << " and " << place->second;
    // Where it stands makes no difference.
    ASSERT_TRUE(parser.Parse("[5, " + text + "]"));
    EXPECT_EQ(Digest(*parser.root().Item(1)), digest) << text;
  }
}

TEST(PollQueue, GivesWhatIsEarliestWhateverWasMoved) {
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE(seed);
  tests::Randomness random(seed);
  PollQueue queue;
  std::map<uint32_t, int64_t> model;
  for (int step = 0; step < 20'000; ++step) {
    const auto member = static_cast<uint32_t>(random.Below(50));
    if (random.OneIn(3)) {
      queue.Remove(member);
      model.erase(member);
    } else {
      const auto deadline = static_cast<int64_t>(random.Below(40));
      queue.Set(member, deadline, member);
      model[member] = deadline;
    }
    ASSERT_EQ(queue.size(), model.size());
    if (model.empty()) {
      ASSERT_FALSE(queue.First().has_value());
      continue;
    }
    std::pair<int64_t, uint32_t> earliest = {model.begin()->second,
                                             model.begin()->first};
    for (const auto& [known, deadline] : model) {
      earliest = std::min(earliest, std::pair(deadline, known));
    }
    ASSERT_EQ(queue.First()->deadline, earliest.first);
    ASSERT_EQ(queue.First()->member, earliest.second);
  }
}

TEST(OpenRequests, FindsWhatIsInAndNothingElse) {
  const uint64_t seed = std::random_device()();
  SCOPED_TRACE(seed);
  tests::Randomness random(seed);
  OpenRequests open;
  std::set<std::pair<bool, std::string>> model;
  for (int step = 0; step < 50'000; ++step) {
    const bool from_server = random.OneIn(2);
    const size_t number = random.Below(200);
    std::string text = std::to_string(number);
    RequestId id;
    if (random.OneIn(2)) {
      id.kind = RequestId::Kind::kNumber;
      id.number = static_cast<int64_t>(number);
    } else {
      id.kind = RequestId::Kind::kText;
      id.text = text;
    }
    std::string key;
    AppendId(&key, id);
    const size_t found = open.Find(from_server, id);
    ASSERT_EQ(found != OpenRequests::npos, model.contains({from_server, key}));
    if (found != OpenRequests::npos) {
      std::string same;
      AppendId(&same, open.at(found).id);
      ASSERT_EQ(same, key);
      if (random.OneIn(2)) {
        open.Erase(found);
        model.erase({from_server, key});
      }
    } else if (random.OneIn(2)) {
      open.Insert(from_server, id);
      model.insert({from_server, key});
    }
    ASSERT_EQ(open.size(), model.size());
  }
}

}  // namespace
}  // namespace gabarit::tasks

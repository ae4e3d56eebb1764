// Saved sessions: what is refused, and what lasts beyond the list of tools.

#include <memory>
#include <string>
#include <string_view>

#include "gabarit/session.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace gabarit {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kOld =
    R"([{"name":"job","inputSchema":{"type":"object"},)"
    R"("outputSchema":{"type":"object","required":["old"]},)"
    R"("execution":{"taskSupport":"optional"}}])";
constexpr std::string_view kNew =
    R"([{"name":"job","inputSchema":{"type":"object"},)"
    R"("outputSchema":{"type":"object","required":["new"]}}])";
constexpr std::string_view kTask =
    R"({"jsonrpc":"2.0","id":"gabarit-1","result":{"task":{"taskId":"t","status":)"
    R"("working","createdAt":"a","lastUpdatedAt":"b","ttl":null}}})";
constexpr std::string_view kResult =
    R"({"jsonrpc":"2.0","id":"gabarit-3","result":{"content":[],)"
    R"("structuredContent":{"old":1},"_meta":)"
    R"({"io.modelcontextprotocol/related-task":{"taskId":"t"}}}})";

SessionOptions Options(std::string_view tools) {
  SessionOptions options;
  options.revision = ProtocolRevision::k2025_11_25;
  options.server.task_calls = true;
  options.catalog = std::make_shared<ToolCatalog>();
  EXPECT_TRUE(options.catalog->LoadPage("", tools).ok());
  return options;
}

std::string SavedWithATask() {
  Session session(Options(kOld));
  CallRequest request;
  request.tool = "job";
  EXPECT_EQ(session.Call(request, 0).kind, DecisionKind::kCall);
  EXPECT_EQ(session.FromServer(kTask, 0).kind, DecisionKind::kTaskCreated);
  return session.Save();
}

TEST(Restoring, KeepsTheToolThatATaskBeganWith) {
  Session session(Options(kNew));
  ASSERT_TRUE(session.Restore(SavedWithATask()).ok());
  ASSERT_EQ(session.open_tasks(), 1u);
  EXPECT_EQ(session.FindTask("t")->tool, "job");
  ASSERT_TRUE(session.Next(5000).has_value());
  const std::string status =
      R"({"jsonrpc":"2.0","id":"gabarit-2","result":{"taskId":"t","status":)"
      R"("completed","createdAt":"a","lastUpdatedAt":"c","ttl":null}})";
  EXPECT_EQ(session.FromServer(status, 5001).kind, DecisionKind::kResultDue);
  const std::optional<Decision> fetch = session.Next(5001);
  ASSERT_TRUE(fetch.has_value());
  const Decision decision = session.FromServer(kResult, 5002);
  EXPECT_EQ(decision.kind, DecisionKind::kResult)
      << (decision.findings.empty() ? "" : decision.findings.front().text);
}

TEST(Restoring, RefusesWhatAnotherVersionHasSaved) {
  std::string saved = SavedWithATask();
  saved.replace(saved.find(R"("version":1)"), 11, R"("version":2)");
  Session session(Options(kOld));
  const std::string before = session.Save();
  const absl::Status status = session.Restore(saved);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("version 2"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("version 1"));
  EXPECT_EQ(session.Save(), before);
}

TEST(Restoring, RefusesWhatIsNoSavedSession) {
  const std::string saved = SavedWithATask();
  Session session(Options(kOld));
  const std::string before = session.Save();
  for (const std::string_view text :
       {"", "{}", "[]", "5", R"({"format":"other","version":1})",
        R"({"format":"gabarit-session","version":1})",
        R"({"format":"gabarit-session","version":"1"})"}) {
    EXPECT_FALSE(session.Restore(text).ok()) << text;
  }
  // Cut anywhere, it is never half restored.
  for (size_t size = 0; size < saved.size(); ++size) {
    EXPECT_FALSE(session.Restore(saved.substr(0, size)).ok()) << size;
  }
  EXPECT_EQ(session.Save(), before);
}

TEST(Restoring, SaysWhereTheFaultIs) {
  std::string saved = SavedWithATask();
  const std::string status = R"("status":"working")";
  saved.replace(saved.find(status), status.size(), R"("status":"resting")");
  Session session(Options(kOld));
  EXPECT_THAT(std::string(session.Restore(saved).message()),
              HasSubstr("/tasks/0/status"));
}

TEST(Restoring, SurvivesAnyMutilation) {
  const std::string saved = SavedWithATask();
  Session session(Options(kOld));
  for (size_t at = 0; at < saved.size(); ++at) {
    for (const char c : {'0', '"', '-', 'x', '['}) {
      std::string changed = saved;
      changed[at] = c;
      // Accepted or not: it neither crashes nor leaves a half-made session.
      if (session.Restore(changed).ok()) {
        EXPECT_FALSE(session.Save().empty());
        session.Next(1 << 20);
      }
    }
  }
}

}  // namespace
}  // namespace gabarit

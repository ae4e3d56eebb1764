// What a session costs in memory.

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "gabarit/session.h"
#include "gtest/gtest.h"

namespace {

size_t allocations = 0;
size_t live_bytes = 0;

// Every block is preceded by its size.
constexpr size_t kHeader = alignof(std::max_align_t);

void* Allocate(size_t size) {
  ++allocations;
  live_bytes += size;
  void* block = std::malloc(size + kHeader);
  if (block == nullptr) throw std::bad_alloc();
  *static_cast<size_t*>(block) = size;
  return static_cast<char*>(block) + kHeader;
}

void Release(void* pointer) {
  if (pointer == nullptr) return;
  void* block = static_cast<char*>(pointer) - kHeader;
  live_bytes -= *static_cast<size_t*>(block);
  std::free(block);
}

}  // namespace

void* operator new(size_t size) { return Allocate(size); }
void* operator new[](size_t size) { return Allocate(size); }
void operator delete(void* pointer) noexcept { Release(pointer); }
void operator delete[](void* pointer) noexcept { Release(pointer); }
void operator delete(void* pointer, size_t) noexcept { Release(pointer); }
void operator delete[](void* pointer, size_t) noexcept { Release(pointer); }

namespace gabarit {
namespace {

constexpr std::string_view kTools =
    R"([{"name":"index","inputSchema":{"type":"object","properties":)"
    R"({"shard":{"type":"integer"}},"required":["shard"]},)"
    R"("outputSchema":{"type":"object","properties":{"rows":)"
    R"({"type":"integer"}},"required":["rows"]},)"
    R"("execution":{"taskSupport":"optional"}}])";

SessionOptions Options(ProtocolRevision revision) {
  SessionOptions options;
  options.revision = revision;
  options.server.task_calls = true;
  ToolCatalogOptions made;
  made.revision = revision;
  options.catalog = std::make_shared<ToolCatalog>(made);
  EXPECT_TRUE(options.catalog->LoadPage("", kTools).ok());
  return options;
}

TEST(Memory, APlainCallAndItsResultAllocateNothingOnceWarm) {
  for (const ProtocolRevision revision :
       {ProtocolRevision::k2025_06_18, ProtocolRevision::k2025_11_25,
        ProtocolRevision::k2026_07_28}) {
    Session session(Options(revision));
    for (const std::string_view id :
         {"7", R"("5b0e2f6c-77d1-4c52-9a3e-0c1d2e3f4a5b")"}) {
      const std::string call =
          std::string(R"({"jsonrpc":"2.0","id":)") + std::string(id) +
          R"(,"method":"tools/call","params":{"name":"index",)"
          R"("arguments":{"shard":3}}})";
      const std::string result =
          std::string(R"({"jsonrpc":"2.0","id":)") + std::string(id) +
          R"(,"result":{"content":[{"type":"text","text":"done"}],)"
          R"("structuredContent":{"rows":5}}})";
      const auto once = [&] {
        return session.FromClient(call, 0).kind == DecisionKind::kCall &&
               session.FromServer(result, 0).kind == DecisionKind::kResult;
      };
      for (int i = 0; i < 3; ++i) ASSERT_TRUE(once());
      const size_t before = allocations;
      bool right = true;
      for (int i = 0; i < 100; ++i) right &= once();
      EXPECT_EQ(allocations - before, 0u)
          << id << " in " << ProtocolRevisionName(revision);
      EXPECT_TRUE(right);
    }
  }
}

TEST(Memory, AnOpenTaskCostsAboutAKilobyte) {
  Session session(Options(ProtocolRevision::k2025_11_25));
  constexpr size_t kTasks = 5'000;
  const auto begin = [&](size_t i) {
    const std::string number = std::to_string(i);
    session.FromClient(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":)"
        R"("index","arguments":{"shard":3},"task":{"ttl":60000}}})",
        0);
    return session
               .FromServer(
                   R"({"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":)"
                   R"("5b0e2f6c-77d1-4c52-9a3e-)" +
                       number +
                       R"(","status":"working","createdAt":)"
                       R"("2026-01-15T08:15:00Z","lastUpdatedAt":)"
                       R"("2026-01-15T08:15:00Z","ttl":60000}}})",
                   0)
               .kind == DecisionKind::kTaskCreated;
  };
  ASSERT_TRUE(begin(0));
  const size_t before = live_bytes;
  for (size_t i = 1; i <= kTasks; ++i) ASSERT_TRUE(begin(i));
  EXPECT_LT((live_bytes - before) / kTasks, 1024u);
  RecordProperty("bytes_per_task",
                 static_cast<int>((live_bytes - before) / kTasks));
  // All are asked about, in one thread, and all can be saved.
  size_t polled = 0;
  while (session.Next(5'000).has_value()) ++polled;
  EXPECT_EQ(polled, kTasks + 1);
  EXPECT_LT(session.Save().size() / kTasks, 1024u);
}

TEST(Memory, FinishedTasksAreForgottenInTheEnd) {
  SessionOptions options = Options(ProtocolRevision::k2026_07_28);
  options.limits.max_finished_tasks = 10;
  Session session(options);
  const auto once = [&](size_t i) {
    const std::string number = std::to_string(i);
    const std::string task =
        R"("taskId":"t)" + number +
        R"(","createdAt":"a","lastUpdatedAt":"b","ttlMs":null)";
    session.FromClient(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":)"
        R"("index","arguments":{"shard":3},"_meta":)"
        R"({"io.modelcontextprotocol/clientCapabilities":{"extensions":)"
        R"({"io.modelcontextprotocol/tasks":{}}}}}})",
        0);
    session.FromServer(
        R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"task","status":)"
        R"("working",)" +
            task + "}}",
        0);
    session.FromServer(
        R"({"jsonrpc":"2.0","method":"notifications/tasks","params":{)"
        R"("status":"completed","result":{"content":[],"structuredContent":)"
        R"({"rows":1}},)" +
            task + "}}",
        0);
  };
  for (size_t i = 0; i < 1000; ++i) once(i);
  const size_t before = live_bytes;
  for (size_t i = 1000; i < 3000; ++i) once(i);
  EXPECT_LE(live_bytes, before + 1000);
  EXPECT_EQ(session.open_tasks(), 0u);
  EXPECT_TRUE(session.FindTask("t2999").has_value());
  EXPECT_FALSE(session.FindTask("t5").has_value());
}

}  // namespace
}  // namespace gabarit

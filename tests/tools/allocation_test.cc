// After warm-up, what fits costs no allocation: neither the message's parse,
// nor the lookup, nor the check. A program of its own, for it counts all
// allocations.

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>

#include "gabarit/tool_checker.h"
#include "gabarit/tools.h"
#include "gtest/gtest.h"

namespace {
std::atomic<uint64_t> allocations{0};

void* Allocate(std::size_t size) {
  ++allocations;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}
}  // namespace

void* operator new(std::size_t size) { return Allocate(size); }
void* operator new[](std::size_t size) { return Allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace gabarit::tests {
namespace {

TEST(Allocation, IsNoneForCallsAndResultsThatFit) {
  Directory directory;
  auto catalog = *directory.Add("server");
  ASSERT_TRUE(
      catalog
          ->LoadPage("", R"([{"name":"a_tool_with_a_long_name","inputSchema":{
              "type":"object","properties":{"a":{"type":"string",
              "pattern":"^[a-z]+$"},"l":{"type":"array","items":{
              "type":"object","properties":{"n":{"type":"number"}}}}},
              "required":["a"],"additionalProperties":false},
              "outputSchema":{"type":"object","properties":{
              "rows":{"type":"integer"}}}}])")
          .ok());
  ToolChecker checker(directory.cache());
  const std::string call =
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":
      "a_tool_with_a_long_name","arguments":{"a":"abc","l":[{"n":1},{"n":2.5}]}}})";
  const std::string answer =
      R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":
      "done"}],"structuredContent":{"rows":1200000}}})";
  int passed = 0;
  const auto round = [&] {
    const std::optional<Value> params = checker.Parse(call)->Find("params");
    ToolLookup lookup =
        checker.Find(directory, "server", params->Find("name")->string());
    passed +=
        checker.CheckArguments(*lookup.tool, params->Find("arguments")).passed()
            ? 1
            : 0;
    passed +=
        checker.CheckArguments(*lookup.tool, R"({"a":"abc"})").passed() ? 1 : 0;
    passed +=
        checker.CheckArgumentsText(*lookup.tool, R"({"a":"abc"})").passed() ? 1
                                                                            : 0;
    const std::optional<Value> message = checker.Parse(answer);
    passed += checker.CheckResult(*lookup.tool, *message->Find("result"),
                                  ProtocolRevision::k2025_11_25)
                          .outcome == CheckOutcome::kValid
                  ? 1
                  : 0;
  };
  for (int i = 0; i < 10; ++i) round();
  passed = 0;
  const uint64_t before = allocations.load();
  for (int i = 0; i < 1000; ++i) round();
  EXPECT_EQ(allocations.load() - before, 0u);
  EXPECT_EQ(passed, 4000);
}

}  // namespace
}  // namespace gabarit::tests

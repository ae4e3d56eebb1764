// Lists are loaded while others look up and check. Under the thread sanitizer
// this also shows that nothing is touched that was deleted.

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/tools/read_epochs.h"
#include "gabarit/tool_checker.h"
#include "gabarit/tools.h"
#include "gtest/gtest.h"

namespace gabarit::tests {
namespace {

// The list of a generation: every tool accepts "g" with its number alone.
std::string ListOf(int generation, int tools) {
  std::string text = "[";
  for (int i = 0; i < tools; ++i) {
    absl::StrAppend(&text, i == 0 ? "" : ",", R"({"name":"t)", i,
                    R"(","inputSchema":{"type":"object","title":")", i,
                    R"(","properties":{"g":{"const":)", generation,
                    R"(}},"required":["g"]},"outputSchema":{"const":)",
                    generation, "}}");
  }
  return text + "]";
}

// What every reader sees at every moment is one list, whole: the two schemas of
// a tool are of one generation, and generations never go back.
TEST(Concurrency, ReadersSeeWholeListsInOrder) {
  constexpr int kTools = 8;
  constexpr int kGenerations = 60;
  DirectoryOptions options;
  // Few enough that programs are dropped under the readers' hands.
  options.cache.max_programs = 12;
  Directory directory(options);
  auto catalog = *directory.Add("s", ProtocolRevision::k2026_07_28);
  ASSERT_TRUE(catalog->LoadPage("", ListOf(0, kTools)).ok());
  std::atomic<bool> done{false};
  std::atomic<int> failures{0};
  std::vector<std::thread> readers;
  for (int reader = 0; reader < 3; ++reader) {
    readers.emplace_back([&, reader] {
      ToolChecker checker(directory.cache());
      int newest = 0;
      for (int i = reader; !done.load(); ++i) {
        const ToolLookup lookup =
            checker.Find(directory, "s", absl::StrCat("t", i % kTools));
        if (lookup.outcome != ToolLookup::Outcome::kFound) {
          ++failures;
          return;
        }
        // Which generation is it? No older one than before.
        int generation = newest;
        while (generation <= kGenerations &&
               !checker
                    .CheckArguments(*lookup.tool,
                                    absl::StrCat("{\"g\":", generation, "}"))
                    .passed()) {
          ++generation;
        }
        if (generation > kGenerations ||
            !checker.CheckOutput(*lookup.tool, absl::StrCat(generation))
                 .passed()) {
          ++failures;
          return;
        }
        newest = generation;
      }
    });
  }
  std::thread servers([&] {
    // Other servers come and go.
    for (int i = 0; !done.load(); ++i) {
      auto other = directory.Add("other");
      if (other.ok() && !(*other)->LoadPage("", ListOf(i, 3)).ok()) ++failures;
      directory.Remove("other");
    }
  });
  for (int generation = 1; generation <= kGenerations; ++generation) {
    if (generation % 3 == 0) catalog->MarkStale();
    if (!catalog->LoadPage("", ListOf(generation, kTools)).ok()) ++failures;
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  servers.join();
  EXPECT_EQ(failures.load(), 0);
  EXPECT_GT(directory.cache()->statistics().dropped, 0u);
}

TEST(Concurrency, CatalogsMayGoWhileOthersReadTheDirectory) {
  Directory directory;
  std::atomic<bool> done{false};
  std::thread reader([&] {
    ToolChecker checker(directory.cache());
    while (!done.load()) {
      const ToolLookup lookup = checker.Find(directory, "s", "t0");
      if (lookup.tool != nullptr) {
        EXPECT_FALSE(checker.CheckArguments(*lookup.tool, "{}").passed());
      }
    }
  });
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE((*directory.Add("s"))->LoadPage("", ListOf(i % 5, 2)).ok());
    ASSERT_TRUE(directory.Remove("s"));
  }
  done = true;
  reader.join();
}

TEST(ReadEpochs, KeepWhatAReaderMayBeLookingAt) {
  tools::ReadEpochs epochs;
  const tools::ReadEpochs::Reader reader(epochs);
  const tools::ReadEpochs::Reader other(epochs);
  std::weak_ptr<const int> watched;
  const auto retire = [&] {
    auto object = std::make_shared<const int>(1);
    watched = object;
    epochs.Retire(std::move(object));
  };
  retire();
  EXPECT_TRUE(watched.expired());  // nobody reads
  {
    const tools::ReadEpochs::Reading reading(reader);
    retire();
    EXPECT_FALSE(watched.expired());
    {
      // One that begins later cannot see it, but the first still may.
      const tools::ReadEpochs::Reading later(other);
      epochs.Collect();
      EXPECT_FALSE(watched.expired());
    }
    EXPECT_EQ(epochs.retired(), 1u);
  }
  epochs.Collect();
  EXPECT_TRUE(watched.expired());
  // One that began after an object was retired does not hold it back.
  std::weak_ptr<const int> first;
  {
    const tools::ReadEpochs::Reading reading(reader);
    retire();
    first = watched;
  }
  {
    const tools::ReadEpochs::Reading reading(other);
    retire();
    EXPECT_TRUE(first.expired());
    EXPECT_FALSE(watched.expired());
  }
}

}  // namespace
}  // namespace gabarit::tests

// Perfect hashing finds every string of the set and no other, whatever the set.

#include "engine/program/string_table.h"

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"

namespace gabarit::program {
namespace {

class TestedTable {
 public:
  explicit TestedTable(const std::vector<std::string>& strings) {
    const std::vector<std::string_view> views(strings.begin(), strings.end());
    // Something before it in every pool.
    texts_ = "before";
    slots_.emplace_back();
    indices_.push_back(7);
    table_ = BuildStringTable(views, &slots_, &indices_, &texts_);
  }

  // The position in the set; -1 if it is not there.
  int Find(std::string_view text) const {
    std::string padded(text);
    padded.append(8, 'x');
    const StringSlot* slot =
        Lookup(table_, slots_.data(), indices_.data(), texts_.data(),
               MakeStringKey(padded.data(), static_cast<uint32_t>(text.size())),
               padded.data());
    if (slot == nullptr) return -1;
    return static_cast<int>(slot - slots_.data()) -
           static_cast<int>(table_.slots);
  }

  const StringTable& table() const { return table_; }
  size_t index_count() const { return indices_.size(); }

 private:
  StringTable table_;
  std::vector<StringSlot> slots_;
  std::vector<uint32_t> indices_;
  std::string texts_;
};

void ExpectExactly(const std::vector<std::string>& strings) {
  const TestedTable table(strings);
  EXPECT_EQ(table.table().size, strings.size());
  const std::set<std::string> set(strings.begin(), strings.end());
  for (size_t i = 0; i < strings.size(); ++i) {
    ASSERT_EQ(table.Find(strings[i]), static_cast<int>(i)) << strings[i];
    // Its neighbours.
    for (const std::string& other :
         {strings[i] + "a", strings[i] + std::string(1, '\0'),
          strings[i].substr(0, strings[i].size() / 2), "a" + strings[i]}) {
      if (!set.contains(other)) {
        ASSERT_EQ(table.Find(other), -1) << other;
      }
    }
  }
}

TEST(StringTable, OfNothingFindsNothing) {
  const TestedTable table({});
  EXPECT_EQ(table.Find(""), -1);
  EXPECT_EQ(table.Find("a"), -1);
}

TEST(StringTable, TellsLengthsApart) {
  ExpectExactly({""});
  ExpectExactly({"", std::string(1, '\0'), std::string(2, '\0'),
                 std::string(8, '\0'), std::string(9, '\0'),
                 std::string(17, '\0')});
  std::vector<std::string> strings;
  for (size_t length = 0; length < 40; ++length) {
    strings.emplace_back(length, 'a');
  }
  ExpectExactly(strings);
}

TEST(StringTable, ComparesTheMiddleOfLongStrings) {
  // First and last eight bytes agree, and so does the length.
  std::vector<std::string> strings;
  for (int i = 0; i < 300; ++i) {
    strings.push_back("beginning" + std::to_string(1000 + i) + "the ending");
  }
  ExpectExactly(strings);
  const TestedTable table({"12345678middle12345678"});
  EXPECT_EQ(table.Find("12345678muddle12345678"), -1);
}

TEST(StringTable, HoldsLargeSets) {
  std::vector<std::string> strings;
  for (int i = 0; i < 100'000; ++i) strings.push_back("p" + std::to_string(i));
  ExpectExactly(strings);
  const TestedTable table(strings);
  // Linear in the set: indices and displacements together.
  EXPECT_LT(table.index_count(), 4u * strings.size());
}

TEST(StringTable, HoldsSetsMadeToCollide) {
  // Differ in one bit of one byte, or in the exchange of two words.
  std::vector<std::string> strings;
  for (int byte = 0; byte < 16; ++byte) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string text(16, 'x');
      text[static_cast<size_t>(byte)] =
          static_cast<char>(text[static_cast<size_t>(byte)] ^ (1 << bit));
      strings.push_back(text);
    }
  }
  for (char a = 'a'; a <= 'z'; ++a) {
    for (char b = 'a'; b <= 'z'; ++b) {
      if (a == b) continue;
      strings.push_back(std::string(8, a) + std::string(8, b));
    }
  }
  ExpectExactly(strings);
}

TEST(StringTable, HoldsRandomSets) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::set<std::string> set;
    const size_t count = random() % 200;
    const size_t letters = 1 + random() % 4;
    while (set.size() < count) {
      std::string text;
      for (size_t length = random() % 30; length > 0; --length) {
        text += static_cast<char>('a' + random() % letters);
      }
      if (set.contains(text)) text += std::to_string(random());
      set.insert(text);
    }
    ExpectExactly({set.begin(), set.end()});
  }
}

}  // namespace
}  // namespace gabarit::program

// The tree is what engine/README.md says it is. These tests read source files
// as text and link none of them, so they run while a room is being rebuilt.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::IsSupersetOf;
using ::testing::UnorderedElementsAreArray;

constexpr size_t kMostLines = 600;

fs::path Root() { return GABARIT_SOURCE_DIR; }

std::vector<std::string> Lines(const fs::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

bool IsSource(const fs::path& path) {
  static const std::set<std::string> kExtensions = {".h", ".cc", ".def",
                                                    ".inc"};
  return kExtensions.contains(path.extension().string());
}

// Every source below `folder`, in a stable order; none if it does not exist.
std::vector<fs::path> Sources(const fs::path& folder) {
  std::vector<fs::path> sources;
  if (!fs::exists(folder)) return sources;
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && IsSource(entry.path())) {
      sources.push_back(entry.path());
    }
  }
  std::sort(sources.begin(), sources.end());
  return sources;
}

struct Room {
  std::string name;
  std::set<std::string> uses;
};

// The rows "| `room` | job | uses |" of engine/README.md, in order.
std::vector<Room> RoomMap() {
  static const std::regex kRow(R"(\| `(\w+)` \|[^|]*\|([^|]*)\|)");
  static const std::regex kWord(R"(\w+)");
  std::vector<Room> rooms;
  for (const std::string& line : Lines(Root() / "engine/README.md")) {
    std::smatch row;
    if (!std::regex_match(line, row, kRow)) continue;
    const std::string uses = row[2];
    rooms.push_back(
        {row[1],
         {std::sregex_token_iterator(uses.begin(), uses.end(), kWord),
          std::sregex_token_iterator()}});
  }
  return rooms;
}

struct Include {
  size_t line;
  std::string path;  // what stands between the quotes or brackets
};

std::vector<Include> Includes(const fs::path& source) {
  static const std::regex kInclude(R"(\s*#\s*include\s*["<]([^">]+)[">].*)");
  std::vector<Include> includes;
  const std::vector<std::string> lines = Lines(source);
  for (size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    if (std::regex_match(lines[i], match, kInclude)) {
      includes.push_back({i + 1, match[1]});
    }
  }
  return includes;
}

// "vm" of "engine/vm/vm.h"; nothing for paths outside the rooms.
std::optional<std::string> RoomOf(const std::string& include) {
  static const std::regex kPath(R"(engine/(\w+)/.*)");
  std::smatch match;
  if (!std::regex_match(include, match, kPath)) return std::nullopt;
  return match[1];
}

std::string Relative(const fs::path& path) {
  return path.lexically_relative(Root()).string();
}

TEST(RoomMap, NamesExactlyTheRoomsOfTheTree) {
  std::vector<std::string> mapped;
  for (const Room& room : RoomMap()) mapped.push_back(room.name);
  std::vector<std::string> built;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(Root() / "engine")) {
    const std::string name = entry.path().filename().string();
    if (entry.is_directory() && name != "include" &&
        !Sources(entry.path()).empty()) {
      built.push_back(name);
    }
  }
  EXPECT_THAT(mapped, UnorderedElementsAreArray(built));
}

TEST(RoomMap, LetsARoomUseOnlyRoomsAboveIt) {
  std::set<std::string> above;
  for (const Room& room : RoomMap()) {
    EXPECT_THAT(above, IsSupersetOf(room.uses)) << room.name;
    above.insert(room.name);
  }
  EXPECT_THAT(above, Contains("document"));
}

TEST(Includes, FollowTheRoomMap) {
  for (const Room& room : RoomMap()) {
    for (const fs::path& source : Sources(Root() / "engine" / room.name)) {
      for (const Include& include : Includes(source)) {
        const std::optional<std::string> used = RoomOf(include.path);
        if (!used.has_value() || *used == room.name) continue;
        EXPECT_THAT(room.uses, Contains(*used))
            << Relative(source) << ":" << include.line << " includes "
            << include.path;
      }
    }
  }
}

TEST(Includes, OfPublicHeadersNameNoRoom) {
  for (const fs::path& header : Sources(Root() / "engine/include")) {
    for (const Include& include : Includes(header)) {
      EXPECT_FALSE(include.path.starts_with("engine/"))
          << Relative(header) << ":" << include.line << " includes "
          << include.path;
    }
  }
}

TEST(Includes, OfSimdjsonStandOnlyWhereTheTapeIsRead) {
  for (const fs::path& source : Sources(Root() / "engine")) {
    const std::string name = Relative(source);
    if (name.starts_with("engine/document/") ||
        name == "engine/include/gabarit/simdjson.h") {
      continue;
    }
    for (const Include& include : Includes(source)) {
      EXPECT_FALSE(include.path == "simdjson.h" ||
                   include.path.starts_with("simdjson/"))
          << name << ":" << include.line;
    }
  }
}

TEST(PublicHeaders, StandInOneFolderAndAreNothingElse) {
  for (const fs::directory_entry& entry :
       fs::recursive_directory_iterator(Root() / "engine/include")) {
    if (entry.is_directory()) continue;
    EXPECT_EQ(entry.path().parent_path(), Root() / "engine/include/gabarit");
    EXPECT_EQ(entry.path().extension(), ".h") << entry.path();
  }
}

// "engine/vm/vm.h" is guarded by GABARIT_ENGINE_VM_VM_H_, and the public
// "gabarit/schema.h" by GABARIT_SCHEMA_H_: the path as it is included.
TEST(Headers, AreGuardedByTheirPath) {
  constexpr std::string_view kPublic = "engine/include/gabarit/";
  for (const char* folder : {"engine", "bench", "tests"}) {
    for (const fs::path& header : Sources(Root() / folder)) {
      if (header.extension() != ".h") continue;
      std::string path = Relative(header);
      if (path.starts_with(kPublic)) path.erase(0, kPublic.size());
      std::string guard = "GABARIT_";
      for (const char c : path) {
        guard +=
            std::isalnum(static_cast<unsigned char>(c)) != 0
                ? static_cast<char>(std::toupper(static_cast<unsigned char>(c)))
                : '_';
      }
      guard += '_';
      EXPECT_THAT(Lines(header), Contains("#ifndef " + guard))
          << Relative(header);
      EXPECT_THAT(Lines(header), Contains("#define " + guard))
          << Relative(header);
    }
  }
}

// One idea to a file. A generated table says so in a comment at its top and
// may be as long as its data.
TEST(Sources, StayShortEnoughToBeReadInOneSitting) {
  for (const char* folder : {"engine", "bench", "tests"}) {
    for (const fs::path& source : Sources(Root() / folder)) {
      const std::vector<std::string> lines = Lines(source);
      const bool generated = std::any_of(
          lines.begin(),
          lines.begin() + std::min<std::ptrdiff_t>(10, std::ssize(lines)),
          [](const std::string& line) {
            return line.starts_with("//") &&
                   line.find("Generated") != std::string::npos;
          });
      if (generated) continue;
      EXPECT_LE(lines.size(), kMostLines) << Relative(source);
    }
  }
}

}  // namespace

// What saving and restoring agree on.

#ifndef GABARIT_ENGINE_TASKS_SAVED_FORMAT_H_
#define GABARIT_ENGINE_TASKS_SAVED_FORMAT_H_

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gabarit::tasks {

inline constexpr std::string_view kSavedFormat = "gabarit-session";
inline constexpr int64_t kSavedVersion = 1;

// Sixty-four bits as text: as a number, other readers of JSON would round it.
inline std::string DigestText(uint64_t digest) {
  char digits[16];
  const std::to_chars_result end =
      std::to_chars(digits, digits + sizeof digits, digest, 16);
  return std::string(digits, end.ptr);
}

inline std::optional<uint64_t> ReadDigest(std::string_view text) {
  uint64_t digest = 0;
  const std::from_chars_result end =
      std::from_chars(text.data(), text.data() + text.size(), digest, 16);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size()) {
    return std::nullopt;
  }
  return digest;
}

}  // namespace gabarit::tasks

#endif  // GABARIT_ENGINE_TASKS_SAVED_FORMAT_H_

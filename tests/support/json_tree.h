// JSON that tests build, change and write out.

#ifndef GABARIT_TESTS_SUPPORT_JSON_TREE_H_
#define GABARIT_TESTS_SUPPORT_JSON_TREE_H_

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gabarit::tests {

// The same numbers from the same seed, on every platform.
class Randomness {
 public:
  explicit Randomness(uint64_t seed) : engine_(seed) {}

  // From 0 up to, not including, `bound`.
  size_t Below(size_t bound) { return static_cast<size_t>(engine_() % bound); }
  bool OneIn(size_t count) { return Below(count) == 0; }
  template <typename Container>
  const auto& Of(const Container& container) {
    return container[Below(std::size(container))];
  }

 private:
  std::mt19937_64 engine_;
};

struct Json {
  enum class Kind { kScalar, kArray, kObject };

  // `text` is JSON: a number, true, false or null.
  static Json Scalar(std::string_view text);
  static Json Number(size_t number);
  static Json String(std::string_view characters);
  static Json Array(std::vector<Json> items = {});
  static Json Object(std::vector<std::pair<std::string, Json>> members = {});

  bool is_object() const { return kind == Kind::kObject; }
  bool is_array() const { return kind == Kind::kArray; }
  // The last member of that name, or null.
  const Json* Find(std::string_view name) const;
  Json* Find(std::string_view name);
  void Set(std::string_view name, Json value);
  void Add(std::string_view name, Json value);

  Kind kind = Kind::kScalar;
  bool is_string = false;
  std::string text = "null";  // of a scalar: its JSON, or a string's characters
  std::vector<Json> items;
  std::vector<std::pair<std::string, Json>> members;
};

// The JSON text. With `randomness`, now and then a character is spelt as an
// escape, and white space stands where it may.
std::string Write(const Json& json, Randomness* randomness = nullptr);

}  // namespace gabarit::tests

#endif  // GABARIT_TESTS_SUPPORT_JSON_TREE_H_

// Verdicts and reports on instances. See gabarit/schema.h for an example.

#ifndef GABARIT_VALIDATOR_H_
#define GABARIT_VALIDATOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gabarit/export.h"
#include "gabarit/limits.h"
#include "gabarit/report.h"
#include "gabarit/schema.h"

namespace gabarit {

enum class Verdict : uint8_t {
  kValid,
  kInvalid,
  kNotJson,       // Validator::failure() says where and why
  kLimitReached,  // Validator::failure() names the limit
};

// Why there is no verdict.
struct Failure {
  std::string message;  // one line: what is wrong and, if a limit, its name
  // kNotJson only: where in the text. Lines and columns count from 1, columns
  // in code points; the offset counts bytes from 0.
  size_t offset = 0;
  size_t line = 0;
  size_t column = 0;
};

struct ValidatorOptions {
  InstanceLimits limits = {};
  // Whether an object with two members of the same name is refused (as
  // kNotJson: RFC 8259 §4 calls its meaning unpredictable). When it is not,
  // every occurrence is validated.
  bool reject_duplicate_names = false;
};

// A value inside a document that a Validator has parsed. A light handle; it
// ends with the validator's next parse.
class GABARIT_EXPORT Value {
 public:
  bool is_object() const;
  bool is_array() const;
  bool is_string() const;
  bool is_boolean() const;
  bool is_null() const;
  // Whether the value is `true`.
  bool boolean() const;
  // A number that is an integer (1.0 and 1e2 are) within 64 bits; nothing for
  // other values.
  std::optional<int64_t> integer() const;
  // Members of an object or items of an array; 0 for other values.
  size_t size() const;
  // The characters of a string, in UTF-8; empty for other values.
  std::string_view string() const;
  // The member `name` of an object: the last where there are several. Nothing
  // for other values.
  std::optional<Value> Find(std::string_view name) const;
  // The value at an RFC 6901 JSON Pointer below this one; nothing where the
  // pointer leads nowhere or is none.
  std::optional<Value> At(std::string_view pointer) const;

  // For adaptors: the value at `index` of a simdjson tape, whose words and
  // string bytes are given. The caller keeps them alive and unchanged.
  static Value FromTape(const uint64_t* words, const uint8_t* strings,
                        uint32_t index) {
    Value value;
    value.words_ = words;
    value.strings_ = strings;
    value.index_ = index;
    return value;
  }

 private:
  friend class Validator;
  friend struct ValueAccess;
  const uint64_t* words_ = nullptr;
  const uint8_t* strings_ = nullptr;
  void* positions_ = nullptr;
  uint32_t index_ = 0;
};

// How many readable bytes must follow a text given as PaddedText, whatever they
// hold.
inline constexpr size_t kPadding = 64;

// A text with kPadding readable bytes after it, so that it need not be copied.
struct PaddedText {
  std::string_view json;
};

// Parses and validates, reusing its memory: after it has seen the largest
// documents of its work, a verdict allocates nothing. One per thread.
class GABARIT_EXPORT Validator {
 public:
  explicit Validator(const ValidatorOptions& options = {});
  ~Validator();
  Validator(Validator&&) noexcept;
  Validator& operator=(Validator&&) noexcept;

  // The verdict on the JSON text `json` (UTF-8, RFC 8259).
  Verdict Validate(const Schema& schema, std::string_view json);
  Verdict Validate(const Schema& schema, PaddedText text);

  // Parses `json`, once for several questions. Nothing if it is not JSON:
  // failure() says why. `text.json` must outlive the values.
  std::optional<Value> Parse(std::string_view json);
  std::optional<Value> Parse(PaddedText text);

  // The verdict on a value inside the document parsed last (or given by an
  // adaptor such as gabarit/simdjson.h). Never kNotJson.
  Verdict Validate(const Schema& schema, Value value);

  // Why `json` or `value` is valid or not: errors, annotations, locations.
  // Slower than Validate by an order of magnitude; its verdict is the same.
  Report Explain(const Schema& schema, std::string_view json,
                 Detail detail = Detail::kErrors);
  Report Explain(const Schema& schema, Value value,
                 Detail detail = Detail::kErrors);

  // After kNotJson, kLimitReached or an empty Parse: why.
  const Failure& failure() const;

  // Instructions run by the last verdict; for benchmarks and tests.
  uint64_t steps() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gabarit

#endif  // GABARIT_VALIDATOR_H_

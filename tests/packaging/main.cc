// A stranger's program: it knows the installed headers and nothing else. Exits
// with 0 when the library gives the verdicts that the schema asks for.

#include <cstdio>
#include <string_view>

#include "absl/status/statusor.h"
#include "gabarit/schema.h"
#include "gabarit/validator.h"

int main() {
  constexpr std::string_view kSchema = R"({
    "type": "object",
    "properties": {
      "dataset": {"type": "string", "pattern": "^[a-z0-9-]+$"},
      "shard": {"type": "integer", "minimum": 0}
    },
    "required": ["dataset", "shard"],
    "additionalProperties": false
  })";
  absl::StatusOr<gabarit::Schema> schema = gabarit::Schema::Compile(kSchema);
  if (!schema.ok()) {
    std::fprintf(stderr, "%s\n", schema.status().ToString().c_str());
    return 1;
  }

  gabarit::Validator validator;
  struct {
    std::string_view json;
    gabarit::Verdict verdict;
  } constexpr kDocuments[] = {
      {R"({"dataset":"logs-2026-11","shard":3})", gabarit::Verdict::kValid},
      {R"({"dataset":"logs-2026-11","shard":-3})", gabarit::Verdict::kInvalid},
  };
  for (const auto& document : kDocuments) {
    if (validator.Validate(*schema, document.json) != document.verdict) {
      std::fprintf(stderr, "wrong verdict on %s\n", document.json.data());
      return 1;
    }
  }
  std::puts("two verdicts, both right");
  return 0;
}

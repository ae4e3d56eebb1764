// type, enum, const and the assertions on numbers and strings (Validation
// §6.1 to §6.3, §7, §8).

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/compile/program_builder.h"
#include "engine/document/number.h"
#include "engine/format/content.h"

namespace gabarit::compile {
namespace {

using document::Kind;
using document::Value;
using program::Opcode;
using schema::Keyword;
using schema::KeywordKind;

constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();
constexpr int64_t kSmallest = std::numeric_limits<int64_t>::min();

bool IsNumberKind(Kind kind) {
  return kind == Kind::kInteger || kind == Kind::kNumber;
}

// The values among which an enum or const chooses.
std::vector<Value> Choices(const Keyword& keyword) {
  if (keyword.kind == KeywordKind::kConst) return {keyword.value};
  std::vector<Value> values;
  for (document::ItemIterator item(keyword.value); !item.done(); item.Next()) {
    values.push_back(item.value());
  }
  return values;
}

void EmitStringChoices(ProgramBuilder& builder,
                       const std::vector<Value>& values, Sequence* sequence) {
  std::vector<std::string_view> strings;
  absl::flat_hash_set<std::string_view> distinct;
  for (const Value value : values) {
    if (distinct.insert(value.string()).second) {
      strings.push_back(value.string());
    }
  }
  sequence->Add(Opcode::kStringIn, builder.AddStringTable(strings));
}

void EmitChoices(ProgramBuilder& builder, const Keyword& keyword,
                 Sequence* sequence) {
  std::vector<Value> values;
  for (const Value value : Choices(keyword)) {
    const bool same_kind = IsNumberKind(sequence->kind)
                               ? value.is_number()
                               : value.kind() == sequence->kind;
    if (same_kind) values.push_back(value);
  }
  if (values.empty()) {
    sequence->rejects = true;
    return;
  }
  switch (sequence->kind) {
    case Kind::kNull:
      return;
    case Kind::kBoolean: {
      bool accepted[2] = {};
      for (const Value value : values) accepted[value.boolean() ? 1 : 0] = true;
      if (accepted[0] && accepted[1]) return;
      sequence->Add(Opcode::kBooleanIs).flag = accepted[1] ? 1 : 0;
      return;
    }
    case Kind::kString:
      EmitStringChoices(builder, values, sequence);
      return;
    default:
      break;
  }
  if (sequence->kind == Kind::kInteger && values.size() == 1 &&
      values[0].is_int64()) {
    sequence->AddImmediate(Opcode::kIntegerIs, values[0].int64());
    return;
  }
  program::Program& program = builder.program();
  const auto first = static_cast<uint32_t>(program.constants.size());
  program.constants.insert(program.constants.end(), values.begin(),
                           values.end());
  sequence->Add(Opcode::kEqualsAny, first).b =
      static_cast<uint32_t>(values.size());
}

// The smallest int64 that is at least the bound, or above it if exclusive;
// nothing where an int64 cannot say it.
std::optional<int64_t> LowestInteger(Value bound, bool exclusive) {
  if (bound.is_int64()) {
    if (!exclusive) return bound.int64();
    if (bound.int64() == kLargest) return std::nullopt;
    return bound.int64() + 1;
  }
  // A double that is no integer lies between the same two integers as the
  // number it was rounded from.
  const double nearest = document::NearestDouble(bound);
  if (std::trunc(nearest) == nearest || std::abs(nearest) > 0x1p62) {
    return std::nullopt;
  }
  return static_cast<int64_t>(std::ceil(nearest));
}

std::optional<int64_t> HighestInteger(Value bound, bool exclusive) {
  if (bound.is_int64()) {
    if (!exclusive) return bound.int64();
    if (bound.int64() == kSmallest) return std::nullopt;
    return bound.int64() - 1;
  }
  const double nearest = document::NearestDouble(bound);
  if (std::trunc(nearest) == nearest || std::abs(nearest) > 0x1p62) {
    return std::nullopt;
  }
  return static_cast<int64_t>(std::floor(nearest));
}

void EmitBound(ProgramBuilder& builder, const Keyword& keyword,
               Sequence* sequence) {
  const bool exclusive = keyword.kind == KeywordKind::kExclusiveMinimum ||
                         keyword.kind == KeywordKind::kExclusiveMaximum;
  const bool lower = keyword.kind == KeywordKind::kMinimum ||
                     keyword.kind == KeywordKind::kExclusiveMinimum;
  if (sequence->kind == Kind::kInteger) {
    const std::optional<int64_t> bound =
        lower ? LowestInteger(keyword.value, exclusive)
              : HighestInteger(keyword.value, exclusive);
    if (bound.has_value()) {
      sequence->AddImmediate(
          lower ? Opcode::kIntegerAtLeast : Opcode::kIntegerAtMost, *bound);
      return;
    }
  }
  sequence
      ->Add(lower ? Opcode::kNumberAtLeast : Opcode::kNumberAtMost,
            builder.AddNumber(keyword.value))
      .flag = exclusive ? 1 : 0;
}

void EmitNumberKeyword(ProgramBuilder& builder, const Keyword& keyword,
                       Sequence* sequence) {
  switch (keyword.kind) {
    case KeywordKind::kMaximum:
    case KeywordKind::kExclusiveMaximum:
    case KeywordKind::kMinimum:
    case KeywordKind::kExclusiveMinimum:
      EmitBound(builder, keyword, sequence);
      return;
    case KeywordKind::kMultipleOf:
      if (sequence->kind == Kind::kInteger && keyword.value.is_int64()) {
        if (keyword.value.int64() != 1) {
          sequence->AddImmediate(Opcode::kIntegerMultipleOf,
                                 keyword.value.int64());
        }
        return;
      }
      sequence->Add(Opcode::kNumberMultipleOf,
                    builder.AddNumber(keyword.value));
      return;
    default:
      return;
  }
}

int64_t Count(const Keyword& keyword) {
  return keyword.count > static_cast<uint64_t>(kLargest)
             ? kLargest
             : static_cast<int64_t>(keyword.count);
}

void EmitStringKeyword(ProgramBuilder& builder, const Keyword& keyword,
                       Sequence* sequence) {
  program::Program& program = builder.program();
  switch (keyword.kind) {
    case KeywordKind::kMinLength:
      if (keyword.count > 0) {
        sequence->AddImmediate(Opcode::kLengthAtLeast, Count(keyword));
      }
      return;
    case KeywordKind::kMaxLength:
      sequence->AddImmediate(Opcode::kLengthAtMost, Count(keyword));
      return;
    case KeywordKind::kPattern:
      if (keyword.pattern != nullptr) {
        sequence->Add(Opcode::kPattern, builder.AddPattern(keyword.pattern));
      }
      return;
    case KeywordKind::kFormat:
      if (keyword.format != nullptr) {
        program.formats.push_back(
            {keyword.format, std::string(keyword.value.string())});
        sequence->Add(Opcode::kFormat,
                      static_cast<uint32_t>(program.formats.size() - 1));
      }
      return;
    default:
      return;
  }
}

bool IsContent(KeywordKind kind) {
  return kind == KeywordKind::kContentEncoding ||
         kind == KeywordKind::kContentMediaType ||
         kind == KeywordKind::kContentSchema;
}

// The content keywords of one subschema work together (Validation §8.1).
void EmitContent(ProgramBuilder& builder,
                 absl::Span<const AppliedKeyword> keywords,
                 Sequence* sequence) {
  program::ContentPlan plan;
  bool asserts = false;
  for (const auto& [keyword, scope] : keywords) {
    if (!IsContent(keyword->kind)) continue;
    if (keyword->kind == KeywordKind::kContentEncoding) {
      plan.encoding = keyword->value.string();
      asserts = true;
    } else if (keyword->kind == KeywordKind::kContentMediaType) {
      plan.is_json = format::IsJsonMediaType(keyword->value.string());
      asserts |= plan.is_json;
    } else {
      plan.block = builder.BlockFor({builder.scopes().Apply(
          builder.graph().subschemas(*keyword)[0], scope)});
    }
  }
  if (!asserts) return;
  builder.program().contents.push_back(std::move(plan));
  sequence->Add(Opcode::kContent,
                static_cast<uint32_t>(builder.program().contents.size() - 1));
}

// Whether a bound fits IntegerBetween and its kin.
bool IsSmall(int64_t bound) {
  return bound >= std::numeric_limits<int32_t>::min() &&
         bound <= std::numeric_limits<int32_t>::max();
}

// Joins a lower and an upper bound that stand next to each other.
void JoinBounds(Opcode lower, Opcode upper, Opcode both, Sequence* sequence) {
  std::vector<program::Instruction>& code = sequence->code;
  for (size_t i = 0; i + 1 < code.size(); ++i) {
    const bool in_order =
        code[i].opcode == lower && code[i + 1].opcode == upper;
    const bool reversed =
        code[i].opcode == upper && code[i + 1].opcode == lower;
    if (!in_order && !reversed) continue;
    const int64_t lowest = code[in_order ? i : i + 1].immediate();
    const int64_t highest = code[in_order ? i + 1 : i].immediate();
    if (!IsSmall(lowest) || !IsSmall(highest)) continue;
    code[i].opcode = both;
    code[i].b = static_cast<uint32_t>(static_cast<int32_t>(lowest));
    code[i].c = static_cast<uint32_t>(static_cast<int32_t>(highest));
    code.erase(code.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

}  // namespace

void EmitScalarKeywords(ProgramBuilder& builder, const Conjunction& conjunction,
                        Sequence* sequence) {
  for (const auto& [keyword, scope] : conjunction.keywords) {
    if (keyword->kind == KeywordKind::kEnum ||
        keyword->kind == KeywordKind::kConst) {
      EmitChoices(builder, *keyword, sequence);
    } else if (IsNumberKind(sequence->kind)) {
      EmitNumberKeyword(builder, *keyword, sequence);
    } else if (sequence->kind == Kind::kString) {
      EmitStringKeyword(builder, *keyword, sequence);
    }
  }
  // Scalars come first in a sequence, so no patch refers to what moves here.
  JoinBounds(Opcode::kIntegerAtLeast, Opcode::kIntegerAtMost,
             Opcode::kIntegerBetween, sequence);
  JoinBounds(Opcode::kLengthAtLeast, Opcode::kLengthAtMost,
             Opcode::kLengthBetween, sequence);
  if (sequence->kind != Kind::kString) return;
  for (const Member& member : conjunction.members) {
    EmitContent(builder,
                absl::MakeConstSpan(conjunction.keywords)
                    .subspan(member.first, member.count),
                sequence);
  }
}

}  // namespace gabarit::compile

// A compiled schema: code and the pools it refers to, nothing of the schema.
//
// A program is a set of *blocks*, one for each set of subschemas that apply to
// one instance location together. A block has an *entry* for each kind of
// instance: where the instructions for that kind begin. `type` thereby costs
// nothing when a program runs, and neither does a keyword for other kinds.
//
// A program is immutable once built and may run in many threads at once.

#ifndef GABARIT_ENGINE_PROGRAM_PROGRAM_H_
#define GABARIT_ENGINE_PROGRAM_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document/value.h"
#include "engine/program/string_table.h"
#include "engine/regex/pattern.h"

namespace gabarit::program {

enum class Opcode : uint8_t {
#define INSTRUCTION(name, mnemonic, operands) k##name,
#include "engine/program/instructions.def"
#undef INSTRUCTION
};

// The forms of operands that instructions.def describes.
enum class Operands : uint8_t {
  kNone,
  kEntry,
  kEntries,
  kBranches3,
  kImmediate,
  kRange32,
  kFlag,
  kNumber,
  kConstants,
  kStringTable,
  kPattern,
  kFormat,
  kContent,
  kObjectPlan,
  kArrayPlan,
  kContainsPlan,
  kBlock,
  kNameAndEntry,
};

std::string_view Mnemonic(Opcode opcode);
Operands OperandsOf(Opcode opcode);
inline constexpr int kOpcodeCount = 0
#define INSTRUCTION(name, mnemonic, operands) +1
#include "engine/program/instructions.def"
#undef INSTRUCTION
    ;

// The index of the first instruction of a sequence.
using Entry = uint32_t;
inline constexpr Entry kAcceptEntry = 0;
inline constexpr Entry kRejectEntry = 1;

struct Instruction {
  Opcode opcode = Opcode::kAccept;
  bool last = false;  // ends its sequence
  uint8_t flag = 0;
  uint32_t a = 0;
  uint32_t b = 0;  // b and c together hold the immediate
  uint32_t c = 0;

  int64_t immediate() const {
    return static_cast<int64_t>(uint64_t{c} << 32 | b);
  }
  void set_immediate(int64_t immediate) {
    b = static_cast<uint32_t>(static_cast<uint64_t>(immediate));
    c = static_cast<uint32_t>(static_cast<uint64_t>(immediate) >> 32);
  }
};
static_assert(sizeof(Instruction) == 16);

using BlockId = uint32_t;
inline constexpr BlockId kAcceptBlock = 0;  // accepts every value
inline constexpr BlockId kRejectBlock = 1;  // accepts none

struct Block {
  Entry entries[8] = {};  // by document::Kind; the eighth is padding
};
static_assert(sizeof(Block) == 32);

// Bits of StringSlot::flags in object plans.
inline constexpr uint32_t kSlotEvaluates = 1;  // the member counts as evaluated
inline constexpr uint32_t kSlotHasBit = 2;     // `bit` is in use
// From here on a bit for each document::Kind: the block accepts every value of
// that kind, and need not be looked at.
inline constexpr int kSlotAcceptsShift = 2;

// What to do with a member whose name is not in the plan's table. Steps are
// taken in order.
struct MemberStep {
  // A step with a pattern runs the block if the name matches. One without runs
  // it if no pattern matched since the step without a pattern before it
  // (additionalProperties after the patternProperties of the same subschema).
  const regex::Pattern* pattern = nullptr;
  BlockId block = kAcceptBlock;
  bool evaluates = false;  // the member counts as evaluated where the step runs
};

// A property that requires another one (dependentRequired), by their bits.
struct DependentBits {
  uint32_t trigger;
  uint32_t needed;
};

struct ObjectPlan {
  StringTable table;  // of the names that get a block or a bit of their own
  // Bits below 64 that must be seen, and those beyond, one in each entry of the
  // bit pool. Plans with more than 64 bits are rare and slower.
  uint64_t required = 0;
  uint32_t wide_required = 0;
  uint32_t wide_required_count = 0;
  uint32_t bit_count = 0;
  uint32_t required_count = 0;
  uint32_t dependents = 0;  // first in the dependents pool
  uint32_t dependent_count = 0;
  // Names outside the table: where `steps` is empty, `rest` alone applies.
  uint32_t steps = 0;
  uint32_t step_count = 0;
  BlockId rest = kAcceptBlock;
  bool rest_evaluates = false;
  bool records = false;  // whether evaluated members are recorded
  // No records, no `names`, and at most 64 bits: what most objects are.
  bool plain = false;
  bool counts = false;  // whether the number of members is bounded
  // propertyNames: every name, as a string, must be accepted by it.
  BlockId names = kAcceptBlock;
  uint64_t min_members = 0;
  uint64_t max_members = ~uint64_t{0};
};

struct ArrayPlan {
  uint64_t min_items = 0;
  uint64_t max_items = ~uint64_t{0};
  uint32_t prefix = 0;  // first in the block pool: items by position
  uint32_t prefix_count = 0;
  BlockId items = kAcceptBlock;  // those after the prefix
  // Recording: the first `evaluated_prefix` items count as evaluated, and all
  // of them if items_evaluate.
  uint32_t evaluated_prefix = 0;
  bool items_evaluate = false;
  bool records = false;
};

struct ContainsPlan {
  BlockId block = kAcceptBlock;
  uint64_t min = 1;
  uint64_t max = ~uint64_t{0};
  bool records = false;  // matched items count as evaluated
};

// Which alternatives of an anyOf or oneOf an object can possibly fit, told by
// the names of its members and by the text of one of them, the discriminator.
// Sets of alternatives are bit masks; so are sets of names.
//
// Where an alternative is itself nothing but an anyOf or oneOf, its
// alternatives stand here in its place, so that one look decides between all
// the leaves of such a tree: if only one leaf is possible, it alone decides.
// Otherwise the instruction's own alternatives that own possible leaves are
// tried.
struct SelectPlan {
  StringTable names;           // slots' bits number the names of interest
  uint64_t discriminator = 0;  // the discriminator's bit; 0: there is none
  StringTable values;          // its texts; slots' blocks index the masks below
  uint32_t masks = 0;          // first in the mask pool
  uint64_t unknown = 0;        // the alternatives for any other value of it
  uint64_t missing = 0;        // the alternatives where it is absent
  // Names that some leaf requires, and in the mask pool, for each name: the
  // leaves that do.
  uint64_t required = 0;
  uint32_t needed_by = 0;
  uint32_t mask_count = 0;  // of `masks`
  uint32_t leaves = 0;      // first in the entry pool
  uint32_t leaf_count = 0;
  // In the mask pool, for each leaf: the instruction's alternative, as a bit.
  uint32_t owners = 0;
};

// In Instruction::c of any-of and one-of: nothing is known beforehand.
inline constexpr uint32_t kNoSelect = ~uint32_t{0};

// A number of the schema, with the double that settles most comparisons.
struct NumberConstant {
  double nearest = 0;
  document::Value value;
};

// contentEncoding, contentMediaType and contentSchema that assert.
struct ContentPlan {
  std::string encoding;  // empty: the string is its own content
  bool is_json = false;
  BlockId block = kAcceptBlock;  // for the parsed content
};

struct FormatPlan {
  const std::function<bool(std::string_view)>* check = nullptr;
  std::string name;  // for the listing
};

struct Program {
  BlockId root = kAcceptBlock;
  std::vector<Instruction> code;
  std::vector<Block> blocks;
  std::vector<Entry> entries;
  std::vector<BlockId> block_lists;
  std::vector<ObjectPlan> objects;
  std::vector<ArrayPlan> arrays;
  std::vector<ContainsPlan> contains;
  std::vector<SelectPlan> selects;
  std::vector<uint64_t> masks;
  std::vector<MemberStep> steps;
  std::vector<DependentBits> dependents;
  std::vector<uint32_t> wide_bits;
  std::vector<StringTable> string_tables;
  std::vector<StringSlot> slots;
  std::vector<uint32_t> indices;  // of string tables
  std::string texts;
  struct Text {
    uint32_t offset;
    uint32_t length;
  };
  std::vector<Text> names;
  std::vector<NumberConstant> numbers;
  std::vector<document::Value> constants;
  std::vector<const regex::Pattern*> patterns;
  std::vector<FormatPlan> formats;
  std::vector<ContentPlan> contents;

  // The slot of `text` in `table`, or null. Eight bytes must be readable at
  // text.data().
  const StringSlot* Find(const StringTable& table,
                         std::string_view text) const {
    return Lookup(
        table, slots.data(), indices.data(), texts.data(),
        MakeStringKey(text.data(), static_cast<uint32_t>(text.size())),
        text.data());
  }

  std::string_view name(uint32_t index) const {
    return std::string_view(texts).substr(names[index].offset,
                                          names[index].length);
  }
  // Memory of the pools, in bytes; constants and patterns belong to the schema.
  size_t bytes() const;
};

}  // namespace gabarit::program

#endif  // GABARIT_ENGINE_PROGRAM_PROGRAM_H_

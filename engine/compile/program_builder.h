// The compiler's working state: blocks asked for, code emitted, pools filled.
//
// Blocks are made on demand. Asking for a block yields its number at once, so
// recursive schemas close their loops; its code may follow later. A *sequence*
// is collected in a buffer of its own and appended to the code when it is
// complete, because emitting one may require others.

#ifndef GABARIT_ENGINE_COMPILE_PROGRAM_BUILDER_H_
#define GABARIT_ENGINE_COMPILE_PROGRAM_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/compile/compiler.h"
#include "engine/compile/conjunction.h"
#include "engine/compile/dynamic_scopes.h"
#include "engine/program/program.h"
#include "engine/schema/graph.h"

namespace gabarit::compile {

// An entry that may not have code yet.
struct EntryReference {
  program::BlockId block = program::kAcceptBlock;
  document::Kind kind = document::Kind::kNull;
  bool operator==(const EntryReference&) const = default;
};

// What is known of an entry while compiling.
enum class Outcome : uint8_t { kAccepts, kRejects, kDepends };

// An operand that waits for an entry to get its code.
struct Patch {
  uint32_t instruction;
  enum class Field : uint8_t { kA, kB, kC } field;
  EntryReference target;
};

// The code for one kind of instance of one block.
struct Sequence {
  document::Kind kind;
  bool records = false;  // whether evaluated members and items are recorded
  bool rejects = false;  // nothing can be accepted; the code is moot
  std::vector<program::Instruction> code;
  std::vector<Patch> patches;

  program::Instruction& Add(program::Opcode opcode, uint32_t a = 0) {
    program::Instruction& instruction = code.emplace_back();
    instruction.opcode = opcode;
    instruction.a = a;
    return instruction;
  }
  program::Instruction& AddImmediate(program::Opcode opcode,
                                     int64_t immediate) {
    program::Instruction& instruction = Add(opcode);
    instruction.set_immediate(immediate);
    return instruction;
  }
  // Makes `field` of the instruction added last refer to `target`.
  void PatchLast(Patch::Field field, EntryReference target) {
    patches.push_back({static_cast<uint32_t>(code.size() - 1), field, target});
  }
};

class ProgramBuilder {
 public:
  ProgramBuilder(const schema::SchemaGraph& graph, const CompileLimits& limits);

  absl::StatusOr<program::Program> Build();

  // The block for `set`, all of which applies to one location. `records`: its
  // code records evaluated members and items.
  program::BlockId BlockFor(std::vector<Applied> set, bool records = false);

  // What becomes of values that reach the entry. Compiles the block if it has
  // not been, unless that is under way or nested too deep.
  Outcome Classify(EntryReference entry);

  // Emits whatever runs `entry` as a further condition.
  void EmitCall(EntryReference entry, Sequence* sequence);
  // Appends to the program's entry pool; returns the index of the first.
  uint32_t AddEntries(const std::vector<EntryReference>& entries);

  const schema::SchemaGraph& graph() const { return graph_; }
  DynamicScopes& scopes() { return scopes_; }
  program::Program& program() { return program_; }

  // Makes Build() end with `status`, unless it has failed already.
  void Fail(absl::Status status) { status_.Update(std::move(status)); }

  // Pools.
  uint32_t AddNumber(document::Value number);
  uint32_t AddName(std::string_view name);
  uint32_t AddPattern(const regex::Pattern* pattern);
  uint32_t AddStringTable(const std::vector<std::string_view>& distinct);

 private:
  struct BlockState {
    std::vector<Applied> set;
    bool records = false;
    enum class Progress : uint8_t {
      kAsked,
      kUnderWay,
      kDone
    } progress = Progress::kAsked;
    // An entry that only forwards: where to.
    bool forwards[8] = {};
    EntryReference forward[8];
  };

  // Reduces `set` to what has an effect. Returns false if it rejects all.
  bool Simplify(std::vector<Applied>* set);
  void CompileBlock(program::BlockId block);
  void EmitSequence(const Conjunction& conjunction, Sequence* sequence);
  void Finish(program::BlockId block, Sequence* sequence);
  program::Entry Resolve(EntryReference entry);
  void Link();
  // Which kinds the block accepts every value of, a bit each.
  uint32_t AcceptedKinds(program::BlockId block) const;

  const schema::SchemaGraph& graph_;
  const CompileLimits limits_;
  DynamicScopes scopes_;
  program::Program program_;
  absl::Status status_;
  std::vector<BlockState> states_;
  std::vector<program::BlockId> asked_;
  absl::flat_hash_map<std::pair<std::vector<Applied>, bool>, program::BlockId>
      ids_;
  // Blocks of sets with several subschemas. A hostile schema could combine
  // without end; past this many, sets are no longer merged but called.
  size_t merged_blocks_ = 0;
  size_t most_merged_blocks_ = 0;
  size_t merged_slots_ = 0;
  int nesting_ = 0;
  std::vector<Patch> patches_;              // by index in the program's code
  std::vector<EntryReference> entry_pool_;  // parallel to program_.entries
  absl::flat_hash_map<const regex::Pattern*, uint32_t> pattern_ids_;
};

// Emission by keyword family: each adds to `sequence` what the conjunction asks
// of values of the sequence's kind.
void EmitScalarKeywords(ProgramBuilder& builder, const Conjunction& conjunction,
                        Sequence* sequence);
void EmitObjectKeywords(ProgramBuilder& builder, const Conjunction& conjunction,
                        Sequence* sequence);
void EmitArrayKeywords(ProgramBuilder& builder, const Conjunction& conjunction,
                       Sequence* sequence);
void EmitLogicKeywords(ProgramBuilder& builder, const Conjunction& conjunction,
                       Sequence* sequence);

}  // namespace gabarit::compile

#endif  // GABARIT_ENGINE_COMPILE_PROGRAM_BUILDER_H_

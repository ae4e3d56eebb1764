#include "engine/compile/program_builder.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/compile/dynamic_loops.h"
#include "engine/document/number.h"

namespace gabarit::compile {

using document::Kind;
using program::BlockId;
using program::Entry;
using program::Instruction;
using program::kAcceptBlock;
using program::kAcceptEntry;
using program::kRejectBlock;
using program::kRejectEntry;
using program::Opcode;
using schema::Keyword;
using schema::KeywordKind;
using schema::Subschema;

namespace {

// Blocks are compiled within one another only to learn whether an alternative
// can be left out. Deeper than this the knowledge is not worth the stack.
constexpr int kDeepestNesting = 24;

// Follows of single references while simplifying a set; a longer chain is left
// to Conjoin.
constexpr int kMostHops = 64;

}  // namespace

ProgramBuilder::ProgramBuilder(const schema::SchemaGraph& graph,
                               const CompileLimits& limits)
    : graph_(graph), limits_(limits), scopes_(graph) {
  most_merged_blocks_ = 256 + 2 * graph.subschema_count();
  // Entries 0 and 1, blocks 0 and 1: what accepts and what rejects everything.
  program_.code.resize(2);
  program_.code[kAcceptEntry].opcode = Opcode::kAccept;
  program_.code[kAcceptEntry].last = true;
  program_.code[kRejectEntry].opcode = Opcode::kReject;
  program_.code[kRejectEntry].last = true;
  program_.blocks.resize(2);
  std::fill(std::begin(program_.blocks[kRejectBlock].entries),
            std::end(program_.blocks[kRejectBlock].entries), kRejectEntry);
  states_.resize(2);
  states_[kAcceptBlock].progress = BlockState::Progress::kDone;
  states_[kRejectBlock].progress = BlockState::Progress::kDone;
}

absl::StatusOr<program::Program> ProgramBuilder::Build() {
  status_ = CheckDynamicLoops(graph_, scopes_, limits_.max_instructions);
  if (!status_.ok()) return status_;
  program_.root = BlockFor({scopes_.Apply(graph_.root(), 0)});
  while (!asked_.empty() && status_.ok()) {
    const BlockId block = asked_.back();
    asked_.pop_back();
    if (states_[block].progress == BlockState::Progress::kAsked) {
      CompileBlock(block);
    }
  }
  if (!status_.ok()) return status_;
  Link();
  return std::move(program_);
}

bool ProgramBuilder::Simplify(std::vector<Applied>* set) {
  std::vector<Applied> simple;
  int hops = 0;
  while (!set->empty()) {
    const Applied applied = set->back();
    set->pop_back();
    const Subschema& subschema = graph_.subschema(applied.subschema);
    if (subschema.form == Subschema::Form::kTrue) continue;
    if (subschema.form == Subschema::Form::kFalse) return false;
    const Keyword* only = nullptr;
    size_t effective = 0;
    for (const Keyword& keyword : graph_.keywords(applied.subschema)) {
      if (!HasEffect(keyword)) continue;
      only = &keyword;
      if (++effective > 1) break;
    }
    if (effective == 0) continue;
    if (effective == 1 && hops < kMostHops) {
      if (only->kind == KeywordKind::kRef ||
          only->kind == KeywordKind::kDynamicRef) {
        ++hops;
        set->push_back(scopes_.Follow(*only, applied.scope));
        continue;
      }
      if (only->kind == KeywordKind::kAllOf && only->operands.size <= 8) {
        ++hops;
        for (const auto child : graph_.subschemas(*only)) {
          set->push_back(scopes_.Apply(child, applied.scope));
        }
        continue;
      }
    }
    simple.push_back(applied);
  }
  std::sort(simple.begin(), simple.end());
  simple.erase(std::unique(simple.begin(), simple.end()), simple.end());
  *set = std::move(simple);
  return true;
}

BlockId ProgramBuilder::BlockFor(std::vector<Applied> set, bool records) {
  if (!Simplify(&set)) return kRejectBlock;
  if (set.empty()) return kAcceptBlock;
  const auto [id, is_new] =
      ids_.try_emplace(std::make_pair(set, records),
                       static_cast<BlockId>(program_.blocks.size()));
  if (!is_new) return id->second;
  const BlockId block = id->second;
  if (set.size() > 1) ++merged_blocks_;
  program_.blocks.emplace_back();
  BlockState& state = states_.emplace_back();
  state.set = std::move(set);
  state.records = records;
  asked_.push_back(block);
  return block;
}

Outcome ProgramBuilder::Classify(EntryReference entry) {
  for (int hops = 0; hops < kMostHops; ++hops) {
    if (states_[entry.block].progress == BlockState::Progress::kAsked &&
        nesting_ < kDeepestNesting) {
      CompileBlock(entry.block);
    }
    const BlockState& state = states_[entry.block];
    if (state.progress != BlockState::Progress::kDone) {
      return Outcome::kDepends;
    }
    const int kind = static_cast<int>(entry.kind);
    if (!state.forwards[kind]) {
      const Entry code = program_.blocks[entry.block].entries[kind];
      if (code == kAcceptEntry) return Outcome::kAccepts;
      if (code == kRejectEntry) return Outcome::kRejects;
      return Outcome::kDepends;
    }
    entry = state.forward[kind];
  }
  return Outcome::kDepends;
}

void ProgramBuilder::EmitCall(EntryReference entry, Sequence* sequence) {
  switch (Classify(entry)) {
    case Outcome::kAccepts:
      return;
    case Outcome::kRejects:
      sequence->rejects = true;
      return;
    case Outcome::kDepends:
      sequence->Add(Opcode::kCall);
      sequence->PatchLast(Patch::Field::kA, entry);
      return;
  }
}

uint32_t ProgramBuilder::AddEntries(
    const std::vector<EntryReference>& entries) {
  const auto first = static_cast<uint32_t>(entry_pool_.size());
  entry_pool_.insert(entry_pool_.end(), entries.begin(), entries.end());
  return first;
}

uint32_t ProgramBuilder::AddNumber(document::Value number) {
  program_.numbers.push_back({document::NearestDouble(number), number});
  return static_cast<uint32_t>(program_.numbers.size() - 1);
}

uint32_t ProgramBuilder::AddName(std::string_view name) {
  program_.names.push_back({static_cast<uint32_t>(program_.texts.size()),
                            static_cast<uint32_t>(name.size())});
  program_.texts.append(name);
  program_.texts.append(8, '\0');
  return static_cast<uint32_t>(program_.names.size() - 1);
}

uint32_t ProgramBuilder::AddPattern(const regex::Pattern* pattern) {
  const auto [id, is_new] = pattern_ids_.try_emplace(
      pattern, static_cast<uint32_t>(program_.patterns.size()));
  if (is_new) program_.patterns.push_back(pattern);
  return id->second;
}

uint32_t ProgramBuilder::AddStringTable(
    const std::vector<std::string_view>& distinct) {
  program_.string_tables.push_back(BuildStringTable(
      distinct, &program_.slots, &program_.indices, &program_.texts));
  return static_cast<uint32_t>(program_.string_tables.size() - 1);
}

void ProgramBuilder::CompileBlock(BlockId block) {
  ++nesting_;
  states_[block].progress = BlockState::Progress::kUnderWay;
  const std::vector<Applied> set = states_[block].set;
  const bool records = states_[block].records;

  Conjunction conjunction;
  if (set.size() > 1 && merged_blocks_ > most_merged_blocks_) {
    conjunction.separate = set;
  } else {
    conjunction = Conjoin(graph_, scopes_, set);
  }
  for (int kind = 0; kind < document::kKindCount; ++kind) {
    Sequence sequence;
    sequence.kind = static_cast<Kind>(kind);
    sequence.records = records && (sequence.kind == Kind::kObject ||
                                   sequence.kind == Kind::kArray);
    if (conjunction.never || (conjunction.kinds >> kind & 1) == 0) {
      sequence.rejects = true;
    } else {
      EmitSequence(conjunction, &sequence);
    }
    Finish(block, &sequence);
    if (!status_.ok()) break;
  }
  states_[block].progress = BlockState::Progress::kDone;
  --nesting_;
}

void ProgramBuilder::EmitSequence(const Conjunction& conjunction,
                                  Sequence* sequence) {
  if (sequence->kind == Kind::kNumber) {
    if (conjunction.integer_literals_only) {
      sequence->Add(Opcode::kRequireIntegerLiteral);
    } else if (conjunction.integers_only) {
      sequence->Add(Opcode::kRequireInteger);
    }
  }
  EmitScalarKeywords(*this, conjunction, sequence);

  // A record of evaluated members or items is needed where a keyword asks for
  // one that only the instance can tell.
  const Keyword* asks =
      sequence->kind == Kind::kObject  ? conjunction.unevaluated_properties
      : sequence->kind == Kind::kArray ? conjunction.unevaluated_items
                                       : nullptr;
  const bool records_outside = sequence->records;
  if (asks != nullptr) {
    sequence->Add(Opcode::kOpenRecord);
    sequence->records = true;
  }
  EmitObjectKeywords(*this, conjunction, sequence);
  EmitArrayKeywords(*this, conjunction, sequence);
  EmitLogicKeywords(*this, conjunction, sequence);
  for (const Applied& applied : conjunction.separate) {
    EmitCall({BlockFor({applied}, sequence->records), sequence->kind},
             sequence);
  }
  if (asks != nullptr) {
    const BlockId block = BlockFor({scopes_.Apply(
        graph_.subschemas(*asks)[0], conjunction.unevaluated_scope)});
    sequence->Add(Opcode::kUnevaluated, block);
    sequence->Add(Opcode::kCloseRecord).flag = records_outside ? 1 : 0;
    sequence->records = records_outside;
  }
}

void ProgramBuilder::Finish(BlockId block, Sequence* sequence) {
  const int kind = static_cast<int>(sequence->kind);
  Entry& entry = program_.blocks[block].entries[kind];
  if (sequence->rejects) {
    entry = kRejectEntry;
    return;
  }
  if (sequence->code.empty()) {
    entry = kAcceptEntry;
    return;
  }
  Instruction& last = sequence->code.back();
  if (last.opcode == Opcode::kCall) {
    if (sequence->code.size() == 1) {
      states_[block].forwards[kind] = true;
      states_[block].forward[kind] = sequence->patches.back().target;
      return;
    }
    last.opcode = Opcode::kJump;
  }
  last.last = true;
  if (program_.code.size() + sequence->code.size() > limits_.max_instructions) {
    status_ = absl::ResourceExhaustedError(
        absl::StrCat("the schema compiles to more than max_instructions = ",
                     limits_.max_instructions, " instructions"));
    return;
  }
  const auto start = static_cast<uint32_t>(program_.code.size());
  entry = start;
  program_.code.insert(program_.code.end(), sequence->code.begin(),
                       sequence->code.end());
  for (Patch patch : sequence->patches) {
    patch.instruction += start;
    patches_.push_back(patch);
  }
}

Entry ProgramBuilder::Resolve(EntryReference entry) {
  // Forwarding entries cannot form a ring: that would be a loop of in-place
  // references. The bound guards against a mistake in that reasoning.
  EntryReference end = entry;
  size_t hops = 0;
  while (states_[end.block].forwards[static_cast<int>(end.kind)]) {
    if (++hops > states_.size()) return kRejectEntry;
    end = states_[end.block].forward[static_cast<int>(end.kind)];
  }
  // Whoever comes this way again goes straight to the end, or long chains would
  // take time quadratic in their length.
  while (entry != end) {
    const EntryReference next = std::exchange(
        states_[entry.block].forward[static_cast<int>(entry.kind)], end);
    entry = next;
  }
  return program_.blocks[end.block].entries[static_cast<int>(end.kind)];
}

void ProgramBuilder::Link() {
  for (BlockId block = 0; block < states_.size(); ++block) {
    for (int kind = 0; kind < document::kKindCount; ++kind) {
      if (!states_[block].forwards[kind]) continue;
      program_.blocks[block].entries[kind] =
          Resolve({block, static_cast<Kind>(kind)});
    }
  }
  program_.entries.reserve(entry_pool_.size());
  for (const EntryReference& entry : entry_pool_) {
    program_.entries.push_back(Resolve(entry));
  }
  for (const Patch& patch : patches_) {
    Instruction& instruction = program_.code[patch.instruction];
    const Entry entry = Resolve(patch.target);
    switch (patch.field) {
      case Patch::Field::kA:
        instruction.a = entry;
        break;
      case Patch::Field::kB:
        instruction.b = entry;
        break;
      case Patch::Field::kC:
        instruction.c = entry;
        break;
    }
  }
  for (const program::ObjectPlan& plan : program_.objects) {
    for (uint32_t i = 0; i < plan.table.size; ++i) {
      program::StringSlot& slot = program_.slots[plan.table.slots + i];
      slot.flags_and_bit |= AcceptedKinds(slot.block)
                            << program::kSlotAcceptsShift;
    }
  }
}

uint32_t ProgramBuilder::AcceptedKinds(BlockId block) const {
  uint32_t kinds = 0;
  for (int kind = 0; kind < document::kKindCount; ++kind) {
    if (program_.blocks[block].entries[kind] == kAcceptEntry) {
      kinds |= uint32_t{1} << kind;
    }
  }
  return kinds;
}

absl::StatusOr<program::Program> Compile(const schema::SchemaGraph& graph,
                                         const CompileLimits& limits) {
  return ProgramBuilder(graph, limits).Build();
}

}  // namespace gabarit::compile

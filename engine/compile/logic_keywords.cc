// not, anyOf, oneOf, if/then/else and dependentSchemas (Core §10.2).
//
// Alternatives are decided while compiling where the kind of instance decides
// them: an alternative that rejects every value of the kind is left out, and
// one that accepts every value settles the matter.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/compile/alternatives.h"
#include "engine/compile/program_builder.h"

namespace gabarit::compile {
namespace {

using document::Kind;
using program::BlockId;
using program::Opcode;
using schema::Keyword;
using schema::KeywordKind;
using schema::SubschemaId;

// How deep alternatives within alternatives become one choice.
constexpr int kDeepestLeaf = 4;

EntryReference EntryFor(ProgramBuilder& builder, SubschemaId subschema,
                        ScopeId scope, const Sequence& sequence, bool records) {
  return {builder.BlockFor({builder.scopes().Apply(subschema, scope)}, records),
          sequence.kind};
}

// The alternatives that may accept a value of the sequence's kind.
struct Candidates {
  std::vector<Applied> alternatives;
  std::vector<EntryReference> entries;
  int sure = 0;  // how many accept every value of the kind
};

Candidates FindCandidates(ProgramBuilder& builder, const Keyword& keyword,
                          ScopeId scope, const Sequence& sequence,
                          bool drop_repeated) {
  Candidates candidates;
  for (const SubschemaId branch : builder.graph().subschemas(keyword)) {
    const EntryReference entry =
        EntryFor(builder, branch, scope, sequence, sequence.records);
    const Outcome outcome = builder.Classify(entry);
    if (outcome == Outcome::kRejects) continue;
    if (outcome == Outcome::kAccepts) ++candidates.sure;
    if (drop_repeated &&
        std::find(candidates.entries.begin(), candidates.entries.end(),
                  entry) != candidates.entries.end()) {
      continue;
    }
    candidates.entries.push_back(entry);
    candidates.alternatives.push_back(builder.scopes().Apply(branch, scope));
  }
  return candidates;
}

// Adds the leaves below one candidate. False where there are too many.
bool AddLeaves(ProgramBuilder& builder, const Sequence& sequence,
               Applied applied, EntryReference entry, size_t owner, int depth,
               std::vector<Leaf>* leaves) {
  ScopeId scope = 0;
  const Keyword* const sole = depth < kDeepestLeaf
                                  ? SoleAlternatives(builder, applied, &scope)
                                  : nullptr;
  if (sole != nullptr) {
    const Candidates inner =
        FindCandidates(builder, *sole, scope, sequence,
                       /*drop_repeated=*/sole->kind == KeywordKind::kAnyOf);
    if (inner.sure == 0) {
      for (size_t i = 0; i < inner.entries.size(); ++i) {
        if (!AddLeaves(builder, sequence, inner.alternatives[i],
                       inner.entries[i], owner, depth + 1, leaves)) {
          return false;
        }
      }
      return true;
    }
  }
  if (leaves->size() == kMostLeaves) return false;
  leaves->push_back({applied, entry, owner});
  return true;
}

std::vector<Leaf> FindLeaves(ProgramBuilder& builder, const Sequence& sequence,
                             const Candidates& candidates) {
  std::vector<Leaf> leaves;
  bool all = true;
  for (size_t i = 0; all && i < candidates.entries.size(); ++i) {
    all = AddLeaves(builder, sequence, candidates.alternatives[i],
                    candidates.entries[i], i, 0, &leaves);
  }
  if (all) return leaves;
  leaves.clear();
  for (size_t i = 0; i < candidates.entries.size(); ++i) {
    leaves.push_back({candidates.alternatives[i], candidates.entries[i], i});
  }
  return leaves;
}

void EmitAlternatives(ProgramBuilder& builder, Opcode opcode,
                      const Candidates& candidates, Sequence* sequence) {
  if (sequence->kind == Kind::kString) {
    const std::optional<std::vector<std::string_view>> choices =
        CombinedChoices(builder, candidates.alternatives,
                        opcode == Opcode::kOneOf);
    if (choices.has_value()) {
      if (choices->empty()) {
        sequence->rejects = true;
      } else {
        sequence->Add(Opcode::kStringIn, builder.AddStringTable(*choices));
      }
      return;
    }
  }
  uint32_t select = program::kNoSelect;
  if (sequence->kind == Kind::kObject &&
      candidates.entries.size() <= kMostLeaves) {
    select = PlanSelect(builder, FindLeaves(builder, *sequence, candidates));
  }
  const uint32_t first = builder.AddEntries(candidates.entries);
  program::Instruction& instruction = sequence->Add(opcode, first);
  instruction.b = static_cast<uint32_t>(candidates.entries.size());
  instruction.c = select;
  instruction.flag = sequence->records ? 1 : 0;
}

void EmitAnyOf(ProgramBuilder& builder, const Keyword& keyword, ScopeId scope,
               Sequence* sequence) {
  const Candidates candidates = FindCandidates(
      builder, keyword, scope, *sequence, /*drop_repeated=*/true);
  // With a record, what the other branches evaluate still counts
  // (Core §10.2.1.2).
  if (candidates.sure > 0 &&
      (!sequence->records || candidates.entries.size() == 1)) {
    return;
  }
  if (candidates.entries.empty()) {
    sequence->rejects = true;
  } else if (candidates.entries.size() == 1) {
    builder.EmitCall(candidates.entries[0], sequence);
  } else {
    EmitAlternatives(builder, Opcode::kAnyOf, candidates, sequence);
  }
}

void EmitOneOf(ProgramBuilder& builder, const Keyword& keyword, ScopeId scope,
               Sequence* sequence) {
  const Candidates candidates = FindCandidates(
      builder, keyword, scope, *sequence, /*drop_repeated=*/false);
  if (candidates.entries.empty() || candidates.sure > 1) {
    sequence->rejects = true;
  } else if (candidates.entries.size() == 1) {
    builder.EmitCall(candidates.entries[0], sequence);
  } else {
    EmitAlternatives(builder, Opcode::kOneOf, candidates, sequence);
  }
}

void EmitNot(ProgramBuilder& builder, const Keyword& keyword, ScopeId scope,
             Sequence* sequence) {
  // Nothing inside counts as evaluated: if it holds, this fails.
  const EntryReference entry =
      EntryFor(builder, builder.graph().subschemas(keyword)[0], scope,
               *sequence, /*records=*/false);
  switch (builder.Classify(entry)) {
    case Outcome::kAccepts:
      sequence->rejects = true;
      return;
    case Outcome::kRejects:
      return;
    case Outcome::kDepends:
      if (sequence->kind == Kind::kString) {
        const std::optional<std::vector<std::string_view>> choices =
            SoleChoices(builder,
                        builder.scopes().Apply(
                            builder.graph().subschemas(keyword)[0], scope));
        if (choices.has_value()) {
          sequence->Add(Opcode::kStringNotIn, builder.AddStringTable(*choices));
          return;
        }
      }
      sequence->Add(Opcode::kNot);
      sequence->PatchLast(Patch::Field::kA, entry);
      return;
  }
}

// if, with the then and else of the same subschema.
void EmitIf(ProgramBuilder& builder, const Conjunction& conjunction,
            const Member& member, Sequence* sequence) {
  const EntryReference accept{program::kAcceptBlock, sequence->kind};
  EntryReference condition = accept;
  EntryReference consequence = accept;
  EntryReference alternative = accept;
  for (uint32_t i = member.first; i < member.first + member.count; ++i) {
    const auto& [keyword, scope] = conjunction.keywords[i];
    EntryReference* part = keyword->kind == KeywordKind::kIf     ? &condition
                           : keyword->kind == KeywordKind::kThen ? &consequence
                           : keyword->kind == KeywordKind::kElse ? &alternative
                                                                 : nullptr;
    if (part != nullptr) {
      *part = EntryFor(builder, builder.graph().subschemas(*keyword)[0], scope,
                       *sequence, sequence->records);
    }
  }
  switch (builder.Classify(condition)) {
    case Outcome::kAccepts:
      builder.EmitCall(consequence, sequence);
      return;
    case Outcome::kRejects:
      builder.EmitCall(alternative, sequence);
      return;
    case Outcome::kDepends:
      break;
  }
  const bool matters = builder.Classify(consequence) != Outcome::kAccepts ||
                       builder.Classify(alternative) != Outcome::kAccepts ||
                       sequence->records;
  if (!matters) return;
  sequence->Add(Opcode::kIf).flag = sequence->records ? 1 : 0;
  sequence->PatchLast(Patch::Field::kA, condition);
  sequence->PatchLast(Patch::Field::kB, consequence);
  sequence->PatchLast(Patch::Field::kC, alternative);
}

void EmitDependentSchemas(ProgramBuilder& builder, const Keyword& keyword,
                          ScopeId scope, Sequence* sequence) {
  for (const auto& member : builder.graph().members(keyword)) {
    const EntryReference entry = EntryFor(builder, member.subschema, scope,
                                          *sequence, sequence->records);
    if (builder.Classify(entry) == Outcome::kAccepts) continue;
    sequence->Add(Opcode::kIfMember, builder.AddName(member.name));
    sequence->PatchLast(Patch::Field::kB, entry);
  }
}

}  // namespace

void EmitLogicKeywords(ProgramBuilder& builder, const Conjunction& conjunction,
                       Sequence* sequence) {
  for (const Member& member : conjunction.members) {
    for (uint32_t i = member.first; i < member.first + member.count; ++i) {
      const auto& [keyword, scope] = conjunction.keywords[i];
      switch (keyword->kind) {
        case KeywordKind::kAnyOf:
          EmitAnyOf(builder, *keyword, scope, sequence);
          break;
        case KeywordKind::kOneOf:
          EmitOneOf(builder, *keyword, scope, sequence);
          break;
        case KeywordKind::kNot:
          EmitNot(builder, *keyword, scope, sequence);
          break;
        case KeywordKind::kIf:
          EmitIf(builder, conjunction, member, sequence);
          break;
        case KeywordKind::kDependentSchemas:
          if (sequence->kind == Kind::kObject) {
            EmitDependentSchemas(builder, *keyword, scope, sequence);
          }
          break;
        default:
          break;
      }
    }
  }
}

}  // namespace gabarit::compile

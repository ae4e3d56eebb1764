// Objects (Validation §6.5, Core §10.3.2 and §11.3): whatever a conjunction's
// subschemas say of members becomes one plan, by which an object is walked
// once.
//
// A name that some subschema mentions is settled here: which properties,
// patternProperties, additionalProperties and static unevaluatedProperties
// apply to it is known, and together they are one block. For all other names
// the patterns must be asked when the program runs.

#include <algorithm>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "engine/compile/program_builder.h"
#include "engine/regex/pattern.h"

namespace gabarit::compile {
namespace {

using document::Kind;
using program::BlockId;
using program::MemberStep;
using program::ObjectPlan;
using program::Opcode;
using schema::Keyword;
using schema::KeywordKind;
using schema::SubschemaId;

// What one subschema says of members by name.
struct MemberRule {
  const Keyword* properties = nullptr;
  const Keyword* pattern_properties = nullptr;
  SubschemaId additional = schema::kNoSubschema;
  ScopeId scope = 0;
  absl::flat_hash_map<std::string_view, SubschemaId> by_name;
};

// The names of a plan in the order in which they were first mentioned, each
// with a bit where the instance's having it matters.
class NameList {
 public:
  uint32_t Add(std::string_view name) {
    const auto [index, is_new] =
        indices_.try_emplace(name, static_cast<uint32_t>(names_.size()));
    if (is_new) {
      names_.push_back(name);
      bits_.push_back(kNoBit);
    }
    return index->second;
  }
  uint32_t AddWithBit(std::string_view name) {
    const uint32_t index = Add(name);
    if (bits_[index] == kNoBit) bits_[index] = bit_count_++;
    return bits_[index];
  }
  bool HasBit(uint32_t index) const { return bits_[index] != kNoBit; }
  uint32_t bit(uint32_t index) const { return bits_[index]; }
  uint32_t bit_count() const { return bit_count_; }
  const std::vector<std::string_view>& names() const { return names_; }

 private:
  static constexpr uint32_t kNoBit = ~uint32_t{0};
  std::vector<std::string_view> names_;
  std::vector<uint32_t> bits_;
  uint32_t bit_count_ = 0;
  absl::flat_hash_map<std::string_view, uint32_t> indices_;
};

class ObjectEmitter {
 public:
  ObjectEmitter(ProgramBuilder& builder, const Conjunction& conjunction,
                Sequence* sequence)
      : builder_(builder), conjunction_(conjunction), sequence_(sequence) {}

  void Emit() {
    CollectRules();
    CollectNamesAndCounts();
    PlanOtherNames();
    if (names_.names().empty() && plan_.step_count == 0 &&
        plan_.rest == program::kAcceptBlock &&
        !(sequence_->records && plan_.rest_evaluates) &&
        plan_.names == program::kAcceptBlock && plan_.min_members == 0 &&
        plan_.max_members == ~uint64_t{0}) {
      return;
    }
    PlanKnownNames();
    plan_.records = sequence_->records;
    plan_.counts = plan_.min_members > 0 || plan_.max_members != ~uint64_t{0};
    plan_.plain = !plan_.records && plan_.names == program::kAcceptBlock &&
                  plan_.bit_count <= 64;
    if (plan_.bit_count > program::StringSlot::kMostBits) {
      builder_.Fail(absl::ResourceExhaustedError(absl::StrCat(
          "the schema asks for more than ", program::StringSlot::kMostBits,
          " different properties of one object")));
      return;
    }
    program::Program& program = builder_.program();
    program.objects.push_back(plan_);
    sequence_->Add(Opcode::kObject,
                   static_cast<uint32_t>(program.objects.size() - 1));
  }

 private:
  Applied Apply(SubschemaId subschema, ScopeId scope) {
    return builder_.scopes().Apply(subschema, scope);
  }

  void CollectRules() {
    for (const Member& member : conjunction_.members) {
      MemberRule rule;
      bool any = false;
      for (uint32_t i = member.first; i < member.first + member.count; ++i) {
        const auto& [keyword, scope] = conjunction_.keywords[i];
        switch (keyword->kind) {
          case KeywordKind::kProperties:
            rule.properties = keyword;
            break;
          case KeywordKind::kPatternProperties:
            rule.pattern_properties = keyword;
            break;
          case KeywordKind::kAdditionalProperties:
            rule.additional = builder_.graph().subschemas(*keyword)[0];
            break;
          default:
            continue;
        }
        rule.scope = scope;
        any = true;
      }
      if (any) rules_.push_back(std::move(rule));
    }
  }

  void CollectNamesAndCounts() {
    for (MemberRule& rule : rules_) {
      if (rule.properties == nullptr) continue;
      for (const auto& member : builder_.graph().members(*rule.properties)) {
        names_.Add(member.name);
        rule.by_name.emplace(member.name, member.subschema);
      }
    }
    // Names that are covered must stay apart from those that are not.
    for (const UnevaluatedRule& rule : conjunction_.member_rules) {
      for (const std::string_view name : rule.coverage.names) {
        names_.Add(name);
      }
    }
    std::vector<Applied> propertyNames;
    std::vector<uint32_t> required;
    for (const auto& [keyword, scope] : conjunction_.keywords) {
      switch (keyword->kind) {
        case KeywordKind::kRequired:
          for (const std::string_view name : builder_.graph().names(*keyword)) {
            required.push_back(names_.AddWithBit(name));
          }
          break;
        case KeywordKind::kDependentRequired:
          PlanDependents(*keyword);
          break;
        case KeywordKind::kMinProperties:
          plan_.min_members = std::max(plan_.min_members, keyword->count);
          break;
        case KeywordKind::kMaxProperties:
          plan_.max_members = std::min(plan_.max_members, keyword->count);
          break;
        case KeywordKind::kPropertyNames:
          propertyNames.push_back(
              Apply(builder_.graph().subschemas(*keyword)[0], scope));
          break;
        default:
          break;
      }
    }
    const BlockId names_block = builder_.BlockFor(std::move(propertyNames));
    if (builder_.Classify({names_block, Kind::kString}) != Outcome::kAccepts) {
      plan_.names = names_block;
    }
    PlanRequired(std::move(required));
    PlanDependentBits();
  }

  void PlanDependents(const Keyword& keyword) {
    for (const auto& dependent : builder_.graph().dependents(keyword)) {
      for (const std::string_view name : builder_.graph().names(dependent)) {
        dependents_.emplace_back(names_.AddWithBit(dependent.name),
                                 names_.AddWithBit(name));
      }
    }
  }

  void PlanRequired(std::vector<uint32_t> required) {
    std::sort(required.begin(), required.end());
    required.erase(std::unique(required.begin(), required.end()),
                   required.end());
    plan_.required_count = static_cast<uint32_t>(required.size());
    program::Program& program = builder_.program();
    plan_.wide_required = static_cast<uint32_t>(program.wide_bits.size());
    for (const uint32_t bit : required) {
      if (bit < 64) {
        plan_.required |= uint64_t{1} << bit;
      } else {
        program.wide_bits.push_back(bit);
        ++plan_.wide_required_count;
      }
    }
    plan_.bit_count = names_.bit_count();
  }

  void PlanDependentBits() {
    program::Program& program = builder_.program();
    plan_.dependents = static_cast<uint32_t>(program.dependents.size());
    plan_.dependent_count = static_cast<uint32_t>(dependents_.size());
    for (const auto& [trigger, needed] : dependents_) {
      program.dependents.push_back({trigger, needed});
    }
  }

  // Names that no subschema mentions.
  void PlanOtherNames() {
    const bool any_patterns = HasPatterns();
    std::vector<Applied> rest;
    std::vector<MemberStep> steps;
    for (const MemberRule& rule : rules_) {
      if (rule.pattern_properties != nullptr) {
        for (const auto& member :
             builder_.graph().members(*rule.pattern_properties)) {
          if (member.pattern == nullptr) continue;
          steps.push_back(
              {member.pattern,
               builder_.BlockFor({Apply(member.subschema, rule.scope)}), true});
        }
      }
      if (rule.additional != schema::kNoSubschema) {
        const Applied additional = Apply(rule.additional, rule.scope);
        if (any_patterns) {
          steps.push_back({nullptr, builder_.BlockFor({additional}), true});
        } else {
          rest.push_back(additional);
          plan_.rest_evaluates = true;
        }
      } else if (!steps.empty() && steps.back().pattern != nullptr) {
        // Ends this subschema's patterns.
        steps.push_back({nullptr, program::kAcceptBlock, false});
      }
    }
    for (const UnevaluatedRule& rule : conjunction_.member_rules) {
      if (!any_patterns) {
        rest.push_back(rule.subschema);
        plan_.rest_evaluates = true;
        continue;
      }
      // The patterns' own blocks have been run above; here they only cover.
      for (const regex::Pattern* pattern : rule.coverage.patterns) {
        steps.push_back({pattern, program::kAcceptBlock, true});
      }
      steps.push_back({nullptr, builder_.BlockFor({rule.subschema}), true});
    }
    plan_.rest = builder_.BlockFor(std::move(rest));
    if (!any_patterns) return;
    program::Program& program = builder_.program();
    plan_.steps = static_cast<uint32_t>(program.steps.size());
    plan_.step_count = static_cast<uint32_t>(steps.size());
    program.steps.insert(program.steps.end(), steps.begin(), steps.end());
  }

  bool HasPatterns() const {
    for (const MemberRule& rule : rules_) {
      if (rule.pattern_properties != nullptr) return true;
    }
    for (const UnevaluatedRule& rule : conjunction_.member_rules) {
      if (!rule.coverage.patterns.empty()) return true;
    }
    return false;
  }

  void PlanKnownNames() {
    program::Program& program = builder_.program();
    // Blocks are asked for first: asking may compile other blocks, which add to
    // the same pools.
    std::vector<std::pair<BlockId, bool>> blocks;
    for (const std::string_view name : names_.names()) {
      blocks.push_back(BlockForName(name));
    }
    plan_.table = BuildStringTable(names_.names(), &program.slots,
                                   &program.indices, &program.texts);
    for (uint32_t i = 0; i < blocks.size(); ++i) {
      program::StringSlot& slot = program.slots[plan_.table.slots + i];
      slot.block = blocks[i].first;
      if (blocks[i].second) slot.flags_and_bit |= program::kSlotEvaluates;
      if (names_.HasBit(i)) {
        slot.flags_and_bit |= program::kSlotHasBit |
                              names_.bit(i) << program::StringSlot::kBitShift;
      }
    }
  }

  std::pair<BlockId, bool> BlockForName(std::string_view name) {
    std::vector<Applied> set;
    bool evaluated = false;
    for (const MemberRule& rule : rules_) {
      bool covered = false;
      const auto property = rule.by_name.find(name);
      if (property != rule.by_name.end()) {
        set.push_back(Apply(property->second, rule.scope));
        covered = true;
      }
      if (rule.pattern_properties != nullptr) {
        for (const auto& member :
             builder_.graph().members(*rule.pattern_properties)) {
          if (member.pattern != nullptr && member.pattern->Matches(name)) {
            set.push_back(Apply(member.subschema, rule.scope));
            covered = true;
          }
        }
      }
      if (!covered && rule.additional != schema::kNoSubschema) {
        set.push_back(Apply(rule.additional, rule.scope));
        covered = true;
      }
      evaluated |= covered;
    }
    for (const UnevaluatedRule& rule : conjunction_.member_rules) {
      if (rule.coverage.CoversName(name)) continue;
      set.push_back(rule.subschema);
      evaluated = true;
    }
    return {builder_.BlockFor(std::move(set)), evaluated};
  }

  ProgramBuilder& builder_;
  const Conjunction& conjunction_;
  Sequence* sequence_;
  ObjectPlan plan_;
  std::vector<MemberRule> rules_;
  NameList names_;
  std::vector<std::pair<uint32_t, uint32_t>> dependents_;
};

}  // namespace

void EmitObjectKeywords(ProgramBuilder& builder, const Conjunction& conjunction,
                        Sequence* sequence) {
  if (sequence->kind != Kind::kObject) return;
  ObjectEmitter(builder, conjunction, sequence).Emit();
}

}  // namespace gabarit::compile

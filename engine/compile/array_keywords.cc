// Arrays (Validation §6.4, Core §10.3.1 and §11.2): the items of all subschemas
// in a conjunction are walked once.

#include <algorithm>
#include <vector>

#include "engine/compile/program_builder.h"

namespace gabarit::compile {
namespace {

using document::Kind;
using program::BlockId;
using program::Opcode;
using schema::Keyword;
using schema::KeywordKind;
using schema::SubschemaId;

// What one subschema says of items by position.
struct ItemRule {
  absl::Span<const SubschemaId> prefix;
  SubschemaId items = schema::kNoSubschema;
  ScopeId scope = 0;
};

std::vector<ItemRule> ItemRules(ProgramBuilder& builder,
                                const Conjunction& conjunction) {
  std::vector<ItemRule> rules;
  for (const Member& member : conjunction.members) {
    ItemRule rule;
    bool any = false;
    for (uint32_t i = member.first; i < member.first + member.count; ++i) {
      const auto& [keyword, scope] = conjunction.keywords[i];
      if (keyword->kind == KeywordKind::kPrefixItems) {
        rule.prefix = builder.graph().subschemas(*keyword);
      } else if (keyword->kind == KeywordKind::kItems) {
        rule.items = builder.graph().subschemas(*keyword)[0];
      } else {
        continue;
      }
      rule.scope = scope;
      any = true;
    }
    if (any) rules.push_back(rule);
  }
  return rules;
}

// The block for the item at `position`; positions at or past every prefix all
// have the same.
BlockId BlockAt(ProgramBuilder& builder, const std::vector<ItemRule>& rules,
                const Conjunction& conjunction, uint64_t position) {
  std::vector<Applied> set;
  for (const ItemRule& rule : rules) {
    const SubschemaId subschema =
        position < rule.prefix.size() ? rule.prefix[position] : rule.items;
    if (subschema != schema::kNoSubschema) {
      set.push_back(builder.scopes().Apply(subschema, rule.scope));
    }
  }
  for (const UnevaluatedRule& rule : conjunction.item_rules) {
    if (position >= rule.coverage.prefix) set.push_back(rule.subschema);
  }
  return builder.BlockFor(std::move(set));
}

void EmitItems(ProgramBuilder& builder, const Conjunction& conjunction,
               Sequence* sequence) {
  program::ArrayPlan plan;
  for (const auto& [keyword, scope] : conjunction.keywords) {
    if (keyword->kind == KeywordKind::kMinItems) {
      plan.min_items = std::max(plan.min_items, keyword->count);
    } else if (keyword->kind == KeywordKind::kMaxItems) {
      plan.max_items = std::min(plan.max_items, keyword->count);
    }
  }
  const std::vector<ItemRule> rules = ItemRules(builder, conjunction);
  uint64_t prefix = 0;
  for (const ItemRule& rule : rules) {
    prefix = std::max<uint64_t>(prefix, rule.prefix.size());
    plan.evaluated_prefix = std::max(plan.evaluated_prefix,
                                     static_cast<uint32_t>(rule.prefix.size()));
    plan.items_evaluate |= rule.items != schema::kNoSubschema;
  }
  for (const UnevaluatedRule& rule : conjunction.item_rules) {
    prefix = std::max(prefix, rule.coverage.prefix);
    plan.items_evaluate = true;
  }
  std::vector<BlockId> blocks;
  for (uint64_t position = 0; position < prefix; ++position) {
    blocks.push_back(BlockAt(builder, rules, conjunction, position));
  }
  plan.items = BlockAt(builder, rules, conjunction, prefix);
  while (!blocks.empty() && blocks.back() == plan.items) blocks.pop_back();

  plan.records =
      sequence->records && (plan.evaluated_prefix > 0 || plan.items_evaluate);
  const bool does_nothing =
      blocks.empty() && plan.items == program::kAcceptBlock &&
      plan.min_items == 0 && plan.max_items == ~uint64_t{0} && !plan.records;
  if (does_nothing) return;
  program::Program& program = builder.program();
  plan.prefix = static_cast<uint32_t>(program.block_lists.size());
  plan.prefix_count = static_cast<uint32_t>(blocks.size());
  program.block_lists.insert(program.block_lists.end(), blocks.begin(),
                             blocks.end());
  program.arrays.push_back(plan);
  sequence->Add(Opcode::kArray,
                static_cast<uint32_t>(program.arrays.size() - 1));
}

// contains, with the minContains and maxContains of the same subschema.
void EmitContains(ProgramBuilder& builder, const Conjunction& conjunction,
                  const Member& member, Sequence* sequence) {
  program::ContainsPlan plan;
  bool present = false;
  for (uint32_t i = member.first; i < member.first + member.count; ++i) {
    const auto& [keyword, scope] = conjunction.keywords[i];
    if (keyword->kind == KeywordKind::kContains) {
      present = true;
      plan.records = sequence->records && keyword->flag;
      plan.block = builder.BlockFor({builder.scopes().Apply(
          builder.graph().subschemas(*keyword)[0], scope)});
    } else if (keyword->kind == KeywordKind::kMinContains) {
      plan.min = keyword->count;
    } else if (keyword->kind == KeywordKind::kMaxContains) {
      plan.max = keyword->count;
    }
  }
  if (!present) return;
  if (plan.min == 0 && plan.max == ~uint64_t{0} && !plan.records) return;
  builder.program().contains.push_back(plan);
  sequence->Add(Opcode::kContains,
                static_cast<uint32_t>(builder.program().contains.size() - 1));
}

}  // namespace

void EmitArrayKeywords(ProgramBuilder& builder, const Conjunction& conjunction,
                       Sequence* sequence) {
  if (sequence->kind != Kind::kArray) return;
  EmitItems(builder, conjunction, sequence);
  for (const Member& member : conjunction.members) {
    EmitContains(builder, conjunction, member, sequence);
  }
  for (const auto& [keyword, scope] : conjunction.keywords) {
    if (keyword->kind == KeywordKind::kUniqueItems) {
      sequence->Add(Opcode::kUniqueItems);
      break;
    }
  }
}

}  // namespace gabarit::compile

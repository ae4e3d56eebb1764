#include "engine/compile/alternatives.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "engine/compile/conjunction.h"
#include "engine/document/value.h"

namespace gabarit::compile {
namespace {

using document::Kind;
using document::Value;
using program::SelectPlan;
using schema::Keyword;
using schema::KeywordKind;
using schema::SubschemaId;

using Texts = std::vector<std::string_view>;  // sorted, without duplicates

// How far alternatives within alternatives are looked into, and how many names
// and texts are worth a place in a plan.
constexpr int kDeepestAlternative = 4;
constexpr size_t kMostNames = 40;
constexpr size_t kMostTexts = 400;
constexpr int kMostHops = 4;

// What every object that a schema accepts must have.
struct Facts {
  bool no_objects = false;
  Texts required;
  // Properties whose value, where present, is one of some texts.
  absl::flat_hash_map<std::string_view, Texts> texts;
  // Properties whose value is none of some texts: `"not": {"enum": […]}`.
  absl::flat_hash_map<std::string_view, Texts> excluded;
};

void Normalise(Texts* texts) {
  std::sort(texts->begin(), texts->end());
  texts->erase(std::unique(texts->begin(), texts->end()), texts->end());
}

Texts Union(const Texts& a, const Texts& b) {
  Texts both;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(),
                 std::back_inserter(both));
  return both;
}

Texts Intersection(const Texts& a, const Texts& b) {
  Texts both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::back_inserter(both));
  return both;
}

// The texts of an enum or const, if all its values are strings.
std::optional<Texts> TextsOf(const Keyword& keyword) {
  Texts texts;
  if (keyword.kind == KeywordKind::kConst) {
    if (!keyword.value.is_string()) return std::nullopt;
    texts.push_back(keyword.value.string());
    return texts;
  }
  for (document::ItemIterator item(keyword.value); !item.done(); item.Next()) {
    if (!item.value().is_string()) return std::nullopt;
    texts.push_back(item.value().string());
  }
  Normalise(&texts);
  return texts;
}

}  // namespace

std::optional<std::vector<std::string_view>> SoleChoices(
    ProgramBuilder& builder, Applied applied) {
  const Conjunction conjunction =
      Conjoin(builder.graph(), builder.scopes(), {applied});
  if (conjunction.never || !conjunction.separate.empty() ||
      (conjunction.kinds >> static_cast<int>(Kind::kString) & 1) == 0) {
    return std::nullopt;
  }
  const Keyword* sole = nullptr;
  for (const auto& [keyword, scope] : conjunction.keywords) {
    if (!HasEffect(*keyword)) continue;
    if (sole != nullptr) return std::nullopt;
    sole = keyword;
  }
  if (sole == nullptr ||
      (sole->kind != KeywordKind::kEnum && sole->kind != KeywordKind::kConst)) {
    return std::nullopt;
  }
  return TextsOf(*sole);
}

namespace {

class FactFinder {
 public:
  explicit FactFinder(ProgramBuilder& builder)
      : builder_(builder), graph_(builder.graph()) {}

  Facts Of(Applied applied, int depth) {
    const Conjunction conjunction =
        Conjoin(graph_, builder_.scopes(), {applied});
    Facts facts;
    if (conjunction.never ||
        (conjunction.kinds >> static_cast<int>(Kind::kObject) & 1) == 0) {
      facts.no_objects = true;
      return facts;
    }
    for (const auto& [keyword, scope] : conjunction.keywords) {
      switch (keyword->kind) {
        case KeywordKind::kRequired:
          for (const std::string_view name : graph_.names(*keyword)) {
            facts.required.push_back(name);
          }
          break;
        case KeywordKind::kProperties:
          for (const auto& member : graph_.members(*keyword)) {
            const std::optional<Texts> texts =
                TextsOfProperty(member.subschema);
            if (texts.has_value()) {
              Restrict(&facts, member.name, *texts);
              continue;
            }
            Texts excluded =
                ExcludedTexts(builder_.scopes().Apply(member.subschema, scope));
            if (!excluded.empty()) {
              facts.excluded.try_emplace(member.name, std::move(excluded));
            }
          }
          break;
        default:
          break;
      }
    }
    Normalise(&facts.required);
    if (depth >= kDeepestAlternative) return facts;
    for (const auto& [keyword, scope] : conjunction.keywords) {
      if (keyword->kind == KeywordKind::kAnyOf ||
          keyword->kind == KeywordKind::kOneOf) {
        AddCommon(*keyword, scope, depth, &facts);
      }
    }
    return facts;
  }

 private:
  std::optional<Texts> TextsOfProperty(SubschemaId subschema) const {
    for (int hops = 0; hops < kMostHops; ++hops) {
      const Keyword* choice = graph_.Find(subschema, KeywordKind::kConst);
      if (choice == nullptr) {
        choice = graph_.Find(subschema, KeywordKind::kEnum);
      }
      if (choice != nullptr) return TextsOf(*choice);
      const Keyword* reference = graph_.Find(subschema, KeywordKind::kRef);
      if (reference == nullptr) return std::nullopt;
      subschema = reference->target;
    }
    return std::nullopt;
  }

  // Texts that the subschema rejects because a `not` in it accepts them all.
  Texts ExcludedTexts(Applied applied) {
    const Conjunction conjunction =
        Conjoin(graph_, builder_.scopes(), {applied});
    for (const auto& [keyword, scope] : conjunction.keywords) {
      if (keyword->kind != KeywordKind::kNot) continue;
      std::optional<Texts> texts = SoleChoices(
          builder_,
          builder_.scopes().Apply(graph_.subschemas(*keyword)[0], scope));
      if (texts.has_value()) return *std::move(texts);
    }
    return {};
  }

  static void Restrict(Facts* facts, std::string_view name,
                       const Texts& texts) {
    const auto [known, is_new] = facts->texts.try_emplace(name, texts);
    if (!is_new) known->second = Intersection(known->second, texts);
  }

  // Adds what all alternatives that accept objects have in common.
  void AddCommon(const Keyword& keyword, ScopeId scope, int depth,
                 Facts* facts) {
    std::optional<Facts> common;
    for (const SubschemaId branch : graph_.subschemas(keyword)) {
      Facts next = Of(builder_.scopes().Apply(branch, scope), depth + 1);
      if (next.no_objects) continue;
      if (!common.has_value()) {
        common = std::move(next);
        continue;
      }
      common->required = Intersection(common->required, next.required);
      for (auto at = common->texts.begin(); at != common->texts.end();) {
        const auto other = next.texts.find(at->first);
        if (other == next.texts.end()) {
          common->texts.erase(at++);
        } else {
          at->second = Union(at->second, other->second);
          ++at;
        }
      }
    }
    if (!common.has_value()) return;
    facts->required = Union(facts->required, common->required);
    for (const auto& [name, texts] : common->texts) {
      Restrict(facts, name, texts);
    }
  }

  ProgramBuilder& builder_;
  const schema::SchemaGraph& graph_;
};

// The property that tells most alternatives apart; empty if none tells two.
std::optional<std::string_view> Discriminator(const std::vector<Facts>& facts) {
  absl::flat_hash_map<std::string_view, std::pair<size_t, size_t>> scores;
  for (const Facts& fact : facts) {
    for (const auto& [name, texts] : fact.texts) {
      auto& [alternatives, total] = scores[name];
      ++alternatives;
      total += texts.size();
    }
  }
  std::optional<std::string_view> best;
  size_t most = 1;
  for (const auto& [name, score] : scores) {
    if (score.second > kMostTexts) continue;
    const bool better =
        score.first > most || (score.first == most && best && name < *best);
    if (score.first > 1 && better) {
      most = score.first;
      best = name;
    }
  }
  return best;
}

// The names of interest, numbered.
Texts InterestingNames(const std::vector<Facts>& facts,
                       std::optional<std::string_view> discriminator) {
  Texts names;
  if (discriminator.has_value()) names.push_back(*discriminator);
  for (const Facts& fact : facts) {
    for (const std::string_view name : fact.required) {
      if (names.size() < kMostNames &&
          std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
      }
    }
  }
  return names;
}

}  // namespace

const Keyword* SoleAlternatives(ProgramBuilder& builder, Applied applied,
                                ScopeId* scope) {
  const Conjunction conjunction =
      Conjoin(builder.graph(), builder.scopes(), {applied});
  if (conjunction.never ||
      (conjunction.kinds >> static_cast<int>(Kind::kObject) & 1) == 0 ||
      !conjunction.separate.empty() || !conjunction.member_rules.empty() ||
      !conjunction.item_rules.empty() ||
      conjunction.unevaluated_properties != nullptr ||
      conjunction.unevaluated_items != nullptr) {
    return nullptr;
  }
  const Keyword* sole = nullptr;
  for (const auto& [keyword, keyword_scope] : conjunction.keywords) {
    if (!HasEffect(*keyword)) continue;
    if (sole != nullptr || (keyword->kind != KeywordKind::kAnyOf &&
                            keyword->kind != KeywordKind::kOneOf)) {
      return nullptr;
    }
    sole = keyword;
    *scope = keyword_scope;
  }
  return sole;
}

uint32_t PlanSelect(ProgramBuilder& builder, const std::vector<Leaf>& leaves) {
  std::vector<Facts> facts;
  FactFinder finder(builder);
  for (const Leaf& leaf : leaves) {
    facts.push_back(finder.Of(leaf.applied, 0));
  }
  const std::optional<std::string_view> discriminator = Discriminator(facts);
  const Texts names = InterestingNames(facts, discriminator);

  std::vector<uint64_t> needs;
  for (const Facts& fact : facts) {
    uint64_t need = 0;
    for (size_t i = 0; i < names.size(); ++i) {
      if (std::binary_search(fact.required.begin(), fact.required.end(),
                             names[i])) {
        need |= uint64_t{1} << i;
      }
    }
    needs.push_back(need);
  }
  const bool needs_differ =
      std::adjacent_find(needs.begin(), needs.end(), std::not_equal_to<>()) !=
      needs.end();
  if (!discriminator.has_value() && !needs_differ) return program::kNoSelect;

  program::Program& program = builder.program();
  SelectPlan plan;
  plan.names =
      BuildStringTable(names, &program.slots, &program.indices, &program.texts);
  for (uint32_t i = 0; i < names.size(); ++i) {
    program.slots[plan.names.slots + i].flags_and_bit =
        program::kSlotHasBit | i << program::StringSlot::kBitShift;
  }
  const uint64_t all =
      leaves.size() == 64 ? ~uint64_t{0} : (uint64_t{1} << leaves.size()) - 1;
  plan.missing = all;
  plan.unknown = all;
  if (discriminator.has_value()) {
    plan.discriminator = 1;
    Texts values;
    for (size_t i = 0; i < facts.size(); ++i) {
      const auto texts = facts[i].texts.find(*discriminator);
      if (texts == facts[i].texts.end()) continue;
      plan.unknown &= ~(uint64_t{1} << i);
      values = Union(values, texts->second);
    }
    plan.values = BuildStringTable(values, &program.slots, &program.indices,
                                   &program.texts);
    plan.masks = static_cast<uint32_t>(program.masks.size());
    plan.mask_count = static_cast<uint32_t>(values.size());
    for (uint32_t v = 0; v < values.size(); ++v) {
      uint64_t mask = plan.unknown;
      for (size_t i = 0; i < facts.size(); ++i) {
        const uint64_t leaf = uint64_t{1} << i;
        const auto texts = facts[i].texts.find(*discriminator);
        if (texts != facts[i].texts.end() &&
            std::binary_search(texts->second.begin(), texts->second.end(),
                               values[v])) {
          mask |= leaf;
        }
        const auto excluded = facts[i].excluded.find(*discriminator);
        if (excluded != facts[i].excluded.end() &&
            std::binary_search(excluded->second.begin(), excluded->second.end(),
                               values[v])) {
          mask &= ~leaf;
        }
      }
      program.masks.push_back(mask);
      program.slots[plan.values.slots + v].block = v;
    }
  } else {
    plan.values =
        BuildStringTable({}, &program.slots, &program.indices, &program.texts);
  }
  plan.needed_by = static_cast<uint32_t>(program.masks.size());
  for (size_t n = 0; n < names.size(); ++n) {
    uint64_t needed_by = 0;
    for (size_t i = 0; i < needs.size(); ++i) {
      if ((needs[i] >> n & 1) != 0) needed_by |= uint64_t{1} << i;
    }
    program.masks.push_back(needed_by);
    if (needed_by != 0) plan.required |= uint64_t{1} << n;
  }
  plan.owners = static_cast<uint32_t>(program.masks.size());
  std::vector<EntryReference> entries;
  for (const Leaf& leaf : leaves) {
    program.masks.push_back(uint64_t{1} << leaf.owner);
    entries.push_back(leaf.entry);
  }
  plan.leaves = builder.AddEntries(entries);
  plan.leaf_count = static_cast<uint32_t>(leaves.size());
  program.selects.push_back(plan);
  return static_cast<uint32_t>(program.selects.size() - 1);
}

std::optional<std::vector<std::string_view>> CombinedChoices(
    ProgramBuilder& builder, const std::vector<Applied>& alternatives,
    bool exactly_one) {
  Texts all;
  for (const Applied& alternative : alternatives) {
    const Conjunction conjunction =
        Conjoin(builder.graph(), builder.scopes(), {alternative});
    if (!conjunction.separate.empty()) return std::nullopt;
    std::optional<Texts> texts;
    for (const auto& [keyword, scope] : conjunction.keywords) {
      switch (keyword->kind) {
        case KeywordKind::kEnum:
        case KeywordKind::kConst: {
          if (texts.has_value()) return std::nullopt;
          // Values of other types do not matter to strings.
          texts.emplace();
          if (keyword->kind == KeywordKind::kConst) {
            if (keyword->value.is_string()) {
              texts->push_back(keyword->value.string());
            }
            break;
          }
          for (document::ItemIterator item(keyword->value); !item.done();
               item.Next()) {
            if (item.value().is_string()) {
              texts->push_back(item.value().string());
            }
          }
          Normalise(&*texts);
          break;
        }
        case KeywordKind::kMaxLength:
        case KeywordKind::kMinLength:
        case KeywordKind::kPattern:
        case KeywordKind::kFormat:
        case KeywordKind::kContentEncoding:
        case KeywordKind::kContentMediaType:
        case KeywordKind::kContentSchema:
        case KeywordKind::kAnyOf:
        case KeywordKind::kOneOf:
        case KeywordKind::kNot:
        case KeywordKind::kIf:
          return std::nullopt;
        default:
          break;
      }
    }
    if (!texts.has_value()) return std::nullopt;
    all.insert(all.end(), texts->begin(), texts->end());
  }
  std::sort(all.begin(), all.end());
  if (!exactly_one) {
    Normalise(&all);
    return all;
  }
  Texts once;
  for (size_t i = 0; i < all.size();) {
    size_t next = i + 1;
    while (next < all.size() && all[next] == all[i]) ++next;
    if (next == i + 1) once.push_back(all[i]);
    i = next;
  }
  return once;
}

}  // namespace gabarit::compile

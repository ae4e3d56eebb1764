#include "engine/compile/conjunction.h"

#include <algorithm>

#include "engine/regex/pattern.h"

namespace gabarit::compile {

using document::Kind;
using schema::Keyword;
using schema::KeywordKind;
using schema::SchemaGraph;
using schema::Subschema;
using schema::TypeSet;

namespace {

// A merge of more subschemas than this is left to calls: a chain of references
// must not be unfolded anew from each of its links.
constexpr size_t kMostMerged = 48;

uint8_t KindBit(Kind kind) {
  return static_cast<uint8_t>(1u << static_cast<int>(kind));
}

void ApplyType(TypeSet types, Conjunction* conjunction) {
  uint8_t kinds = 0;
  if (types.Has(TypeSet::kNull)) kinds |= KindBit(Kind::kNull);
  if (types.Has(TypeSet::kBoolean)) kinds |= KindBit(Kind::kBoolean);
  if (types.Has(TypeSet::kString)) kinds |= KindBit(Kind::kString);
  if (types.Has(TypeSet::kArray)) kinds |= KindBit(Kind::kArray);
  if (types.Has(TypeSet::kObject)) kinds |= KindBit(Kind::kObject);
  if (types.Has(TypeSet::kNumber)) {
    kinds |= KindBit(Kind::kInteger);
    kinds |= KindBit(Kind::kNumber);
  } else if (types.Has(TypeSet::kInteger)) {
    kinds |= KindBit(Kind::kInteger);
    kinds |= KindBit(Kind::kNumber);
    conjunction->integers_only = true;
  } else if (types.Has(TypeSet::kIntegerLiteral)) {
    kinds |= KindBit(Kind::kInteger);
    kinds |= KindBit(Kind::kNumber);
    conjunction->integer_literals_only = true;
  }
  conjunction->kinds &= kinds;
}

bool IsConditional(KeywordKind kind) {
  return kind == KeywordKind::kAnyOf || kind == KeywordKind::kOneOf ||
         kind == KeywordKind::kIf || kind == KeywordKind::kThen ||
         kind == KeywordKind::kElse;
}

// Collects what is evaluated along in-place applicators. With `conditional`
// false only those that always apply are followed.
class CoverageWalk {
 public:
  CoverageWalk(const SchemaGraph& graph, DynamicScopes& scopes, bool of_members)
      : graph_(graph), scopes_(scopes), of_members_(of_members) {}

  Coverage Of(Applied start) {
    Coverage coverage;
    start_ = start;
    Walk({start}, &coverage, &branches_);
    if (coverage.all) return coverage;
    // What the branches may add.
    Coverage possible;
    while (!branches_.empty() && !coverage.dynamic) {
      std::vector<Applied> open = std::move(branches_);
      branches_.clear();
      Walk(std::move(open), &possible, &branches_);
      coverage.dynamic =
          possible.dynamic || possible.all || Adds(possible, coverage);
    }
    return coverage;
  }

 private:
  static bool Adds(const Coverage& possible, const Coverage& sure) {
    if (possible.prefix > sure.prefix) return true;
    for (const auto* pattern : possible.patterns) {
      if (std::find(sure.patterns.begin(), sure.patterns.end(), pattern) ==
          sure.patterns.end()) {
        return true;
      }
    }
    for (const std::string_view name : possible.names) {
      if (!sure.CoversName(name)) return true;
    }
    return false;
  }

  void Walk(std::vector<Applied> open, Coverage* coverage,
            std::vector<Applied>* branches) {
    while (!open.empty()) {
      const Applied applied = open.back();
      open.pop_back();
      if (!seen_.insert({applied.subschema, applied.scope}).second) continue;
      for (const Keyword& keyword : graph_.keywords(applied.subschema)) {
        Visit(keyword, applied, coverage, &open, branches);
      }
    }
  }

  void Visit(const Keyword& keyword, Applied applied, Coverage* coverage,
             std::vector<Applied>* open, std::vector<Applied>* branches) {
    switch (keyword.kind) {
      case KeywordKind::kRef:
      case KeywordKind::kDynamicRef:
        open->push_back(scopes_.Follow(keyword, applied.scope));
        return;
      case KeywordKind::kAllOf:
        for (const auto child : graph_.subschemas(keyword)) {
          open->push_back(scopes_.Apply(child, applied.scope));
        }
        return;
      case KeywordKind::kDependentSchemas:
        for (const auto& member : graph_.members(keyword)) {
          branches->push_back(scopes_.Apply(member.subschema, applied.scope));
        }
        return;
      default:
        break;
    }
    if (IsConditional(keyword.kind)) {
      for (const auto child : graph_.subschemas(keyword)) {
        branches->push_back(scopes_.Apply(child, applied.scope));
      }
      return;
    }
    if (of_members_) {
      VisitMembers(keyword, applied, coverage);
    } else {
      VisitItems(keyword, applied, coverage);
    }
  }

  void VisitMembers(const Keyword& keyword, Applied applied,
                    Coverage* coverage) {
    switch (keyword.kind) {
      case KeywordKind::kProperties:
        for (const auto& member : graph_.members(keyword)) {
          coverage->names.insert(member.name);
        }
        break;
      case KeywordKind::kPatternProperties:
        for (const auto& member : graph_.members(keyword)) {
          if (member.pattern != nullptr) {
            coverage->patterns.push_back(member.pattern);
          }
        }
        break;
      case KeywordKind::kAdditionalProperties:
        coverage->all = true;
        break;
      case KeywordKind::kUnevaluatedProperties:
        if (applied != start_) coverage->all = true;
        break;
      default:
        break;
    }
  }

  void VisitItems(const Keyword& keyword, Applied applied, Coverage* coverage) {
    switch (keyword.kind) {
      case KeywordKind::kPrefixItems:
        coverage->prefix =
            std::max<uint64_t>(coverage->prefix, keyword.operands.size);
        break;
      case KeywordKind::kItems:
        coverage->all = true;
        break;
      case KeywordKind::kContains:
        // Which items it evaluates is known only with the instance.
        if (keyword.flag) coverage->dynamic = true;
        break;
      case KeywordKind::kUnevaluatedItems:
        if (applied != start_) coverage->all = true;
        break;
      default:
        break;
    }
  }

  const SchemaGraph& graph_;
  DynamicScopes& scopes_;
  const bool of_members_;
  Applied start_;
  std::vector<Applied> branches_;
  absl::flat_hash_set<std::pair<uint32_t, uint32_t>> seen_;
};

class ConjunctionWalk {
 public:
  ConjunctionWalk(const SchemaGraph& graph, DynamicScopes& scopes)
      : graph_(graph), scopes_(scopes) {}

  Conjunction Of(const std::vector<Applied>& start) {
    std::vector<Applied> open(start.rbegin(), start.rend());
    while (!open.empty()) {
      const Applied applied = open.back();
      open.pop_back();
      if (Seen(applied)) continue;
      Visit(applied, start, &open);
    }
    return std::move(result_);
  }

 private:
  bool Seen(Applied applied) {
    if (std::find(seen_.begin(), seen_.end(), applied) != seen_.end()) {
      return true;
    }
    seen_.push_back(applied);
    return false;
  }

  void Visit(Applied applied, const std::vector<Applied>& start,
             std::vector<Applied>* open) {
    const Subschema& subschema = graph_.subschema(applied.subschema);
    if (subschema.form == Subschema::Form::kFalse) {
      result_.never = true;
      return;
    }
    const bool is_start =
        std::find(start.begin(), start.end(), applied) != start.end();
    if (!is_start && result_.members.size() >= kMostMerged) {
      result_.separate.push_back(applied);
      return;
    }
    const Keyword* members =
        graph_.Find(applied.subschema, KeywordKind::kUnevaluatedProperties);
    const Keyword* items =
        graph_.Find(applied.subschema, KeywordKind::kUnevaluatedItems);
    if ((members != nullptr || items != nullptr) &&
        !VisitUnevaluated(applied, start, members, items)) {
      return;
    }
    Member member{applied, static_cast<uint32_t>(result_.keywords.size()), 0};
    std::vector<Applied> followed;
    for (const Keyword& keyword : graph_.keywords(applied.subschema)) {
      switch (keyword.kind) {
        case KeywordKind::kRef:
        case KeywordKind::kDynamicRef:
          followed.push_back(scopes_.Follow(keyword, applied.scope));
          break;
        case KeywordKind::kAllOf:
          for (const auto child : graph_.subschemas(keyword)) {
            followed.push_back(scopes_.Apply(child, applied.scope));
          }
          break;
        case KeywordKind::kType:
          ApplyType(keyword.types, &result_);
          break;
        case KeywordKind::kUnevaluatedProperties:
        case KeywordKind::kUnevaluatedItems:
          break;
        default:
          if (HasEffect(keyword)) {
            result_.keywords.push_back({&keyword, applied.scope});
            ++member.count;
          }
      }
    }
    result_.members.push_back(member);
    open->insert(open->end(), followed.rbegin(), followed.rend());
  }

  // Turns the unevaluated* keywords of `applied` into rules. Returns false when
  // the subschema has to be run on its own.
  bool VisitUnevaluated(Applied applied, const std::vector<Applied>& start,
                        const Keyword* members, const Keyword* items) {
    Coverage member_coverage;
    Coverage item_coverage;
    if (members != nullptr) {
      member_coverage = MemberCoverage(graph_, scopes_, applied);
    }
    if (items != nullptr) {
      item_coverage = ItemCoverage(graph_, scopes_, applied);
    }
    const bool members_dynamic =
        members != nullptr && member_coverage.dynamic && !member_coverage.all;
    const bool items_dynamic =
        items != nullptr && item_coverage.dynamic && !item_coverage.all;
    if (members_dynamic || items_dynamic) {
      if (start.size() > 1 || start[0] != applied) {
        result_.separate.push_back(applied);
        return false;
      }
      result_.unevaluated_scope = applied.scope;
      if (members_dynamic) result_.unevaluated_properties = members;
      if (items_dynamic) result_.unevaluated_items = items;
    }
    if (members != nullptr && !members_dynamic && !member_coverage.all) {
      result_.member_rules.push_back(
          {members,
           scopes_.Apply(graph_.subschemas(*members)[0], applied.scope),
           std::move(member_coverage)});
    }
    if (items != nullptr && !items_dynamic && !item_coverage.all) {
      result_.item_rules.push_back(
          {items, scopes_.Apply(graph_.subschemas(*items)[0], applied.scope),
           std::move(item_coverage)});
    }
    return true;
  }

  const SchemaGraph& graph_;
  DynamicScopes& scopes_;
  Conjunction result_;
  std::vector<Applied> seen_;
};

}  // namespace

bool Coverage::CoversName(std::string_view name) const {
  if (all || names.contains(name)) return true;
  for (const regex::Pattern* pattern : patterns) {
    if (pattern->Matches(name)) return true;
  }
  return false;
}

Coverage MemberCoverage(const SchemaGraph& graph, DynamicScopes& scopes,
                        Applied subschema) {
  return CoverageWalk(graph, scopes, /*of_members=*/true).Of(subschema);
}

Coverage ItemCoverage(const SchemaGraph& graph, DynamicScopes& scopes,
                      Applied subschema) {
  return CoverageWalk(graph, scopes, /*of_members=*/false).Of(subschema);
}

bool HasEffect(const Keyword& keyword) {
  switch (keyword.kind) {
    case KeywordKind::kAnnotation:
      return false;
    case KeywordKind::kFormat:
    case KeywordKind::kContentEncoding:
    case KeywordKind::kContentMediaType:
    case KeywordKind::kContentSchema:
    case KeywordKind::kUniqueItems:
      return keyword.flag;
    default:
      return true;
  }
}

Conjunction Conjoin(const SchemaGraph& graph, DynamicScopes& scopes,
                    const std::vector<Applied>& start) {
  return ConjunctionWalk(graph, scopes).Of(start);
}

}  // namespace gabarit::compile

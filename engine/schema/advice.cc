// Warnings: what is allowed and yet probably a mistake.

#include <algorithm>
#include <array>

#include "engine/schema/loader_internal.h"
#include "engine/schema/text.h"

namespace gabarit::schema {
namespace {

// More warnings help nobody, and each costs memory.
constexpr size_t kMostWarnings = 1000;

constexpr size_t kLongestName = 32;

// The number of characters to insert, delete or replace to turn `a` into `b`
// (Levenshtein). Both are at most kLongestName long.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::array<size_t, kLongestName + 1> row;
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

struct Counterpart {
  std::string_view name;  // a keyword of one dialect
  std::string_view here;  // what to write in the dialects that lack it
};

// What older dialects have instead of a newer one's keyword.
constexpr Counterpart kInOlder[] = {
    {"$anchor", "an `$id` of the form \"#name\""},
    {"$defs", "`definitions` (references to `$defs` by JSON Pointer do work)"},
    {"$id", "`id`"},
    {"const", "`enum` with one value"},
    {"dependentRequired", "`dependencies`"},
    {"dependentSchemas", "`dependencies`"},
    {"prefixItems", "`items` with an array of schemas"},
    {"unevaluatedProperties",
     "`additionalProperties`, beside the properties it is to know of"},
    {"unevaluatedItems", "`additionalItems`"},
};

// What newer dialects have instead of an older one's keyword.
constexpr Counterpart kInNewer[] = {
    {"additionalItems", "`items`, beside `prefixItems` for the first ones"},
    {"id", "`$id`"},
    {"$recursiveAnchor", "`$dynamicAnchor`"},
    {"$recursiveRef", "`$dynamicRef`"},
};

std::string_view CounterpartOf(absl::Span<const Counterpart> list,
                               std::string_view name) {
  for (const Counterpart& counterpart : list) {
    if (counterpart.name == name) return counterpart.here;
  }
  return {};
}

// Whether a value of the shape could change a verdict or a name's meaning;
// annotations of other dialects do no harm.
bool Matters(const KeywordRow& row) {
  switch (row.shape) {
    case Shape::kNoOperand:
    case Shape::kSchemaUri:
      return false;
    case Shape::kAny:
      return row.kind != KeywordKind::kAnnotation;
    default:
      return true;
  }
}

}  // namespace

std::string_view Closest(std::string_view name,
                         absl::Span<const std::string_view> candidates) {
  if (name.size() < 3 || name.size() > kLongestName) return {};
  // One slip in a short name, two in a longer one.
  size_t best = name.size() < 6 ? 1 : 2;
  std::string_view closest;
  for (std::string_view candidate : candidates) {
    if (candidate.size() > kLongestName ||
        candidate.size() > name.size() + best ||
        name.size() > candidate.size() + best)
      continue;
    const size_t distance = EditDistance(name, candidate);
    if (distance < best || (distance == best && closest.empty())) {
      best = distance;
      closest = candidate;
    }
  }
  return closest;
}

void Loader::Warn(Warning::Kind kind, Site site, std::string message,
                  std::string_view once_for) {
  // Other documents' authors are not who reads this.
  if (DocumentOf(site.subschema) != 0) return;
  if (graph_->warnings_.size() >= kMostWarnings) return;
  if (!once_for.empty() && !warned_.emplace(kind, once_for).second) return;
  graph_->warnings_.push_back({kind, Location(site), std::move(message)});
}

// A keyword without a row: of another dialect, of a vocabulary that the
// metaschema leaves out, misspelt, or somebody's own.
void Loader::AdviseUnknown(SubschemaId id, const Member& member,
                           const Dialect& dialect) {
  if (DocumentOf(id) != 0 || member.name.starts_with("x-")) return;
  if (graph_->warnings_.size() >= kMostWarnings) return;
  // A name's second warning would only be dropped again.
  if (warned_.contains({Warning::Kind::kUnknownKeyword, member.name}) ||
      warned_.contains({Warning::Kind::kOtherDialect, member.name}))
    return;
  const Site site{id, member.name};

  if (const KeywordRow* row = dialect.keywords->Find(member.name)) {
    if (!Matters(*row)) return;
    Warn(Warning::Kind::kOtherDialect, site,
         Concat("`", member.name, "` has no effect, for the metaschema ",
                dialect.uri, " does not list its vocabulary"),
         member.name);
    return;
  }
  bool elsewhere = false;
  // Dialects stand newest first.
  bool is_newer = true;
  for (const Dialect& other : Dialects()) {
    if (other.keywords == dialect.keywords) {
      is_newer = false;
      continue;
    }
    const KeywordRow* row = other.keywords->Find(member.name);
    if (row == nullptr) continue;
    elsewhere = true;
    // `id` is a likely name for other things.
    if (!Matters(*row) ||
        (row->shape == Shape::kIdentifier && !member.value.is_string()))
      continue;
    const std::string_view here =
        CounterpartOf(is_newer ? absl::MakeConstSpan(kInOlder)
                               : absl::MakeConstSpan(kInNewer),
                      member.name);
    std::string message =
        Concat("`", member.name, "` is a keyword of ", other.name,
               " and has no effect in ", dialect.name);
    if (!here.empty()) {
      AppendTo(&message, "; here it is ", here);
    } else {
      AppendTo(&message, "; declare that dialect by `$schema` to use it");
    }
    Warn(Warning::Kind::kOtherDialect, site, std::move(message), member.name);
    return;
  }
  if (elsewhere) return;

  std::vector<std::string_view> names;
  names.reserve(dialect.keywords->rows().size());
  for (const KeywordRow& row : dialect.keywords->rows()) {
    names.push_back(row.name);
  }
  std::string message = Concat("unknown keyword `", member.name, "`");
  if (const std::string_view meant = Closest(member.name, names);
      !meant.empty()) {
    AppendTo(&message, "; did you mean `", meant, "`?");
  }
  Warn(Warning::Kind::kUnknownKeyword, site, std::move(message), member.name);
}

}  // namespace gabarit::schema

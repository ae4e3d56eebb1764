#include "engine/report/property_messages.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/document/pointer.h"
#include "engine/report/json_text.h"

namespace gabarit::report {
namespace {

using document::Value;
using schema::Keyword;
using schema::KeywordKind;
using schema::SubschemaId;

constexpr size_t kLongestName = 60;
constexpr size_t kMostNames = 8;
// Long names are no misspellings, and hostile ones are not worth the time.
constexpr size_t kLongestMisspelling = 64;
constexpr size_t kMostCandidates = 500;

std::string Quoted(std::string_view text) {
  return QuotedExcerpt(text, kLongestName);
}

std::string NameList(const std::vector<std::string_view>& names) {
  std::string list;
  for (size_t i = 0; i < names.size() && i < kMostNames; ++i) {
    if (i > 0) list += ", ";
    list += Quoted(names[i]);
  }
  if (names.size() > kMostNames) {
    absl::StrAppend(&list, " and ", names.size() - kMostNames, " more");
  }
  return list;
}

Message MissingMessage(const std::vector<std::string_view>& missing,
                       const std::string& because) {
  Message message;
  message.expected = NameList(missing);
  message.text = (missing.size() == 1 ? "missing required property "
                                      : "missing required properties ") +
                 message.expected + because;
  return message;
}

// Edit distance, in which two neighbours that changed places are one edit;
// given up beyond `limit`.
size_t Distance(std::string_view a, std::string_view b, size_t limit) {
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> above(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, above);
    std::swap(above, row);
    row[0] = i;
    size_t smallest = row[0];
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1),
                         above[j] + 1, row[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
      smallest = std::min(smallest, row[j]);
    }
    // A swap may still come from the row before: one edit more than its least.
    if (smallest > limit + 1) return limit + 1;
  }
  return row[b.size()];
}

// Without case, '-' and '_', by which names are commonly misspelt.
std::string Folded(std::string_view name) {
  std::string folded;
  for (const char c : name) {
    if (c == '-' || c == '_') continue;
    folded.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a')
                                          : c);
  }
  return folded;
}

// A candidate that has `folded` in it, or lies in it, as "maxDepth" and
// "depth": the shortest.
std::string_view NameWithin(std::string_view folded,
                            absl::Span<const std::string_view> candidates) {
  constexpr size_t kShortest = 3;
  std::string_view closest;
  if (folded.size() < kShortest) return closest;
  size_t tried = 0;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kLongestMisspelling || ++tried > kMostCandidates) {
      continue;
    }
    const std::string other = Folded(candidate);
    if (other.size() < kShortest ||
        (other.find(folded) == std::string::npos &&
         folded.find(other) == std::string_view::npos)) {
      continue;
    }
    if (closest.empty() || candidate.size() < closest.size()) {
      closest = candidate;
    }
  }
  return closest;
}

// The properties that a subschema names and an object does not have. Who has a
// property already did not misspell it.
std::vector<std::string_view> AbsentProperties(const EvaluationTree& tree,
                                               const KeywordResult& result) {
  std::vector<std::string_view> names;
  const Keyword* properties =
      tree.SiblingKeyword(result, KeywordKind::kProperties);
  if (properties == nullptr) return names;
  const Value owner = tree.instance_of(result);
  for (const auto& member : tree.graph().members(*properties)) {
    if (names.size() >= kMostCandidates) break;
    if (!owner.Find(member.name).has_value()) names.push_back(member.name);
  }
  return names;
}

// Where below `root` a property of this name may stand: a JSON Pointer into the
// instance, without the name itself. Looks at a bounded number of subschemas.
std::optional<std::string> PlaceFor(const EvaluationTree& tree,
                                    SubschemaId root, std::string_view name) {
  constexpr size_t kMostSubschemas = 200;
  std::vector<std::pair<SubschemaId, std::string>> open = {{root, ""}};
  for (size_t at = 0; at < open.size() && at < kMostSubschemas; ++at) {
    const auto [id, place] = open[at];
    for (const Keyword& keyword : tree.graph().keywords(id)) {
      switch (keyword.kind) {
        case KeywordKind::kProperties:
          for (const auto& member : tree.graph().members(keyword)) {
            if (member.name == name && !place.empty()) return place;
            if (open.size() >= kMostSubschemas) break;
            std::string inside = place;
            document::AppendToken(&inside, member.name);
            open.emplace_back(member.subschema, std::move(inside));
          }
          break;
        case KeywordKind::kRef:
          if (keyword.target != schema::kNoSubschema) {
            open.emplace_back(keyword.target, place);
          }
          break;
        case KeywordKind::kAllOf:
        case KeywordKind::kAnyOf:
        case KeywordKind::kOneOf:
          for (const SubschemaId branch : tree.graph().subschemas(keyword)) {
            if (open.size() < kMostSubschemas) open.emplace_back(branch, place);
          }
          break;
        default:
          break;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::string_view ClosestName(std::string_view name,
                             absl::Span<const std::string_view> candidates) {
  if (name.empty() || name.size() > kLongestMisspelling) return {};
  std::string_view closest;
  // Names of one or two characters have nothing to be recognised by.
  size_t nearest = name.size() / 3 + 1;
  const std::string folded = Folded(name);
  size_t tried = 0;
  for (const std::string_view candidate : candidates) {
    if (candidate.size() > kLongestMisspelling || ++tried > kMostCandidates)
      continue;
    const size_t distance = Distance(folded, Folded(candidate), nearest);
    if (distance < nearest) {
      nearest = distance;
      closest = candidate;
    }
  }
  return closest.empty() ? NameWithin(folded, candidates) : closest;
}

Message RequiredMessage(const EvaluationTree& tree,
                        const KeywordResult& result) {
  const Value instance = tree.instance_of(result);
  std::vector<std::string_view> missing;
  for (const std::string_view name : tree.graph().names(*result.keyword)) {
    if (!instance.Find(name).has_value()) missing.push_back(name);
  }
  Message message = MissingMessage(missing, "");
  // Members that the schema does not name may be the missing ones, misspelt.
  const Keyword* properties =
      tree.SiblingKeyword(result, KeywordKind::kProperties);
  std::vector<std::string_view> strangers;
  for (document::MemberIterator member(instance);
       !member.done() && strangers.size() < kMostCandidates; member.Next()) {
    const auto known = properties == nullptr
                           ? absl::Span<const schema::NamedSubschema>()
                           : tree.graph().members(*properties);
    if (std::none_of(known.begin(), known.end(), [&](const auto& property) {
          return property.name == member.name();
        })) {
      strangers.push_back(member.name());
    }
  }
  if (missing.size() == 1) {
    const std::string_view closest = ClosestName(missing[0], strangers);
    if (!closest.empty()) {
      message.text += " (is " + Quoted(closest) + " meant to be it?)";
    }
  }
  return message;
}

Message DependentMessage(const EvaluationTree& tree, const Keyword& keyword,
                         Value instance) {
  for (const auto& dependent : tree.graph().dependents(keyword)) {
    if (!instance.Find(dependent.name).has_value()) continue;
    std::vector<std::string_view> missing;
    for (const std::string_view name : tree.graph().names(dependent)) {
      if (!instance.Find(name).has_value()) missing.push_back(name);
    }
    if (!missing.empty()) {
      return MissingMessage(
          missing,
          (missing.size() == 1 ? ", which goes with " : ", which go with ") +
              Quoted(dependent.name));
    }
  }
  return {};
}

Message UnknownPropertyMessage(const EvaluationTree& tree,
                               const KeywordResult& applicator,
                               std::string_view name) {
  Message message;
  message.text = "unknown property " + Quoted(name);
  const std::vector<std::string_view> known =
      AbsentProperties(tree, applicator);
  const std::optional<std::string> place =
      PlaceFor(tree, tree.evaluation(applicator.evaluation).subschema, name);
  const std::string_view closest = ClosestName(name, known);
  if (place.has_value()) {
    message.text += "; one of this name may stand in " +
                    (place->find('/', 1) == std::string::npos
                         ? Quoted(std::string_view(*place).substr(1))
                         : Quoted(*place));
  } else if (!closest.empty()) {
    message.text += " (did you mean " + Quoted(closest) + "?)";
  } else if (!known.empty()) {
    message.text += "; others that are allowed: " + NameList(known);
  }
  message.expected = known.empty() ? std::string() : NameList(known);
  message.found = Quoted(name);
  return message;
}

std::string WantedProperties(const EvaluationTree& tree,
                             const Keyword& alternatives) {
  std::string names;
  size_t count = 0;
  for (const SubschemaId branch : tree.graph().subschemas(alternatives)) {
    const auto keywords = tree.graph().keywords(branch);
    if (keywords.size() != 1 || keywords[0].kind != KeywordKind::kRequired) {
      return {};
    }
    const auto required = tree.graph().names(keywords[0]);
    if (required.size() != 1) return {};
    if (++count > kMostNames) continue;
    names += count == 1 ? "" : ", ";
    names += Quoted(required[0]);
  }
  if (count < 2) return {};
  if (count > kMostNames) {
    absl::StrAppend(&names, " and ", count - kMostNames, " more");
  }
  return (alternatives.kind == KeywordKind::kOneOf
              ? "must have exactly one of the properties "
              : "must have at least one of the properties ") +
         names;
}

}  // namespace gabarit::report

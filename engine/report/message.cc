#include "engine/report/message.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/document/number.h"
#include "engine/document/parser.h"
#include "engine/format/format.h"
#include "engine/report/json_text.h"
#include "engine/report/property_messages.h"

namespace gabarit::report {
namespace {

using document::Kind;
using document::Value;
using schema::Keyword;
using schema::KeywordKind;
using schema::TypeSet;

constexpr size_t kLongestValue = 60;
constexpr size_t kMostChoices = 10;

std::string Shown(Value value) { return Excerpt(value, kLongestValue); }

std::string Quoted(std::string_view text) {
  return QuotedExcerpt(text, kLongestValue);
}

// "a", "a or b", "a, b or c".
std::string Either(const std::vector<std::string>& parts) {
  if (parts.empty()) return "nothing";
  std::string joined = parts[0];
  for (size_t i = 1; i < parts.size(); ++i) {
    joined += i + 1 == parts.size() ? " or " : ", ";
    joined += parts[i];
  }
  return joined;
}

std::string Plural(uint64_t count, const std::string& one,
                   const std::string& many) {
  return absl::StrCat(count, " ", count == 1 ? one : many);
}

std::vector<std::string> TypeNames(TypeSet types, bool with_article) {
  std::vector<std::string> names;
  const auto add = [&](TypeSet::Type type, const char* bare,
                       const char* article) {
    if (types.Has(type)) names.emplace_back(with_article ? article : bare);
  };
  add(TypeSet::kString, "string", "a string");
  add(TypeSet::kInteger, "integer", "an integer");
  add(TypeSet::kIntegerLiteral, "integer",
      "an integer without fraction or exponent");
  add(TypeSet::kNumber, "number", "a number");
  add(TypeSet::kBoolean, "boolean", "a boolean");
  add(TypeSet::kObject, "object", "an object");
  add(TypeSet::kArray, "array", "an array");
  add(TypeSet::kNull, "null", "null");
  return names;
}

std::string FoundValue(Value value) {
  switch (value.kind()) {
    case Kind::kNull:
      return "null";
    case Kind::kObject:
      return value.empty() ? "an empty object" : "an object";
    case Kind::kArray:
      return value.empty()
                 ? "an empty array"
                 : "an array of " + Plural(value.size(), "item", "items");
    case Kind::kString:
      return "the string " + Shown(value);
    default:
      return Shown(value);
  }
}

Message ChoiceMessage(const Keyword& keyword, Value instance) {
  Message message;
  if (keyword.kind == KeywordKind::kConst) {
    message.expected = Shown(keyword.value);
    message.text = "must be " + message.expected;
  } else {
    std::vector<std::string> choices;
    std::vector<std::string_view> strings;
    for (document::ItemIterator item(keyword.value); !item.done();
         item.Next()) {
      if (item.value().is_string()) strings.push_back(item.value().string());
      if (choices.size() < kMostChoices) choices.push_back(Shown(item.value()));
    }
    const size_t all = keyword.value.size();
    message.expected = absl::StrJoin(choices, "|");
    if (all == 0) {
      message.text = "no value is allowed here";
    } else if (all > choices.size()) {
      message.text =
          absl::StrCat("must be one of ", absl::StrJoin(choices, ", "), " and ",
                       all - choices.size(), " more");
    } else if (all == 1) {
      message.text = "must be " + choices[0];
    } else {
      message.text = "must be one of " + absl::StrJoin(choices, ", ");
    }
    if (instance.is_string()) {
      const std::string_view closest = ClosestName(instance.string(), strings);
      if (!closest.empty()) {
        message.found = Shown(instance);
        message.text += ", found " + message.found + " (did you mean " +
                        Quoted(closest) + "?)";
        return message;
      }
    }
  }
  message.found = Shown(instance);
  message.text += ", found " + message.found;
  return message;
}

Message NumberMessage(const Keyword& keyword, Value instance) {
  Message message;
  message.expected = document::NumberText(keyword.value);
  message.found = Shown(instance);
  const char* relation = "";
  switch (keyword.kind) {
    case KeywordKind::kMultipleOf:
      relation = "must be a multiple of ";
      break;
    case KeywordKind::kMaximum:
      relation = "must be at most ";
      break;
    case KeywordKind::kExclusiveMaximum:
      relation = "must be less than ";
      break;
    case KeywordKind::kMinimum:
      relation = "must be at least ";
      break;
    default:
      relation = "must be greater than ";
  }
  message.text = relation + message.expected + ", found " + message.found;
  return message;
}

// Whether a string that should be another value is that value's JSON text:
// models write numbers, arrays and objects so.
bool HoldsJsonOf(TypeSet types, Value instance) {
  constexpr size_t kLongestText = 10'000;
  if (!instance.is_string() || instance.string().empty() ||
      instance.string().size() > kLongestText) {
    return false;
  }
  document::Parser parser;
  if (!parser.Parse(instance.string())) return false;
  switch (parser.root().kind()) {
    case Kind::kObject:
      return types.Has(TypeSet::kObject);
    case Kind::kArray:
      return types.Has(TypeSet::kArray);
    case Kind::kBoolean:
      return types.Has(TypeSet::kBoolean);
    case Kind::kInteger:
    case Kind::kNumber:
      return types.Has(TypeSet::kNumber) ||
             (types.Has(TypeSet::kInteger) &&
              document::IsInteger(parser.root()));
    default:
      return false;
  }
}

uint64_t CodePoints(std::string_view text) {
  return static_cast<uint64_t>(std::count_if(
      text.begin(), text.end(),
      [](char c) { return (static_cast<uint8_t>(c) & 0xC0) != 0x80; }));
}

// For the keywords that count characters, items or members.
Message CountMessage(const Keyword& keyword, uint64_t found, bool at_most,
                     const std::string& one, const std::string& many) {
  Message message;
  message.expected = absl::StrCat(keyword.count);
  message.found = absl::StrCat(found);
  message.text =
      absl::StrCat("must have at ", at_most ? "most " : "least ",
                   Plural(keyword.count, one, many), ", found ", found);
  return message;
}

Message StringMessage(const Keyword& keyword, Value instance) {
  Message message;
  message.found = Shown(instance);
  switch (keyword.kind) {
    case KeywordKind::kMaxLength:
    case KeywordKind::kMinLength:
      return CountMessage(keyword, CodePoints(instance.string()),
                          keyword.kind == KeywordKind::kMaxLength, "character",
                          "characters");
    case KeywordKind::kPattern:
      message.expected = keyword.value.string();
      message.text = "must match the pattern " +
                     Excerpt(keyword.value.string(), 2 * kLongestValue) +
                     ", found " + message.found;
      return message;
    case KeywordKind::kFormat: {
      message.expected = keyword.value.string();
      const std::string_view description =
          format::Describe(keyword.value.string());
      message.text = "expected " +
                     (description.empty()
                          ? "a string of the format " + Quoted(message.expected)
                          : std::string(description)) +
                     ", found " + message.found;
      return message;
    }
    case KeywordKind::kContentEncoding:
      message.expected = keyword.value.string();
      message.text = "expected text in the encoding " +
                     Quoted(message.expected) + ", found " + message.found;
      return message;
    default:
      message.expected = keyword.value.string();
      message.text = "expected a string that holds " +
                     Quoted(message.expected) + ", found " + message.found;
      return message;
  }
}

Message ContainsMessage(const EvaluationTree& tree,
                        const KeywordResult& result) {
  const Keyword& keyword = *result.keyword;
  const KeywordResult* contains =
      keyword.kind == KeywordKind::kContains
          ? &result
          : tree.Sibling(result, KeywordKind::kContains);
  const uint32_t matches = contains == nullptr ? 0 : tree.CountValid(*contains);
  Message message;
  message.found = absl::StrCat(matches);
  if (keyword.kind == KeywordKind::kContains) {
    message.expected = "1";
    message.text = "must contain an item that fits, found none among " +
                   Plural(tree.instance_of(result).size(), "item", "items");
    return message;
  }
  message.expected = absl::StrCat(keyword.count);
  message.text = absl::StrCat(
      "must contain at ",
      keyword.kind == KeywordKind::kMaxContains ? "most " : "least ",
      Plural(keyword.count, "item that fits", "items that fit"), ", found ",
      matches);
  return message;
}

}  // namespace

Message TypeMessage(TypeSet types, Value instance) {
  Message message;
  message.text = "expected " + Either(TypeNames(types, true)) + ", found " +
                 FoundValue(instance);
  if (HoldsJsonOf(types, instance)) {
    message.text += " (give it without the quotes)";
  }
  message.expected = absl::StrJoin(TypeNames(types, false), "|");
  message.found = std::string(KindName(instance));
  return message;
}

std::string_view KindName(Value value) {
  switch (value.kind()) {
    case Kind::kNull:
      return "null";
    case Kind::kBoolean:
      return "boolean";
    case Kind::kInteger:
      return "integer";
    case Kind::kNumber:
      return document::IsInteger(value) ? "integer" : "number";
    case Kind::kString:
      return "string";
    case Kind::kArray:
      return "array";
    case Kind::kObject:
      return "object";
  }
  return "";
}

Message KeywordMessage(const EvaluationTree& tree,
                       const KeywordResult& result) {
  const Keyword& keyword = *result.keyword;
  const Value instance = tree.instance_of(result);
  switch (keyword.kind) {
    case KeywordKind::kType:
      return TypeMessage(keyword.types, instance);
    case KeywordKind::kEnum:
    case KeywordKind::kConst:
      return ChoiceMessage(keyword, instance);
    case KeywordKind::kMultipleOf:
    case KeywordKind::kMaximum:
    case KeywordKind::kExclusiveMaximum:
    case KeywordKind::kMinimum:
    case KeywordKind::kExclusiveMinimum:
      return NumberMessage(keyword, instance);
    case KeywordKind::kMaxLength:
    case KeywordKind::kMinLength:
    case KeywordKind::kPattern:
    case KeywordKind::kFormat:
    case KeywordKind::kContentEncoding:
    case KeywordKind::kContentMediaType:
      return StringMessage(keyword, instance);
    case KeywordKind::kMaxItems:
    case KeywordKind::kMinItems:
      return CountMessage(keyword, instance.size(),
                          keyword.kind == KeywordKind::kMaxItems, "item",
                          "items");
    case KeywordKind::kUniqueItems:
      return {"items must all be different, found two that are equal",
              "different items", "equal items"};
    case KeywordKind::kMaxProperties:
    case KeywordKind::kMinProperties:
      return CountMessage(keyword, instance.size(),
                          keyword.kind == KeywordKind::kMaxProperties,
                          "property", "properties");
    case KeywordKind::kRequired:
      return RequiredMessage(tree, result);
    case KeywordKind::kDependentRequired:
      return DependentMessage(tree, keyword, instance);
    case KeywordKind::kContains:
    case KeywordKind::kMinContains:
    case KeywordKind::kMaxContains:
      return ContainsMessage(tree, result);
    case KeywordKind::kNot:
      return {"must not fit the schema under \"" + std::string(keyword.name) +
                  "\", but does: found " + FoundValue(instance),
              "", std::string(KindName(instance)), ""};
    default:
      return {"does not fit", "", "", ""};
  }
}

Message FalseSchemaMessage(const EvaluationTree& tree,
                           const KeywordResult* applicator,
                           const Evaluation& evaluation) {
  Message message;
  message.found = std::string(KindName(evaluation.instance));
  if (applicator == nullptr) {
    message.text = "no value is allowed here";
    return message;
  }
  const PathStep* step = evaluation.instance_path == kNone
                             ? nullptr
                             : &tree.step(evaluation.instance_path);
  switch (applicator->keyword->kind) {
    case KeywordKind::kAdditionalProperties:
    case KeywordKind::kUnevaluatedProperties:
      return UnknownPropertyMessage(tree, *applicator, step->name);
    case KeywordKind::kItems:
    case KeywordKind::kPrefixItems:
    case KeywordKind::kUnevaluatedItems:
      message.text = absl::StrCat("no item is allowed at position ",
                                  step->item == kNone ? 0 : step->item);
      return message;
    case KeywordKind::kProperties:
    case KeywordKind::kPatternProperties:
      message.text = "the property " + Quoted(step->name) + " is not allowed";
      return message;
    case KeywordKind::kPropertyNames:
      message.text = "the property " + Quoted(evaluation.instance.string()) +
                     " is not allowed";
      return message;
    default:
      message.text = "no value is allowed here";
      return message;
  }
}

Message AlternativesMessage(const EvaluationTree& tree,
                            const KeywordResult& result, uint32_t closest,
                            std::string_view reason) {
  Message message;
  message.found = std::string(KindName(tree.instance_of(result)));
  std::vector<std::string> matching;
  uint32_t number = 0;
  uint32_t closest_number = 0;
  for (uint32_t at = result.first_child; at != kNone;
       at = tree.evaluation(at).next_sibling) {
    ++number;
    if (tree.evaluation(at).valid) matching.push_back(absl::StrCat(number));
    if (at == closest) closest_number = number;
  }
  const std::string wanted = WantedProperties(tree, *result.keyword);
  if (matching.size() > 1) {
    message.expected = "1 alternative";
    message.found = absl::StrCat(matching.size(), " alternatives");
    message.text = absl::StrCat("must fit exactly one of ", number,
                                " alternatives, but fits ", matching.size(),
                                ": numbers ", absl::StrJoin(matching, ", "));
    if (!wanted.empty()) message.text = wanted + ", found more than one";
    return message;
  }
  if (!wanted.empty()) {
    message.text = wanted + ", found none";
    return message;
  }
  message.text = absl::StrCat("fits none of ", number, " alternatives");
  if (closest_number != 0) {
    absl::StrAppend(&message.text, "; closest is number ", closest_number);
    message.choice =
        absl::StrCat("judged by alternative ", closest_number, " of ", number);
    if (!reason.empty()) {
      message.text += " (" + std::string(reason) + ")";
      message.choice += ": " + std::string(reason);
    }
  }
  return message;
}

}  // namespace gabarit::report

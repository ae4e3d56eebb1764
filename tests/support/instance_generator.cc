#include "tests/support/instance_generator.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/schema_generator.h"

namespace gabarit::tests {

Json InstanceGenerator::Instance() {
  Json instance =
      randomness_.OneIn(8) ? RandomValue(&randomness_, 3) : After(document_, 5);
  for (size_t n = randomness_.Below(3); n > 0; --n) Change(&instance);
  return instance;
}

const Json* InstanceGenerator::Resolve(std::string_view reference) const {
  if (reference == "#") return &document_;
  const Json* definitions = document_.Find("$defs");
  if (definitions == nullptr) definitions = document_.Find("definitions");
  if (definitions == nullptr) return nullptr;
  const size_t slash = reference.rfind('/');
  return definitions->Find(slash == std::string_view::npos
                               ? reference
                               : reference.substr(slash + 1));
}

void InstanceGenerator::Collect(const Json& schema,
                                std::vector<const Json*>* applying, int depth) {
  if (!schema.is_object() || depth == 0) return;
  applying->push_back(&schema);
  if (const Json* reference = schema.Find("$ref")) {
    if (const Json* target = Resolve(reference->text)) {
      Collect(*target, applying, depth - 1);
    }
  }
  if (schema.Find("$recursiveRef") != nullptr ||
      schema.Find("$dynamicRef") != nullptr) {
    Collect(document_, applying, depth - 1);
  }
  if (const Json* all = schema.Find("allOf")) {
    for (const Json& each : all->items) Collect(each, applying, depth - 1);
  }
  for (const char* keyword : {"anyOf", "oneOf"}) {
    const Json* alternatives = schema.Find(keyword);
    if (alternatives != nullptr && !alternatives->items.empty()) {
      Collect(randomness_.Of(alternatives->items), applying, depth - 1);
    }
  }
  const Json* condition = schema.Find("if");
  if (condition != nullptr) {
    const bool met = randomness_.OneIn(2);
    if (met) Collect(*condition, applying, depth - 1);
    if (const Json* branch = schema.Find(met ? "then" : "else")) {
      Collect(*branch, applying, depth - 1);
    }
  }
}

Json InstanceGenerator::After(const Json& schema, int depth) {
  std::vector<const Json*> applying;
  Collect(schema, &applying, 4);
  if (applying.empty() || depth == 0) return RandomValue(&randomness_, 1);
  std::string_view type;
  for (const Json* each : applying) {
    const Json* constant = each->Find("const");
    if (constant != nullptr && !randomness_.OneIn(6)) return *constant;
    const Json* values = each->Find("enum");
    if (values != nullptr && !randomness_.OneIn(6)) {
      return randomness_.Of(values->items);
    }
    if (const Json* types = each->Find("type")) {
      type =
          types->is_array() ? randomness_.Of(types->items).text : types->text;
    }
  }
  if (type.empty() || randomness_.OneIn(10)) {
    // What has the most keywords about it.
    size_t arrays = 0;
    size_t objects = 0;
    for (const Json* each : applying) {
      for (const auto& [keyword, value] : each->members) {
        if (keyword.find("tems") != std::string::npos ||
            keyword.find("ontains") != std::string::npos) {
          ++arrays;
        } else if (keyword.find("ropert") != std::string::npos ||
                   keyword.starts_with("depend") || keyword == "required") {
          ++objects;
        }
      }
    }
    if (arrays + objects > 0 && !randomness_.OneIn(5)) {
      type = randomness_.Below(arrays + objects) < arrays ? "array" : "object";
    } else if (randomness_.OneIn(3)) {
      type = "integer";
    } else {
      type = randomness_.OneIn(2) ? "string" : "object";
    }
  }
  if (type == "object") return ObjectAfter(applying, depth);
  if (type == "array") return ArrayAfter(applying, depth);
  if (type == "integer" || type == "number") return NumberAfter(applying);
  if (type == "string") return RandomString(&randomness_);
  if (type == "boolean") {
    return Json::Scalar(randomness_.OneIn(2) ? "true" : "false");
  }
  return Json::Scalar("null");
}

Json InstanceGenerator::ObjectAfter(const std::vector<const Json*>& applying,
                                    int depth) {
  Json object = Json::Object();
  for (const Json* each : applying) {
    if (const Json* properties = each->Find("properties")) {
      for (const auto& [name, schema] : properties->members) {
        if (randomness_.OneIn(3) || object.Find(name) != nullptr) continue;
        object.Add(name, After(schema, depth - 1));
      }
    }
    if (const Json* required = each->Find("required")) {
      for (const Json& name : required->items) {
        if (object.Find(name.text) == nullptr && !randomness_.OneIn(12)) {
          object.Add(name.text, RandomValue(&randomness_, 1));
        }
      }
    }
    const Json* rest = each->Find("additionalProperties");
    if (rest == nullptr) rest = each->Find("unevaluatedProperties");
    if (rest != nullptr && rest->is_object() && randomness_.OneIn(2)) {
      object.Set(RandomName(&randomness_), After(*rest, depth - 1));
    }
  }
  for (size_t n = randomness_.Below(3); n > 1; --n) {
    object.Set(RandomName(&randomness_), RandomValue(&randomness_, 1));
  }
  return object;
}

Json InstanceGenerator::ArrayAfter(const std::vector<const Json*>& applying,
                                   int depth) {
  Json array = Json::Array();
  for (const Json* each : applying) {
    const Json* prefix = each->Find("prefixItems");
    const Json* items = each->Find("items");
    if (items != nullptr && items->is_array()) {
      prefix = items;
      items = each->Find("additionalItems");
    }
    if (prefix != nullptr) {
      for (size_t i = 0; i < prefix->items.size(); ++i) {
        if (i < array.items.size()) {
          if (randomness_.OneIn(2)) {
            array.items[i] = After(prefix->items[i], depth - 1);
          }
        } else if (!randomness_.OneIn(5)) {
          array.items.push_back(After(prefix->items[i], depth - 1));
        }
      }
    }
    for (const Json* more :
         {items, each->Find("contains"), each->Find("unevaluatedItems")}) {
      if (more == nullptr) continue;
      for (size_t n = randomness_.Below(3); n > 0; --n) {
        if (array.items.size() > 6) break;
        array.items.push_back(After(*more, depth - 1));
      }
    }
  }
  if (randomness_.OneIn(3)) array.items.push_back(RandomValue(&randomness_, 1));
  return array;
}

Json InstanceGenerator::NumberAfter(const std::vector<const Json*>& applying) {
  for (const Json* each : applying) {
    for (const char* keyword : {"minimum", "maximum", "exclusiveMinimum",
                                "exclusiveMaximum", "multipleOf"}) {
      const Json* bound = each->Find(keyword);
      if (bound != nullptr && bound->text != "true" && bound->text != "false" &&
          randomness_.OneIn(3)) {
        return *bound;
      }
    }
  }
  return RandomNumber(&randomness_);
}

void InstanceGenerator::Change(Json* value) {
  while (true) {
    if (value->is_object() && !value->members.empty()) {
      const size_t at = randomness_.Below(value->members.size());
      if (randomness_.OneIn(2)) {
        value = &value->members[at].second;
        continue;
      }
      switch (randomness_.Below(5)) {
        case 0:
          value->members.erase(value->members.begin() +
                               static_cast<std::ptrdiff_t>(at));
          return;
        case 1:
          value->members[at].first = RandomName(&randomness_);
          return;
        case 2:
          std::swap(value->members[at], value->members[0]);
          return;
        case 3:
          value->Add(value->members[at].first, RandomValue(&randomness_, 1));
          return;
        default:
          value->Set(RandomName(&randomness_), RandomValue(&randomness_, 1));
          return;
      }
    }
    if (value->is_array() && !value->items.empty()) {
      const size_t at = randomness_.Below(value->items.size());
      if (randomness_.OneIn(2)) {
        value = &value->items[at];
        continue;
      }
      switch (randomness_.Below(3)) {
        case 0:
          value->items.erase(value->items.begin() +
                             static_cast<std::ptrdiff_t>(at));
          return;
        case 1: {
          Json copy = value->items[at];
          value->items.push_back(std::move(copy));
          return;
        }
        default:
          value->items.push_back(RandomValue(&randomness_, 1));
          return;
      }
    }
    *value = RandomValue(&randomness_, 1);
    return;
  }
}

}  // namespace gabarit::tests

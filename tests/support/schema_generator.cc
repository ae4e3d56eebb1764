#include "tests/support/schema_generator.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gabarit::tests {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kNames[] = {"a"sv,
                                       "b"sv,
                                       "c"sv,
                                       "d"sv,
                                       "kind"sv,
                                       "x-1"sv,
                                       ""sv,
                                       "é"sv,
                                       "a/b"sv,
                                       "m~n"sv,
                                       "abcdefgh"sv,
                                       "abcdefghi"sv,
                                       "a\0b"sv,
                                       "__proto__"sv,
                                       "longer_than_sixteen_bytes"sv,
                                       "longer_than_sixteen_bytez"sv,
                                       "longer_thin_sixteen_bytes"sv};

constexpr std::string_view kNumbers[] = {"0",
                                         "1",
                                         "2",
                                         "3",
                                         "4",
                                         "5",
                                         "-1",
                                         "7",
                                         "10",
                                         "100",
                                         "1.0",
                                         "1.5",
                                         "0.1",
                                         "0.3",
                                         "1e2",
                                         "0.30000000000000004",
                                         "-0",
                                         "-0.0",
                                         "0e10",
                                         "2147483647",
                                         "2147483648",
                                         "-2147483648",
                                         "-2147483649",
                                         "4294967296",
                                         "9007199254740992",
                                         "9007199254740993",
                                         "9007199254740993.0",
                                         "9223372036854775807",
                                         "9223372036854775808",
                                         "-9223372036854775808",
                                         "-9223372036854775809",
                                         "18446744073709551615",
                                         "18446744073709551616",
                                         "9223372036854775807.0",
                                         "9223372036854775807.5",
                                         "18446744073709551615.0",
                                         "123456789012345678901234567890",
                                         "1e19",
                                         "1e300",
                                         "1e308",
                                         "1.7976931348623157e308",
                                         "1e400",
                                         "-1e400",
                                         "1e-400",
                                         "5e-324",
                                         "0.01",
                                         "19.99",
                                         "1e-7",
                                         "1E+3"};

constexpr std::string_view kDivisors[] = {"1",
                                          "2",
                                          "3",
                                          "0.5",
                                          "0.1",
                                          "0.01",
                                          "1.5",
                                          "2.0",
                                          "1e2",
                                          "1e-7",
                                          "9007199254740993",
                                          "9223372036854775807",
                                          "9223372036854775808",
                                          "18446744073709551616",
                                          "1e400",
                                          "1e-400",
                                          "5e-324",
                                          "7"};

constexpr std::string_view kPatterns[] = {
    "^a",          "b$",      "^[a-z]+$",
    "^.{1,3}$",    "^(a|b)$", "c",
    "^x-",         "",        "^\\p{L}+$",
    "^\\d+$",      "(?=a)",   "^[^a]*$",
    "^a.*c$",      "^(?!a)",  "^$",
    "^[a-c]{2,}$", "longer",  "^(abcdefgh)?i?$",
    "\\S",         "\\u00e9", "[0-9]{4}-[0-9]{2}",
    "^kind$|^a$"};

constexpr std::string_view kFormats[] = {
    "date",         "time",          "date-time",
    "duration",     "email",         "idn-email",
    "hostname",     "idn-hostname",  "ipv4",
    "ipv6",         "uri",           "uri-reference",
    "iri",          "iri-reference", "uuid",
    "uri-template", "json-pointer",  "relative-json-pointer",
    "regex",        "no-such-format"};

constexpr std::string_view kTypes[] = {"null",   "boolean", "integer", "number",
                                       "string", "array",   "object"};

constexpr std::string_view kDefinitions[] = {"a", "b", "c"};

}  // namespace

const std::vector<std::string_view> kStrings = {
    "",
    "a",
    "b",
    "c",
    "ab",
    "abc",
    "abcdefgh",
    "abcdefghi",
    "d",
    "kind",
    "x-1",
    "é",
    "éé",
    "💩",
    "💩a",
    "a\0b"sv,
    "12",
    "1234",
    "2024-02-29",
    "2023-02-29",
    "23:59:60Z",
    "12:00:00+01:00",
    "2024-02-29T12:00:00Z",
    "P1D",
    "P",
    "a@b.c",
    "a@",
    "example.com",
    "-a.com",
    "127.0.0.1",
    "1.2.3.256",
    "::1",
    "::ffff:",
    "http://a.b/c?d#e",
    "//a",
    "a%zz",
    "{x}",
    "{x",
    "/a/b",
    "/~2",
    "0#",
    "1/a",
    "[a",
    "(?=a)",
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    R"({"a":1})",
    R"({"a":1)",
    "[1,1.0]",
    "\"a\"",
    "eyJhIjoxfQ==",
    "YQ==",
    "YQ=",
    "longer_than_sixteen_bytes",
    "longer_than_sixteen_bytez"};

std::string_view MetaschemaOf(Draft draft) {
  switch (draft) {
    case Draft::k4:
      return "http://json-schema.org/draft-04/schema#";
    case Draft::k6:
      return "http://json-schema.org/draft-06/schema#";
    case Draft::k7:
      return "http://json-schema.org/draft-07/schema#";
    case Draft::k2019:
      return "https://json-schema.org/draft/2019-09/schema";
    case Draft::k2020:
      return "https://json-schema.org/draft/2020-12/schema";
  }
  return "";
}

std::string_view NameOf(Draft draft) {
  switch (draft) {
    case Draft::k4:
      return "draft4";
    case Draft::k6:
      return "draft6";
    case Draft::k7:
      return "draft7";
    case Draft::k2019:
      return "draft2019_09";
    case Draft::k2020:
      return "draft2020_12";
  }
  return "";
}

std::string RandomName(Randomness* randomness) {
  // The first few are by far the most frequent.
  if (!randomness->OneIn(4)) return std::string(kNames[randomness->Below(5)]);
  return std::string(randomness->Of(kNames));
}

Json RandomNumber(Randomness* randomness) {
  if (randomness->OneIn(2)) return Json::Scalar(kNumbers[randomness->Below(6)]);
  return Json::Scalar(randomness->Of(kNumbers));
}

Json RandomString(Randomness* randomness) {
  if (randomness->OneIn(2)) return Json::String(kStrings[randomness->Below(6)]);
  return Json::String(randomness->Of(kStrings));
}

Json RandomValue(Randomness* randomness, int depth) {
  switch (randomness->Below(depth > 0 ? 12 : 6)) {
    case 0:
      return Json::Scalar("null");
    case 1:
      return Json::Scalar(randomness->OneIn(2) ? "true" : "false");
    case 2:
    case 3:
      return RandomNumber(randomness);
    case 4:
    case 5:
      return RandomString(randomness);
    case 6:
    case 7:
    case 8: {
      Json array = Json::Array();
      for (size_t n = randomness->Below(5); n > 0; --n) {
        array.items.push_back(RandomValue(randomness, depth - 1));
      }
      return array;
    }
    default: {
      Json object = Json::Object();
      for (size_t n = randomness->Below(5); n > 0; --n) {
        const std::string name = RandomName(randomness);
        // Two members of one name are rare, but there are some.
        if (object.Find(name) != nullptr && !randomness->OneIn(8)) continue;
        object.Add(name, RandomValue(randomness, depth - 1));
      }
      return object;
    }
  }
}

Json SchemaGenerator::Document() {
  const std::string_view id = AtLeast(Draft::k6) ? "$id" : "id";
  has_inner_ = OneIn(2);
  Json document = Json::Object();
  place_ = kRoot;
  AddSome(&document, 3);
  Json definitions = Json::Object();
  for (const Place place : {kA, kB, kC}) {
    place_ = place;
    Json definition = Schema(2);
    if (!definition.is_object() && (place == kA || AtLeast(Draft::k2019))) {
      // Only an object can carry an anchor.
      definition = Json::Object({{"allOf", Json::Array({definition})}});
    }
    const std::string_view name = kDefinitions[place - kA];
    if (definition.is_object() && AtLeast(Draft::k2019)) {
      definition.Set("$anchor", Json::String(name));
    }
    definitions.Add(name, std::move(definition));
  }
  if (has_inner_) definitions.Add("inner", InnerResource());
  if (draft_ == Draft::k2020) {
    // Without one of the name, `$dynamicRef` leads nowhere.
    Json* const holder = OneIn(2) ? &document : definitions.Find("a");
    holder->Set("$dynamicAnchor", Json::String("node"));
  }
  if (draft_ == Draft::k2019 && OneIn(2)) {
    document.Set("$recursiveAnchor", Json::Scalar("true"));
  }
  document.Set(AtLeast(Draft::k2019) ? "$defs" : "definitions",
               std::move(definitions));
  if (OneIn(3)) document.Set(id, Json::String("http://example.com/root"));
  if (draft_ != Draft::k2020 || OneIn(2)) {
    document.Set("$schema", Json::String(MetaschemaOf(draft_)));
  }
  return document;
}

Json SchemaGenerator::InnerResource() {
  Json inner = Json::Object();
  place_ = kInner;
  AddSome(&inner, 2);
  // Beside it `$id` would mean nothing.
  if (!AtLeast(Draft::k2019)) {
    std::erase_if(inner.members,
                  [](const auto& member) { return member.first == "$ref"; });
  }
  inner.Set(AtLeast(Draft::k6) ? "$id" : "id", Json::String("inner"));
  if (draft_ == Draft::k2020) {
    inner.Set("$dynamicAnchor", Json::String("node"));
  }
  if (draft_ == Draft::k2019 && !OneIn(3)) {
    inner.Set("$recursiveAnchor", Json::Scalar("true"));
  }
  place_ = kInnerA;
  Json definition = Json::Object();
  AddSome(&definition, 1);
  if (AtLeast(Draft::k2019)) definition.Set("$anchor", Json::String("a"));
  Json definitions = Json::Object();
  definitions.Add("a", std::move(definition));
  inner.Set(AtLeast(Draft::k2019) ? "$defs" : "definitions",
            std::move(definitions));
  return inner;
}

template <typename Make>
Json SchemaGenerator::Stepped(Make make) {
  const bool before = std::exchange(stepped_, true);
  Json made = make();
  stepped_ = before;
  return made;
}

Json SchemaGenerator::Schema(int depth) {
  if (AtLeast(Draft::k6) && OneIn(8)) {
    return Json::Scalar(OneIn(3) ? "false" : "true");
  }
  Json schema = Json::Object();
  AddSome(&schema, depth);
  return schema;
}

Json SchemaGenerator::SchemaList(int depth, size_t least) {
  Json list = Json::Array();
  const size_t count = least + randomness_.Below(3);
  while (list.items.size() < count) list.items.push_back(Schema(depth));
  return list;
}

Json SchemaGenerator::SchemaMap(int depth) {
  Json map = Json::Object();
  for (size_t n = randomness_.Below(4) + 1; n > 0; --n) {
    map.Set(RandomName(&randomness_), Schema(depth));
  }
  return map;
}

void SchemaGenerator::AddSome(Json* schema, int depth) {
  for (size_t n = randomness_.Below(4) + (depth > 1 ? 1 : 0); n > 0; --n) {
    switch (randomness_.Below(depth > 0 ? 16 : 5)) {
      case 0:
      case 1:
        AddAnything(schema);
        break;
      case 2:
        AddNumberKeyword(schema);
        break;
      case 3:
        AddStringKeyword(schema);
        break;
      case 4:
        if (depth > 0 || OneIn(3)) AddReference(schema);
        break;
      case 5:
      case 6:
        AddArrayKeyword(schema, depth - 1);
        break;
      case 7:
      case 8:
      case 9:
        AddObjectKeyword(schema, depth - 1);
        break;
      case 10:
      case 11:
      case 12:
        AddLogicKeyword(schema, depth - 1);
        break;
      case 13:
        AddUnevaluated(schema, depth - 1);
        break;
      case 14:
        AddDiscriminated(schema, depth - 1);
        break;
      default:
        AddManyNames(schema, depth - 1);
        break;
    }
  }
}

void SchemaGenerator::AddAnything(Json* schema) {
  switch (randomness_.Below(AtLeast(Draft::k6) ? 6 : 5)) {
    case 0:
    case 1:
      schema->Set("type", Json::String(randomness_.Of(kTypes)));
      break;
    case 2: {
      Json types = Json::Array();
      const size_t first = randomness_.Below(7);
      for (size_t i = 0; i < 1 + randomness_.Below(3); ++i) {
        types.items.push_back(Json::String(kTypes[(first + i * 2) % 7]));
      }
      schema->Set("type", std::move(types));
      break;
    }
    case 3: {
      Json values = Json::Array();
      const size_t count = 1 + randomness_.Below(OneIn(6) ? 40 : 4);
      for (size_t i = 0; i < count; ++i) {
        Json value = OneIn(2) ? RandomString(&randomness_)
                              : RandomValue(&randomness_, 2);
        // Draft-04 and 06 want them unique.
        bool known = false;
        for (const Json& other : values.items) {
          known = known || Write(other) == Write(value);
        }
        if (!known) values.items.push_back(std::move(value));
      }
      schema->Set("enum", std::move(values));
      break;
    }
    case 4: {
      Json values = Json::Array();
      for (const std::string_view text : {"a", "b", "abcdefgh", "kind"}) {
        if (OneIn(2)) values.items.push_back(Json::String(text));
      }
      if (values.items.empty()) values.items.push_back(Json::Scalar("1"));
      schema->Set("enum", std::move(values));
      break;
    }
    default:
      schema->Set("const", RandomValue(&randomness_, 2));
      break;
  }
}

void SchemaGenerator::AddNumberKeyword(Json* schema) {
  switch (randomness_.Below(5)) {
    case 0:
      schema->Set("minimum", RandomNumber(&randomness_));
      break;
    case 1:
      schema->Set("maximum", RandomNumber(&randomness_));
      break;
    case 2:
    case 3: {
      const bool low = OneIn(2);
      const std::string_view keyword =
          low ? "exclusiveMinimum" : "exclusiveMaximum";
      if (AtLeast(Draft::k6)) {
        schema->Set(keyword, RandomNumber(&randomness_));
      } else {
        // A qualifier of the bound beside it.
        schema->Set(keyword, Json::Scalar(OneIn(3) ? "false" : "true"));
        schema->Set(low ? "minimum" : "maximum", RandomNumber(&randomness_));
      }
      break;
    }
    default:
      schema->Set("multipleOf", Json::Scalar(randomness_.Of(kDivisors)));
      break;
  }
}

void SchemaGenerator::AddStringKeyword(Json* schema) {
  switch (randomness_.Below(AtLeast(Draft::k7) ? 6 : 5)) {
    case 0:
      schema->Set("minLength", Json::Number(randomness_.Below(4)));
      break;
    case 1:
      schema->Set("maxLength", Json::Number(randomness_.Below(9)));
      break;
    case 2:
    case 3:
      schema->Set("pattern", Json::String(randomness_.Of(kPatterns)));
      break;
    case 4:
      schema->Set("format", Json::String(randomness_.Of(kFormats)));
      break;
    default:
      if (OneIn(2)) {
        schema->Set("contentEncoding",
                    Json::String(OneIn(4) ? "base16" : "base64"));
      }
      if (!OneIn(4)) {
        schema->Set("contentMediaType",
                    Json::String(OneIn(5) ? "text/plain" : "application/json"));
      }
      if (AtLeast(Draft::k2019) && OneIn(2)) {
        schema->Set("contentSchema", Schema(1));
      }
      break;
  }
}

void SchemaGenerator::AddArrayKeyword(Json* schema, int depth) {
  switch (randomness_.Below(8)) {
    case 0:
      schema->Set("minItems", Json::Number(randomness_.Below(4)));
      break;
    case 1:
      schema->Set("maxItems", Json::Number(randomness_.Below(5)));
      break;
    case 2:
      schema->Set("uniqueItems", Json::Scalar(OneIn(5) ? "false" : "true"));
      break;
    case 3:
      schema->Set("items", Stepped([&] { return Schema(depth); }));
      break;
    case 4:
    case 5:
      if (draft_ == Draft::k2020) {
        schema->Set("prefixItems",
                    Stepped([&] { return SchemaList(depth, 1); }));
      } else {
        schema->Set("items", Stepped([&] { return SchemaList(depth, 1); }));
        if (OneIn(2)) {
          schema->Set("additionalItems",
                      Stepped([&] { return Schema(depth); }));
        }
      }
      break;
    default:
      if (!AtLeast(Draft::k6)) break;
      schema->Set("contains", Stepped([&] { return Schema(depth); }));
      if (!AtLeast(Draft::k2019)) break;
      if (OneIn(2)) {
        schema->Set("minContains", Json::Number(randomness_.Below(3)));
      }
      if (OneIn(3)) {
        schema->Set("maxContains", Json::Number(randomness_.Below(4)));
      }
      break;
  }
}

void SchemaGenerator::AddObjectKeyword(Json* schema, int depth) {
  switch (randomness_.Below(12)) {
    case 0:
    case 1:
    case 2:
      schema->Set("properties", Stepped([&] { return SchemaMap(depth); }));
      break;
    case 3: {
      Json map = Json::Object();
      for (size_t n = randomness_.Below(2) + 1; n > 0; --n) {
        map.Set(randomness_.Of(kPatterns),
                Stepped([&] { return Schema(depth); }));
      }
      schema->Set("patternProperties", std::move(map));
      break;
    }
    case 4:
    case 5:
      if (OneIn(2)) {
        schema->Set("properties", Stepped([&] { return SchemaMap(depth); }));
      }
      schema->Set("additionalProperties",
                  OneIn(2) ? Json::Scalar("false")
                           : Stepped([&] { return Schema(depth); }));
      break;
    case 6: {
      Json required = Json::Array();
      for (size_t i = 0; i < 4; ++i) {
        if (OneIn(2)) required.items.push_back(Json::String(kNames[i]));
      }
      if (required.items.empty()) {
        required.items.push_back(Json::String(RandomName(&randomness_)));
      }
      schema->Set("required", std::move(required));
      break;
    }
    case 7:
      schema->Set("minProperties", Json::Number(randomness_.Below(4)));
      break;
    case 8:
      schema->Set("maxProperties", Json::Number(randomness_.Below(5)));
      break;
    case 9:
      if (AtLeast(Draft::k6)) {
        schema->Set("propertyNames", Stepped([&] { return Schema(depth); }));
      }
      break;
    default: {
      Json names = Json::Array({Json::String(RandomName(&randomness_))});
      const std::string trigger = RandomName(&randomness_);
      Json subschema = Schema(depth);
      const bool by_names = OneIn(2);
      const std::string_view keyword = !AtLeast(Draft::k2019) ? "dependencies"
                                       : by_names ? "dependentRequired"
                                                  : "dependentSchemas";
      Json* const map = schema->Find(keyword);
      Json fresh = map == nullptr ? Json::Object() : *map;
      fresh.Set(trigger, by_names ? std::move(names) : std::move(subschema));
      schema->Set(keyword, std::move(fresh));
      break;
    }
  }
}

void SchemaGenerator::AddLogicKeyword(Json* schema, int depth) {
  switch (randomness_.Below(AtLeast(Draft::k7) ? 8 : 6)) {
    case 0:
    case 1:
      schema->Set("allOf", SchemaList(depth, 1));
      break;
    case 2:
    case 3:
      schema->Set("anyOf", SchemaList(depth, 1));
      break;
    case 4:
      schema->Set("oneOf", SchemaList(depth, 1));
      break;
    case 5:
      schema->Set("not", Schema(depth));
      break;
    default:
      schema->Set("if", Schema(depth));
      if (!OneIn(4)) schema->Set("then", Schema(depth));
      if (!OneIn(3)) schema->Set("else", Schema(depth));
      break;
  }
}

void SchemaGenerator::AddReference(Json* schema) {
  if ((stepped_ || OneIn(8)) && draft_ == Draft::k2020 && OneIn(3)) {
    schema->Set("$dynamicRef", Json::String("#node"));
    return;
  }
  if ((stepped_ || OneIn(8)) && draft_ == Draft::k2019 && OneIn(3)) {
    schema->Set("$recursiveRef", Json::String("#"));
    return;
  }
  Json reference = Reference();
  if (!reference.text.empty()) schema->Set("$ref", std::move(reference));
}

// Empty where there is nothing to refer to.
Json SchemaGenerator::Reference() {
  const std::string definitions =
      AtLeast(Draft::k2019) ? "#/$defs/" : "#/definitions/";
  const bool anchors = AtLeast(Draft::k2019) && OneIn(4);
  if (place_ >= kInner) {
    if (!stepped_ && place_ == kInnerA) return Json::String("");
    switch (randomness_.Below(stepped_ ? 6 : 3)) {
      case 0:
        return Json::String(anchors ? "#a" : definitions + "a");
      case 1:
      case 2:
        return Json::String("inner" + definitions + "a");
      case 3:
      case 4:
        return Json::String("#");
      default:
        return Json::String("inner");
    }
  }
  const size_t first = stepped_ ? 0 : static_cast<size_t>(place_) + 1;
  const size_t end = static_cast<size_t>(has_inner_ ? kInnerA : kC) + 1;
  if (first >= end) return Json::String("");
  const size_t place = first + randomness_.Below(end - first);
  switch (place) {
    case kRoot:
      return Json::String("#");
    case kInner:
      return Json::String("inner");
    case kInnerA:
      return Json::String("inner" + definitions + "a");
    default:
      return Json::String((anchors ? "#" : definitions) +
                          std::string(kDefinitions[place - kA]));
  }
}

void SchemaGenerator::AddUnevaluated(Json* schema, int depth) {
  if (!AtLeast(Draft::k2019)) return AddLogicKeyword(schema, depth);
  const bool members = OneIn(2);
  schema->Set(members ? "unevaluatedProperties" : "unevaluatedItems",
              OneIn(2) ? Json::Scalar("false")
                       : Stepped([&] { return Schema(depth); }));
  if (members) {
    AddObjectKeyword(schema, depth);
  } else {
    AddArrayKeyword(schema, depth);
  }
  AddLogicKeyword(schema, depth);
}

void SchemaGenerator::AddDiscriminated(Json* schema, int depth) {
  Json list = Json::Array();
  const std::string name = OneIn(4) ? RandomName(&randomness_) : "kind";
  for (size_t n = 2 + randomness_.Below(4); n > 0; --n) {
    Json branch = Json::Object();
    AddSome(&branch, depth);
    if (!OneIn(4)) branch.Set("type", Json::String("object"));
    Json* const known = branch.Find("properties");
    Json properties = known == nullptr ? Json::Object() : *known;
    Json texts = Json::Array({RandomString(&randomness_)});
    if (OneIn(4)) texts.items.push_back(RandomNumber(&randomness_));
    properties.Set(name, Json::Object({{"enum", std::move(texts)}}));
    branch.Set("properties", std::move(properties));
    if (!OneIn(4)) {
      branch.Set("required", Json::Array({Json::String(name)}));
    }
    if (OneIn(3)) branch.Set("additionalProperties", Json::Scalar("false"));
    list.items.push_back(std::move(branch));
  }
  schema->Set(OneIn(2) ? "oneOf" : "anyOf", std::move(list));
}

void SchemaGenerator::AddManyNames(Json* schema, int depth) {
  if (!OneIn(5)) return AddObjectKeyword(schema, depth);
  Json properties = Json::Object();
  Json required = Json::Array();
  const size_t count = OneIn(4) ? 60 + randomness_.Below(20) : 10;
  for (size_t i = 0; i < count; ++i) {
    const std::string name = "p" + std::to_string(i);
    if (OneIn(2)) {
      properties.Set(name, Stepped([&] { return Schema(0); }));
    }
    if (!OneIn(4)) required.items.push_back(Json::String(name));
  }
  properties.Set("p0", Stepped([&] { return Schema(depth); }));
  required.items.push_back(Json::String("a"));
  schema->Set("properties", std::move(properties));
  schema->Set("required", std::move(required));
}

}  // namespace gabarit::tests

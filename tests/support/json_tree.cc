#include "tests/support/json_tree.h"

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gabarit::tests {
namespace {

void WriteString(std::string_view characters, Randomness* randomness,
                 std::string* out) {
  *out += '"';
  for (const char c : characters) {
    const auto byte = static_cast<unsigned char>(c);
    const bool ascii = byte < 0x80;
    if (byte < 0x20 || byte == 0x7F ||
        (ascii && randomness != nullptr && randomness->OneIn(60))) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", byte);
      *out += escape;
    } else if (c == '"' || c == '\\') {
      *out += '\\';
      *out += c;
    } else {
      *out += c;
    }
  }
  *out += '"';
}

void WriteTo(const Json& json, Randomness* randomness, std::string* out) {
  const auto space = [&] {
    if (randomness != nullptr && randomness->OneIn(40)) *out += "\n ";
  };
  switch (json.kind) {
    case Json::Kind::kScalar:
      if (json.is_string) {
        WriteString(json.text, randomness, out);
      } else {
        *out += json.text;
      }
      break;
    case Json::Kind::kArray: {
      *out += '[';
      bool first = true;
      for (const Json& item : json.items) {
        if (!first) *out += ',';
        first = false;
        space();
        WriteTo(item, randomness, out);
      }
      *out += ']';
      break;
    }
    case Json::Kind::kObject: {
      *out += '{';
      bool first = true;
      for (const auto& [name, value] : json.members) {
        if (!first) *out += ',';
        first = false;
        space();
        WriteString(name, randomness, out);
        *out += ':';
        space();
        WriteTo(value, randomness, out);
      }
      *out += '}';
      break;
    }
  }
}

}  // namespace

Json Json::Scalar(std::string_view text) {
  Json json;
  json.text = text;
  return json;
}

Json Json::Number(size_t number) { return Scalar(std::to_string(number)); }

Json Json::String(std::string_view characters) {
  Json json;
  json.is_string = true;
  json.text = characters;
  return json;
}

Json Json::Array(std::vector<Json> items) {
  Json json;
  json.kind = Kind::kArray;
  json.items = std::move(items);
  return json;
}

Json Json::Object(std::vector<std::pair<std::string, Json>> members) {
  Json json;
  json.kind = Kind::kObject;
  json.members = std::move(members);
  return json;
}

const Json* Json::Find(std::string_view name) const {
  for (auto member = members.rbegin(); member != members.rend(); ++member) {
    if (member->first == name) return &member->second;
  }
  return nullptr;
}

Json* Json::Find(std::string_view name) {
  return const_cast<Json*>(std::as_const(*this).Find(name));
}

void Json::Set(std::string_view name, Json value) {
  if (Json* const old = Find(name)) {
    *old = std::move(value);
  } else {
    Add(name, std::move(value));
  }
}

void Json::Add(std::string_view name, Json value) {
  members.emplace_back(name, std::move(value));
}

std::string Write(const Json& json, Randomness* randomness) {
  std::string out;
  WriteTo(json, randomness, &out);
  return out;
}

}  // namespace gabarit::tests

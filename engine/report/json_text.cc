#include "engine/report/json_text.h"

#include <cstdint>
#include <vector>

#include "engine/document/number.h"

namespace gabarit::report {
namespace {

using document::Kind;
using document::Value;
namespace tape = document::tape;

void AppendScalar(std::string* out, Value value) {
  switch (value.kind()) {
    case Kind::kNull:
      out->append("null");
      break;
    case Kind::kBoolean:
      out->append(value.boolean() ? "true" : "false");
      break;
    case Kind::kString:
      AppendQuoted(out, value.string());
      break;
    default:
      out->append(document::NumberText(value));
  }
}

// Writes until `longest` bytes have been passed; the text may then be cut off
// anywhere.
void AppendUpTo(std::string* out, Value value, size_t longest) {
  const uint64_t* words = value.view().words;
  const uint32_t end = tape::Next(words, value.index());
  std::vector<bool> objects;  // for each open container
  bool first = true;
  bool is_name = false;
  for (uint32_t index = value.index(); index < end && out->size() < longest;) {
    const Value part(&value.view(), index);
    const char type = tape::Type(words[index]);
    if (type == '}' || type == ']') {
      out->push_back(type);
      objects.pop_back();
      first = false;
      is_name = !objects.empty() && objects.back();
      ++index;
      continue;
    }
    const bool in_object = !objects.empty() && objects.back();
    const bool after_name = in_object && !is_name;
    if (!first && !after_name) out->push_back(',');
    if (type == '{' || type == '[') {
      out->push_back(type);
      objects.push_back(type == '{');
      first = true;
      is_name = type == '{';
      ++index;
      continue;
    }
    AppendScalar(out, part);
    first = false;
    if (in_object && is_name) {
      out->push_back(':');
      is_name = false;
    } else {
      is_name = in_object;
    }
    index = tape::Next(words, index);
  }
}

}  // namespace

void AppendQuoted(std::string* out, std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  out->push_back('"');
  for (const char c : text) {
    switch (c) {
      case '"':
        out->append("\\\"");
        break;
      case '\\':
        out->append("\\\\");
        break;
      case '\n':
        out->append("\\n");
        break;
      case '\r':
        out->append("\\r");
        break;
      case '\t':
        out->append("\\t");
        break;
      default:
        if (static_cast<uint8_t>(c) < 0x20) {
          out->append("\\u00");
          out->push_back(kDigits[c >> 4 & 0xF]);
          out->push_back(kDigits[c & 0xF]);
        } else {
          out->push_back(c);
        }
    }
  }
  out->push_back('"');
}

void AppendValue(std::string* out, Value value) {
  AppendUpTo(out, value, ~size_t{0});
}

std::string Excerpt(Value value, size_t longest) {
  std::string text;
  if (value.is_string()) {
    // Escapes may lengthen it, but a cut string is still recognised as one.
    AppendQuoted(&text, Excerpt(value.string(), longest));
    return text;
  }
  AppendUpTo(&text, value, longest + 1);
  return Excerpt(text, longest);
}

std::string Excerpt(std::string_view text, size_t longest) {
  if (text.size() <= longest) return std::string(text);
  size_t cut = longest;
  while (cut > 0 && (static_cast<uint8_t>(text[cut]) & 0xC0) == 0x80) --cut;
  return std::string(text.substr(0, cut)) + "…";
}

std::string QuotedExcerpt(std::string_view text, size_t longest) {
  std::string quoted;
  AppendQuoted(&quoted, Excerpt(text, longest));
  return quoted;
}

}  // namespace gabarit::report

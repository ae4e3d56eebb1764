// How the loader words its errors and where it says they are.

#include <array>
#include <charconv>
#include <cstddef>

#include "absl/strings/cord.h"
#include "engine/document/pointer.h"
#include "engine/schema/loader.h"
#include "engine/schema/loader_internal.h"
#include "engine/schema/text.h"
#include "engine/schema/uri.h"

namespace gabarit::schema {
namespace {

constexpr std::string_view kLocationPayload = "gabarit/schema-location";

std::string FormatDouble(double number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  return std::string(digits.begin(), end);
}

}  // namespace

absl::Status SchemaError(absl::StatusCode code, std::string_view location,
                         std::string_view reason) {
  absl::Status status(
      code, Concat(location.empty() ? "(root)" : location, ": ", reason));
  status.SetPayload(AbslText(kLocationPayload), absl::Cord(AbslText(location)));
  return status;
}

std::string SchemaErrorLocation(const absl::Status& status) {
  const auto payload = status.GetPayload(AbslText(kLocationPayload));
  return payload.has_value() ? std::string(*payload) : std::string();
}

std::string Found(document::Value value) {
  constexpr size_t kLongest = 40;
  switch (value.kind()) {
    case document::Kind::kNull:
      return "null";
    case document::Kind::kBoolean:
      return value.boolean() ? "true" : "false";
    case document::Kind::kInteger:
      return value.is_int64() ? Concat(value.int64()) : Concat(value.uint64());
    case document::Kind::kNumber:
      return value.is_double()
                 ? FormatDouble(value.number())
                 : std::string(value.big_number_text().substr(0, kLongest));
    case document::Kind::kString: {
      std::string_view text = value.string();
      if (text.size() <= kLongest) return Concat("\"", text, "\"");
      size_t end = kLongest;
      // Not in the middle of a character.
      while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
      return Concat("\"", text.substr(0, end), "…\"");
    }
    case document::Kind::kArray:
      return value.empty() ? "an empty array" : "an array";
    case document::Kind::kObject:
      return "an object";
  }
  return "";
}

std::string Loader::Location(
    Site site, std::initializer_list<std::string_view> more) const {
  std::string tokens;
  if (!site.keyword.empty()) document::AppendToken(&tokens, site.keyword);
  for (std::string_view token : more) document::AppendToken(&tokens, token);
  if (site.subschema == kNoSubschema) return tokens;
  if (DocumentOf(site.subschema) == 0) {
    return Concat(graph_->Pointer(site.subschema), tokens);
  }
  std::string location = graph_->AbsoluteLocation(site.subschema);
  AppendAsFragment(&location, tokens);
  return location;
}

absl::Status Loader::Fail(absl::StatusCode code, Site site,
                          std::string_view reason) const {
  return SchemaError(code, Location(site), reason);
}

absl::Status Loader::Wrong(Site site, std::string_view reason,
                           std::initializer_list<std::string_view> more) const {
  return SchemaError(absl::StatusCode::kInvalidArgument, Location(site, more),
                     reason);
}

absl::Status Loader::WrongShape(SubschemaId id, const Member& member,
                                std::string_view expected,
                                std::string_view remedy) const {
  return Wrong({id, member.name},
               Concat("`", member.name, "` must be ", expected, ", found ",
                      Found(member.value), remedy.empty() ? "" : "; ", remedy));
}

}  // namespace gabarit::schema

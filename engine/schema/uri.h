// URI references, RFC 3986: as much of them as finding a schema takes.
//
// Nothing here refuses a text. What is not a URI by the RFC's grammar is split
// at the same delimiters (Appendix B) and then simply names no document.

#ifndef GABARIT_ENGINE_SCHEMA_URI_H_
#define GABARIT_ENGINE_SCHEMA_URI_H_

#include <optional>
#include <string>
#include <string_view>

namespace gabarit::schema {

// The components of a URI reference (§3), without their delimiters. An absent
// component differs from an empty one: "a?" has an empty query, "a" has none.
struct UriParts {
  std::optional<std::string_view> scheme;
  std::optional<std::string_view> authority;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

// Splits `reference`, which must outlive the result.
UriParts SplitUri(std::string_view reference);

// `reference` resolved against `base` (§5.2.2, strict), with the reference's
// fragment. Scheme and host come out in lower case and the digits of
// percent-encodings in upper case (§6.2.2.1), so that equal results name equal
// resources. A `base` without scheme works like one with: the result is then a
// reference relative to the same unknown place.
std::string ResolveUri(std::string_view base, std::string_view reference);

// The part before '#', and the part after it; nothing when there is no '#'.
std::string_view WithoutFragment(std::string_view reference);
std::optional<std::string_view> FragmentOf(std::string_view reference);

// Undoes percent-encodings (§2.1); a '%' without two hexadecimal digits stands
// for itself.
std::string PercentDecode(std::string_view text);

// Appends `text` with everything percent-encoded that a fragment may not hold
// as it is (§3.5).
void AppendAsFragment(std::string* uri, std::string_view text);

}  // namespace gabarit::schema

#endif  // GABARIT_ENGINE_SCHEMA_URI_H_

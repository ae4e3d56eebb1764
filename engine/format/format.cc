#include "engine/format/format.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "absl/types/span.h"
#include "engine/format/checks.h"

namespace gabarit::format {
namespace {

struct Format {
  std::string_view name;
  Check check;
  std::string_view description;
};

// Sorted by name. The descriptions complete the sentence "expected ...".
constexpr Format kFormats[] = {
    {"date", IsDate, "a date as in RFC 3339, for example 2026-11-02"},
    {"date-time", IsDateTime,
     "an RFC 3339 date and time with offset, for example "
     "2026-11-02T09:00:00Z"},
    {"duration", IsDuration,
     "a duration as in RFC 3339 appendix A, for example P3DT4H30M"},
    {"email", IsEmail,
     "an email address as in RFC 5321, for example ada@example.com"},
    {"hostname", IsHostname,
     "a host name as in RFC 1123, for example www.example.com"},
    {"idn-email", IsIdnEmail,
     "an internationalized email address as in RFC 6531, for example "
     "d\u00f6rte@example.com"},
    {"idn-hostname", IsIdnHostname,
     "an internationalized host name as in RFC 5890, for example "
     "b\u00fccher.example"},
    {"ipv4", IsIpv4,
     "an IPv4 address in four decimal parts, for example 192.0.2.1"},
    {"ipv6", IsIpv6, "an IPv6 address as in RFC 4291, for example 2001:db8::1"},
    {"iri", IsIri,
     "an IRI with a scheme as in RFC 3987, for example "
     "https://example.com/caf\u00e9"},
    {"iri-reference", IsIriReference,
     "an IRI or a relative reference as in RFC 3987, for example "
     "../caf\u00e9"},
    {"json-pointer", IsJsonPointer,
     "a JSON Pointer as in RFC 6901, for example /items/0"},
    {"regex", IsRegex,
     "a regular expression as in ECMA-262, for example ^[a-z]+$"},
    {"relative-json-pointer", IsRelativeJsonPointer,
     "a Relative JSON Pointer, for example 1/items/0"},
    {"time", IsTime,
     "an RFC 3339 time with offset, for example 09:00:00+01:00"},
    {"uri", IsUri,
     "a URI with a scheme as in RFC 3986, for example "
     "https://example.com/a?b=c"},
    {"uri-reference", IsUriReference,
     "a URI or a relative reference as in RFC 3986, for example ../a?b=c"},
    {"uri-template", IsUriTemplate,
     "a URI template as in RFC 6570, for example /users/{id}"},
    {"uuid", IsUuid,
     "a UUID as in RFC 4122, for example "
     "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
};

constexpr auto kNames = [] {
  std::array<std::string_view, std::size(kFormats)> names{};
  std::transform(std::begin(kFormats), std::end(kFormats), names.begin(),
                 [](const Format& format) { return format.name; });
  return names;
}();

static_assert(std::is_sorted(kNames.begin(), kNames.end()));

const Format* Lookup(std::string_view name) {
  const auto found = std::lower_bound(kNames.begin(), kNames.end(), name);
  if (found == kNames.end() || *found != name) return nullptr;
  return &kFormats[found - kNames.begin()];
}

}  // namespace

Check Find(std::string_view name) {
  const Format* format = Lookup(name);
  return format == nullptr ? nullptr : format->check;
}

absl::Span<const std::string_view> Names() { return kNames; }

std::string_view Describe(std::string_view name) {
  const Format* format = Lookup(name);
  return format == nullptr ? std::string_view() : format->description;
}

}  // namespace gabarit::format

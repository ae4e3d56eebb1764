// The checks one by one, grouped by the files that hold them. Outside this
// room they are reached by name, through format.h.
#ifndef GABARIT_ENGINE_FORMAT_CHECKS_H_
#define GABARIT_ENGINE_FORMAT_CHECKS_H_

#include <string_view>

namespace gabarit::format {

// time.cc: RFC 3339, section 5.6 and appendix A.
bool IsDate(std::string_view text);
bool IsTime(std::string_view text);
bool IsDateTime(std::string_view text);
bool IsDuration(std::string_view text);

// network.cc: host names of RFC 1123 section 2.1, dotted-quad IPv4 of
// RFC 2673 section 3.2, IPv6 of RFC 4291 section 2.2.
bool IsHostname(std::string_view text);
bool IsIdnHostname(std::string_view text);
bool IsIpv4(std::string_view text);
bool IsIpv6(std::string_view text);

// email.cc: Mailbox of RFC 5321 section 4.1.2, extended by RFC 6531.
bool IsEmail(std::string_view text);
bool IsIdnEmail(std::string_view text);

// uri.cc: RFC 3986 and RFC 3987.
bool IsUri(std::string_view text);
bool IsUriReference(std::string_view text);
bool IsIri(std::string_view text);
bool IsIriReference(std::string_view text);

// uri_template.cc: RFC 6570, any level.
bool IsUriTemplate(std::string_view text);

// identifier.cc: RFC 4122, RFC 6901, and the Relative JSON Pointer draft.
bool IsUuid(std::string_view text);
bool IsJsonPointer(std::string_view text);
bool IsRelativeJsonPointer(std::string_view text);

// regex.cc: ECMA-262, by the engine's own pattern parser.
bool IsRegex(std::string_view text);

}  // namespace gabarit::format

#endif  // GABARIT_ENGINE_FORMAT_CHECKS_H_

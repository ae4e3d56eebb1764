// Domain names as host names and mail domains have them: letters, digits and
// hyphens (RFC 1123 section 2.1), and internationalized labels (IDNA 2008,
// RFC 5890 to 5893).
#ifndef GABARIT_ENGINE_FORMAT_DOMAIN_NAME_H_
#define GABARIT_ENGINE_FORMAT_DOMAIN_NAME_H_

#include <cstddef>
#include <string_view>

namespace gabarit::format {

// 255 octets in a message (RFC 1035, section 2.3.4) are 253 characters as
// text, without the root's dot.
inline constexpr size_t kMaximumDomainName = 253;
inline constexpr size_t kMaximumLabel = 63;

// Whether `label` is letters, digits and inner hyphens, 1 to 63 of them. Two
// hyphens in the third and fourth place are allowed: what they reserve
// (RFC 5890, section 2.3.1) is for IDNA to judge, where it is asked.
bool IsLdhLabel(std::string_view label);

// Whether `label` announces itself as an A-label: "xn--" in any case.
bool HasAcePrefix(std::string_view label);

// What a name with internationalized labels must satisfy.
enum class DomainNameUse {
  kHostname,     // A-labels, valid ones
  kIdnHostname,  // A-labels and U-labels, and the dots of East Asian keyboards
  kMail,         // U-labels once normalized; RFC 5321 judges the ASCII labels
};

// Whether `name`, at most 253 characters in its ASCII form, is labels that
// `use` allows, joined by dots. Takes bounded time and stack.
bool IsInternationalDomainName(std::string_view name, DomainNameUse use);

// Domain of RFC 5321, section 4.1.2.
bool IsMailDomain(std::string_view text);

// Domain as RFC 6531, section 3.3 extends it. `text` is 255 bytes at most.
bool IsInternationalMailDomain(std::string_view text);

}  // namespace gabarit::format

#endif  // GABARIT_ENGINE_FORMAT_DOMAIN_NAME_H_

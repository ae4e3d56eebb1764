// Internationalized labels: IDNA 2008 (RFC 5890 to 5893).
//
// libidn2 knows the code points: which ones RFC 5892 permits, the contextual
// rules, NFC, Punycode. It is used through idn2_register_u8(), the protocol
// for registering a name (RFC 5891, section 4), and not through the lookup
// functions: those map before they check, as UTS 46 would have it, and leave
// out the CONTEXTO rules. The Bidi rule is in bidi.cc, since libidn2 looks at
// one label at a time and lets both kinds of digits mix in one.
//
// A code point that is newer than libidn2's own tables counts as unassigned and
// is refused, as RFC 5892 has it. Version 2.3.3, Debian 12's, knows Unicode 12.

#include <idn2.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "absl/strings/ascii.h"
#include "engine/format/bidi.h"
#include "engine/format/domain_name.h"

namespace gabarit::format {
namespace {

struct FreeLabel {
  void operator()(char* label) const { idn2_free(label); }
};
using OwnedLabel = std::unique_ptr<char, FreeLabel>;

// A label as a C string. No label needs more: 63 octets as an A-label are
// fewer than 63 code points, at four bytes each.
constexpr size_t kMaximumLabelBytes = 4 * kMaximumLabel;

class TerminatedLabel {
 public:
  // Requires label.size() <= kMaximumLabelBytes and no NUL in it.
  explicit TerminatedLabel(std::string_view label) {
    std::memcpy(bytes_.data(), label.data(), label.size());
    bytes_[label.size()] = '\0';
  }
  char* data() { return bytes_.data(); }
  const uint8_t* bytes() const {
    return reinterpret_cast<const uint8_t*>(bytes_.data());
  }

 private:
  std::array<char, kMaximumLabelBytes + 1> bytes_;
};

// Both forms of a label as it would be registered, or nothing if either form
// is not allowed. Either form may be given as nullptr, and follows then from
// the other.
OwnedLabel Register(const uint8_t* u_label, const uint8_t* a_label, int flags) {
  uint8_t* registered = nullptr;
  if (idn2_register_u8(u_label, a_label, &registered, flags) != IDN2_OK) {
    return nullptr;
  }
  return OwnedLabel(reinterpret_cast<char*>(registered));
}

// What a label contributes to its name.
struct LabelFinding {
  bool valid = false;
  size_t ascii_length = 0;
  BidiFinding bidi;
};

// `label` is an LDH label with the ACE prefix.
LabelFinding ExamineALabel(std::string_view label) {
  // A-labels are compared without regard to case (RFC 5890, section 2.3.2.1),
  // so capitals are no fault, and the canonical form is lower case.
  TerminatedLabel a_label(label);
  for (char* character = a_label.data(); *character != '\0'; ++character) {
    *character = absl::ascii_tolower(static_cast<unsigned char>(*character));
  }
  char* decoded = nullptr;
  if (idn2_to_unicode_8z8z(a_label.data(), &decoded, 0) != IDN2_OK) return {};
  const OwnedLabel u_label(decoded);
  // Registering both refuses what does not encode to itself again: needless
  // Punycode of ASCII, and forms with more digits than it takes.
  if (Register(reinterpret_cast<const uint8_t*>(u_label.get()), a_label.bytes(),
               0) == nullptr) {
    return {};
  }
  return {true, label.size(), ExamineBidi(u_label.get())};
}

LabelFinding ExamineULabel(std::string_view label, int flags) {
  if (label.find('\0') != std::string_view::npos) return {};
  const TerminatedLabel u_label(label);
  const OwnedLabel a_label = Register(u_label.bytes(), nullptr, flags);
  if (a_label == nullptr) return {};
  return {true, std::strlen(a_label.get()), ExamineBidi(label)};
}

LabelFinding ExamineLabel(std::string_view label, DomainNameUse use) {
  if (label.size() > kMaximumLabelBytes) return {};
  bool ascii = true;
  for (const char character : label) {
    ascii &= absl::ascii_isascii(static_cast<unsigned char>(character));
  }
  if (ascii) {
    if (!IsLdhLabel(label)) return {};
    if (use != DomainNameUse::kMail && HasAcePrefix(label)) {
      return ExamineALabel(label);
    }
    return {true, label.size(), ExamineBidi(label)};
  }
  switch (use) {
    case DomainNameUse::kHostname:
      return {};
    case DomainNameUse::kIdnHostname:
      return ExamineULabel(label, 0);
    case DomainNameUse::kMail:
      return ExamineULabel(label, IDN2_NFC_INPUT);
  }
  return {};
}

// The length of the label separator that `text` starts with, or 0. Beside the
// full stop there are the three characters that East Asian input methods give
// in its place (RFC 3490, section 3.1).
size_t SeparatorLength(std::string_view text, DomainNameUse use) {
  if (text.front() == '.') return 1;
  if (use != DomainNameUse::kIdnHostname) return 0;
  constexpr std::string_view kIdeographicFullStop = "\u3002";
  constexpr std::string_view kFullwidthFullStop = "\uFF0E";
  constexpr std::string_view kHalfwidthIdeographicFullStop = "\uFF61";
  const std::string_view start = text.substr(0, 3);
  return start == kIdeographicFullStop || start == kFullwidthFullStop ||
                 start == kHalfwidthIdeographicFullStop
             ? 3
             : 0;
}

}  // namespace

bool IsInternationalDomainName(std::string_view name, DomainNameUse use) {
  // No name within the limit is longer, whatever its labels encode to.
  if (name.size() > 4 * kMaximumDomainName) return false;
  size_t ascii_length = 0;
  bool bidi_domain = false;
  bool bidi_rule = true;
  for (;;) {
    size_t end = 0;
    size_t separator = 0;
    while (end < name.size()) {
      separator = SeparatorLength(name.substr(end), use);
      if (separator > 0) break;
      ++end;
    }
    const LabelFinding label = ExamineLabel(name.substr(0, end), use);
    if (!label.valid) return false;
    ascii_length += label.ascii_length;
    bidi_domain |= label.bidi.right_to_left;
    bidi_rule &= label.bidi.satisfies_rule;
    if (end == name.size()) break;
    name.remove_prefix(end + separator);
    ++ascii_length;
  }
  return ascii_length <= kMaximumDomainName && (bidi_rule || !bidi_domain);
}

}  // namespace gabarit::format

// Content in strings: decoders behind `contentEncoding` and the media types
// behind `contentMediaType` (JSON Schema Validation 2020-12, section 8).
//
// Like the formats, all functions are pure, safe on any thread, and linear in
// the length of the text.
#ifndef GABARIT_ENGINE_FORMAT_CONTENT_H_
#define GABARIT_ENGINE_FORMAT_CONTENT_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace gabarit::format {

// The bytes that `text` stands for in the content encoding called `encoding`,
// never more of them than `text` has. Names are compared without regard to
// case:
//
//   base16, base32, base32hex, base64, base64url
//       RFC 4648, strictly (which Validation 8.3 prefers to RFC 2045 where the
//       two differ): no line breaks, no other characters outside the alphabet,
//       no bits set that decode to nothing. Letters of either case where the
//       alphabet has but one. Padding is required, except that base64url may
//       leave all of it out, as JOSE and its kin do.
//   quoted-printable
//       RFC 2045, section 6.7. Line breaks are CRLF. Lines may be longer than
//       76 characters, and white space before a line break decodes to nothing.
//   7bit, 8bit, binary
//       The UTF-8 text itself. 7bit refuses characters beyond ASCII; 7bit and
//       8bit refuse NUL (RFC 2045, section 2). Their limits on lines are left
//       to mail.
//
// Errors: NotFound for an encoding with another name; InvalidArgument, with
// the byte offset of the fault, for a text that is not in the encoding.
absl::StatusOr<std::string> DecodeContent(std::string_view encoding,
                                          std::string_view text);

// Whether `media_type` is a media type (RFC 2045, section 5.1; RFC 6838) whose
// content is JSON: application/json, text/json or any type with the suffix
// +json (RFC 6839, section 3.1), in any case, with or without parameters. False
// for what is no media type.
bool IsJsonMediaType(std::string_view media_type);

}  // namespace gabarit::format

#endif  // GABARIT_ENGINE_FORMAT_CONTENT_H_

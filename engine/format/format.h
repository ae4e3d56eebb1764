// The checks behind the `format` keyword (JSON Schema Validation 2020-12, 7.3)
// and the decoders behind `contentEncoding` (8.3).
//
//   if (format::Check check = format::Find("date-time")) {
//     if (!check(text)) { /* `text` is not an RFC 3339 date-time */ }
//   }
//
// Everything here is a pure function of its arguments: safe to call from any
// thread at any time, and linear in the length of the text, whatever the text
// holds (NUL bytes and malformed UTF-8 included). Nothing is allocated, except
// for `regex` and for labels of host names that hold, or encode, characters
// beyond ASCII.
//
// One rule serves every dialect. The drafts differ in the names they define,
// not in what the texts may be; a text that one draft's reading accepts and
// another's refuses is not known to the official suite. Two differences that
// the specifications leave room for are settled as follows: A-labels in
// `hostname` must be well-formed in every dialect (drafts 4 and 6 name
// RFC 1034 only, where any letters, digits and hyphens would do), and
// `relative-json-pointer` takes the index manipulation that 2020-12 added
// ("0+1") in every dialect.
#ifndef GABARIT_ENGINE_FORMAT_FORMAT_H_
#define GABARIT_ENGINE_FORMAT_FORMAT_H_

#include <string_view>

#include "absl/types/span.h"

namespace gabarit::format {

// Says whether `utf8`, the text of a JSON string with its escapes resolved,
// has the format. Instances of other types are not a format's business
// (Validation 7.1): the caller lets them pass.
using Check = bool (*)(std::string_view utf8);

// The check of the format called `name`, or nullptr when the specification
// defines none of that name. Names are compared exactly, case included.
Check Find(std::string_view name);

// The names that Find() knows, sorted by their bytes; for messages that
// suggest the closest one.
absl::Span<const std::string_view> Names();

// What a text of the format called `name` is, as a noun phrase that fits after
// "expected" and carries an example, such as "a date as in RFC 3339, for
// example 2026-11-02". Empty when Find() does not know the name.
std::string_view Describe(std::string_view name);

}  // namespace gabarit::format

#endif  // GABARIT_ENGINE_FORMAT_FORMAT_H_

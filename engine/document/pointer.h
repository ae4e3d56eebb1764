// JSON Pointer, RFC 6901, in its string form (§5).

#ifndef GABARIT_ENGINE_DOCUMENT_POINTER_H_
#define GABARIT_ENGINE_DOCUMENT_POINTER_H_

#include <optional>
#include <string>
#include <string_view>

#include "engine/document/value.h"

namespace gabarit::document {

// Appends "/" and `token` with '~' and '/' escaped (§3).
void AppendToken(std::string* pointer, std::string_view token);

// Undoes the escapes of one reference token; nothing when a '~' is followed by
// neither '0' nor '1'.
std::optional<std::string> UnescapeToken(std::string_view token);

// Whether `text` has the syntax of a pointer: empty, or tokens each after a
// '/'.
bool IsPointer(std::string_view text);

// The value that `pointer` leads to from `root`; nothing when it leads nowhere.
// Array positions have no leading zeros, and "-" names no existing item (§4).
std::optional<Value> Resolve(Value root, std::string_view pointer);

// One step of Resolve: the member or item that the decoded `token` names.
std::optional<Value> Step(Value container, std::string_view token);

// The pointer from the document's root to the value at `target`; linear in the
// document. Duplicate names give the same pointer.
std::string PointerTo(Value root, Value target);

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_POINTER_H_

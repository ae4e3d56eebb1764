// Members of one name in one object, which RFC 8259 §4 calls unpredictable.

#ifndef GABARIT_ENGINE_DOCUMENT_DUPLICATE_NAMES_H_
#define GABARIT_ENGINE_DOCUMENT_DUPLICATE_NAMES_H_

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/document/value.h"

namespace gabarit::document {

// Looks through documents, reusing its memory. One thread at a time.
class DuplicateNames {
 public:
  // The name value of the first member, in the document's order, whose name an
  // earlier member of its object has; nothing where all names differ. Time:
  // linear, with a factor log(members) for large objects.
  std::optional<Value> Find(Value root);

 private:
  // False only where all names of a small object differ.
  static bool MayHaveAny(Value object);
  std::optional<Value> FindInObject(Value object);

  std::vector<std::pair<std::string_view, Value>> names_;
};

}  // namespace gabarit::document

#endif  // GABARIT_ENGINE_DOCUMENT_DUPLICATE_NAMES_H_

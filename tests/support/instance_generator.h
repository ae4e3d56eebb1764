// Random instances that a schema nearly accepts: verdicts that hang on one
// keyword find more faults than values that are wrong all over.

#ifndef GABARIT_TESTS_SUPPORT_INSTANCE_GENERATOR_H_
#define GABARIT_TESTS_SUPPORT_INSTANCE_GENERATOR_H_

#include <string_view>
#include <vector>

#include "tests/support/json_tree.h"

namespace gabarit::tests {

class InstanceGenerator {
 public:
  // `document` is a schema; it must outlive the generator.
  InstanceGenerator(const Json* document, Randomness* randomness)
      : document_(*document), randomness_(*randomness) {}

  // An instance made after the schema, then changed in a few places.
  Json Instance();

 private:
  Json After(const Json& schema, int depth);
  // Adds to `applying` what applies along with `schema` to the same place,
  // choosing one of alternatives.
  void Collect(const Json& schema, std::vector<const Json*>* applying,
               int depth);
  const Json* Resolve(std::string_view reference) const;
  Json ObjectAfter(const std::vector<const Json*>& applying, int depth);
  Json ArrayAfter(const std::vector<const Json*>& applying, int depth);
  Json NumberAfter(const std::vector<const Json*>& applying);
  void Change(Json* value);

  const Json& document_;
  Randomness& randomness_;
};

}  // namespace gabarit::tests

#endif  // GABARIT_TESTS_SUPPORT_INSTANCE_GENERATOR_H_

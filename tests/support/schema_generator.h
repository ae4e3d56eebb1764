// Random schemas of every dialect, made so that keywords meet: few names, few
// constants, much nesting of what applies to the same place.

#ifndef GABARIT_TESTS_SUPPORT_SCHEMA_GENERATOR_H_
#define GABARIT_TESTS_SUPPORT_SCHEMA_GENERATOR_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/json_tree.h"

namespace gabarit::tests {

enum class Draft { k4, k6, k7, k2019, k2020 };
inline constexpr Draft kDrafts[] = {Draft::k4, Draft::k6, Draft::k7,
                                    Draft::k2019, Draft::k2020};

std::string_view MetaschemaOf(Draft draft);
std::string_view NameOf(Draft draft);

// A member name; the same few again and again.
std::string RandomName(Randomness* randomness);
// A value of any kind, nested at most `depth` times.
Json RandomValue(Randomness* randomness, int depth);
Json RandomNumber(Randomness* randomness);
Json RandomString(Randomness* randomness);

class SchemaGenerator {
 public:
  SchemaGenerator(Draft draft, Randomness* randomness)
      : draft_(draft), randomness_(*randomness) {}

  // A document: a schema with definitions that refer to each other. Now and
  // then it refers in a circle and cannot be compiled.
  Json Document();

 private:
  bool OneIn(size_t count) { return randomness_.OneIn(count); }
  bool AtLeast(Draft draft) const { return draft_ >= draft; }

  Json Schema(int depth);
  Json SchemaList(int depth, size_t least);
  Json SchemaMap(int depth);
  Json InnerResource();
  Json Reference();
  template <typename Make>
  Json Stepped(Make make);

  void AddSome(Json* schema, int depth);
  void AddAnything(Json* schema);
  void AddNumberKeyword(Json* schema);
  void AddStringKeyword(Json* schema);
  void AddArrayKeyword(Json* schema, int depth);
  void AddObjectKeyword(Json* schema, int depth);
  void AddLogicKeyword(Json* schema, int depth);
  void AddReference(Json* schema);
  void AddUnevaluated(Json* schema, int depth);
  // Shapes for which compilers have shortcuts.
  void AddDiscriminated(Json* schema, int depth);
  void AddManyNames(Json* schema, int depth);

  const Draft draft_;
  Randomness& randomness_;
  bool has_inner_ = false;  // whether there is a resource inside the document
  // The definition being made: references to the same place lead to later ones,
  // or most schemas would apply to one value for ever.
  enum Place { kRoot, kA, kB, kC, kInner, kInnerA };
  Place place_ = kRoot;
  bool stepped_ = false;  // into a member or item since the definition
};

// Strings that have or nearly have what the generator's patterns, formats and
// contents ask for.
extern const std::vector<std::string_view> kStrings;

}  // namespace gabarit::tests

#endif  // GABARIT_TESTS_SUPPORT_SCHEMA_GENERATOR_H_

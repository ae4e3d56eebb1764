#include "engine/schema/dialect.h"

#include <utility>
#include <vector>

#include "engine/schema/dialect_tables.h"
#include "engine/schema/text.h"
#include "engine/schema/uri.h"

namespace gabarit::schema {
namespace {

std::vector<Dialect> MakeDialects() {
  std::vector<Dialect> dialects(5);

  Dialect& d2020_12 = dialects[0];
  d2020_12.name = "2020-12";
  d2020_12.uri = "https://json-schema.org/draft/2020-12/schema";
  d2020_12.keywords = &kKeywords2020_12;
  // Its metaschema asks for format-annotation, not for format-assertion.
  d2020_12.vocabularies =
      static_cast<uint8_t>(~unsigned{kFormatAssertionVocabulary});
  d2020_12.contains_evaluates = true;
  d2020_12.has_vocabularies = true;

  Dialect& d2019_09 = dialects[1];
  d2019_09.name = "2019-09";
  d2019_09.uri = "https://json-schema.org/draft/2019-09/schema";
  d2019_09.keywords = &kKeywords2019_09;
  d2019_09.has_vocabularies = true;

  Dialect& draft7 = dialects[2];
  draft7.name = "draft-07";
  draft7.uri = "http://json-schema.org/draft-07/schema";
  draft7.keywords = &kKeywordsDraft7;
  draft7.fragment_ids = true;
  draft7.content_asserts = true;
  draft7.ref_hides_siblings = true;

  Dialect& draft6 = dialects[3];
  draft6 = draft7;
  draft6.name = "draft-06";
  draft6.uri = "http://json-schema.org/draft-06/schema";
  draft6.keywords = &kKeywordsDraft6;

  Dialect& draft4 = dialects[4];
  draft4 = draft6;
  draft4.name = "draft-04";
  draft4.uri = "http://json-schema.org/draft-04/schema";
  draft4.keywords = &kKeywordsDraft4;
  draft4.id_keyword = "id";
  draft4.boolean_schemas = false;
  draft4.integer_literals = true;
  return dialects;
}

// What follows "http://" or "https://"; empty for other schemes.
std::string_view AfterWebScheme(std::string_view uri) {
  for (std::string_view scheme : {"http://", "https://"}) {
    if (uri.starts_with(scheme)) return uri.substr(scheme.size());
  }
  return {};
}

struct VocabularyName {
  std::string_view name;  // after ".../vocab/"
  uint8_t vocabulary;
};

constexpr VocabularyName kVocabularies2020_12[] = {
    {"core", kCoreVocabulary},
    {"applicator", kApplicatorVocabulary},
    {"unevaluated", kUnevaluatedVocabulary},
    {"validation", kValidationVocabulary},
    {"meta-data", kMetaDataVocabulary},
    {"format-annotation", kFormatAnnotationVocabulary},
    {"format-assertion", kFormatAssertionVocabulary},
    {"content", kContentVocabulary},
};

// 2019-09 has one vocabulary for `format`, which asserts where it is required.
constexpr VocabularyName kVocabularies2019_09[] = {
    {"core", kCoreVocabulary},
    {"applicator", kApplicatorVocabulary},
    {"validation", kValidationVocabulary},
    {"meta-data", kMetaDataVocabulary},
    {"format", kFormatAnnotationVocabulary},
    {"content", kContentVocabulary},
};

}  // namespace

absl::Span<const Dialect> Dialects() {
  // Never destroyed: graphs with static lifetime may still point into it.
  static const auto* const dialects = new std::vector<Dialect>(MakeDialects());
  return *dialects;
}

const Dialect* FindDialect(std::string_view uri) {
  // Resolving normalises the case of scheme and host.
  const std::string name = ResolveUri("", WithoutFragment(uri));
  if (FragmentOf(uri).value_or("") != "") return nullptr;
  for (const Dialect& dialect : Dialects()) {
    if (AfterWebScheme(name) == AfterWebScheme(dialect.uri)) return &dialect;
  }
  return nullptr;
}

uint8_t FindVocabulary(const Dialect& dialect, std::string_view uri) {
  const bool is_2020_12 = dialect.keywords == &kKeywords2020_12;
  const std::string_view prefix =
      is_2020_12 ? "https://json-schema.org/draft/2020-12/vocab/"
                 : "https://json-schema.org/draft/2019-09/vocab/";
  if (!dialect.has_vocabularies || !uri.starts_with(prefix)) return 0;
  const std::string_view name = uri.substr(prefix.size());
  const absl::Span<const VocabularyName> known =
      is_2020_12 ? absl::MakeConstSpan(kVocabularies2020_12)
                 : absl::MakeConstSpan(kVocabularies2019_09);
  for (const VocabularyName& vocabulary : known) {
    if (vocabulary.name == name) return vocabulary.vocabulary;
  }
  return 0;
}

std::string SupportedDialects() {
  std::string names;
  for (const Dialect& dialect : Dialects()) {
    AppendTo(&names, names.empty() ? "" : ", ", dialect.uri);
  }
  return names;
}

}  // namespace gabarit::schema

// The keyword tables, one for each dialect. See dialect.h.

#ifndef GABARIT_ENGINE_SCHEMA_DIALECT_TABLES_H_
#define GABARIT_ENGINE_SCHEMA_DIALECT_TABLES_H_

#include "engine/schema/dialect.h"

namespace gabarit::schema {

extern const KeywordIndex kKeywords2020_12;
extern const KeywordIndex kKeywords2019_09;
extern const KeywordIndex kKeywordsDraft7;
extern const KeywordIndex kKeywordsDraft6;
extern const KeywordIndex kKeywordsDraft4;

}  // namespace gabarit::schema

#endif  // GABARIT_ENGINE_SCHEMA_DIALECT_TABLES_H_

// What each keyword means, as two functions.
//
// `expand` asks for the subschemas that the keyword applies; `conclude` runs
// when all of them have their verdicts, and says whether the keyword holds.
// Assertions have nothing to expand. Keywords are evaluated in the order of
// KeywordKind, so that a keyword finds the results it uses in place.
//
// The functions are grouped in files by family, as in engine/compile; each file
// fills its rows of the table.

#ifndef GABARIT_ENGINE_REPORT_KEYWORDS_H_
#define GABARIT_ENGINE_REPORT_KEYWORDS_H_

#include <cstdint>

#include "engine/report/evaluation.h"
#include "engine/schema/graph.h"

namespace gabarit::report {

struct KeywordFunctions {
  // Both take the index of the keyword's result in the tree.
  void (*expand)(EvaluationTree& tree, uint32_t result) = nullptr;
  // Null: the keyword holds if all children do.
  bool (*conclude)(EvaluationTree& tree, uint32_t result) = nullptr;
};

KeywordFunctions ScalarFunctions(schema::KeywordKind kind);
KeywordFunctions ObjectFunctions(schema::KeywordKind kind);
KeywordFunctions ArrayFunctions(schema::KeywordKind kind);
KeywordFunctions LogicFunctions(schema::KeywordKind kind);
KeywordFunctions ReferenceFunctions(schema::KeywordKind kind);
KeywordFunctions ContentFunctions(schema::KeywordKind kind);

// From the family that the kind belongs to.
KeywordFunctions FunctionsFor(schema::KeywordKind kind);

}  // namespace gabarit::report

#endif  // GABARIT_ENGINE_REPORT_KEYWORDS_H_

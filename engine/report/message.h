// What errors say to people: one line each, in plain words, what was expected
// and what was found.

#ifndef GABARIT_ENGINE_REPORT_MESSAGE_H_
#define GABARIT_ENGINE_REPORT_MESSAGE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/document/value.h"
#include "engine/report/evaluation.h"
#include "engine/schema/graph.h"

namespace gabarit::report {

struct Message {
  std::string text;
  std::string expected = {};
  std::string found = {};
  std::string choice = {};  // ErrorUnit::choice
};

// For a keyword that failed by itself (an assertion, or an applicator such as
// `contains` that failed for want of a match).
Message KeywordMessage(const EvaluationTree& tree, const KeywordResult& result);

// For a value of none of the types.
Message TypeMessage(schema::TypeSet types, document::Value instance);

// For a value to which the schema `false` was applied by `applicator` (null at
// the root), under the name `name` where it is a member.
Message FalseSchemaMessage(const EvaluationTree& tree,
                           const KeywordResult* applicator,
                           const Evaluation& evaluation);

// For anyOf and oneOf: `closest` is the failed branch that came closest, or
// kNone where the branches did not fail.
Message AlternativesMessage(const EvaluationTree& tree,
                            const KeywordResult& result, uint32_t closest,
                            std::string_view reason);

// "an integer", "a string", … of a value.
std::string_view KindName(document::Value value);

}  // namespace gabarit::report

#endif  // GABARIT_ENGINE_REPORT_MESSAGE_H_

// What is said of properties that are missing or that nobody knows: their
// names, and the name that was probably meant.

#ifndef GABARIT_ENGINE_REPORT_PROPERTY_MESSAGES_H_
#define GABARIT_ENGINE_REPORT_PROPERTY_MESSAGES_H_

#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "engine/document/value.h"
#include "engine/report/evaluation.h"
#include "engine/report/message.h"
#include "engine/schema/graph.h"

namespace gabarit::report {

// For `required` and dependentRequired.
Message RequiredMessage(const EvaluationTree& tree,
                        const KeywordResult& result);
Message DependentMessage(const EvaluationTree& tree,
                         const schema::Keyword& keyword,
                         document::Value instance);

// For a member that additionalProperties or unevaluatedProperties forbids.
Message UnknownPropertyMessage(const EvaluationTree& tree,
                               const KeywordResult& applicator,
                               std::string_view name);

// For an anyOf or oneOf whose alternatives differ in what they require and in
// nothing else: "must have exactly one of \"a\" and \"b\"". Otherwise empty.
std::string WantedProperties(const EvaluationTree& tree,
                             const schema::Keyword& alternatives);

// The candidate that `name` was most likely meant to be; empty if none is near.
std::string_view ClosestName(std::string_view name,
                             absl::Span<const std::string_view> candidates);

}  // namespace gabarit::report

#endif  // GABARIT_ENGINE_REPORT_PROPERTY_MESSAGES_H_

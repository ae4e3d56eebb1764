#include "engine/report/keywords.h"

namespace gabarit::report {

using schema::KeywordKind;

KeywordFunctions FunctionsFor(KeywordKind kind) {
  switch (kind) {
    case KeywordKind::kRef:
    case KeywordKind::kDynamicRef:
      return ReferenceFunctions(kind);
    case KeywordKind::kType:
    case KeywordKind::kEnum:
    case KeywordKind::kConst:
    case KeywordKind::kMultipleOf:
    case KeywordKind::kMaximum:
    case KeywordKind::kExclusiveMaximum:
    case KeywordKind::kMinimum:
    case KeywordKind::kExclusiveMinimum:
    case KeywordKind::kMaxLength:
    case KeywordKind::kMinLength:
    case KeywordKind::kPattern:
    case KeywordKind::kFormat:
      return ScalarFunctions(kind);
    case KeywordKind::kContentEncoding:
    case KeywordKind::kContentMediaType:
    case KeywordKind::kContentSchema:
      return ContentFunctions(kind);
    case KeywordKind::kAllOf:
    case KeywordKind::kAnyOf:
    case KeywordKind::kOneOf:
    case KeywordKind::kNot:
    case KeywordKind::kIf:
    case KeywordKind::kThen:
    case KeywordKind::kElse:
      return LogicFunctions(kind);
    case KeywordKind::kMaxItems:
    case KeywordKind::kMinItems:
    case KeywordKind::kUniqueItems:
    case KeywordKind::kPrefixItems:
    case KeywordKind::kItems:
    case KeywordKind::kContains:
    case KeywordKind::kMinContains:
    case KeywordKind::kMaxContains:
    case KeywordKind::kUnevaluatedItems:
      return ArrayFunctions(kind);
    case KeywordKind::kMaxProperties:
    case KeywordKind::kMinProperties:
    case KeywordKind::kRequired:
    case KeywordKind::kDependentRequired:
    case KeywordKind::kDependentSchemas:
    case KeywordKind::kProperties:
    case KeywordKind::kPatternProperties:
    case KeywordKind::kAdditionalProperties:
    case KeywordKind::kPropertyNames:
    case KeywordKind::kUnevaluatedProperties:
      return ObjectFunctions(kind);
    case KeywordKind::kAnnotation:
      return {};
  }
  return {};
}

}  // namespace gabarit::report

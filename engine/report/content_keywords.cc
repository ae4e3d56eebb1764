// contentEncoding, contentMediaType and contentSchema where the host wants them
// to assert (Validation §8). Together they describe one string: what it decodes
// to, what that is, and which schema it fits.

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/document/parser.h"
#include "engine/format/content.h"
#include "engine/report/keywords.h"

namespace gabarit::report {
namespace {

using document::Value;
using schema::Keyword;
using schema::KeywordKind;

// How deep content in content is followed; the same for both evaluators.
constexpr uint32_t kDeepestContent = 16;

// The string's content; nothing where its encoding is unknown or broken.
std::optional<std::string> ContentOf(const EvaluationTree& tree,
                                     uint32_t result) {
  const KeywordResult& own = tree.result(result);
  const std::string_view text = tree.instance_of(own).string();
  const Keyword* encoding =
      tree.SiblingKeyword(own, KeywordKind::kContentEncoding);
  if (encoding == nullptr || !encoding->flag) return std::string(text);
  absl::StatusOr<std::string> decoded =
      format::DecodeContent(encoding->value.string(), text);
  if (!decoded.ok()) return std::nullopt;
  return *std::move(decoded);
}

bool ConcludeEncoding(EvaluationTree& tree, uint32_t result) {
  const KeywordResult& own = tree.result(result);
  const Value instance = tree.instance_of(own);
  if (!own.keyword->flag || !instance.is_string()) return true;
  const absl::Status status =
      format::DecodeContent(own.keyword->value.string(), instance.string())
          .status();
  // An encoding nobody here knows says nothing about the string.
  return status.ok() || absl::IsNotFound(status);
}

bool ConcludeMediaType(EvaluationTree& tree, uint32_t result) {
  const KeywordResult& own = tree.result(result);
  if (!own.keyword->flag || !tree.instance_of(own).is_string() ||
      !format::IsJsonMediaType(own.keyword->value.string())) {
    return true;
  }
  const std::optional<std::string> content = ContentOf(tree, result);
  if (!content.has_value()) return true;
  return document::Parser().Parse(*content);
}

void ExpandContentSchema(EvaluationTree& tree, uint32_t result) {
  const KeywordResult& own = tree.result(result);
  if (!own.keyword->flag || !tree.instance_of(own).is_string()) return;
  const Keyword* media_type =
      tree.SiblingKeyword(own, KeywordKind::kContentMediaType);
  if (media_type == nullptr || !media_type->flag ||
      !format::IsJsonMediaType(media_type->value.string()) ||
      tree.parser_count() >= kDeepestContent * kDeepestContent) {
    return;
  }
  const std::optional<std::string> content = ContentOf(tree, result);
  if (!content.has_value()) return;
  document::Parser& parser = tree.NewParser();
  if (!parser.Parse(*content)) return;
  tree.AddDetached(result, tree.graph().subschemas(*own.keyword)[0],
                   parser.root());
}

}  // namespace

KeywordFunctions ContentFunctions(KeywordKind kind) {
  switch (kind) {
    case KeywordKind::kContentEncoding:
      return {nullptr, ConcludeEncoding};
    case KeywordKind::kContentMediaType:
      return {nullptr, ConcludeMediaType};
    default:
      return {ExpandContentSchema, nullptr};
  }
}

}  // namespace gabarit::report

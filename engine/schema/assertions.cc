// Patterns and formats, looked up where they are reached.

#include "engine/format/format.h"
#include "engine/regex/pattern.h"
#include "engine/schema/loader_internal.h"
#include "engine/schema/text.h"

namespace gabarit::schema {

absl::StatusOr<const regex::Pattern*> Loader::CompilePattern(
    std::string_view text, Site site, std::string_view member) {
  const auto known = patterns_.find(text);
  if (known != patterns_.end()) return known->second;
  auto compiled = regex::Pattern::Compile(text, options_.pattern);
  if (compiled.ok()) {
    graph_->patterns_.push_back(
        std::make_unique<const regex::Pattern>(*std::move(compiled)));
    if (graph_->patterns_.back()->uses_annex_b()) {
      const absl::Status strict = regex::CheckSyntax(text);
      Warn(Warning::Kind::kPatternSpelling, site,
           Concat("`", site.keyword,
                  "`: valid only without ECMA-262's u flag, "
                  "which other validators may set: ",
                  MessageOf(strict)),
           text);
    }
    patterns_.emplace(text, graph_->patterns_.back().get());
    return graph_->patterns_.back().get();
  }
  const std::string location =
      member.data() == nullptr ? Location(site) : Location(site, {member});
  const absl::Status& status = compiled.status();
  if (status.code() == absl::StatusCode::kUnimplemented &&
      options_.unsupported_pattern == UnsupportedPattern::kAnnotate) {
    // Every place is told, not only the first, for each goes unchecked.
    graph_->warnings_.push_back(
        {Warning::Kind::kUncheckedPattern, location,
         Concat("this pattern is not checked: ", MessageOf(status))});
    return nullptr;
  }
  return SchemaError(status.code(), location,
                     Concat("`", site.keyword, "`: ", MessageOf(status)));
}

absl::Status Loader::LookUpFormat(SubschemaId id, uint32_t keyword) {
  Keyword& format = graph_->keywords_[keyword];
  const std::string_view name = format.value.string();
  const bool asserts = options_.assert_formats || DialectOf(id).formats_assert;
  const auto [known, is_new] = formats_.try_emplace(name, nullptr);
  if (is_new) {
    const auto own = options_.formats.find(name);
    if (own != options_.formats.end()) {
      graph_->formats_.push_back(
          std::make_unique<const FormatCheck>(own->second));
      known->second = graph_->formats_.back().get();
    } else if (const format::Check check = format::Find(name)) {
      graph_->formats_.push_back(std::make_unique<const FormatCheck>(check));
      known->second = graph_->formats_.back().get();
    }
  }
  if (known->second != nullptr) {
    format.flag = asserts;
    if (asserts) format.format = known->second;
    return absl::OkStatus();
  }
  std::string reason = Concat("unknown format \"", name, "\"");
  if (const std::string_view meant = Closest(name, format::Names());
      !meant.empty()) {
    AppendTo(&reason, "; did you mean \"", meant, "\"?");
  }
  // Validation 2020-12 §7.2.2: the format-assertion vocabulary must fail on
  // formats it does not know.
  if (DialectOf(id).formats_assert) {
    return Fail(absl::StatusCode::kUnimplemented, {id, format.name},
                Concat(reason, ", and the dialect ", DialectOf(id).name,
                       " makes formats assert"));
  }
  Warn(Warning::Kind::kUnknownFormat, {id, format.name}, std::move(reason),
       name);
  return absl::OkStatus();
}

}  // namespace gabarit::schema

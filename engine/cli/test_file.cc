#include "engine/cli/test_file.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/document/positions.h"
#include "engine/document/source_text.h"
#include "gabarit/limits.h"

namespace gabarit::cli {
namespace {

using document::ItemIterator;
using document::Value;

// Instances and schemas have limits of their own; that of the file around them
// only has to be beyond these.
constexpr size_t kMaxFileDepth = size_t{1} << 20;

absl::Status WrongLayout(const std::string& name, Value value,
                         const std::string& what) {
  document::PositionIndex* positions = value.view().positions;
  const document::LineColumn at =
      document::Locate(positions->text(), positions->Offset(value.index()));
  return absl::InvalidArgumentError(absl::StrCat(
      name, ":", at.line, ":", at.column, ": ", what,
      "; test files have the layout [{\"description\": …, \"schema\": …, "
      "\"tests\": [{\"description\": …, \"data\": …, \"valid\": true}]}]"));
}

std::string_view Description(Value value) {
  const std::optional<Value> description = value.Find("description");
  return description.has_value() && description->is_string()
             ? description->string()
             : "(no description)";
}

}  // namespace

size_t DepthOf(Value value) {
  if (!value.is_array() && !value.is_object()) return 0;
  const uint64_t* words = value.view().words;
  const uint32_t end = document::tape::EndIndex(value.word());
  size_t depth = 0;
  size_t deepest = 0;
  for (uint32_t index = value.index(); index < end;) {
    switch (document::tape::Type(words[index])) {
      case '{':
      case '[':
        deepest = std::max(deepest, ++depth);
        ++index;
        break;
      case '}':
      case ']':
        --depth;
        ++index;
        break;
      default:
        index = document::tape::Next(words, index);
    }
  }
  return deepest;
}

absl::StatusOr<std::unique_ptr<const TestFile>> TestFile::Read(
    const std::string& path) {
  absl::StatusOr<FileText> text = FileText::Read(
      path, InstanceLimits().max_instance_bytes, "max_instance_bytes");
  if (!text.ok()) return text.status();
  // The constructor is private, out of make_unique's reach.
  std::unique_ptr<TestFile> file(new TestFile());
  file->file_ = *std::move(text);
  document::ParseLimits limits;
  limits.max_depth = kMaxFileDepth;
  file->parser_ = std::make_unique<document::Parser>(limits);
  const std::string name = DisplayName(path);
  if (!file->parser_->ParsePadded(file->file_.text())) {
    const document::ParseError& error = file->parser_->error();
    const document::LineColumn at =
        document::Locate(file->file_.text(), error.offset);
    const std::string place = absl::StrCat(name, ":", at.line, ":", at.column);
    if (error.kind == document::ParseError::Kind::kDepth) {
      return absl::ResourceExhaustedError(
          absl::StrCat(place, ": ", error.message));
    }
    return absl::InvalidArgumentError(
        absl::StrCat(place, ": not JSON: ", error.message));
  }
  const absl::Status status = file->Collect(name);
  if (!status.ok()) return status;
  return file;
}

absl::Status TestFile::Collect(const std::string& name) {
  const Value root = parser_->root();
  if (!root.is_array()) {
    return WrongLayout(name, root, "an array of test groups was expected");
  }
  for (ItemIterator item(root); !item.done(); item.Next()) {
    const Value group = item.value();
    if (!group.is_object()) {
      return WrongLayout(name, group, "a test group (an object) was expected");
    }
    const std::optional<Value> schema = group.Find("schema");
    const std::optional<Value> tests = group.Find("tests");
    if (!schema.has_value()) {
      return WrongLayout(name, group, "the test group has no \"schema\"");
    }
    if (!tests.has_value() || !tests->is_array()) {
      return WrongLayout(name, tests.value_or(group),
                         "the test group needs \"tests\", an array");
    }
    TestGroup& collected = groups_.emplace_back();
    collected.description = Description(group);
    collected.schema = document::SourceText(*schema);
    for (ItemIterator test(*tests); !test.done(); test.Next()) {
      if (!test.value().is_object()) {
        return WrongLayout(name, test.value(),
                           "a test (an object) was expected");
      }
      const std::optional<Value> data = test.value().Find("data");
      const std::optional<Value> valid = test.value().Find("valid");
      if (!data.has_value()) {
        return WrongLayout(name, test.value(), "the test has no \"data\"");
      }
      if (!valid.has_value() || !valid->is_boolean()) {
        return WrongLayout(name, valid.value_or(test.value()),
                           "the test needs \"valid\", true or false");
      }
      collected.tests.push_back(
          {Description(test.value()), *data, valid->boolean()});
    }
  }
  return absl::OkStatus();
}

}  // namespace gabarit::cli

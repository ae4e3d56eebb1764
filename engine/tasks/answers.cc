#include "engine/tasks/answers.h"

#include "absl/strings/str_cat.h"
#include "engine/report/json_text.h"

namespace gabarit::tasks {
namespace {

void Begin(std::string* out, const RequestId& id) {
  out->append(R"({"jsonrpc":"2.0","id":)");
  AppendId(out, id);
}

constexpr std::string_view kExtension = "io.modelcontextprotocol/tasks";

}  // namespace

std::string ErrorAnswer(const RequestId& id, int code, std::string_view text) {
  std::string out;
  Begin(&out, id);
  absl::StrAppend(&out, R"(,"error":{"code":)", code, R"(,"message":)");
  report::AppendQuoted(&out, text);
  out.append("}}");
  return out;
}

std::string MissingExtensionAnswer(const RequestId& id) {
  std::string out;
  Begin(&out, id);
  absl::StrAppend(&out, R"(,"error":{"code":)", kMissingClientCapability,
                  R"(,"message":"The request does not declare the tasks )"
                  R"(extension","data":{"requiredCapabilities":)"
                  R"({"extensions":{")");
  out.append(kExtension);
  out.append(R"(":{}}}}}})");
  return out;
}

std::string ErrorResult(std::string_view text, ProtocolRevision revision) {
  std::string out = "{";
  if (revision == ProtocolRevision::k2026_07_28) {
    out.append(R"("resultType":"complete",)");
  }
  out.append(R"("content":[{"type":"text","text":)");
  report::AppendQuoted(&out, text);
  out.append(R"(}],"isError":true})");
  return out;
}

std::string ResultAnswer(const RequestId& id, std::string_view result) {
  std::string out;
  Begin(&out, id);
  out.append(R"(,"result":)");
  out.append(result);
  out.push_back('}');
  return out;
}

void AppendWithMember(std::string* out, document::Value object,
                      std::string_view name, std::string_view value) {
  out->push_back('{');
  bool first = true;
  for (document::MemberIterator member(object); !member.done(); member.Next()) {
    if (!first) out->push_back(',');
    first = false;
    report::AppendQuoted(out, member.name());
    out->push_back(':');
    if (member.name() == name) {
      out->append(value);
    } else {
      report::AppendValue(out, member.value());
    }
  }
  out->push_back('}');
}

std::string PlainText(std::string_view tool, std::string_view problem,
                      const ModelTextOptions& options) {
  if (options.form == ModelTextForm::kPlain) return std::string(problem);
  std::string out = R"({"tool":)";
  report::AppendQuoted(&out, tool);
  out.append(R"(,"problem":)");
  report::AppendQuoted(&out, problem);
  out.append(R"(,"faults":[]})");
  return out;
}

RequestWriter::RequestWriter(const RequestId& id, std::string_view method) {
  Begin(&out_, id);
  out_.append(R"(,"method":)");
  report::AppendQuoted(&out_, method);
  out_.append(R"(,"params":)");
  params_offset_ = out_.size();
  out_.push_back('{');
}

void RequestWriter::Separate() {
  if (!first_) out_.push_back(',');
  first_ = false;
}

void RequestWriter::Member(std::string_view name, std::string_view json) {
  Separate();
  report::AppendQuoted(&out_, name);
  out_.push_back(':');
  out_.append(json);
}

void RequestWriter::StringMember(std::string_view name, std::string_view text) {
  Separate();
  report::AppendQuoted(&out_, name);
  out_.push_back(':');
  report::AppendQuoted(&out_, text);
}

void RequestWriter::Meta(ProtocolRevision revision, bool extension,
                         std::string_view meta) {
  // What stands between the braces of the caller's object.
  std::string_view inside = meta;
  if (!inside.empty()) {
    inside = inside.substr(1, inside.size() - 2);
    const size_t begin = inside.find_first_not_of(" \t\r\n");
    inside = begin == std::string_view::npos ? std::string_view()
                                             : inside.substr(begin);
  }
  const bool own = revision == ProtocolRevision::k2026_07_28;
  if (!own && inside.empty()) return;
  Separate();
  out_.append(R"("_meta":{)");
  if (own) {
    out_.append(R"("io.modelcontextprotocol/protocolVersion":)");
    report::AppendQuoted(&out_, ProtocolRevisionName(revision));
    out_.append(R"(,"io.modelcontextprotocol/clientCapabilities":{)");
    if (extension) {
      out_.append(R"("extensions":{)");
      report::AppendQuoted(&out_, kExtension);
      out_.append(":{}}");
    }
    out_.push_back('}');
    if (!inside.empty()) out_.push_back(',');
  }
  out_.append(inside);
  out_.push_back('}');
}

std::string RequestWriter::Finish() {
  out_.append("}}");
  return std::move(out_);
}

}  // namespace gabarit::tasks

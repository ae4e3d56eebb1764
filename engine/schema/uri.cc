#include "engine/schema/uri.h"

#include <cstddef>

#include "absl/strings/ascii.h"

namespace gabarit::schema {
namespace {

// Whether `text` is `scheme` of §3.1.
bool IsScheme(std::string_view text) {
  if (text.empty() || !absl::ascii_isalpha(static_cast<unsigned char>(text[0])))
    return false;
  for (char c : text) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c)) && c != '+' &&
        c != '-' && c != '.')
      return false;
  }
  return true;
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool IsPercentEncoding(std::string_view text, size_t at) {
  return text[at] == '%' && at + 2 < text.size() &&
         HexDigit(text[at + 1]) >= 0 && HexDigit(text[at + 2]) >= 0;
}

// §5.2.4. Works on whole segments from left to right, popping the output at
// "..", so that each segment is looked at once.
std::string RemoveDotSegments(std::string_view path) {
  std::string out;
  out.reserve(path.size());
  size_t at = 0;
  const bool absolute = !path.empty() && path[0] == '/';
  if (absolute) {
    out.push_back('/');
    at = 1;
  }
  const size_t root = out.size();
  // Invariant: `out` is empty, or ends in '/', before each segment.
  while (at <= path.size()) {
    const size_t slash = path.find('/', at);
    const bool last = slash == std::string_view::npos;
    const std::string_view segment =
        path.substr(at, last ? std::string_view::npos : slash - at);
    if (segment == "..") {
      if (out.size() > root) {
        out.pop_back();
        const size_t parent = out.rfind('/');
        out.resize(parent == std::string::npos ? 0 : parent + 1);
      }
    } else if (segment != ".") {
      out.append(segment);
      if (!last) out.push_back('/');
    }
    if (last) break;
    at = slash + 1;
  }
  return out;
}

// §5.2.3, followed by the removal of dot segments.
std::string MergePaths(const UriParts& base, std::string_view path) {
  std::string merged;
  if (base.authority.has_value() && base.path.empty()) {
    merged.push_back('/');
  } else {
    const size_t slash = base.path.rfind('/');
    if (slash != std::string_view::npos) {
      merged.append(base.path.substr(0, slash + 1));
    }
  }
  merged.append(path);
  return RemoveDotSegments(merged);
}

void AppendNormalized(std::string* out, std::string_view text, bool lower) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (IsPercentEncoding(text, i)) {
      out->push_back('%');
      out->push_back(
          absl::ascii_toupper(static_cast<unsigned char>(text[i + 1])));
      out->push_back(
          absl::ascii_toupper(static_cast<unsigned char>(text[i + 2])));
      i += 2;
    } else {
      out->push_back(
          lower ? absl::ascii_tolower(static_cast<unsigned char>(text[i]))
                : text[i]);
    }
  }
}

// The user information before '@' is case-sensitive, the host is not.
void AppendAuthority(std::string* out, std::string_view authority) {
  const size_t at = authority.rfind('@');
  const size_t host = at == std::string_view::npos ? 0 : at + 1;
  AppendNormalized(out, authority.substr(0, host), /*lower=*/false);
  AppendNormalized(out, authority.substr(host), /*lower=*/true);
}

}  // namespace

std::string_view WithoutFragment(std::string_view reference) {
  return reference.substr(0, reference.find('#'));
}

std::optional<std::string_view> FragmentOf(std::string_view reference) {
  const size_t hash = reference.find('#');
  if (hash == std::string_view::npos) return std::nullopt;
  return reference.substr(hash + 1);
}

UriParts SplitUri(std::string_view reference) {
  UriParts parts;
  parts.fragment = FragmentOf(reference);
  reference = WithoutFragment(reference);
  const size_t query = reference.find('?');
  if (query != std::string_view::npos) {
    parts.query = reference.substr(query + 1);
    reference = reference.substr(0, query);
  }
  const size_t colon = reference.find(':');
  if (colon != std::string_view::npos && IsScheme(reference.substr(0, colon))) {
    parts.scheme = reference.substr(0, colon);
    reference = reference.substr(colon + 1);
  }
  if (reference.substr(0, 2) == "//") {
    const size_t end = reference.find('/', 2);
    parts.authority = reference.substr(
        2, end == std::string_view::npos ? std::string_view::npos : end - 2);
    reference = end == std::string_view::npos ? std::string_view()
                                              : reference.substr(end);
  }
  parts.path = reference;
  return parts;
}

std::string ResolveUri(std::string_view base, std::string_view reference) {
  const UriParts from = SplitUri(base);
  const UriParts to = SplitUri(reference);
  UriParts target;
  std::string path;
  target.fragment = to.fragment;
  if (to.scheme.has_value() || to.authority.has_value()) {
    target.scheme = to.scheme.has_value() ? to.scheme : from.scheme;
    target.authority = to.authority;
    target.query = to.query;
    path = RemoveDotSegments(to.path);
  } else {
    target.scheme = from.scheme;
    target.authority = from.authority;
    if (to.path.empty()) {
      path = std::string(from.path);
      target.query = to.query.has_value() ? to.query : from.query;
    } else {
      path = to.path[0] == '/' ? RemoveDotSegments(to.path)
                               : MergePaths(from, to.path);
      target.query = to.query;
    }
  }

  std::string out;
  out.reserve(base.size() + reference.size() + 1);
  if (target.scheme.has_value()) {
    AppendNormalized(&out, *target.scheme, /*lower=*/true);
    out.push_back(':');
  }
  if (target.authority.has_value()) {
    out.append("//");
    AppendAuthority(&out, *target.authority);
  }
  AppendNormalized(&out, path, /*lower=*/false);
  if (target.query.has_value()) {
    out.push_back('?');
    AppendNormalized(&out, *target.query, /*lower=*/false);
  }
  if (target.fragment.has_value()) {
    out.push_back('#');
    out.append(*target.fragment);
  }
  return out;
}

std::string PercentDecode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (IsPercentEncoding(text, i)) {
      out.push_back(static_cast<char>(HexDigit(text[i + 1]) * 16 +
                                      HexDigit(text[i + 2])));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

void AppendAsFragment(std::string* uri, std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  // pchar, "/" and "?": unreserved, sub-delims and a few more.
  constexpr std::string_view kAllowed = "-._~!$&'()*+,;=:@/?";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (absl::ascii_isalnum(byte) ||
        (c != '\0' && kAllowed.find(c) != kAllowed.npos)) {
      uri->push_back(c);
    } else {
      uri->push_back('%');
      uri->push_back(kHex[byte >> 4]);
      uri->push_back(kHex[byte & 15]);
    }
  }
}

}  // namespace gabarit::schema

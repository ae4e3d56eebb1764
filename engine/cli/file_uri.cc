#include "engine/cli/file_uri.h"

#include <string_view>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"

namespace gabarit::cli {

namespace fs = std::filesystem;

std::string UriPath(const fs::path& path) {
  // pchar of RFC 3986 §3.3 without percent, and the slash between segments.
  constexpr std::string_view kPlain = "-._~!$&'()*+,;=:@/";
  std::string encoded;
  for (const char c : path.generic_string()) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
        kPlain.find(c) != std::string_view::npos) {
      encoded += c;
    } else {
      absl::StrAppendFormat(&encoded, "%%%02X", static_cast<unsigned char>(c));
    }
  }
  return encoded;
}

std::string FileUri(const fs::path& path) {
  std::error_code error;
  fs::path absolute = fs::weakly_canonical(path, error);
  if (error) absolute = fs::absolute(path, error).lexically_normal();
  std::string uri = "file://" + UriPath(absolute);
  if (fs::is_directory(absolute, error) && !uri.ends_with('/')) uri += '/';
  return uri;
}

}  // namespace gabarit::cli

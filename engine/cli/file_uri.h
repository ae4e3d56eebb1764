// Files as URIs, by which schemas refer to one another.

#ifndef GABARIT_ENGINE_CLI_FILE_URI_H_
#define GABARIT_ENGINE_CLI_FILE_URI_H_

#include <filesystem>
#include <string>

namespace gabarit::cli {

// The file: URI (RFC 8089) of a path, made absolute, "." and ".." resolved, and
// percent-encoded where RFC 3986 §3.3 asks for it. Of a folder with a slash at
// its end, so that it can be a base.
std::string FileUri(const std::filesystem::path& path);

// `path`, relative, as the path part of a URI: percent-encoded, with slashes.
std::string UriPath(const std::filesystem::path& path);

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_FILE_URI_H_

// Files as texts: whole, or line by line.

#ifndef GABARIT_ENGINE_CLI_FILE_TEXT_H_
#define GABARIT_ENGINE_CLI_FILE_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gabarit/validator.h"

namespace gabarit::cli {

// What messages call the file at `path`: "-" is standard input.
std::string DisplayName(const std::string& path);

// A whole file, with the padding that parsing in place asks for.
class FileText {
 public:
  // Reads the file at `path`, or standard input for "-". Errors, each naming
  // the file and a remedy: NotFound, FailedPrecondition (a directory, an empty
  // file), Unavailable (it cannot be opened or read), ResourceExhausted (more
  // than `max_bytes`, which `limit_name` names).
  static absl::StatusOr<FileText> Read(const std::string& path,
                                       size_t max_bytes,
                                       std::string_view limit_name);

  std::string_view text() const { return {bytes_.data(), size_}; }
  PaddedText padded() const { return {text()}; }

 private:
  std::vector<char> bytes_;  // the text and kPadding zeros
  size_t size_ = 0;
};

// Reads a file line by line through a buffer that holds the longest line, so
// that neither its size nor an endless line costs memory without bound.
class LineReader {
 public:
  // Opens `path`, or standard input for "-". Errors as of FileText::Read, but
  // for empty files. Lines of more than `max_line_bytes` are passed over.
  static absl::StatusOr<LineReader> Open(const std::string& path,
                                         size_t max_line_bytes);
  LineReader(LineReader&& other) noexcept;
  LineReader& operator=(LineReader&&) = delete;
  ~LineReader();

  enum class Next {
    kLine,     // line() is the next line
    kTooLong,  // the next line has more than max_line_bytes
    kEnd,
    kError,  // error() says why the file cannot be read on
  };
  Next Read();

  // Without its end (LF or CR LF); padded; valid until the next Read().
  std::string_view line() const { return line_; }
  size_t line_number() const { return line_number_; }  // from 1
  size_t bytes_read() const { return bytes_read_; }
  const absl::Status& error() const { return error_; }

 private:
  LineReader(int descriptor, std::string name, size_t max_line_bytes);
  // Makes room and reads more. Returns false at the end or after an error.
  bool Fill();

  int descriptor_;
  std::string name_;
  size_t max_line_bytes_;
  std::vector<char> buffer_;  // kPadding bytes longer than what is ever filled
  size_t begin_ = 0;          // of what is not yet given out
  size_t end_ = 0;
  bool at_end_ = false;
  std::string_view line_;
  size_t line_number_ = 0;
  size_t bytes_read_ = 0;
  absl::Status error_;
};

}  // namespace gabarit::cli

#endif  // GABARIT_ENGINE_CLI_FILE_TEXT_H_

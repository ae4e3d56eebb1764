#include "engine/cli/file_text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace gabarit::cli {
namespace {

constexpr size_t kChunkBytes = size_t{1} << 20;

absl::Status ReadError(const std::string& name, int error) {
  switch (error) {
    case ENOENT:
      return absl::NotFoundError(absl::StrCat(
          name,
          ": there is no such file; is the path right, seen from the "
          "current directory?"));
    case EISDIR:
      return absl::FailedPreconditionError(
          absl::StrCat(name, ": is a directory; name a file in it"));
    case EACCES:
    case EPERM:
      return absl::UnavailableError(absl::StrCat(
          name, ": may not be read by this user (", std::strerror(error), ")"));
    default:
      return absl::UnavailableError(
          absl::StrCat(name, ": cannot be read: ", std::strerror(error)));
  }
}

absl::StatusOr<int> OpenFile(const std::string& path) {
  const std::string name = DisplayName(path);
  int descriptor = STDIN_FILENO;
  if (path != "-") {
    do {
      descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return ReadError(name, errno);
  }
  struct stat status;
  if (fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    if (descriptor != STDIN_FILENO) close(descriptor);
    return ReadError(name, EISDIR);
  }
  return descriptor;
}

// Bytes read, 0 at the end, or -1 with errno.
ssize_t ReadSome(int descriptor, char* to, size_t size) {
  ssize_t got;
  do {
    got = read(descriptor, to, size);
  } while (got < 0 && errno == EINTR);
  return got;
}

}  // namespace

std::string DisplayName(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}

absl::StatusOr<FileText> FileText::Read(const std::string& path,
                                        size_t max_bytes,
                                        std::string_view limit_name) {
  const absl::StatusOr<int> descriptor = OpenFile(path);
  if (!descriptor.ok()) return descriptor.status();
  const absl::Cleanup closer = [fd = *descriptor] {
    if (fd != STDIN_FILENO) close(fd);
  };

  FileText file;
  // One byte more than is there shows the end without another growth.
  size_t capacity = kChunkBytes;
  struct stat status;
  if (fstat(*descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
      status.st_size >= 0) {
    capacity = static_cast<size_t>(status.st_size) + 1;
  }
  // One byte more than the limit shows that it is passed.
  const size_t most = max_bytes + 1;
  while (true) {
    file.bytes_.resize(std::min(capacity, most) + kPadding);
    const size_t room = file.bytes_.size() - kPadding - file.size_;
    const ssize_t got =
        ReadSome(*descriptor, file.bytes_.data() + file.size_, room);
    if (got < 0) return ReadError(DisplayName(path), errno);
    file.size_ += static_cast<size_t>(got);
    if (file.size_ > max_bytes) {
      return absl::ResourceExhaustedError(
          absl::StrFormat("%s: has more than %s = %d bytes", DisplayName(path),
                          limit_name, max_bytes));
    }
    if (got == 0) break;
    if (file.size_ == capacity) capacity *= 2;
  }
  if (file.size_ == 0) {
    return absl::FailedPreconditionError(absl::StrCat(
        DisplayName(path), ": is empty; a JSON value was expected"));
  }
  std::memset(file.bytes_.data() + file.size_, 0, kPadding);
  return file;
}

LineReader::LineReader(int descriptor, std::string name, size_t max_line_bytes)
    : descriptor_(descriptor),
      name_(std::move(name)),
      max_line_bytes_(max_line_bytes),
      buffer_(kChunkBytes + kPadding) {}

LineReader::LineReader(LineReader&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      name_(std::move(other.name_)),
      max_line_bytes_(other.max_line_bytes_),
      buffer_(std::move(other.buffer_)),
      begin_(other.begin_),
      end_(other.end_),
      at_end_(other.at_end_),
      line_(other.line_),
      line_number_(other.line_number_),
      bytes_read_(other.bytes_read_),
      error_(std::move(other.error_)) {}

LineReader::~LineReader() {
  if (descriptor_ > STDIN_FILENO) close(descriptor_);
}

absl::StatusOr<LineReader> LineReader::Open(const std::string& path,
                                            size_t max_line_bytes) {
  const absl::StatusOr<int> descriptor = OpenFile(path);
  if (!descriptor.ok()) return descriptor.status();
  return LineReader(*descriptor, DisplayName(path), max_line_bytes);
}

bool LineReader::Fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ + kPadding == buffer_.size()) {
    buffer_.resize(2 * end_ + kPadding);
  }
  const ssize_t got = ReadSome(descriptor_, buffer_.data() + end_,
                               buffer_.size() - kPadding - end_);
  if (got < 0) error_ = ReadError(name_, errno);
  if (got <= 0) {
    at_end_ = true;
    return false;
  }
  end_ += static_cast<size_t>(got);
  bytes_read_ += static_cast<size_t>(got);
  return true;
}

LineReader::Next LineReader::Read() {
  size_t searched = 0;  // bytes after begin_ known to hold no line end
  bool too_long = false;
  while (true) {
    const char* from = buffer_.data() + begin_ + searched;
    const void* found = std::memchr(from, '\n', end_ - begin_ - searched);
    size_t length = end_ - begin_;
    if (found == nullptr) {
      if (length > max_line_bytes_) {
        // Its beginning is of no more use.
        too_long = true;
        begin_ = end_;
        length = 0;
      }
      searched = length;
      if (Fill()) continue;
      if (!error_.ok()) return Next::kError;
      if (length == 0 && !too_long) return Next::kEnd;
    } else {
      length = static_cast<size_t>(static_cast<const char*>(found) -
                                   (buffer_.data() + begin_));
    }
    ++line_number_;
    line_ = std::string_view(buffer_.data() + begin_, length);
    begin_ = std::min(end_, begin_ + length + 1);
    if (too_long || length > max_line_bytes_) {
      line_ = {};
      return Next::kTooLong;
    }
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    return Next::kLine;
  }
}

}  // namespace gabarit::cli

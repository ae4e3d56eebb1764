// Which members or items of a value have been evaluated (Core §11), where only
// the instance can tell.
//
// A stack: the innermost record belongs to the innermost value that needs one.
// While an alternative is tried a copy stands on top of the record, to be
// merged if the alternative accepts and dropped if not.

#ifndef GABARIT_ENGINE_VM_RECORDS_H_
#define GABARIT_ENGINE_VM_RECORDS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gabarit::vm {

class Records {
 public:
  void Clear() {
    records_.clear();
    bits_.clear();
  }
  uint32_t count() const { return static_cast<uint32_t>(records_.size()); }

  // Opens a record for a value of `size` members or items.
  void Open(uint32_t size) {
    const auto first = static_cast<uint32_t>(bits_.size());
    const uint32_t words = size / 64 + 1;
    bits_.resize(first + words, 0);
    records_.push_back({first, words});
  }

  // Copies the innermost; returns how many words that took.
  uint32_t Copy() {
    const Record record = records_.back();
    const auto first = static_cast<uint32_t>(bits_.size());
    bits_.resize(first + record.words);
    for (uint32_t i = 0; i < record.words; ++i) {
      bits_[first + i] = bits_[record.first_word + i];
    }
    records_.push_back({first, record.words});
    return record.words;
  }

  // Merges the innermost, a copy, into the one below.
  void Merge() {
    const Record inner = records_.back();
    const Record outer = records_[records_.size() - 2];
    for (uint32_t i = 0; i < inner.words; ++i) {
      bits_[outer.first_word + i] |= bits_[inner.first_word + i];
    }
    Truncate(count() - 1);
  }

  void Truncate(uint32_t count) {
    if (records_.size() == count) return;
    records_.resize(count);
    bits_.resize(
        count == 0 ? 0 : records_.back().first_word + records_.back().words);
  }

  void Mark(uint32_t position) {
    bits_[records_.back().first_word + position / 64] |= uint64_t{1}
                                                         << (position % 64);
  }
  void MarkFirst(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) Mark(i);
  }
  bool Marked(uint32_t position) const {
    return (bits_[records_.back().first_word + position / 64] >>
                (position % 64) &
            1) != 0;
  }

 private:
  struct Record {
    uint32_t first_word;
    uint32_t words;
  };
  std::vector<Record> records_;
  std::vector<uint64_t> bits_;
};

}  // namespace gabarit::vm

#endif  // GABARIT_ENGINE_VM_RECORDS_H_

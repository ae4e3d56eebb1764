#include "engine/tasks/open_requests.h"

#include <utility>

#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"

namespace gabarit::tasks {

void OpenRequest::Clear() {
  from_server = false;
  id = RequestId();
  id_text.clear();
  method = Method::kOther;
  sent = 0;
  tool.reset();
  unknown_tool = false;
  stale = false;
  task_asked = false;
  task_extension = false;
  blocking = false;
  tool_name.clear();
  arguments.clear();
  task_id.clear();
  cursor.clear();
  form = false;
  schema.clear();
  keys.clear();
}

size_t OpenRequests::Hash(bool from_server, const RequestId& id) {
  if (id.kind == RequestId::Kind::kNumber) {
    return absl::HashOf(from_server, id.number);
  }
  return absl::HashOf(from_server,
                      absl::string_view(id.text.data(), id.text.size()));
}

size_t OpenRequests::Place(bool from_server, const RequestId& id) const {
  const size_t mask = table_.size() - 1;
  size_t place = Hash(from_server, id) & mask;
  while (table_[place] != kEmpty) {
    const OpenRequest& entry = entries_[table_[place]];
    if (entry.from_server == from_server && entry.id == id) break;
    place = (place + 1) & mask;
  }
  return place;
}

size_t OpenRequests::Find(bool from_server, const RequestId& id) const {
  if (size_ == 0) return npos;
  const uint32_t entry = table_[Place(from_server, id)];
  return entry == kEmpty ? npos : entry;
}

size_t OpenRequests::Insert(bool from_server, const RequestId& id) {
  if (2 * (size_ + 1) > table_.size()) Grow();
  uint32_t index;
  if (free_.empty()) {
    index = static_cast<uint32_t>(entries_.size());
    entries_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
  }
  OpenRequest& entry = entries_[index];
  entry.from_server = from_server;
  entry.id_text.assign(id.text);
  entry.id = id;
  entry.id.text = entry.id_text;
  table_[Place(from_server, id)] = index;
  ++size_;
  return index;
}

void OpenRequests::Erase(size_t entry) {
  OpenRequest& erased = entries_[entry];
  const size_t mask = table_.size() - 1;
  size_t hole = Place(erased.from_server, erased.id);
  // What probed past the hole moves back into it, so that no probe stops early.
  size_t place = hole;
  for (;;) {
    place = (place + 1) & mask;
    if (table_[place] == kEmpty) break;
    const OpenRequest& moved = entries_[table_[place]];
    const size_t home = Hash(moved.from_server, moved.id) & mask;
    if (((place - home) & mask) >= ((place - hole) & mask)) {
      table_[hole] = table_[place];
      hole = place;
    }
  }
  table_[hole] = kEmpty;
  erased.Clear();
  free_.push_back(static_cast<uint32_t>(entry));
  --size_;
}

void OpenRequests::Clear() {
  entries_.clear();
  free_.clear();
  table_.clear();
  size_ = 0;
}

void OpenRequests::Grow() {
  std::vector<uint32_t> old = std::move(table_);
  table_.assign(old.empty() ? 16 : 2 * old.size(), kEmpty);
  const size_t mask = table_.size() - 1;
  for (const uint32_t index : old) {
    if (index == kEmpty) continue;
    const OpenRequest& entry = entries_[index];
    size_t place = Hash(entry.from_server, entry.id) & mask;
    while (table_[place] != kEmpty) place = (place + 1) & mask;
    table_[place] = index;
  }
}

}  // namespace gabarit::tasks

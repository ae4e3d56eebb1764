// Requests that wait for their answers, by their ids.

#ifndef GABARIT_ENGINE_TASKS_OPEN_REQUESTS_H_
#define GABARIT_ENGINE_TASKS_OPEN_REQUESTS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "engine/tasks/message.h"
#include "gabarit/tools.h"

namespace gabarit::tasks {

// What the answer needs to know of its request. Strings are cleared, not freed,
// when an entry is used anew, so that a warm table allocates nothing.
struct OpenRequest {
  bool from_server = false;
  RequestId id;         // `text` views `id_text`
  std::string id_text;  // owns it
  Method method = Method::kOther;
  int64_t sent = 0;

  // tools/call.
  std::shared_ptr<const Tool> tool;  // null where it is not known
  bool unknown_tool = false;         // the list is whole and has no such tool
  bool stale = false;                // judged by a list that has changed since
  bool task_asked = false;           // params.task
  bool task_extension = false;       // declared for this request
  bool blocking = false;             // CallMode::kBlockUntilDone
  std::string tool_name;             // where `tool` is null
  std::string arguments;             // JSON text, where it may become a task

  std::string task_id;  // of tasks/*; of an elicitation, its related task
  std::string cursor;   // tools/list
  // elicitation/create: whether it is a form, and its requestedSchema.
  bool form = false;
  std::string schema;
  std::vector<std::string> keys;  // tasks/update: the questions answered

  void Clear();
};

class OpenRequests {
 public:
  static constexpr size_t npos = ~size_t{0};

  // The entry of the request, or npos.
  size_t Find(bool from_server, const RequestId& id) const;

  // An empty entry for the request, which must have none yet.
  size_t Insert(bool from_server, const RequestId& id);

  OpenRequest& at(size_t entry) { return entries_[entry]; }
  const OpenRequest& at(size_t entry) const { return entries_[entry]; }

  void Erase(size_t entry);
  void Clear();
  size_t size() const { return size_; }

  // Entries in use, in no particular order.
  template <typename F>
  void ForEach(F&& visit) const {
    for (const uint32_t entry : table_) {
      if (entry != kEmpty) visit(entries_[entry]);
    }
  }

 private:
  static constexpr uint32_t kEmpty = ~uint32_t{0};

  static size_t Hash(bool from_server, const RequestId& id);
  // The place in the table where the request stands, or would stand.
  size_t Place(bool from_server, const RequestId& id) const;
  void Grow();

  std::deque<OpenRequest> entries_;  // stays where it is when it grows
  std::vector<uint32_t> free_;
  // Open addressing with linear probing; a power of two, at most half full.
  std::vector<uint32_t> table_;
  size_t size_ = 0;
};

}  // namespace gabarit::tasks

#endif  // GABARIT_ENGINE_TASKS_OPEN_REQUESTS_H_

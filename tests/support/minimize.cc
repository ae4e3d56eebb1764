#include "tests/support/minimize.h"

#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace gabarit::tests {
namespace {

class Minimizer {
 public:
  Minimizer(Json json, const std::function<bool(const Json&)>& fails)
      : json_(std::move(json)), fails_(fails) {}

  Json Run() {
    do {
      changed_ = false;
      Reduce(&json_);
    } while (changed_);
    return std::move(json_);
  }

 private:
  // Keeps `smaller` in the place of `*part` if that still fails.
  bool Try(Json* part, Json smaller) {
    Json before = std::exchange(*part, std::move(smaller));
    if (fails_(json_)) {
      changed_ = true;
      return true;
    }
    *part = std::move(before);
    return false;
  }

  template <typename Element>
  void RemoveElements(Json* part, std::vector<Element> Json::*elements) {
    for (size_t i = 0; i < (part->*elements).size();) {
      Json smaller = *part;
      (smaller.*elements)
          .erase((smaller.*elements).begin() + static_cast<std::ptrdiff_t>(i));
      if (!Try(part, std::move(smaller))) ++i;
    }
  }

  void Reduce(Json* part) {
    if (part->kind == Json::Kind::kScalar) {
      for (const std::string_view text : {"true", "0", "1"}) {
        if (part->text == text) return;
        if (Try(part, Json::Scalar(text))) return;
      }
      return;
    }
    if (Try(part, Json::Scalar("true"))) return;
    RemoveElements(part, &Json::members);
    RemoveElements(part, &Json::items);
    // A part may do in the place of the whole.
    for (size_t i = 0; i < part->members.size(); ++i) {
      Json inner = part->members[i].second;
      if (inner.kind != Json::Kind::kScalar && Try(part, std::move(inner))) {
        return Reduce(part);
      }
    }
    for (size_t i = 0; i < part->items.size(); ++i) {
      Json inner = part->items[i];
      if (inner.kind != Json::Kind::kScalar && Try(part, std::move(inner))) {
        return Reduce(part);
      }
    }
    for (auto& member : part->members) Reduce(&member.second);
    for (Json& item : part->items) Reduce(&item);
  }

  Json json_;
  const std::function<bool(const Json&)>& fails_;
  bool changed_ = false;
};

}  // namespace

Json Minimize(Json json, const std::function<bool(const Json&)>& fails) {
  return Minimizer(std::move(json), fails).Run();
}

}  // namespace gabarit::tests

// Where the fault of a labelled bad payload is.
//
// The labels say what kind of fault was put into a payload, but not where. It
// is found without looking at any schema, by comparison with the good payloads
// of the same tool:
//
// 1. Where the bad payload differs from a good one in a single place, that
// place
//    is the fault's: the object that lacks a member, the member that is too
//    many, or the value that is another.
// 2. Else the payload was made from a good one that is not in the list. Then
// the
//    places are looked for where it breaks, in the way of its kind, with what
//    all good payloads have in common there (items of one array count as one
//    place): a type that none of them has, a name that none of them has, a
//    member that all of them have, a number or length beyond all of theirs, a
//    text that is nearly one of theirs.
//
// Where that leaves no place, or several, the payload is left open.

#ifndef GABARIT_TESTS_TOOLS_FAULT_FINDER_H_
#define GABARIT_TESTS_TOOLS_FAULT_FINDER_H_

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/document/value.h"

namespace gabarit::tests {

class FaultFinder {
 public:
  // Learns from a good payload, which must outlive the finder.
  void AddGood(document::Value good);

  // JSON Pointers to where the fault of this kind may be; one, if all is well.
  std::set<std::string> Find(document::Value bad, std::string_view kind) const;

 private:
  // What the good payloads have in a place.
  struct Profile {
    std::set<std::string> kinds;
    std::set<std::string> names;            // of objects
    std::map<std::string, size_t> members;  // how many objects have a name
    size_t objects = 0;
    std::set<std::string> texts;
    double least = 0, greatest = 0;
    size_t numbers = 0;
    size_t shortest = 0, longest = 0;  // strings
    size_t fewest = 0, most = 0;       // arrays
    size_t arrays = 0;
  };

  void Learn(document::Value value, const std::string& path);
  void Look(document::Value value, const std::string& path,
            const std::string& place, std::string_view kind,
            std::set<std::string>* places) const;

  std::vector<document::Value> good_;
  std::map<std::string, Profile> profiles_;
};

}  // namespace gabarit::tests

#endif  // GABARIT_TESTS_TOOLS_FAULT_FINDER_H_

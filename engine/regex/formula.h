#ifndef GABARIT_ENGINE_REGEX_FORMULA_H_
#define GABARIT_ENGINE_REGEX_FORMULA_H_

#include <memory>
#include <utility>
#include <vector>

namespace gabarit::regex {

// A boolean combination of searches in the same text: what a pattern with
// look-arounds is rewritten to. `Leaf` is whatever can be searched for.
template <typename Leaf>
struct Formula {
  enum class Kind { kLeaf, kAll, kAny, kNot };

  Kind kind = Kind::kLeaf;
  std::vector<Leaf> leaf;         // exactly one if kLeaf
  std::vector<Formula> children;  // kAll, kAny: any number; kNot: one

  static Formula Search(Leaf leaf) {
    Formula formula;
    formula.leaf.push_back(std::move(leaf));
    return formula;
  }
  static Formula All(Formula first, Formula second) {
    return Combine(Kind::kAll, std::move(first), std::move(second));
  }
  static Formula Any(std::vector<Formula> children) {
    if (children.size() == 1) return std::move(children[0]);
    Formula formula;
    formula.kind = Kind::kAny;
    formula.children = std::move(children);
    return formula;
  }
  static Formula Not(Formula negated) {
    Formula formula;
    formula.kind = Kind::kNot;
    formula.children.push_back(std::move(negated));
    return formula;
  }

  // `search(leaf)` says whether the leaf is found.
  template <typename Search>
  bool Evaluate(const Search& search) const {
    switch (kind) {
      case Kind::kLeaf:
        return search(leaf[0]);
      case Kind::kNot:
        return !children[0].Evaluate(search);
      case Kind::kAll:
        for (const Formula& child : children) {
          if (!child.Evaluate(search)) return false;
        }
        return true;
      case Kind::kAny:
        for (const Formula& child : children) {
          if (child.Evaluate(search)) return true;
        }
        return false;
    }
    return false;
  }

 private:
  static Formula Combine(Kind kind, Formula first, Formula second) {
    Formula formula;
    formula.kind = kind;
    for (Formula* part : {&first, &second}) {
      if (part->kind == kind) {
        for (Formula& child : part->children)
          formula.children.push_back(std::move(child));
      } else {
        formula.children.push_back(std::move(*part));
      }
    }
    return formula;
  }
};

}  // namespace gabarit::regex

#endif  // GABARIT_ENGINE_REGEX_FORMULA_H_

#include "engine/tools/header_parameters.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "engine/document/pointer.h"
#include "engine/schema/text.h"

namespace gabarit::tools {
namespace {

using document::ItemIterator;
using document::MemberIterator;
using document::Value;
using schema::Concat;

constexpr std::string_view kAnnotation = "x-mcp-header";

// How a keyword holds subschemas; keywords that hold none are data, in which
// the annotation's name means nothing.
enum class Holds { kNothing, kSchema, kSchemas, kSchemaMap };

Holds HoldsOf(std::string_view keyword) {
  static constexpr std::pair<std::string_view, Holds> kKeywords[] = {
      {"properties", Holds::kSchemaMap},
      {"patternProperties", Holds::kSchemaMap},
      {"dependentSchemas", Holds::kSchemaMap},
      {"dependencies", Holds::kSchemaMap},
      {"$defs", Holds::kSchemaMap},
      {"definitions", Holds::kSchemaMap},
      {"items", Holds::kSchemas},
      {"prefixItems", Holds::kSchemas},
      {"allOf", Holds::kSchemas},
      {"anyOf", Holds::kSchemas},
      {"oneOf", Holds::kSchemas},
      {"additionalItems", Holds::kSchema},
      {"additionalProperties", Holds::kSchema},
      {"contains", Holds::kSchema},
      {"contentSchema", Holds::kSchema},
      {"else", Holds::kSchema},
      {"if", Holds::kSchema},
      {"not", Holds::kSchema},
      {"propertyNames", Holds::kSchema},
      {"then", Holds::kSchema},
      {"unevaluatedItems", Holds::kSchema},
      {"unevaluatedProperties", Holds::kSchema},
  };
  for (const auto& [name, holds] : kKeywords) {
    if (name == keyword) return holds;
  }
  return Holds::kNothing;
}

bool IsToken(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) !=
               std::string_view::npos;
  });
}

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// A schema still to be looked at. Its place is written out only where it is
// needed, so that deep schemas cost no more than their size.
struct Site {
  Value schema;
  size_t parent = 0;  // position in the list of sites; of itself at the root
  std::string_view keyword;
  std::string_view name;  // of the member, where `has_name`
  size_t item = 0;        // or position of the item, where `has_item`
  bool has_name = false;
  bool has_item = false;
  bool reachable = true;
};

class Search {
 public:
  explicit Search(std::vector<HeaderParameter>* parameters)
      : parameters_(parameters) {}

  std::optional<HeaderFault> Run(Value schema) {
    Site root;
    root.schema = schema;
    sites_.push_back(root);
    for (size_t at = 0; at < sites_.size(); ++at) {
      for (MemberIterator member(sites_[at].schema); !member.done();
           member.Next()) {
        if (member.name() == kAnnotation) {
          if (auto fault = Judge(at, member.value())) return fault;
        } else {
          Descend(at, member.name(), member.value());
        }
      }
    }
    return std::nullopt;
  }

 private:
  void Add(Site site) {
    if (site.schema.is_object()) sites_.push_back(site);
  }

  void Descend(size_t parent, std::string_view keyword, Value value) {
    Site site;
    site.schema = value;
    site.parent = parent;
    site.keyword = keyword;
    site.reachable = sites_[parent].reachable && keyword == "properties";
    switch (HoldsOf(keyword)) {
      case Holds::kNothing:
        return;
      case Holds::kSchema:
        Add(site);
        return;
      case Holds::kSchemas:
        if (!value.is_array()) {
          Add(site);
          return;
        }
        site.has_item = true;
        for (ItemIterator item(value); !item.done(); item.Next()) {
          site.schema = item.value();
          Add(site);
          ++site.item;
        }
        return;
      case Holds::kSchemaMap:
        if (!value.is_object()) return;
        site.has_name = true;
        for (MemberIterator member(value); !member.done(); member.Next()) {
          site.schema = member.value();
          site.name = member.name();
          Add(site);
        }
    }
  }

  // The steps from the root: with keywords, the place in the schema; without,
  // for reachable sites, the place in the arguments.
  std::string Location(size_t at, bool with_keywords) const {
    std::vector<size_t> path;
    for (; at != 0; at = sites_[at].parent) path.push_back(at);
    std::string location;
    for (auto step = path.rbegin(); step != path.rend(); ++step) {
      const Site& site = sites_[*step];
      if (with_keywords) document::AppendToken(&location, site.keyword);
      if (site.has_name) document::AppendToken(&location, site.name);
      if (site.has_item) document::AppendToken(&location, Concat(site.item));
    }
    return location;
  }

  std::optional<HeaderFault> Judge(size_t at, Value annotation) {
    const auto fault = [&](std::string reason) {
      return HeaderFault{Concat(Location(at, true), "/", kAnnotation),
                         std::move(reason)};
    };
    if (!annotation.is_string() || !IsToken(annotation.string())) {
      return fault(
          "x-mcp-header must be a non-empty HTTP token: letters, digits and "
          "!#$%&'*+-.^_`|~");
    }
    const Site& site = sites_[at];
    if (at == 0 || !site.reachable) {
      return fault(
          "x-mcp-header may stand only on a property that is reached from the "
          "root through \"properties\" alone");
    }
    const std::optional<Value> type = site.schema.Find("type");
    if (!type.has_value() || !type->is_string() ||
        (type->string() != "integer" && type->string() != "string" &&
         type->string() != "boolean")) {
      return fault(
          "x-mcp-header may stand only on a property whose \"type\" is "
          "\"integer\", \"string\" or \"boolean\"");
    }
    if (!seen_.insert(LowerCase(annotation.string())).second) {
      return fault(Concat("another property has the x-mcp-header \"",
                          annotation.string(),
                          "\" (letter case does not count)"));
    }
    parameters_->push_back(
        {std::string(annotation.string()), Location(at, false)});
    return std::nullopt;
  }

  std::vector<HeaderParameter>* parameters_;
  std::vector<Site> sites_;
  absl::flat_hash_set<std::string> seen_;
};

}  // namespace

std::optional<HeaderFault> FindHeaderParameters(
    Value schema, std::vector<HeaderParameter>* parameters) {
  return Search(parameters).Run(schema);
}

}  // namespace gabarit::tools

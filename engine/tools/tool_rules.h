// From a tool's text to a Tool: what the protocol asks of a tool, checked.

#ifndef GABARIT_ENGINE_TOOLS_TOOL_RULES_H_
#define GABARIT_ENGINE_TOOLS_TOOL_RULES_H_

#include <cstddef>
#include <memory>
#include <string_view>

#include "engine/document/duplicate_names.h"
#include "engine/document/parser.h"
#include "engine/tools/program_cache.h"
#include "gabarit/tools.h"

namespace gabarit::tools {

// Makes the tools of one list. Not for use from several threads at once.
class ToolMaker {
 public:
  ToolMaker(const ToolCatalogOptions& options,
            std::shared_ptr<ProgramCache::State> cache);

  // The tool that `text` describes, usable or set aside with the reason; null
  // where `text` is not JSON (or deeper than the list may be).
  std::shared_ptr<const Tool> Make(std::string_view text, size_t index);

  size_t compiled() const { return compiled_; }
  size_t reused() const { return reused_; }

 private:
  void ReadName(document::Value tool, Tool::State& state);
  void ReadTaskSupport(document::Value tool, Tool::State& state);
  void ReadHints(document::Value tool, Tool::State& state);
  void ReadInputSchema(document::Value tool, Tool::State& state);
  void ReadOutputSchema(document::Value tool, Tool::State& state);
  void ReadHeaders(document::Value tool, Tool::State& state);
  absl::StatusOr<std::shared_ptr<CachedSchema>> Compile(std::string_view schema,
                                                        std::string_view member,
                                                        Tool::State& state);

  const ToolCatalogOptions& options_;
  std::shared_ptr<ProgramCache::State> cache_;
  document::Parser parser_;
  document::DuplicateNames duplicates_;
  size_t index_ = 0;
  size_t compiled_ = 0;
  size_t reused_ = 0;
};

// A tool of this name that cannot be used, without a text.
std::shared_ptr<const Tool> MakeRefused(std::string_view name, size_t index,
                                        std::string_view reason);

}  // namespace gabarit::tools

#endif  // GABARIT_ENGINE_TOOLS_TOOL_RULES_H_

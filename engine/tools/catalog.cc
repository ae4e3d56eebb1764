// Loading lists into a ToolCatalog, and swapping them in.

#include <algorithm>
#include <utility>

#include "absl/status/status.h"
#include "engine/schema/text.h"
#include "engine/tools/list_text.h"
#include "engine/tools/tool_rules.h"
#include "engine/tools/tool_state.h"
#include "gabarit/tools.h"

namespace gabarit {
namespace {

using schema::Concat;
using Page = ToolCatalog::State::Page;

absl::Status UnknownCursor(std::string_view cursor) {
  return absl::FailedPreconditionError(
      Concat("no page of this list named the cursor \"", cursor.substr(0, 60),
             "\"; begin anew with the cursor \"\""));
}

// Where a page that was asked for by `cursor` goes.
struct Target {
  enum class Kind { kNewList, kNext, kAgain, kInPlace, kUnknown } kind;
  size_t page = 0;
};

size_t FindPage(const std::vector<Page>& pages, std::string_view cursor) {
  size_t page = 0;
  while (page < pages.size() && pages[page].cursor != cursor) ++page;
  return page;
}

Target FindTarget(const std::vector<Page>& pages,
                  const std::vector<Page>& building, std::string_view cursor) {
  if (cursor.empty()) return {Target::Kind::kNewList};
  if (!building.empty()) {
    if (building.back().next_cursor == cursor) return {Target::Kind::kNext};
    const size_t again = FindPage(building, cursor);
    if (again < building.size()) return {Target::Kind::kAgain, again};
    return {Target::Kind::kUnknown};
  }
  const size_t place = FindPage(pages, cursor);
  if (place < pages.size()) return {Target::Kind::kInPlace, place};
  return {Target::Kind::kUnknown};
}

// The tools of all pages, under their names.
std::unique_ptr<ToolList::State> Merge(const std::vector<Page>& pages,
                                       std::vector<ToolProblem>* refused) {
  auto list = std::make_unique<ToolList::State>();
  size_t count = 0;
  for (const Page& page : pages) count += page.tools.size();
  list->tools.reserve(count);
  list->index.Reset(count);
  for (const Page& page : pages) {
    for (size_t i = 0; i < page.tools.size(); ++i) {
      const std::shared_ptr<const Tool>& tool = page.tools[i];
      if (tool->refusal() != nullptr) {
        refused->push_back(*tool->refusal());
        refused->back().index = i;
      }
      if (tool->name().empty()) continue;
      const std::optional<uint32_t> former = list->index.Insert(tool->name());
      if (!former.has_value()) {
        list->tools.push_back(tool);
        continue;
      }
      std::shared_ptr<const Tool>& first = list->tools[*former];
      // Lists shift between pages: the same tool twice is one tool.
      if (first == tool || first->json() == tool->json()) continue;
      first = tools::MakeRefused(
          tool->name(), i,
          "several tools of the list have this name and differ: no one can say "
          "which of them a call would run; names must be unique");
      refused->push_back(*first->refusal());
    }
  }
  list->usable.reserve(list->tools.size());
  for (const std::shared_ptr<const Tool>& tool : list->tools) {
    list->usable.push_back(tool->usable() ? 1 : 0);
  }
  return list;
}

void Compare(const ToolList* before, const ToolList& after,
             ListReport* report) {
  for (const std::shared_ptr<const Tool>& tool : after.tools()) {
    if (!tool->usable()) continue;
    const Tool* former =
        before == nullptr ? nullptr : before->Find(tool->name());
    if (former == nullptr || !former->usable()) {
      report->added.emplace_back(tool->name());
    } else if (former == tool.get() || former->json() == tool->json()) {
      ++report->unchanged;
    } else {
      report->changed.emplace_back(tool->name());
    }
    if (tool->output_problem() != nullptr) {
      report->unchecked_outputs.push_back(*tool->output_problem());
    }
    report->warnings.insert(report->warnings.end(), tool->warnings().begin(),
                            tool->warnings().end());
  }
  if (before == nullptr) return;
  for (const std::shared_ptr<const Tool>& tool : before->tools()) {
    if (tool->usable() && after.Find(tool->name()) == nullptr) {
      report->removed.emplace_back(tool->name());
    }
  }
}

}  // namespace

ToolCatalog::ToolCatalog(const ToolCatalogOptions& options)
    : state_(std::make_unique<State>()) {
  state_->options = options;
  if (state_->options.cache == nullptr) {
    state_->options.cache = std::make_shared<ProgramCache>();
  }
}

ToolCatalog::~ToolCatalog() {
  // A reader may be looking at the list, though not at the catalog any more.
  ToolAccess::State(*state_->options.cache)
      ->epochs.Retire(std::move(state_->list));
}

absl::StatusOr<ListReport> ToolCatalog::LoadPage(std::string_view cursor,
                                                 std::string_view json) {
  const std::lock_guard<std::mutex> loading(state_->loading);
  const Target target = FindTarget(state_->pages, state_->building, cursor);
  if (target.kind == Target::Kind::kUnknown) return UnknownCursor(cursor);

  std::shared_ptr<const ToolList> before;
  // When the list that this page is part of was begun: a change that the server
  // tells of later makes it stale.
  uint64_t since = 0;
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    before = state_->list;
    since = target.kind == Target::Kind::kNewList   ? state_->changes
            : target.kind == Target::Kind::kInPlace ? state_->list_since
                                                    : state_->building_since;
  }
  absl::StatusOr<tools::ListText> text =
      tools::TakeApart(json, state_->options.limits, before.get());
  if (!text.ok()) return text.status();

  const std::shared_ptr<ProgramCache::State>& programs =
      ToolAccess::State(*state_->options.cache);
  tools::ToolMaker maker(state_->options, programs);
  Page page{std::string(cursor), text->next_cursor, {}};
  page.tools.reserve(text->items.size());
  ListReport report;
  for (size_t i = 0; i < text->items.size(); ++i) {
    tools::ListItem& item = text->items[i];
    if (item.known != nullptr) {
      const Tool::State& known = ToolAccess::State(*item.known);
      report.reused += (known.input != nullptr ? 1u : 0u) +
                       (known.output != nullptr ? 1u : 0u);
      page.tools.push_back(std::move(item.known));
      continue;
    }
    std::shared_ptr<const Tool> tool = maker.Make(item.text, i);
    if (tool == nullptr) {
      return tools::ExplainRefusal(json, state_->options.limits);
    }
    page.tools.push_back(std::move(tool));
  }
  report.compiled = maker.compiled();
  report.reused += maker.reused();

  // The pages as they would be with this one. Nothing is kept until all is
  // well.
  std::vector<Page> pages;
  switch (target.kind) {
    case Target::Kind::kNewList:
      break;
    case Target::Kind::kNext:
      pages = state_->building;
      break;
    case Target::Kind::kAgain:
      pages.assign(
          state_->building.begin(),
          state_->building.begin() + static_cast<std::ptrdiff_t>(target.page));
      break;
    default: {
      const auto place =
          state_->pages.begin() + static_cast<std::ptrdiff_t>(target.page);
      pages.assign(state_->pages.begin(), place);
    }
  }
  if (page.next_cursor.has_value() &&
      (page.next_cursor == page.cursor ||
       FindPage(pages, *page.next_cursor) < pages.size())) {
    return absl::InvalidArgumentError(
        "/nextCursor leads back to a page that has been loaded: the list would "
        "never end");
  }
  const bool in_place =
      target.kind == Target::Kind::kInPlace &&
      page.next_cursor == state_->pages[target.page].next_cursor;
  pages.push_back(std::move(page));
  if (in_place) {
    pages.insert(
        pages.end(),
        state_->pages.begin() + static_cast<std::ptrdiff_t>(target.page + 1),
        state_->pages.end());
  }
  if (pages.size() > state_->options.limits.max_pages) {
    return absl::ResourceExhaustedError(Concat(
        "the list has more than max_pages = ", state_->options.limits.max_pages,
        " pages"));
  }
  size_t count = 0;
  for (const Page& part : pages) count += part.tools.size();
  if (count > state_->options.limits.max_tools) {
    return absl::ResourceExhaustedError(Concat(
        "the list's pages have ", count,
        " tools, more than max_tools = ", state_->options.limits.max_tools));
  }

  const bool complete = !pages.back().next_cursor.has_value() || in_place;
  if (!complete) report.next_cursor = pages.back().next_cursor;
  const bool first_list =
      before == nullptr || before->state() == ListState::kPartial;
  if (complete || first_list) {
    std::unique_ptr<ToolList::State> merged = Merge(pages, &report.refused);
    merged->complete = complete;
    merged->revision = state_->options.revision;
    std::shared_ptr<const ToolList> after = ToolAccess::Make(std::move(merged));
    Compare(before.get(), *after, &report);
    std::shared_ptr<const ToolList> unused;
    {
      const std::lock_guard<std::mutex> lock(state_->mutex);
      state_->list_since = since;
      ToolAccess::State(*after).stale = state_->changes > since;
      state_->current.store(after.get());
      unused = std::exchange(state_->list, std::move(after));
    }
    programs->epochs.Retire(std::move(unused));
  }
  if (complete) {
    state_->pages = std::move(pages);
    state_->building.clear();
  } else {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->building = std::move(pages);
    state_->building_since = since;
  }
  return report;
}

void ToolCatalog::MarkStale() {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  ++state_->changes;
  if (state_->list != nullptr) {
    ToolAccess::State(*state_->list)
        .stale.store(true, std::memory_order_release);
  }
}

std::shared_ptr<const ToolList> ToolCatalog::list() const {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->list;
}

ListState ToolCatalog::state() const {
  const std::shared_ptr<const ToolList> now = list();
  return now == nullptr ? ListState::kNone : now->state();
}

ProtocolRevision ToolCatalog::revision() const {
  return state_->options.revision;
}

const std::shared_ptr<ProgramCache>& ToolCatalog::cache() const {
  return state_->options.cache;
}

}  // namespace gabarit

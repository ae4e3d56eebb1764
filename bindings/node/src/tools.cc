// Tools by name: catalogs, and checks of calls and results.

#include <memory>
#include <utility>

#include "environment.h"

namespace gabarit::node {
namespace {

struct Catalog {
  CatalogHandle catalog;
  Owned<gabarit_checker> checker;
};

// newCatalog(revision)
napi_value NewCatalog(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const std::optional<int64_t> revision = call.GetInteger(0);
  if (!revision.has_value()) return nullptr;
  CatalogHandle catalog(
      gabarit_catalog_new(static_cast<gabarit_revision>(*revision)), Free());
  if (catalog == nullptr) return call.ThrowType("no such protocol revision");
  Owned<gabarit_checker> checker(gabarit_checker_new(catalog.get()));
  if (checker == nullptr) return call.Throw("GABARIT_NO_MEMORY", "no memory");
  return MakeHandle(env, Catalog{std::move(catalog), std::move(checker)});
}

// load(catalog, page, cursor) gives what changed, as JSON.
napi_value Load(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const Catalog* const catalog = call.Get<Catalog>(0);
  if (catalog == nullptr) return nullptr;
  const std::optional<Text> page = call.GetText(1, 0);
  const std::optional<Text> cursor =
      page.has_value() ? call.GetText(2, 1) : std::nullopt;
  if (!cursor.has_value()) return nullptr;
  gabarit_text report;
  gabarit_error* error = nullptr;
  const gabarit_status loaded = gabarit_catalog_load(
      catalog->catalog.get(), cursor->bytes.data(), cursor->bytes.size(),
      page->bytes.data(), page->bytes.size(), &report, &error);
  const Owned<gabarit_error> owned(error);
  if (loaded != GABARIT_OK) {
    const gabarit_text message = gabarit_error_message(error);
    return call.Throw(
        loaded == GABARIT_LIMIT ? "GABARIT_LIMIT_REACHED" : "GABARIT_BAD_LIST",
        std::string_view(message.data, message.size));
  }
  return call.String(report);
}

// check(catalog, tool, text) gives [gabarit_check, text for the model, report].
template <gabarit_check (*kCheck)(gabarit_checker*, const char*, size_t,
                                  const char*, size_t)>
napi_value Check(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const Catalog* const catalog = call.Get<Catalog>(0);
  if (catalog == nullptr) return nullptr;
  const std::optional<Text> tool = call.GetText(1, 0);
  if (!tool.has_value()) return nullptr;
  const char* json = nullptr;
  size_t size = 0;
  if (!call.IsAbsent(2)) {
    const std::optional<Text> text = call.GetText(2, 1);
    if (!text.has_value()) return nullptr;
    json = text->bytes.data() == nullptr ? "" : text->bytes.data();
    size = text->bytes.size();
  }
  gabarit_checker* const checker = catalog->checker.get();
  const gabarit_check check =
      kCheck(checker, tool->bytes.data(), tool->bytes.size(), json, size);
  if (check <= GABARIT_CHECK_VALID) {
    return call.Array({call.Integer(check), call.String(""), call.String("")});
  }
  return call.Array({call.Integer(check),
                     call.String(gabarit_checker_text(checker)),
                     call.String(gabarit_checker_report(checker))});
}

// catalogOf(catalog): the part of it that a session keeps.
napi_value CatalogOf(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const Catalog* const catalog = call.Get<Catalog>(0);
  if (catalog == nullptr) return nullptr;
  return MakeHandle(env, CatalogHandle(catalog->catalog));
}

}  // namespace

void ExportTools(napi_env env, napi_value exports) {
  Export(env, exports, "newCatalog", NewCatalog);
  Export(env, exports, "load", Load);
  Export(env, exports, "checkArguments", Check<gabarit_check_arguments>);
  Export(env, exports, "checkResult", Check<gabarit_check_result>);
  Export(env, exports, "catalogOf", CatalogOf);
  Export(env, exports, "closeCatalog", CloseHandle<Catalog>);
}

}  // namespace gabarit::node

// Sessions: messages in, decisions out.

#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "environment.h"

namespace gabarit::node {
namespace {

using SessionHandle = Owned<gabarit_session>;

// newSession(catalog or undefined, side, revision, mode, outputs, [observe,
// task_calls, task_cancel, task_list, task_extension, ttl]), all as integers.
napi_value NewSession(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const gabarit_catalog* catalog = nullptr;
  if (!call.IsAbsent(0)) {
    const CatalogHandle* const given = call.Get<CatalogHandle>(0);
    if (given == nullptr) return nullptr;
    catalog = given->get();
  }
  gabarit_session_options options;
  gabarit_session_options_init(&options);
  int64_t numbers[10] = {};
  for (size_t i = 0; i < 4; ++i) {
    const std::optional<int64_t> number = call.GetInteger(1 + i);
    if (!number.has_value()) return nullptr;
    numbers[i] = *number;
  }
  for (uint32_t i = 0; i < 6; ++i) {
    napi_value item = nullptr;
    if (napi_get_element(env, call[5], i, &item) != napi_ok ||
        napi_get_value_int64(env, item, &numbers[4 + i]) != napi_ok) {
      return call.ThrowType("expected a number");
    }
  }
  options.side = static_cast<gabarit_side>(numbers[0]);
  options.revision = static_cast<int>(numbers[1]);
  options.mode = static_cast<gabarit_mode>(numbers[2]);
  options.outputs = static_cast<gabarit_outputs>(numbers[3]);
  options.observe = numbers[4] != 0;
  options.task_calls = numbers[5] != 0;
  options.task_cancel = numbers[6] != 0;
  options.task_list = numbers[7] != 0;
  options.task_extension = numbers[8] != 0;
  options.client_task_extension = numbers[8] != 0;
  options.ttl = numbers[9];
  SessionHandle session(gabarit_session_new(catalog, &options));
  if (session == nullptr) return call.ThrowType("an option has no such value");
  return MakeHandle(env, std::move(session));
}

napi_value Give(const Call& call, gabarit_action action,
                const gabarit_decision& decision) {
  if (action == GABARIT_NO_DECISION) return call.Undefined();
  return call.Array(
      {call.Integer(action), call.Boolean(decision.violation != 0),
       call.String(decision.kind), call.String(decision.reason),
       call.String(decision.text), call.String(decision.message),
       call.String(decision.tool), call.String(decision.task),
       call.String(decision.findings), call.String(decision.report)});
}

// fromClient(session, message, now), fromServer(session, message, now)
template <gabarit_action (*kJudge)(gabarit_session*, const char*, size_t,
                                   int64_t, gabarit_decision*)>
napi_value Judge(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const SessionHandle* const session = call.Get<SessionHandle>(0);
  if (session == nullptr) return nullptr;
  const std::optional<Text> message = call.GetText(1);
  const std::optional<int64_t> now =
      message.has_value() ? call.GetInteger(2) : std::nullopt;
  if (!now.has_value()) return nullptr;
  gabarit_decision decision;
  const gabarit_action action = kJudge(session->get(), message->bytes.data(),
                                       message->bytes.size(), *now, &decision);
  return Give(call, action, decision);
}

// call(session, tool, arguments, now), answerInputs(session, task, responses,
// now)
template <gabarit_action (*kMake)(gabarit_session*, const char*, size_t,
                                  const char*, size_t, int64_t,
                                  gabarit_decision*)>
napi_value Make(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const SessionHandle* const session = call.Get<SessionHandle>(0);
  if (session == nullptr) return nullptr;
  const std::optional<Text> name = call.GetText(1, 0);
  if (!name.has_value()) return nullptr;
  Text text;
  if (!call.IsAbsent(2)) {
    const std::optional<Text> given = call.GetText(2, 1);
    if (!given.has_value()) return nullptr;
    text = *given;
  }
  const std::optional<int64_t> now = call.GetInteger(3);
  if (!now.has_value()) return nullptr;
  gabarit_decision decision;
  const gabarit_action action =
      kMake(session->get(), name->bytes.data(), name->bytes.size(),
            text.bytes.data(), text.bytes.size(), *now, &decision);
  return Give(call, action, decision);
}

// next(session, now)
napi_value Next(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const SessionHandle* const session = call.Get<SessionHandle>(0);
  if (session == nullptr) return nullptr;
  const std::optional<int64_t> now = call.GetInteger(1);
  if (!now.has_value()) return nullptr;
  gabarit_decision decision;
  const gabarit_action action =
      gabarit_session_next(session->get(), *now, &decision);
  return Give(call, action, decision);
}

// nextDeadline(session): undefined where nothing is waited for.
napi_value NextDeadline(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const SessionHandle* const session = call.Get<SessionHandle>(0);
  if (session == nullptr) return nullptr;
  const int64_t at = gabarit_session_next_deadline(session->get());
  return at == std::numeric_limits<int64_t>::max() ? call.Undefined()
                                                   : call.Integer(at);
}

napi_value Save(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const SessionHandle* const session = call.Get<SessionHandle>(0);
  return session == nullptr ? nullptr
                            : call.String(gabarit_session_save(session->get()));
}

napi_value Restore(napi_env env, napi_callback_info info) {
  const Call call(env, info);
  const SessionHandle* const session = call.Get<SessionHandle>(0);
  if (session == nullptr) return nullptr;
  const std::optional<Text> state = call.GetText(1);
  if (!state.has_value()) return nullptr;
  gabarit_error* error = nullptr;
  const gabarit_status restored = gabarit_session_restore(
      session->get(), state->bytes.data(), state->bytes.size(), &error);
  const Owned<gabarit_error> owned(error);
  if (restored != GABARIT_OK) {
    const gabarit_text message = gabarit_error_message(error);
    return call.Throw("GABARIT_BAD_STATE",
                      std::string_view(message.data, message.size));
  }
  return call.Undefined();
}

}  // namespace

void ExportSession(napi_env env, napi_value exports) {
  Export(env, exports, "newSession", NewSession);
  Export(env, exports, "fromClient", Judge<gabarit_session_from_client>);
  Export(env, exports, "fromServer", Judge<gabarit_session_from_server>);
  Export(env, exports, "call", Make<gabarit_session_call>);
  Export(env, exports, "answerInputs", Make<gabarit_session_answer_inputs>);
  Export(env, exports, "cancel",
         [](napi_env env, napi_callback_info info) -> napi_value {
           const Call call(env, info);
           const SessionHandle* const session = call.Get<SessionHandle>(0);
           if (session == nullptr) return nullptr;
           const std::optional<Text> task = call.GetText(1);
           const std::optional<int64_t> now =
               task.has_value() ? call.GetInteger(2) : std::nullopt;
           if (!now.has_value()) return nullptr;
           gabarit_decision decision;
           const gabarit_action action =
               gabarit_session_cancel(session->get(), task->bytes.data(),
                                      task->bytes.size(), *now, &decision);
           return Give(call, action, decision);
         });
  Export(env, exports, "next", Next);
  Export(env, exports, "nextDeadline", NextDeadline);
  Export(env, exports, "save", Save);
  Export(env, exports, "restore", Restore);
  Export(env, exports, "closeSession", CloseHandle<SessionHandle>);
}

}  // namespace gabarit::node

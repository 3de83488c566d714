#include "web/router.h"

#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/text.h"

namespace web {
namespace {

using base::Code;
using base::Json;

constexpr std::int64_t kLimitMax = 500;
constexpr std::size_t kEtagDigits = 32;
constexpr std::size_t kBodyBytesMax = 64UL * 1024;

int status_of(Code code) {
  switch (code) {
    case Code::not_found:
    case Code::no_session:
    case Code::note_missing:
      return 404;
    case Code::invalid_params:
    case Code::invalid_value:
    case Code::ambiguous_id:
    case Code::invalid_gate:
    case Code::unknown_step:
    case Code::invalid_checkpoint:
    case Code::parse_error:
      return 400;
    case Code::mode_forbidden:
    case Code::refused:
    case Code::untrusted:
      return 403;
    case Code::exists:
    case Code::version_conflict:
    case Code::session_active:
    case Code::session_blocked:
    case Code::invalid_transition:
    case Code::invalid_status:
    case Code::precondition_failed:
    case Code::already_completed:
    case Code::state_conflict:
    case Code::signature_invalid:
    case Code::state_rollback:
      return 409;
    case Code::too_large:
      return 413;
    case Code::unavailable:
    case Code::lock_timeout:
    case Code::not_opted_in:
    case Code::no_secret:
      return 503;
    default:
      return 500;
  }
}

std::string_view next_part(std::string_view& path) {
  const std::string_view part = path.substr(0, path.find('/'));
  path.remove_prefix(part.size() == path.size() ? part.size() : part.size() + 1);
  return part;
}

// Whether the list of If-None-Match has it; a weak one is as good for a GET.
bool is_among(std::string_view etags, std::string_view etag) {
  if (base::trim(etags) == "*") return true;
  while (!etags.empty()) {
    std::string_view one = etags.substr(0, etags.find(','));
    etags.remove_prefix(one.size() == etags.size() ? one.size() : one.size() + 1);
    one = base::trim(one);
    if (one.starts_with("W/")) one.remove_prefix(2);
    if (one == etag) return true;
  }
  return false;
}

http::Response tagged(const http::Request& request, http::Response response) {
  const std::string etag =
      "\"" + base::to_hex(base::blake2b(response.body)).substr(0, kEtagDigits) + "\"";
  response.headers.set("ETag", etag);
  response.headers.set("Cache-Control", "no-cache");
  const auto known = request.headers.get("if-none-match");
  if (known && is_among(*known, etag)) {
    response.status = 304;
    response.body.clear();
  }
  return response;
}

base::Result<base::JsonBox> body_of(const http::Request& request) {
  if (request.method != "POST") return base::JsonBox();
  // A form of another site cannot send this type without asking first.
  if (http::content_type(request.headers) != "application/json") {
    return base::Error{Code::invalid_params, "the body must be application/json", ""};
  }
  if (request.body.size() > kBodyBytesMax) {
    return base::Error{Code::too_large, "the body is larger than 64 KiB", ""};
  }
  TRY_ASSIGN(Json json, base::parse_json(request.body));
  if (!json.is_object()) {
    return base::Error{Code::invalid_params, "the body must be a JSON object", ""};
  }
  return base::JsonBox(std::move(json));
}

}  // namespace

base::Result<std::size_t> Question::limit(std::size_t otherwise) const {
  TRY_ASSIGN(const std::int64_t number,
             query.number("limit", static_cast<std::int64_t>(otherwise), 1, kLimitMax));
  return static_cast<std::size_t>(number);
}

std::optional<std::vector<std::string>> matched(std::string_view pattern, std::string_view path) {
  std::vector<std::string> parts;
  while (!pattern.empty() && !path.empty()) {
    const std::string_view wanted = next_part(pattern);
    const std::string_view given = next_part(path);
    if (wanted.starts_with('{')) {
      if (given.empty()) return std::nullopt;
      parts.emplace_back(given);
    } else if (wanted != given) {
      return std::nullopt;
    }
  }
  if (!pattern.empty() || !path.empty()) return std::nullopt;
  return parts;
}

http::Response json_response(int status, const Json& json) {
  // A captured text may have bytes that are no UTF-8: they are replaced, not refused.
  return http::response(status, "application/json", base::dump_line(json));
}

http::Response error_response(const base::Error& error) {
  return json_response(status_of(error.code),
                       Json{{"error",
                             {{"code", base::code_name(error.code)},
                              {"message", error.message},
                              {"hint", error.hint.empty() ? Json(nullptr) : Json(error.hint)}}}});
}

void Router::add(Route route) { routes_.push_back(std::move(route)); }

http::Response Router::respond(const http::Request& request) const {
  std::string_view method = request.method;
  if (method == "HEAD") method = "GET";
  std::string allowed;
  for (const Route& route : routes_) {
    auto parts = matched(route.pattern, request.path);
    if (!parts) continue;
    if (route.method != method) {
      allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
      continue;
    }
    auto body = body_of(request);
    if (!body.ok()) return error_response(body.error());
    const auto answer = route.answer({*std::move(parts), Query(request.query), *std::move(body)});
    if (!answer.ok()) return error_response(answer.error());
    http::Response response = json_response(200, answer->get());
    return method == "GET" ? tagged(request, std::move(response)) : response;
  }
  if (allowed.empty()) {
    return error_response({Code::not_found, "there is nothing at this address", ""});
  }
  http::Response refused = json_response(405, Json{{"error",
                                                    {{"code", "METHOD_NOT_ALLOWED"},
                                                     {"message", "this address takes " + allowed},
                                                     {"hint", nullptr}}}});
  refused.headers.add("Allow", allowed);
  return refused;
}

}  // namespace web

#include "mcp/http_endpoint.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "mcp/batch.h"
#include "mcp/http_headers.h"
#include "mcp/http_reply.h"
#include "mcp/modern.h"
#include "mcp/protocol_error.h"

namespace mcp {
namespace {

constexpr int kHttpNoContent = 204;
constexpr int kHttpMethodNotAllowed = 405;
constexpr int kHttpNotAcceptable = 406;
constexpr int kHttpUnsupportedMediaType = 415;
constexpr int kHttpServiceUnavailable = 503;

void refuse(http::Exchange& exchange, int status, const std::string& message,
            const jsonrpc::Id& id = {}) {
  exchange.respond(json_response(
      status, to_json(jsonrpc::error_of(id, {jsonrpc::kInvalidRequest, message, {}}))));
}

void refuse_method(http::Exchange& exchange, const char* allowed) {
  http::Response response =
      http::response(kHttpMethodNotAllowed, "text/plain", "This method is not served here.\n");
  response.headers.set("Allow", allowed);
  exchange.respond(std::move(response));
}

// False after the request was refused for what it is made of.
bool has_right_types(http::Exchange& exchange) {
  const http::Headers& headers = exchange.request().headers;
  if (http::content_type(headers) != "application/json") {
    refuse(exchange, kHttpUnsupportedMediaType, "Content-Type must be application/json");
    return false;
  }
  if (!http::accepts(headers, "application/json") || !http::accepts(headers, "text/event-stream")) {
    refuse(exchange, kHttpNotAcceptable, "Accept must have application/json and text/event-stream");
    return false;
  }
  return true;
}

// False after a request of the legacy era was refused for the version that it names.
bool has_right_version(http::Exchange& exchange) {
  const http::Headers& headers = exchange.request().headers;
  if (headers.count(kVersionHeader) == 0) return true;
  const auto version = single_header(headers, kVersionHeader);
  if (version && is_legacy_version(*version)) return true;
  refuse(exchange, kHttpBadRequest, "Unsupported protocol version");
  return false;
}

bool names_modern_version(const http::Request& request) {
  return single_header(request.headers, kVersionHeader) == kModernVersion;
}

// Who asks, as far as HTTP tells.
std::string principal_of(const http::Request& request) {
  const auto authorization = single_header(request.headers, "Authorization");
  return "http:" + base::to_hex(base::sha256(authorization.value_or("")));
}

}  // namespace

HttpEndpoint::HttpEndpoint(Server& server, HttpOptions options, os::Clock& clock,
                           os::Random& random)
    : server_(server),
      options_(std::move(options)),
      sessions_(server, options_.sessions, clock, random) {}

void HttpEndpoint::end() {
  server_.endings().end_all();
  sessions_.end_all();
}

void HttpEndpoint::handle(const ExchangePtr& exchange) {
  const http::Request& request = exchange->request();
  if (auto refusal = http::refusal(options_.access, request)) {
    return exchange->respond(*std::move(refusal));
  }
  if (request.path != options_.path) {
    return exchange->respond(http::response(kHttpNotFound, "text/plain", "Not found.\n"));
  }
  if (request.method == "POST") return post(exchange);
  const bool is_legacy = !names_modern_version(request);
  if (is_legacy && request.method == "GET") return get(exchange);
  if (is_legacy && request.method == "DELETE") return end_session(exchange);
  refuse_method(*exchange, is_legacy ? "GET, POST, DELETE" : "POST");
}

bool HttpEndpoint::allows_batches(const http::Request& request) {
  const auto version = single_header(request.headers, kVersionHeader);
  const auto id = single_header(request.headers, kSessionHeader);
  if (!id || (version && version != kBatchVersion)) return false;
  const HttpSessionPtr session = sessions_.find(*id);
  return session && session->legacy()->version() == kBatchVersion;
}

void HttpEndpoint::post(const ExchangePtr& exchange) {
  const http::Request& request = exchange->request();
  if (!has_right_types(*exchange)) return;
  jsonrpc::DecodedText text =
      jsonrpc::decode(request.body, {.limits = {.bytes_max = server_.options().message_bytes_max},
                                     .allow_batches = allows_batches(request)});
  if (text.is_batch) return post_batch(exchange, std::move(text));
  jsonrpc::Decoded& item = text.items.front();
  if (const auto* refusal = std::get_if<jsonrpc::Response>(&item)) {
    return exchange->respond(json_response(kHttpBadRequest, to_json(*refusal)));
  }
  post_message(exchange, std::get<jsonrpc::Message>(std::move(item)));
}

void HttpEndpoint::post_message(const ExchangePtr& exchange, jsonrpc::Message message) {
  const http::Request& http_request = exchange->request();
  if (auto* request = std::get_if<jsonrpc::Request>(&message)) {
    return is_modern(http_request.headers, request->params.get())
               ? post_modern(exchange, std::move(*request))
               : post_legacy(exchange, std::move(*request));
  }
  // The modern era has nothing that a notification or an answer could belong to.
  if (!names_modern_version(http_request)) {
    if (!has_right_version(*exchange)) return;
    const HttpSessionPtr session = session_of(exchange);
    if (!session) return;
    if (auto* response = std::get_if<jsonrpc::Response>(&message)) {
      session->legacy()->pending().settle(std::move(*response));
    } else {
      note_legacy(server_, session->legacy(), std::get<jsonrpc::Notification>(message));
    }
  }
  exchange->respond({kHttpAccepted, {}, {}});
}

void HttpEndpoint::post_modern(const ExchangePtr& exchange, jsonrpc::Request request) {
  const http::Request& http_request = exchange->request();
  if (auto problem = header_problem(http_request.headers, request, server_.catalogue())) {
    return exchange->respond(json_response(
        kHttpBadRequest, to_json(jsonrpc::error_of(request.id, to_error(*std::move(problem))))));
  }
  // Ids of different clients have nothing to do with each other.
  const auto calls = std::make_shared<InFlight>();
  serve_modern(server_, {std::move(request), principal_of(http_request),
                         std::make_shared<ModernHttpReply>(exchange, calls), calls});
}

void HttpEndpoint::post_legacy(const ExchangePtr& exchange, jsonrpc::Request request) {
  if (!has_right_version(*exchange)) return;
  if (request.method == "initialize") return post_initialize(exchange, std::move(request));
  const HttpSessionPtr session = session_of(exchange);
  if (!session) return;
  serve_legacy(server_, session->legacy(), std::move(request),
               std::make_shared<LegacyHttpReply>(exchange, session));
}

void HttpEndpoint::post_initialize(const ExchangePtr& exchange, jsonrpc::Request request) {
  const HttpSessionPtr session = sessions_.create();
  if (!session) return refuse(*exchange, kHttpServiceUnavailable, "Too many sessions", request.id);
  serve_legacy(server_, session->legacy(), std::move(request),
               std::make_shared<LegacyHttpReply>(exchange, session));
  // What was refused began nothing.
  if (session->legacy()->client().protocol.empty()) sessions_.end(session->id());
}

void HttpEndpoint::post_batch(const ExchangePtr& exchange, jsonrpc::DecodedText text) {
  const HttpSessionPtr session = session_of(exchange);
  if (!session) return;
  const auto reply = std::make_shared<LegacyHttpReply>(exchange, session);
  const auto answers = static_cast<std::size_t>(
      std::count_if(text.items.begin(), text.items.end(), [](const jsonrpc::Decoded& item) {
        const auto* message = std::get_if<jsonrpc::Message>(&item);
        return message == nullptr || std::holds_alternative<jsonrpc::Request>(*message);
      }));
  const auto batch = std::make_shared<Batch>(
      answers, Batch::Outlet{[reply](const base::Json& message) { reply->send(message); },
                             [reply](const base::Json& all) { reply->finish_json(all, 200); }});
  if (answers == 0) reply->finish_json(nullptr, kHttpAccepted);
  for (jsonrpc::Decoded& item : text.items) {
    if (const auto* refusal = std::get_if<jsonrpc::Response>(&item)) {
      batch->add(*refusal);
      continue;
    }
    auto& message = std::get<jsonrpc::Message>(item);
    if (auto* request = std::get_if<jsonrpc::Request>(&message)) {
      serve_legacy(server_, session->legacy(), std::move(*request), batch->reply());
    } else if (auto* response = std::get_if<jsonrpc::Response>(&message)) {
      session->legacy()->pending().settle(std::move(*response));
    } else {
      note_legacy(server_, session->legacy(), std::get<jsonrpc::Notification>(message));
    }
  }
}

void HttpEndpoint::get(const ExchangePtr& exchange) {
  const http::Headers& headers = exchange->request().headers;
  if (!http::accepts(headers, "text/event-stream")) {
    return refuse(*exchange, kHttpNotAcceptable, "Accept must have text/event-stream");
  }
  if (!has_right_version(*exchange)) return;
  const HttpSessionPtr session = session_of(exchange);
  if (!session) return;
  const auto last = single_header(headers, kLastEventHeader);
  if (!last) {
    const auto stream = session->begin_notices();
    return stream->begin(exchange->open_stream(stream_headers(*session)),
                         session->legacy()->version() == kPrimingVersion);
  }
  const auto place = session->streams().find(*last);
  if (!place || !place->stream->can_resume(place->event)) {
    return refuse(*exchange, kHttpNotFound, "No events are kept behind this Last-Event-ID");
  }
  if (auto stream = exchange->open_stream(stream_headers(*session))) {
    place->stream->resume(std::move(stream), place->event);
  }
}

void HttpEndpoint::end_session(const ExchangePtr& exchange) {
  if (!has_right_version(*exchange)) return;
  const HttpSessionPtr session = session_of(exchange);
  if (!session) return;
  sessions_.end(session->id());
  exchange->respond({kHttpNoContent, {}, {}});
}

HttpSessionPtr HttpEndpoint::session_of(const ExchangePtr& exchange) {
  const auto id = single_header(exchange->request().headers, kSessionHeader);
  if (!id) {
    refuse(*exchange, kHttpBadRequest, std::string(kSessionHeader) + " is missing");
    return nullptr;
  }
  HttpSessionPtr session = sessions_.find(*id);
  if (!session) refuse(*exchange, kHttpNotFound, "No such session");
  return session;
}

}  // namespace mcp

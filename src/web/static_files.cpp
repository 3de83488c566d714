#include "web/static_files.h"

#include <algorithm>
#include <array>

#include "base/digest.h"
#include "base/text.h"
#include "http/gzip.h"

namespace web {
namespace {

// The page makes its own way from there; see web/src/lib/router.
constexpr std::array<std::string_view, 8> kPages{"",           "runs", "work",   "requirements",
                                                 "continuity", "cost", "health", "search"};

bool is_page(std::string_view path) {
  if (!path.starts_with('/')) return false;
  path.remove_prefix(1);
  const std::string_view first = path.substr(0, path.find('/'));
  return std::find(kPages.begin(), kPages.end(), first) != kPages.end() && !path.starts_with('/');
}

bool takes_gzip(const http::Headers& headers) {
  const auto accepted = headers.get("accept-encoding");
  if (!accepted) return false;
  std::string_view rest = *accepted;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(one.size() == rest.size() ? one.size() : one.size() + 1);
    const std::string_view name = base::trim(one.substr(0, one.find(';')));
    const bool is_refused =
        one.find("q=0") != std::string_view::npos &&
        one.find_first_of("123456789", one.find("q=0") + 3) == std::string_view::npos;
    if (base::to_lower(name) == "gzip" && !is_refused) return true;
  }
  return false;
}

}  // namespace

void add_safety_headers(http::Headers& headers) {
  headers.set("Content-Security-Policy",
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
              "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; "
              "form-action 'none'; frame-ancestors 'none'");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "no-referrer");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
}

const Asset* StaticFiles::find(std::string_view path) const {
  if (is_page(path)) path = "/index.html";
  const auto found = std::find_if(assets_.begin(), assets_.end(),
                                  [&](const Asset& asset) { return asset.path == path; });
  return found == assets_.end() ? nullptr : &*found;
}

bool StaticFiles::has(std::string_view path) const { return find(path) != nullptr; }

std::optional<http::Response> StaticFiles::respond(const http::Request& request,
                                                   const std::optional<std::string>& cookie) const {
  const Asset* const asset = find(request.path);
  if (asset == nullptr) return std::nullopt;
  if (request.method != "GET" && request.method != "HEAD") {
    http::Response refused = http::response(405, "text/plain", "This address takes GET.\n");
    refused.headers.add("Allow", "GET, HEAD");
    return refused;
  }
  http::Response response = http::response(200, asset->type, "");
  response.headers.add("Vary", "Accept-Encoding");
  // The name of an asset changes with its content; that of the page does not.
  const bool is_immutable = asset->path.starts_with("/assets/");
  response.headers.add("Cache-Control",
                       is_immutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (cookie) response.headers.add("Set-Cookie", *cookie);
  if (takes_gzip(request.headers)) {
    response.headers.add("Content-Encoding", "gzip");
    response.body = asset->gzip;
    return response;
  }
  auto plain = http::gunzip(asset->gzip);
  if (!plain.ok()) return http::response(500, "text/plain", "The page is damaged.\n");
  response.body = *std::move(plain);
  return response;
}

}  // namespace web

// Any request where the dashboard's server expects one of its own: nothing breaks, nobody without a
// token gets further than the page, every answer has its safety headers, and what a request says
// is never part of a header or of a metric's name.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "base/check.h"
#include "http/request_reader.h"
#include "http/target.h"
#include "web/hook_endpoint.h"
#include "web/query.h"
#include "web/site.h"

namespace {

constexpr const char* kToken = "0123456789abcdef0123456789abcdef";
constexpr web::Asset kAssets[] = {{"/assets/a.js", "text/javascript", "x"},
                                  {"/index.html", "text/html", "x"}};

class Exchange final : public http::Exchange {
 public:
  explicit Exchange(const http::Request& request) : request_(request) {}
  const http::Request& request() const override { return request_; }
  void respond(http::Response given) override {
    if (!response) response = std::move(given);
  }
  std::shared_ptr<http::EventStream> open_stream(http::Headers headers) override {
    respond({200, std::move(headers), ""});
    return nullptr;
  }
  void on_disconnect(std::function<void()>) override {}

  std::optional<http::Response> response;

 private:
  const http::Request& request_;
};

// What the routes were asked: only those who may have come so far.
struct Passed {
  int api = 0;
  int action = 0;
  int hook = 0;
};

class TestedSite {
 public:
  TestedSite() {
    web::Router router;
    const auto answer = [this](int Passed::*counter) {
      return [this, counter](const web::Question& question) -> base::Result<base::JsonBox> {
        ++(passed.*counter);
        for (const std::string& part : question.parts) CHECK(!part.empty());
        TRY(question.limit());
        return base::JsonBox(base::Json{{"parts", question.parts.size()}});
      };
    };
    router.add({"GET", "/api/v1/runs", answer(&Passed::api)});
    router.add({"GET", "/api/v1/runs/{id}/events", answer(&Passed::api)});
    router.add({"GET", "/api/v1/work/{project}/{slug}", answer(&Passed::api)});
    router.add({"POST", "/api/v1/actions/end", answer(&Passed::action)});
    site_ = std::make_unique<web::Site>(web::Access({{"127.0.0.1", 8080}, kToken, "agent"}),
                                        web::StaticFiles(kAssets), std::move(router));
    site_->add(hooks_.endpoint());
    site_->count_in(metrics_);
  }

  http::Response ask(const http::Request& request) {
    passed = {};
    const auto exchange = std::make_shared<Exchange>(request);
    site_->handle(exchange);
    CHECK(exchange->response.has_value());
    return *exchange->response;
  }
  std::string metrics() const { return metrics_.text({.server = info_}); }

  Passed passed;

 private:
  web::ServerInfo info_;
  web::Metrics metrics_;
  web::HookEndpoint hooks_{
      {.hosts = {{"claude-code",
                  [this](const web::HookQuestion& question, const web::ArmHook& arm) {
                    ++passed.hook;
                    arm({}, base::Millis{60'000});
                    web::HookReply reply;
                    reply.output = question.event + question.project;
                    return reply;
                  }}}},
      metrics_};
  std::unique_ptr<web::Site> site_;
};

void check_answer(const TestedSite& site, const http::Request& request,
                  const http::Response& response) {
  CHECK(response.headers.count("content-security-policy") == 1);
  CHECK(response.headers.get("x-content-type-options") == "nosniff");
  for (const http::Header& header : response.headers.list()) {
    CHECK(header.value.find_first_of(std::string_view("\r\n\0", 3)) == std::string::npos);
  }
  const std::string_view shown = request.headers.get("authorization").value_or("");
  const bool is_owner = shown.ends_with(kToken);
  CHECK(site.passed.api + site.passed.action == 0 || is_owner ||
        request.headers.count("cookie") > 0);
  CHECK(site.passed.hook == 0 || is_owner || shown.ends_with("agent"));
  if (request.headers.count("host") != 1) CHECK(response.status == 421);
}

// The same request by somebody who may ask everything.
http::Request by_owner(http::Request request) {
  request.headers.set("Host", "127.0.0.1:8080");
  request.headers.set("Origin", "http://127.0.0.1:8080");
  request.headers.set("Authorization", std::string("Bearer ") + kToken);
  request.headers.set("Content-Type", "application/json");
  return request;
}

void check_parts(std::string_view text) {
  const web::Query query(text);
  static_cast<void>(query.text("event"));
  const auto limit = query.number("limit", 50, 1, 500);
  CHECK(!limit.ok() || (*limit >= 1 && *limit <= 500));
  CHECK(web::decoded(text).size() <= text.size());
  for (const char* pattern : {"/a/{b}", "/{a}/{b}/c", "/"}) {
    if (const auto parts = web::matched(pattern, text)) {
      for (const std::string& part : *parts) CHECK(part.find('/') == std::string::npos);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static TestedSite site;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_parts(bytes);
  http::RequestReader reader({.header_bytes = 32'768, .body_bytes = 65'536});
  reader.read(bytes);
  if (reader.progress() != http::RequestReader::Progress::complete) return 0;
  const http::Request request = reader.take();
  check_answer(site, request, site.ask(request));
  const http::Request owners = by_owner(request);
  const http::Response response = site.ask(owners);
  check_answer(site, owners, response);
  CHECK(response.status != 401 && response.status != 403 && response.status != 421);
  // It is long, and cannot grow with what is asked.
  if (size % 64 == 0) CHECK(site.metrics().size() < 100'000);
  return 0;
}

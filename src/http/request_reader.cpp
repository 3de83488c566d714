#include "http/request_reader.h"

#include <utility>

#include "base/text.h"
#include "http/message_parser_impl.h"
#include "http/target.h"

namespace http {
namespace {

// Each costs more memory than its bytes.
constexpr std::size_t kFieldsMax = 200;

int status_of(const error_code& error) {
  if (error == BeastError::header_limit) return 431;
  if (error == BeastError::body_limit) return 413;
  return 400;
}

}  // namespace

class RequestReader::Parser final : public MessageParser<true> {
 public:
  explicit Parser(const RequestLimits& limits) : limits_(limits) {
    header_limit(static_cast<std::uint32_t>(limits.header_bytes));
    body_limit(limits.body_bytes);
  }

  std::size_t read(std::string_view bytes) {
    std::size_t taken = 0;
    while (status == 0 && !is_done()) {
      error_code error;
      const bool in_header = !is_header_done();
      const std::size_t count = take_part(bytes.substr(taken), error);
      taken += count;
      if (in_header) header_bytes_ += count;
      if (error == BeastError::need_more) break;
      if (error) {
        fail(status_of(error));
      } else if (in_header && is_header_done()) {
        keeps_open = keep_alive();
      } else if (count == 0) {
        break;
      }
      if (taken == bytes.size()) break;
    }
    // The parser's own limit is for what it has not taken yet, so a header that comes line by line
    // would have none; nor have the extensions of a chunk and what follows the last one.
    if (header_bytes_ > limits_.header_bytes) fail(431);
    if (!is_done() && bytes.size() - taken > limits_.header_bytes) fail(431);
    return taken;
  }

  void fail(int with_status) {
    if (status == 0) status = with_status;
  }

  Request request;
  int status = 0;  // 0: nothing is wrong.
  int version = 11;
  bool wants_continue = false;
  bool keeps_open = false;

 private:
  void on_request_impl(beast::http::verb, beast::string_view method, beast::string_view target,
                       int with_version, error_code&) override {
    version = with_version;
    request.method = text_of(method);
    auto decoded = target_from_text({target.data(), target.size()});
    if (!decoded) return fail(400);
    request.path = std::move(decoded->path);
    request.query = std::move(decoded->query);
  }

  void add_field(std::string name, std::string value) override {
    if (request.headers.list().size() >= kFieldsMax) return fail(431);
    request.headers.add(std::move(name), std::move(value));
  }

  void add_to_body(std::string_view piece) override { request.body += piece; }

  // Where two readers could take a message for one or for two, it is refused.
  void on_header_impl(error_code&) override {
    const Headers& headers = request.headers;
    if (version == 11 && headers.count("host") != 1) fail(400);
    if (const auto encoding = headers.get("transfer-encoding")) {
      if (version == 10) fail(400);
      if (base::to_lower(base::trim(*encoding)) != "chunked") fail(501);
    }
    const auto expectation = headers.get("expect");
    wants_continue = version == 11 && expectation && base::to_lower(*expectation) == "100-continue";
  }

  RequestLimits limits_;
  std::size_t header_bytes_ = 0;
};

RequestReader::RequestReader(const RequestLimits& limits)
    : parser_(std::make_unique<Parser>(limits)) {}

RequestReader::~RequestReader() = default;

std::size_t RequestReader::read(std::string_view bytes) { return parser_->read(bytes); }

RequestReader::Progress RequestReader::progress() const {
  if (parser_->status != 0) return Progress::failed;
  if (parser_->is_done()) return Progress::complete;
  return parser_->is_header_done() ? Progress::in_body : Progress::in_header;
}

int RequestReader::status() const { return parser_->status; }
bool RequestReader::wants_continue() const { return parser_->wants_continue; }
bool RequestReader::keeps_open() const { return parser_->keeps_open; }
bool RequestReader::is_http_1_1() const { return parser_->version == 11; }
const Request& RequestReader::request() const { return parser_->request; }
Request RequestReader::take() { return std::move(parser_->request); }

}  // namespace http

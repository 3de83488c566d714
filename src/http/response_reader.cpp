#include "http/response_reader.h"

#include <utility>

#include "http/message_parser_impl.h"

namespace http {

class ResponseReader::Parser final : public MessageParser<false> {
 public:
  explicit Parser(const ResponseRules& rules) : rules_(rules) {
    header_limit(static_cast<std::uint32_t>(rules.header_bytes));
    body_limit(boost::none);  // A stream has no end; what is held is limited below.
    skip(rules.has_no_body);
  }

  std::size_t read(std::string_view bytes) {
    std::size_t taken = 0;
    while (taken < bytes.size() && !failed && !is_done()) {
      error_code error;
      taken += take_part(bytes.substr(taken), error);
      if (error == BeastError::need_more) break;
      if (error) failed = true;
    }
    if (!is_header_done()) header_bytes_ += taken;
    const std::size_t left = bytes.size() - taken;
    const bool is_header_long = header_bytes_ > rules_.header_bytes;
    if (is_header_long || (!is_done() && left > rules_.header_bytes)) too_large = true;
    if (too_large) failed = true;
    return taken;
  }

  void end() {
    if (is_done()) return;
    error_code error = BeastError::partial_message;
    if (got_some()) put_eof(error);
    if (error) failed = true;
  }

  Response response;
  bool failed = false;
  bool too_large = false;

 private:
  void on_response_impl(int status, beast::string_view, int, error_code&) override {
    response.status = status;
  }

  void add_field(std::string name, std::string value) override {
    response.headers.add(std::move(name), std::move(value));
  }

  void add_to_body(std::string_view piece) override {
    if (response.body.size() + piece.size() > rules_.body_bytes) {
      too_large = failed = true;
    } else {
      response.body += piece;
    }
  }

  ResponseRules rules_;
  std::size_t header_bytes_ = 0;
};

ResponseReader::ResponseReader(const ResponseRules& rules)
    : rules_(rules), parser_(std::make_unique<Parser>(rules)) {}

ResponseReader::~ResponseReader() = default;

std::size_t ResponseReader::read(std::string_view bytes) {
  std::size_t taken = parser_->read(bytes);
  while (progress() == Progress::complete && parser_->response.status / 100 == 1) {
    parser_ = std::make_unique<Parser>(rules_);
    taken += parser_->read(bytes.substr(taken));
  }
  return taken;
}

void ResponseReader::end() { parser_->end(); }

ResponseReader::Progress ResponseReader::progress() const {
  if (parser_->failed) return Progress::failed;
  if (parser_->is_done()) return Progress::complete;
  return parser_->is_header_done() ? Progress::in_body : Progress::in_header;
}

bool ResponseReader::is_too_large() const { return parser_->too_large; }
Response& ResponseReader::response() { return parser_->response; }
std::string ResponseReader::take_body() { return std::exchange(parser_->response.body, {}); }

}  // namespace http

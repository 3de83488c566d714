// What the parsers of requests and of answers share. Private to http/.
#pragma once
#include <boost/beast/http/basic_parser.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace http {

namespace beast = boost::beast;
using beast::error_code;
using BeastError = beast::http::error;

inline std::string text_of(beast::string_view view) { return {view.data(), view.size()}; }

template <bool is_request>
class MessageParser : public beast::http::basic_parser<is_request> {
 protected:
  // Takes one part of the message: the head, a piece of the body, what stands between two chunks.
  std::size_t take_part(std::string_view bytes, error_code& error) {
    const bool is_before_chunks = this->is_header_done() && this->chunked() && !has_chunk_;
    // Where the last chunk is the first, Boost 1.81 takes "0\r\n" and then asserts that "0\r\n\r\n"
    // is there. It comes in any case, so it can be waited for.
    if (is_before_chunks && bytes.starts_with('0') && bytes.size() < 5) {
      error = BeastError::need_more;
      return 0;
    }
    return this->put({bytes.data(), bytes.size()}, error);
  }

  virtual void add_field(std::string name, std::string value) = 0;
  virtual void add_to_body(std::string_view piece) = 0;

 private:
  void on_field_impl(beast::http::field, beast::string_view name, beast::string_view value,
                     error_code&) final {
    // What follows the last chunk must not pass for a header: nobody looked at it in time.
    if (!this->is_header_done()) add_field(text_of(name), text_of(value));
  }

  std::size_t on_body_impl(beast::string_view piece, error_code&) final {
    add_to_body({piece.data(), piece.size()});
    return piece.size();
  }

  void on_chunk_header_impl(std::uint64_t, beast::string_view, error_code&) final {
    has_chunk_ = true;
  }

  std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view piece, error_code&) final {
    add_to_body({piece.data(), piece.size()});
    return piece.size();
  }

  void on_request_impl(beast::http::verb, beast::string_view, beast::string_view, int,
                       error_code&) override {}
  void on_response_impl(int, beast::string_view, int, error_code&) override {}
  void on_header_impl(error_code&) override {}
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) final {}
  void on_finish_impl(error_code&) final {}

  bool has_chunk_ = false;
};

}  // namespace http

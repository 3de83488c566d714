#include "http/gzip.h"

#include <array>
#include <boost/beast/zlib/inflate_stream.hpp>

namespace http {
namespace {

namespace zlib = boost::beast::zlib;

constexpr std::size_t kHeadBytes = 10;
constexpr std::size_t kTailBytes = 8;  // Checksum and length.
constexpr std::size_t kPieceBytes = 64UL * 1024;

base::Error damaged() { return {base::Code::parse_error, "the gzip data is damaged", ""}; }

}  // namespace

base::Result<std::string> gunzip(std::string_view bytes, std::size_t bytes_max) {
  const bool is_plain_member = bytes.size() >= kHeadBytes + kTailBytes && bytes[0] == '\x1f' &&
                               bytes[1] == '\x8b' && bytes[2] == '\x08' && bytes[3] == '\0';
  if (!is_plain_member) return damaged();
  bytes.remove_prefix(kHeadBytes);
  bytes.remove_suffix(kTailBytes);
  zlib::inflate_stream stream;
  zlib::z_params params;
  params.next_in = bytes.data();
  params.avail_in = bytes.size();
  std::string plain;
  std::string piece(kPieceBytes, '\0');
  while (true) {
    params.next_out = piece.data();
    params.avail_out = piece.size();
    boost::system::error_code error;
    stream.write(params, zlib::Flush::sync, error);
    plain.append(piece, 0, piece.size() - params.avail_out);
    if (plain.size() > bytes_max) {
      return base::Error{base::Code::too_large, "the gzip data is larger than is taken", ""};
    }
    if (error == zlib::error::end_of_stream) return plain;
    if (error || params.avail_out != 0) return damaged();
  }
}

}  // namespace http

// Bytes made small and large again, piece by piece, by zstd. The one place that knows the library.
// Private to store/.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace store {

using ByteSink = std::function<base::Result<void>(std::string_view bytes)>;
// Fills the front of the buffer and says how much of it; 0 at the end.
using ByteSource = std::function<base::Result<std::size_t>(std::span<char> buffer)>;

// One frame, with a checksum.
class ZstdWriter {
 public:
  explicit ZstdWriter(ByteSink sink);
  ZstdWriter(const ZstdWriter&) = delete;
  ZstdWriter& operator=(const ZstdWriter&) = delete;
  ~ZstdWriter();

  base::Result<void> write(std::string_view bytes);
  base::Result<void> finish();  // Once.

 private:
  enum class Step { go_on, end };
  base::Result<void> compress(std::string_view bytes, Step step);

  struct State;
  ByteSink sink_;
  std::unique_ptr<State> state_;
};

// What a stranger's frame may ask of this machine.
struct ZstdLimits {
  std::uint64_t bytes_max = 0;   // Of what comes out.
  std::uint64_t free_bytes = 0;  // So much may come out whatever went in; behind it,
  std::uint64_t ratio_max = 0;   // so many bytes for each that went in.
  int window_log_max = 24;       // Memory: two to the power of this.
};

// Exactly one frame: parse_error where the source is something else, ends before it or goes on
// behind it. too_large beyond the limits.
class ZstdReader {
 public:
  ZstdReader(ByteSource source, const ZstdLimits& limits);
  ZstdReader(const ZstdReader&) = delete;
  ZstdReader& operator=(const ZstdReader&) = delete;
  ~ZstdReader();

  // 0 at the end.
  base::Result<std::size_t> read(std::span<char> buffer);

 private:
  base::Result<bool> refill();  // False at the end of the source.
  base::Result<void> check_limits() const;

  struct State;
  ByteSource source_;
  ZstdLimits limits_;
  std::unique_ptr<State> state_;
};

// The frame that holds these bytes as they are: its own bytes follow from them alone.
std::string stored_zstd_frame(std::string_view bytes);
inline constexpr std::string_view kZstdMagic = "\x28\xB5\x2F\xFD";

}  // namespace store

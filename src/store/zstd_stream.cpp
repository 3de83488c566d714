#include "store/zstd_stream.h"

#include <zstd.h>

#include <vector>

#include "base/check.h"

namespace store {
namespace {

constexpr int kLevel = 3;

base::Error broken(const char* what) {
  return {base::Code::parse_error, std::string("the compressed bytes are damaged: ") + what, ""};
}

void append_number(std::string& text, std::uint32_t number, int bytes) {
  for (int at = 0; at < bytes; ++at) text.push_back(static_cast<char>((number >> (8 * at)) & 0xFF));
}

}  // namespace

struct ZstdWriter::State {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  std::vector<char> output = std::vector<char>(ZSTD_CStreamOutSize());

  State() {
    CHECK(context != nullptr);
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, kLevel);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { ZSTD_freeCCtx(context); }
};

ZstdWriter::ZstdWriter(ByteSink sink) : sink_(std::move(sink)), state_(std::make_unique<State>()) {}
ZstdWriter::~ZstdWriter() = default;

base::Result<void> ZstdWriter::compress(std::string_view bytes, Step step) {
  ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
  const ZSTD_EndDirective directive = step == Step::end ? ZSTD_e_end : ZSTD_e_continue;
  while (true) {
    ZSTD_outBuffer output{state_->output.data(), state_->output.size(), 0};
    const std::size_t left = ZSTD_compressStream2(state_->context, &output, &input, directive);
    if (ZSTD_isError(left)) {
      return base::Error{base::Code::failed, std::string("zstd: ") + ZSTD_getErrorName(left), ""};
    }
    if (output.pos > 0) TRY(sink_({state_->output.data(), output.pos}));
    const bool is_done = step == Step::end ? left == 0 : input.pos == input.size;
    if (is_done) return {};
  }
}

base::Result<void> ZstdWriter::write(std::string_view bytes) {
  return compress(bytes, Step::go_on);
}

base::Result<void> ZstdWriter::finish() { return compress({}, Step::end); }

struct ZstdReader::State {
  ZSTD_DCtx* context = ZSTD_createDCtx();
  std::vector<char> input = std::vector<char>(ZSTD_DStreamInSize());
  ZSTD_inBuffer rest{nullptr, 0, 0};
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  bool is_done = false;

  State() { CHECK(context != nullptr); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { ZSTD_freeDCtx(context); }
};

ZstdReader::ZstdReader(ByteSource source, const ZstdLimits& limits)
    : source_(std::move(source)), limits_(limits), state_(std::make_unique<State>()) {
  ZSTD_DCtx_setParameter(state_->context, ZSTD_d_windowLogMax, limits_.window_log_max);
}
ZstdReader::~ZstdReader() = default;

base::Result<bool> ZstdReader::refill() {
  TRY_ASSIGN(const std::size_t size, source_(state_->input));
  state_->rest = {state_->input.data(), size, 0};
  state_->bytes_in += size;
  return size > 0;
}

base::Result<void> ZstdReader::check_limits() const {
  const std::uint64_t out = state_->bytes_out;
  const bool is_bomb = out > limits_.free_bytes && out / limits_.ratio_max > state_->bytes_in;
  if (out <= limits_.bytes_max && !is_bomb) return {};
  return base::Error{base::Code::too_large, "the compressed bytes unpack to far too many", ""};
}

base::Result<std::size_t> ZstdReader::read(std::span<char> buffer) {
  ZSTD_outBuffer output{buffer.data(), buffer.size(), 0};
  while (output.pos == 0 && !state_->is_done) {
    if (state_->rest.pos == state_->rest.size) {
      TRY_ASSIGN(const bool has_more, refill());
      if (!has_more) return broken("they end too early");
    }
    const std::size_t left = ZSTD_decompressStream(state_->context, &output, &state_->rest);
    if (ZSTD_isError(left)) return broken(ZSTD_getErrorName(left));
    state_->is_done = left == 0;
    if (!state_->is_done) continue;
    bool has_more = state_->rest.pos != state_->rest.size;
    if (!has_more) {
      TRY_ASSIGN(has_more, refill());
    }
    if (has_more) return broken("something stands behind their end");
  }
  state_->bytes_out += output.pos;
  TRY(check_limits());
  return output.pos;
}

std::string stored_zstd_frame(std::string_view bytes) {
  // RFC 8878: one segment whose size has four bytes, then one raw block, which is the last.
  constexpr std::size_t kBlockBytesMax = 128 * 1024;
  constexpr char kDescriptor = '\xA0';
  CHECK(bytes.size() <= kBlockBytesMax);
  const auto size = static_cast<std::uint32_t>(bytes.size());
  std::string frame(kZstdMagic);
  frame.push_back(kDescriptor);
  append_number(frame, size, 4);
  append_number(frame, (size << 3U) | 1U, 3);
  return frame.append(bytes);
}

}  // namespace store

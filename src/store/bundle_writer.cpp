#include "store/bundle_writer.h"

#include "base/check.h"
#include "base/digest.h"
#include "store/bundle_line.h"
#include "store/zstd_stream.h"

namespace store {

struct BundleWriter::State {
  explicit State(Sink given) : sink(std::move(given)) {}

  base::Result<void> put(std::string_view some) {
    hash.add(some);
    bytes += some.size();
    return sink(some);
  }

  Sink sink;
  base::Blake2b hash;
  std::uint64_t items = 0;
  std::uint64_t bytes = 0;
  ZstdWriter packed{[this](std::string_view some) { return put(some); }};
};

BundleWriter::BundleWriter(Sink sink) : state_(std::make_unique<State>(std::move(sink))) {}
BundleWriter::~BundleWriter() = default;

std::uint64_t BundleWriter::items() const { return state_->items; }
std::uint64_t BundleWriter::bytes() const { return state_->bytes; }

base::Result<void> BundleWriter::begin(const BundleHeader& header) {
  return state_->packed.write(bundle_header_line(header));
}

base::Result<void> BundleWriter::add(const BundleItem& item) {
  CHECK(check_bundle_item(item).ok());
  const std::string line = bundle_item_line(item);
  if (line.size() > BundleLimits{}.line_bytes) {
    return base::Error{base::Code::too_large, item.name + ": too large for a bundle", ""};
  }
  state_->items += 1;
  return state_->packed.write(line);
}

base::Result<void> BundleWriter::seal(const base::SigningKey& key) {
  TRY(state_->packed.finish());
  const std::string frame = bundle_seal_frame(state_->items, state_->hash.finish(), key);
  state_->bytes += frame.size();
  return state_->sink(frame);
}

}  // namespace store

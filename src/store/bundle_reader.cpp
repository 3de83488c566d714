#include "store/bundle_reader.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "base/digest.h"
#include "store/bundle_line.h"
#include "store/zstd_stream.h"

namespace store {
namespace {

constexpr std::size_t kBundleBlockBytes = 256 * 1024;

base::Error changed() {
  return {base::Code::signature_invalid,
          "The bundle was changed or damaged since it was signed: nothing of it was taken in",
          "Make it anew with `holdfast export`, or copy it again."};
}

base::Result<base::Digest> digest_of(os::File& file, std::uint64_t size) {
  base::Blake2b hash;
  std::vector<char> buffer(kBundleBlockBytes);
  for (std::uint64_t at = 0; at < size;) {
    const std::size_t wanted = std::min<std::uint64_t>(buffer.size(), size - at);
    TRY_ASSIGN(const std::size_t got, file.read_into(at, std::span(buffer.data(), wanted)));
    if (got == 0) return changed();
    hash.add({buffer.data(), got});
    at += got;
  }
  return hash.finish();
}

}  // namespace

base::Result<BundleSeal> check_bundle_seal(os::File& file, const BundleLimits& limits) {
  TRY_ASSIGN(const os::FileInfo info, file.info());
  if (info.kind != os::FileKind::regular) {
    return base::Error{base::Code::io, "the bundle is not a regular file", ""};
  }
  if (info.size > limits.file_bytes) {
    return base::Error{base::Code::too_large, "the bundle is larger than 4 GiB", ""};
  }
  const std::uint64_t tail_bytes = std::min<std::uint64_t>(info.size, kSealBytesMax);
  const std::uint64_t tail_at = info.size - tail_bytes;
  TRY_ASSIGN(const std::string tail, file.read_at(tail_at, tail_bytes));
  TRY_ASSIGN(ReadSeal read, bundle_seal_from_tail(tail));
  read.seal.offset += tail_at;
  if (!is_seal_good(read)) return changed();
  TRY_ASSIGN(const base::Digest digest, digest_of(file, read.seal.offset));
  if (!base::equal_in_constant_time(digest, read.digest)) return changed();
  return read.seal;
}

struct BundleReader::State {
  State(os::File& given, const BundleSeal& given_seal, const BundleLimits& given_limits)
      : file(given), seal(given_seal), limits(given_limits) {}

  base::Result<std::size_t> read_file(std::span<char> into) {
    const std::size_t wanted = std::min<std::uint64_t>(into.size(), seal.offset - file_at);
    if (wanted == 0) return std::size_t{0};
    TRY_ASSIGN(const std::size_t got, file.read_into(file_at, into.subspan(0, wanted)));
    file_at += got;
    return got;
  }

  // Without its newline, valid until the next call; nothing at the end.
  base::Result<std::optional<std::string_view>> line();
  base::Result<void> check(const BundleItem& item);
  base::Result<void> check_end() const;

  os::File& file;
  BundleSeal seal;
  BundleLimits limits;
  BundleHeader header;
  std::uint64_t file_at = 0;
  std::string buffer;
  std::size_t line_begin = 0;
  std::vector<char> block = std::vector<char>(kBundleBlockBytes);
  std::uint64_t items = 0;
  std::uint64_t skipped = 0;
  std::unordered_set<std::string> names;
  std::string journal;            // The one whose parts come now.
  std::uint64_t journal_end = 0;  // Where its next part begins.
  ZstdReader packed{
      [this](std::span<char> some) { return read_file(some); },
      {.bytes_max = limits.bytes, .free_bytes = limits.free_bytes, .ratio_max = limits.ratio}};
};

base::Result<std::optional<std::string_view>> BundleReader::State::line() {
  std::size_t searched = line_begin;
  while (true) {
    const std::size_t end = buffer.find('\n', searched);
    if (end != std::string::npos) {
      const std::string_view found = std::string_view(buffer).substr(line_begin, end - line_begin);
      line_begin = end + 1;
      return std::optional(found);
    }
    buffer.erase(0, line_begin);
    line_begin = 0;
    searched = buffer.size();
    if (buffer.size() > limits.line_bytes) {
      return base::Error{base::Code::too_large, "an item is larger than 64 MiB", ""};
    }
    TRY_ASSIGN(const std::size_t got, packed.read(block));
    if (got == 0 && buffer.empty()) return std::optional<std::string_view>();
    if (got == 0) return base::Error{base::Code::parse_error, "the last line has no end", ""};
    buffer.append(block.data(), got);
  }
}

base::Result<void> BundleReader::State::check(const BundleItem& item) {
  const std::string name = std::string(name_of(item.kind)) + "\n" + item.name + "\n" + item.path;
  const bool is_part = item.kind == BundleKind::journal && journal == item.name;
  if (!is_part && !names.insert(name).second) {
    return base::Error{base::Code::parse_error,
                       std::string(name_of(item.kind)) + ": " + item.name + " comes twice", ""};
  }
  if (item.kind != BundleKind::journal) {
    journal.clear();
    return {};
  }
  if (!is_part) journal_end = 0;
  journal = item.name;
  if (item.offset != journal_end || !item.bytes.ends_with('\n')) {
    return base::Error{base::Code::parse_error, "journal: a part of it is missing", ""};
  }
  journal_end += item.bytes.size();
  return {};
}

base::Result<void> BundleReader::State::check_end() const {
  if (items == seal.items) return {};
  return base::Error{base::Code::parse_error, "the seal counts other items", ""};
}

BundleReader::BundleReader(std::unique_ptr<State> state) : state_(std::move(state)) {}
BundleReader::~BundleReader() = default;

base::Result<std::unique_ptr<BundleReader>> BundleReader::open(os::File& file,
                                                               const BundleSeal& seal,
                                                               const BundleLimits& limits) {
  auto state = std::make_unique<State>(file, seal, limits);
  TRY_ASSIGN(const auto line, state->line());
  if (!line) return base::Error{base::Code::parse_error, "the bundle is empty", ""};
  TRY_ASSIGN(state->header, bundle_header_from_line(*line));
  if (state->header.key != seal.key) {
    return base::Error{base::Code::parse_error, "machine.key: is not the signer's", ""};
  }
  return std::unique_ptr<BundleReader>(new BundleReader(std::move(state)));
}

const BundleHeader& BundleReader::header() const { return state_->header; }
std::uint64_t BundleReader::skipped() const { return state_->skipped; }
std::uint64_t BundleReader::bytes_read() const { return state_->file_at; }

base::Result<std::optional<BundleItem>> BundleReader::next() {
  while (true) {
    TRY_ASSIGN(const auto line, state_->line());
    if (!line) {
      TRY(state_->check_end());
      return std::optional<BundleItem>();
    }
    if (++state_->items > state_->limits.items) {
      return base::Error{base::Code::too_large, "the bundle has too many items", ""};
    }
    TRY_ASSIGN(auto item, bundle_item_from_line(*line, state_->limits.line_bytes));
    if (item) {
      TRY(state_->check(*item));
      return item;
    }
    // Only a newer program has kinds that we do not know.
    if (state_->header.minor <= kBundleMinor) {
      return base::Error{base::Code::parse_error, "kind: not known", ""};
    }
    state_->skipped += 1;
  }
}

}  // namespace store

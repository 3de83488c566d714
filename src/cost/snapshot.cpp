#include "cost/snapshot.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>

namespace cost {
namespace {

constexpr std::uint64_t kMagic = 0x3154534f43464c48ULL;  // "HLFCOST1" as a little-endian number.
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kPlainBytesMax = 1024ULL * 1024 * 1024;

struct Header {
  std::uint64_t magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t sizes = sizeof(FileEntry) + sizeof(LedgerRow) + sizeof(UseRecord);
  std::uint64_t basis_id = 0;
  std::uint64_t files = 0;
  std::uint64_t folders = 0;
  std::uint64_t rows = 0;
  std::uint64_t strings = 0;
  std::uint64_t string_bytes = 0;
  std::uint64_t slots = 0;
  UseKey check;  // Of the header with none here, and of the plain parts.
};

std::uint64_t plain_bytes(const Header& header) {
  return header.files * sizeof(FileEntry) + header.folders * sizeof(FolderEntry) +
         header.rows * sizeof(LedgerRow) + header.strings * sizeof(std::uint32_t) +
         header.string_bytes;
}

// Reads the parts of an open file one after the other, and their check sum with them.
class Reader {
 public:
  Reader(os::File& file, const Header& header) : file_(file), check_(first_check(header)) {}

  template <typename T>
  bool take(std::uint64_t count, std::vector<T>& items) {
    items.resize(static_cast<std::size_t>(count));
    const std::span<char> buffer(reinterpret_cast<char*>(items.data()), items.size() * sizeof(T));
    const auto got = file_.read_into(at_, buffer);
    at_ += buffer.size();
    check_ = next_check(check_, {buffer.data(), buffer.size()});
    return got.ok() && *got == buffer.size();
  }
  const UseKey& check() const { return check_; }

  static UseKey first_check(Header header) {
    header.check = {};
    return hash_of({reinterpret_cast<const char*>(&header), sizeof header});
  }
  static UseKey next_check(const UseKey& check, std::string_view part) {
    return hash_of(part, check.low);
  }

 private:
  os::File& file_;
  std::uint64_t at_ = sizeof(Header);
  UseKey check_;
};

class Writer {
 public:
  explicit Writer(const Header& header)
      : bytes_(sizeof header, '\0'), check_(Reader::first_check(header)) {
    bytes_.reserve(sizeof header + plain_bytes(header) + header.slots * sizeof(UseRecord));
  }

  template <typename Items>
  void add(const Items& items) {
    static_assert(std::is_trivially_copyable_v<typename Items::value_type>);
    const std::string_view part(reinterpret_cast<const char*>(items.data()),
                                items.size() * sizeof(typename Items::value_type));
    bytes_ += part;
    if (!is_finished_) check_ = Reader::next_check(check_, part);
  }
  // What comes behind has check sums of its own.
  void finish(Header header) {
    header.check = check_;
    std::memcpy(bytes_.data(), &header, sizeof header);
    is_finished_ = true;
  }
  std::string_view bytes() const { return bytes_; }

 private:
  std::string bytes_;
  UseKey check_;
  bool is_finished_ = false;
};

bool is_ours(const Header& header) {
  const Header expected;
  constexpr std::uint64_t kItemsMax = 1ULL << 32;
  for (const std::uint64_t count : {header.files, header.folders, header.rows, header.strings,
                                    header.string_bytes, header.slots}) {
    if (count >= kItemsMax) return false;
  }
  return header.magic == expected.magic && header.version == expected.version &&
         header.sizes == expected.sizes && header.strings > 0 &&
         (header.slots & (header.slots - 1)) == 0 && plain_bytes(header) <= kPlainBytesMax;
}

// Every number names something that is there.
bool is_sound(const Ledger& ledger) {
  const std::uint32_t texts = ledger.strings.size();
  const bool files = std::all_of(ledger.files.begin(), ledger.files.end(), [&](const FileEntry& f) {
    return std::max({f.path, f.session, f.agent, f.cwd, f.model, f.branch}) < texts &&
           f.kind <= FileKind::gemini && f.next <= f.size;
  });
  const bool folders = std::all_of(ledger.folders.begin(), ledger.folders.end(),
                                   [&](const FolderEntry& f) { return f.path < texts; });
  return files && folders &&
         std::all_of(ledger.rows.begin(), ledger.rows.end(), [&](const LedgerRow& r) {
           return r.file < ledger.files.size() && r.branch < texts && r.model < texts;
         });
}

bool take_strings(const std::vector<std::uint32_t>& sizes, std::string_view texts,
                  Strings& strings) {
  if (sizes.front() != 0) return false;
  for (std::size_t i = 1; i < sizes.size(); ++i) {
    if (sizes[i] > texts.size()) return false;
    strings.add_borrowed(texts.substr(0, sizes[i]));
    texts.remove_prefix(sizes[i]);
  }
  return texts.empty();
}

std::optional<Header> read_header(os::File& file) {
  Header header;
  const std::span<char> head(reinterpret_cast<char*>(&header), sizeof header);
  const auto info = file.info();
  const auto got = file.read_into(0, head);
  if (!info.ok() || info->kind != os::FileKind::regular || !got.ok() || *got != head.size() ||
      !is_ours(header)) {
    return std::nullopt;
  }
  const std::uint64_t size = sizeof header + plain_bytes(header) + header.slots * sizeof(UseRecord);
  if (info->size != size) return std::nullopt;
  return header;
}

}  // namespace

std::optional<LoadedSnapshot> load_snapshot(os::FileSystem& files, const os::Path& path,
                                            const Basis& basis, SnapshotBytes& bytes) {
  auto file = files.open(path, {.follow_links = false});
  if (!file.ok()) return std::nullopt;
  const auto header = read_header(**file);
  if (!header) return std::nullopt;
  LoadedSnapshot loaded{Ledger(basis), header->basis_id};
  Ledger& ledger = loaded.ledger;
  std::vector<std::uint32_t> sizes;
  Reader reader(**file, *header);
  const bool is_read =
      reader.take(header->files, ledger.files) && reader.take(header->folders, ledger.folders) &&
      reader.take(header->rows, ledger.rows) && reader.take(header->strings, sizes) &&
      reader.take(header->string_bytes, bytes.texts);
  if (!is_read || reader.check() != header->check) return std::nullopt;
  if (!take_strings(sizes, {bytes.texts.data(), bytes.texts.size()}, ledger.strings) ||
      !is_sound(ledger)) {
    return std::nullopt;
  }
  ledger.uses().set_disk({.file = *std::move(file),
                          .offset = sizeof(Header) + plain_bytes(*header),
                          .slots = header->slots});
  return loaded;
}

base::Result<void> save_snapshot(os::FileSystem& files, const os::Path& path, Ledger& ledger) {
  TRY(ledger.uses().load_all());
  Header header;
  header.basis_id = ledger.basis().id;
  header.files = ledger.files.size();
  header.folders = ledger.folders.size();
  header.rows = ledger.rows.size();
  header.strings = ledger.strings.size();
  header.slots = ledger.uses().slots().size();
  std::string texts;
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t i = 0; i < ledger.strings.size(); ++i) {
    sizes.push_back(static_cast<std::uint32_t>(ledger.strings[i].size()));
    texts += ledger.strings[i];
  }
  header.string_bytes = texts.size();
  for (UseRecord& record : ledger.uses().slots()) {
    if (!record.key.is_none()) record.check = record.computed_check();
  }
  Writer writer(header);
  writer.add(ledger.files);
  writer.add(ledger.folders);
  writer.add(ledger.rows);
  writer.add(sizes);
  writer.add(texts);
  writer.finish(header);
  writer.add(ledger.uses().slots());
  TRY(files.make_folders(path.parent_path()));
  return files.replace(path, writer.bytes(), {.sync = false});
}

}  // namespace cost

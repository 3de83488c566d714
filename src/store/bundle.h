// A bundle: what one machine gives to another as one signed file. See docs/format/bundle.md.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/signature.h"

namespace store {

inline constexpr std::int64_t kBundleVersion = 1;
inline constexpr std::int64_t kBundleMinor = 0;

struct BundleHeader {
  std::int64_t minor = kBundleMinor;
  std::string made_at;
  std::string machine;       // Follows from the key: see machine_id_of.
  std::string machine_name;  // What its owner calls it; nobody vouches for it.
  base::PublicKey key{};
  std::string project;  // The project's id there.
  std::string project_name;
};

enum class BundleKind {
  note,     // A run's signed note.
  journal,  // A part of a run's journal: whole lines.
  work,     // A file of a work session.
  mirror,   // What a session left to the next one.
  handoff,  // A packet.
};
std::string_view name_of(BundleKind kind);

struct BundleItem {
  BundleKind kind = BundleKind::note;
  std::string name;               // The run, the slug, the session or the packet.
  std::string path;               // work: inside the session's folder.
  std::uint64_t offset = 0;       // journal: where the part begins.
  std::vector<std::string> seen;  // work: earlier versions that this one goes on from, by SHA-256.
  std::string bytes;              // As on disk.
};

struct BundleSeal {
  std::uint64_t items = 0;
  base::PublicKey key{};
  std::uint64_t offset = 0;  // Where it begins in the file: everything before it is signed.
};

// What a stranger may ask of this machine.
struct BundleLimits {
  std::uint64_t file_bytes = 4ULL * 1024 * 1024 * 1024;
  std::uint64_t bytes = 32ULL * 1024 * 1024 * 1024;  // Unpacked.
  std::uint64_t free_bytes = 64ULL * 1024 * 1024;    // Whatever the ratio.
  std::uint64_t ratio = 1000;
  std::size_t line_bytes = 64ULL * 1024 * 1024;
  std::uint64_t items = 500'000;
};
inline constexpr std::uint64_t kBundleFileBytesMax = 4ULL * 1024 * 1024;  // Of one work file.
inline constexpr std::size_t kBundlePartBytes = 256 * 1024;  // Of a journal, if no line is longer.
inline constexpr std::size_t kBundleJournalLineMax = 8ULL * 1024 * 1024;
inline constexpr std::size_t kBundleSeenMax = 64;
inline constexpr std::size_t kBundleTextMax = 200;  // Of names that are for people.

// 16 hexadecimal digits of the key's hash: nobody can speak for another machine.
std::string machine_id_of(const base::PublicKey& key);
bool is_machine_id(std::string_view text);

// "research/notes.md": at most four plain names, none hidden. What it means on the disk is asked
// there.
bool is_bundle_path(std::string_view path);

// parse_error where the item's name or path is none of the kind.
base::Result<void> check_bundle_item(const BundleItem& item);

}  // namespace store

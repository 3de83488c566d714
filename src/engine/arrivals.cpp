#include "engine/arrivals.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>

#include "base/text.h"

namespace engine {
namespace {

constexpr std::size_t kMembersMax = 20000;

std::string without_folders(std::string_view path, std::size_t strip) {
  for (std::size_t i = 0; i < strip; ++i) {
    const std::size_t slash = path.find('/');
    if (slash == path.npos) return {};
    path.remove_prefix(slash + 1);
  }
  return std::string(path);
}

// "a/x.txt\t2026-01-01" is a/x.txt; names with odd signs stand in quotes.
std::string_view name_in_head(std::string_view text) {
  text = text.substr(0, text.find('\t'));
  text = base::trim(text);
  if (text.size() > 1 && text.starts_with('"') && text.ends_with('"')) {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = size; i > 0; --i) {
    value = value << 8U | static_cast<unsigned char>(bytes[at + i - 1]);
  }
  return value;
}

// A header of 512 bytes before each member: its name, at 124 its size in octal digits, at 345 what
// stands before a long name.
std::vector<std::string> tar_members(os::File& file) {
  constexpr std::size_t kBlock = 512;
  std::vector<std::string> members;
  for (std::uint64_t at = 0; members.size() < kMembersMax;) {
    const auto header = file.read_at(at, kBlock);
    if (!header.ok() || header->size() < kBlock || header->front() == '\0') break;
    const std::string_view text = *header;
    if (text.substr(257, 5) != "ustar") break;
    const auto field = [&](std::size_t from, std::size_t size) {
      const std::string_view all = text.substr(from, size);
      return all.substr(0, all.find('\0'));
    };
    const std::string_view prefix = field(345, 155);
    const std::string_view name = field(0, 100);
    members.push_back(prefix.empty() ? std::string(name)
                                     : std::string(prefix) + "/" + std::string(name));
    const std::string_view digits = base::trim(field(124, 12));
    std::uint64_t size = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), size, 8);
    at += kBlock + (size + kBlock - 1) / kBlock * kBlock;
  }
  return members;
}

// The list at the end: where it begins stands in the last record, which a comment may follow.
std::vector<std::string> zip_members(os::File& file, std::uint64_t file_size) {
  constexpr std::size_t kEndBytes = 22;
  constexpr std::size_t kCommentMax = 65535;
  constexpr std::size_t kListMax = std::size_t{16} << 20U;
  constexpr std::size_t kEntryBytes = 46;
  const std::uint64_t tail_size = std::min<std::uint64_t>(file_size, kEndBytes + kCommentMax);
  const auto tail = file.read_at(file_size - tail_size, static_cast<std::size_t>(tail_size));
  std::vector<std::string> members;
  if (!tail.ok()) return members;
  const std::size_t end = tail->rfind("PK\x05\x06");
  if (end == std::string::npos || end + kEndBytes > tail->size()) return members;
  const auto list_size = static_cast<std::size_t>(little_endian(*tail, end + 12, 4));
  const auto list = file.read_at(little_endian(*tail, end + 16, 4), std::min(list_size, kListMax));
  if (!list.ok()) return members;
  for (std::size_t at = 0; at + kEntryBytes <= list->size() && members.size() < kMembersMax;) {
    const auto name_size = static_cast<std::size_t>(little_endian(*list, at + 28, 2));
    const auto rest_size = static_cast<std::size_t>(little_endian(*list, at + 30, 2) +
                                                    little_endian(*list, at + 32, 2));
    if (at + kEntryBytes + name_size > list->size()) break;
    members.push_back(list->substr(at + kEntryBytes, name_size));
    at += kEntryBytes + name_size + rest_size;
  }
  return members;
}

}  // namespace

std::vector<std::string> files_of_patch(std::string_view text, std::size_t strip) {
  std::vector<std::string> files;
  const auto add = [&](std::string_view name, std::size_t folders) {
    name = name_in_head(name);
    if (name.empty() || name == "/dev/null") return;
    std::string path = without_folders(name, folders);
    const bool is_known = std::find(files.begin(), files.end(), path) != files.end();
    if (!path.empty() && !is_known && files.size() < kMembersMax) files.push_back(std::move(path));
  };
  for (const std::string_view line : base::split(text, '\n')) {
    if (line.starts_with("--- ") || line.starts_with("+++ ")) add(line.substr(4), strip);
    // These have no "a/" and "b/" before them.
    for (const std::string_view head : {"rename from ", "rename to ", "copy to "}) {
      if (line.starts_with(head)) add(line.substr(head.size()), 0);
    }
    // Of a file whose mode alone changes, or that is empty, there is nothing else.
    constexpr std::string_view kGit = "diff --git ";
    if (!line.starts_with(kGit)) continue;
    const std::size_t middle = line.find(" b/");
    if (middle != line.npos) add(line.substr(middle + 1), strip);
  }
  return files;
}

std::vector<std::string> members_of_archive(os::FileSystem& files, const os::Path& path) {
  // A pipe would wait for somebody to open its other end.
  const auto info = files.info(path);
  if (!info.ok() || info->kind != os::FileKind::regular) return {};
  const auto file = files.open(path, {});
  if (!file.ok()) return {};
  std::vector<std::string> members = tar_members(**file);
  return members.empty() ? zip_members(**file, info->size) : members;
}

}  // namespace engine

#include "store/branch_name.h"

#include "base/digest.h"
#include "base/text.h"
#include "store/branch_store.h"
#include "store/characters.h"
#include "store/layout.h"

namespace store {
namespace {

constexpr std::size_t kBranchFileNameBytesMax = 120;
constexpr std::size_t kDiskNameBytesMax = 255;
constexpr std::size_t kHashChars = 8;

// Character by character, as Python does it: letters and digits of every script stay.
std::string plain_stem(std::string_view branch) {
  std::string stem;
  while (!branch.empty()) {
    const Character next = first_character(branch);
    const std::string_view text = branch.substr(0, next.bytes);
    branch.remove_prefix(next.bytes);
    if (text == "/" || text == "\\") {
      stem += '-';
    } else if (text == "-" || text == "_" || is_letter_or_digit(next.code)) {
      stem += text;
    } else {
      stem += '_';
    }
  }
  return stem;
}

bool is_bad_component(std::string_view component) {
  return component.empty() || component.starts_with('.') || component.ends_with(".lock");
}

}  // namespace

BranchFileNames branch_file_names(std::string_view branch) {
  const std::string stem = plain_stem(branch);
  const std::string mark = "~" + base::to_hex(base::sha256(branch)).substr(0, kHashChars);
  const std::size_t room = kBranchFileNameBytesMax - mark.size() - kJsonEnding.size();
  BranchFileNames names;
  names.plain.append(stem).append(kJsonEnding);
  names.hashed.append(base::clip_utf8(stem, room)).append(mark).append(kJsonEnding);
  // In any case: the disk may not tell them apart.
  names.plain_is_free =
      base::to_lower(stem) != kPermanentBranch && names.plain.size() <= kDiskNameBytesMax;
  names.plain_is_default = names.plain_is_free && names.plain.size() <= kBranchFileNameBytesMax;
  return names;
}

std::string branch_file_name(std::string_view branch) {
  BranchFileNames names = branch_file_names(branch);
  return names.plain_is_default ? std::move(names.plain) : std::move(names.hashed);
}

// The rules of `git check-ref-format`.
bool is_branch_name(std::string_view name) {
  constexpr std::string_view kForbidden = " ~^:?*[\\\x7F";
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || kForbidden.find(c) != std::string_view::npos) {
      return false;
    }
  }
  if (name == "@" || name.ends_with('.') || name.find("..") != std::string_view::npos ||
      name.find("@{") != std::string_view::npos) {
    return false;
  }
  for (const std::string_view component : base::split(name, '/')) {
    if (is_bad_component(component)) return false;
  }
  return true;
}

}  // namespace store

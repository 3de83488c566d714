// What the file of a branch is called. See docs/format/branch.md.
#pragma once
#include <string>
#include <string_view>

namespace store {

inline constexpr std::string_view kPermanentBranch = "_permanent";

struct BranchFileNames {
  // The other tool's name (S4-89), however long: two branches may share it.
  std::string plain;
  std::string
      hashed;  // "feature-auth~1a2b3c4d.json": the branch's alone, at most 120 bytes (B4-1).
  // Whether `plain` may be used at all. _permanent.json holds something else, and a disk takes no
  // name of more than 255 bytes.
  bool plain_is_free = true;
  // Whether a branch without a file gets the plain one.
  bool plain_is_default = true;
};
BranchFileNames branch_file_names(std::string_view branch);

// Whether git could have a branch of that name: no way out of a folder, no control character.
bool is_branch_name(std::string_view name);

}  // namespace store

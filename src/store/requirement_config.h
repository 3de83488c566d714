// The cascade of requirement files, merged and checked: ~/.claude/requirements.yaml, then
// .claude/requirements.yaml and .claude/requirements.local.yaml of the project, then the block
// `requirements:` of .holdfast/config.yaml. Compiled once into <local>/cache and read from there
// until one of them changes.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "model/requirement.h"
#include "os/system.h"
#include "store/keyring.h"
#include "store/layout.h"
#include "store/project.h"

namespace store {

// Never fails: what cannot be read or is not understood is left out and listed in `problems` with
// file and line. The cache is used, and made, only where a key is at hand.
// `has_block`: whether config.yaml has a block of them, which its own reader knows.
model::Requirements load_requirements(os::System system, const Project& project, const Homes& homes,
                                      Keyring& keys, bool has_block = true);

// One file of the cascade, weakest first.
struct RequirementSource {
  std::string file;
  std::string text;  // YAML or JSON.
  // config.yaml: its block `requirements:` holds what is a whole document elsewhere.
  bool is_block = false;
};
// The same from texts, without disk and cache.
model::Requirements parse_requirements(const std::vector<RequirementSource>& sources);

// The files that may exist for a project, weakest first, whether they do or not.
std::vector<os::Path> requirement_files(const Project& project, const Homes& homes);

// Whether the project itself has requirements without having opted in by .holdfast/config.yaml:
// then the requirements alone are on (BX-1). The user's own file says nothing about a project.
bool has_requirement_files(os::FileSystem& files, const Project& project);

}  // namespace store

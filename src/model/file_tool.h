// The tools that change the file they name, by which rules and adapters know a change of files.
#pragma once
#include <algorithm>
#include <array>
#include <string_view>

namespace model {

inline constexpr std::array<std::string_view, 4> kFileWritingTools{"Write", "Edit", "MultiEdit",
                                                                   "NotebookEdit"};

inline bool writes_files(std::string_view tool) {
  return std::find(kFileWritingTools.begin(), kFileWritingTools.end(), tool) !=
         kFileWritingTools.end();
}

}  // namespace model

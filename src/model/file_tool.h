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

// The names by which tools of servers are told files. An address of another kind than file:// is
// none, whatever it is called.
inline constexpr std::array<std::string_view, 30> kFileArguments{
    "path",     "paths",    "file",        "files",       "file_path",     "file_paths",
    "filepath", "filePath", "filename",    "file_name",   "relative_path", "relativePath",
    "uri",      "uris",     "source",      "sources",     "destination",   "destinations",
    "new_path", "newPath",  "old_path",    "oldPath",     "notebook_path", "absolute_path",
    "target",   "targets",  "target_file", "target_path", "source_path",   "destination_path"};

inline bool names_a_file(std::string_view argument) {
  return std::find(kFileArguments.begin(), kFileArguments.end(), argument) != kFileArguments.end();
}

}  // namespace model

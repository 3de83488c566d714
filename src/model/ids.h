// Ids as types, so that two of them cannot be swapped.
#pragma once
#include <string>

namespace model {

// The canonical id of a run: a UUID in lower case, always safe in a file name.
struct RunId {
  std::string text;
  // The eight characters that people see.
  std::string brief() const { return text.substr(0, 8); }
  bool operator==(const RunId&) const = default;
};

// sha256(realpath of the common git folder, or of the root), first 16 hexadecimal digits.
struct ProjectId {
  std::string text;
  bool operator==(const ProjectId&) const = default;
};

}  // namespace model

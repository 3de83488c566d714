// Names of files with wildcards, held against paths segment by segment.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace policy {

struct PathPattern {
  // Absolute: "/repo/.git/hold*". A segment `**` stands for any number of folders.
  std::string text;
  bool takes_trees = false;  // A folder that it matches goes with everything below it.
  bool takes_hidden =
      false;  // Its wildcards match a leading dot, as find's do and a shell's do not.
};

// What lies at the path that a pattern is held against. Of a folder everything below it counts too.
enum class PlaceKind { file, folder };

// One pattern that is held against many paths.
class PathMatcher {
 public:
  explicit PathMatcher(PathPattern pattern);
  PathMatcher(const PathMatcher&) = delete;  // The segments point into the text.
  PathMatcher& operator=(const PathMatcher&) = delete;

  // Whether the pattern names `path`, something below it where it is a folder, or, with trees, a
  // folder above it. `path` is absolute and normalised.
  bool takes_in(std::string_view path, PlaceKind kind) const;

 private:
  const PathPattern pattern_;
  std::vector<std::string_view> segments_;
};

// `*`, `?` and `[a-z]` in one name; a backslash makes a sign of a pattern plain.
bool matches_name(std::string_view pattern, std::string_view name);

}  // namespace policy

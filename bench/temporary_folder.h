// A folder of a measurement's own, gone when it ends.
#pragma once
#include <stdlib.h>

#include <filesystem>
#include <string>
#include <utility>

#include "base/result.h"

namespace bench {

class TemporaryFolder {
 public:
  static base::Result<TemporaryFolder> create() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "holdfast-bench.XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) {
      return base::Error{base::Code::io, "no temporary folder: " + pattern, ""};
    }
    return TemporaryFolder(pattern);
  }
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)) {
    other.path_.clear();
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

}  // namespace bench

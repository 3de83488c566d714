// What a host's checkup collects for doctor, with the cures that it can do by itself.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "engine/finding.h"
#include "engine/installation.h"

namespace host {

enum class Repair { named, done };

class Findings {
 public:
  Findings(std::string host, Repair repair) : host_(std::move(host)), repair_(repair) {}

  void add(engine::Severity severity, std::string message, std::string repair);
  // What `cure` does is said by `what`, as "take it out". True: it was done now.
  bool add_fixable(engine::Severity severity, std::string message, std::string what,
                   const std::function<base::Result<void>()>& cure);

  bool empty() const { return all_.empty(); }
  std::vector<engine::Finding> take() { return std::move(all_); }

 private:
  std::string host_;
  Repair repair_;
  std::vector<engine::Finding> all_;
};

// Puts the text in the file's place; none: removes it, and its folder where nothing else is in it.
base::Result<void> write_file(os::System& system, const os::Path& path,
                              std::optional<std::string> content, std::uint32_t mode = 0644);

}  // namespace host

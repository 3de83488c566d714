// What the dashboard asks: lists over all projects from the index, and one run or work session in
// depth from its project's own files. One file a noun beside this one.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "engine/installation.h"
#include "os/system.h"

namespace engine::dashboard {

struct Parts;  // engine/dashboard/parts.h, for this folder alone.

// Safe for several threads: each question borrows an index that no other one has at the moment.
class Dashboard {
 public:
  // `hosts` are asked by doctor. Borrowed; all outlive this.
  Dashboard(os::System system, std::vector<HostIntegration*> hosts);
  Dashboard(const Dashboard&) = delete;
  Dashboard& operator=(const Dashboard&) = delete;
  ~Dashboard();

  os::System system() const;
  // Gives back what only a dashboard that somebody looks at needs. Now and then, from any thread.
  void rest();
  // Why lists are empty, where the index cannot be read; else empty.
  std::string index_problem() const;
  Parts& parts() { return *parts_; }

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace engine::dashboard

// The door to programs that nobody waits for: they go on when we end, and end by themselves.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "os/processes.h"

namespace os {

class DetachedPrograms {
 public:
  DetachedPrograms() = default;
  DetachedPrograms(const DetachedPrograms&) = delete;
  DetachedPrograms& operator=(const DetachedPrograms&) = delete;
  virtual ~DetachedPrograms() = default;

  // Starts a program in a session of its own, in the root folder, with our environment, nothing to
  // read, nowhere to write and none of our files open, so that whoever waits for the end of our
  // streams does not wait for it. The first word is its path; no shell is involved. not_found where
  // there is no such program.
  virtual base::Result<Pid> start(const std::vector<std::string>& argv) = 0;
  // Whether it has ended. A process that lives on has to ask now and then, or the system keeps what
  // is left of it. True for what is none of ours.
  virtual bool has_ended(Pid pid) = 0;
};

class RealDetachedPrograms final : public DetachedPrograms {
 public:
  base::Result<Pid> start(const std::vector<std::string>& argv) override;
  bool has_ended(Pid pid) override;
};

}  // namespace os

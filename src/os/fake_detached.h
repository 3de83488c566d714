// Programs that a test says of whether they can be started and whether they still run.
#pragma once
#include <optional>
#include <set>

#include "os/detached.h"

namespace os {

class FakeDetachedPrograms final : public DetachedPrograms {
 public:
  base::Result<Pid> start(const std::vector<std::string>& argv) override {
    if (problem) return *problem;
    started.push_back(argv);
    running.insert(++last_);
    return last_;
  }
  bool has_ended(Pid pid) override { return !running.contains(pid); }

  std::optional<base::Error> problem;  // Of every start.
  std::vector<std::vector<std::string>> started;
  std::set<Pid> running;  // Taken out by the test.

 private:
  Pid last_ = 1000;
};

}  // namespace os

// What in a host's files keeps it from calling the hooks of ours that are there.
#pragma once
#include <string>
#include <vector>

#include "host/file_integration.h"

namespace host {

struct Obstacle {
  os::Path path;
  std::string why;
};

// A part's file of one scope, as it is or as it will be.
struct PartText {
  const Part& part;
  engine::InstallScope scope = engine::InstallScope::local;
  const std::string& text;
};

// Those of the file itself, and those of the other scope's where the host takes both for one.
std::vector<Obstacle> obstacles_of(os::System& system, const HostDescription& host,
                                   const engine::InstallTarget& target, const PartText& file);

}  // namespace host

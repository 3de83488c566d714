// How a process that a fault interrupted ends, for tests that stop the disk at every call.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "os/fake.h"

namespace store {

enum class End {
  none,  // It goes on: the call failed and the fault is over.
  kill,
  power_cut,
};

inline void end_process(os::FakeDisk& disk, End end) {
  switch (end) {
    case End::none:
      return disk.disarm();
    case End::kill:
      return disk.kill();
    case End::power_cut:
      return disk.crash();
  }
}

// A case's name as GoogleTest wants it.
inline std::string case_name(std::string_view words) {
  std::string name(words);
  for (char& c : name) {
    if (c == ' ') c = '_';
  }
  return name;
}
// The same, for cases that have a `name`.
template <typename Case>
std::string name_of_case(const ::testing::TestParamInfo<Case>& info) {
  return case_name(info.param.name);
}

}  // namespace store

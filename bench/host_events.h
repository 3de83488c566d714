// The same allowed call in the words of every host.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

struct HostCall {
  std::string host;
  std::string event;
  std::string payload;
};

// Writing a file in `folder`, by each host but Claude Code.
std::vector<HostCall> write_of_every_host(std::string_view run,
                                          const std::filesystem::path& folder);

}  // namespace bench

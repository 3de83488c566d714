#include "os/become.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace os {

Path own_program() {
  std::error_code error;
  Path program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? Path() : program;
}

base::Error become(const Path& program, const std::vector<std::string>& arguments) {
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::execv(program.c_str(), words.data());
  return {errno == ENOENT ? base::Code::not_found : base::Code::io,
          program.native() + " cannot be started: " + std::strerror(errno), ""};
}

}  // namespace os

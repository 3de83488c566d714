// The door to what the caller gave this process: variables, folder, terminal, user.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "os/files.h"

namespace os {

class Environment {
 public:
  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  virtual ~Environment() = default;

  // An empty value counts as set; see `text` for those that do not care.
  virtual std::optional<std::string> get(std::string_view name) = 0;
  virtual Path current_folder() = 0;
  // Whether a person can be asked: standard input and standard error are a terminal.
  virtual bool has_terminal() = 0;
  virtual bool output_is_terminal() = 0;
  virtual std::uint32_t user_id() = 0;
  // Where the running program lies.
  virtual Path program() = 0;
  // The path that it was started by, absolute, links and all; empty where a bare name was looked
  // up.
  virtual Path started_as() { return {}; }

  // The value, or "" where there is none.
  std::string text(std::string_view name);
};

}  // namespace os

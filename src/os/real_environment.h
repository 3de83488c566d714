// What the caller of this process gave it. Private to os/.
#pragma once
#include "os/environment.h"

namespace os {

class RealEnvironment final : public Environment {
 public:
  std::optional<std::string> get(std::string_view name) override;
  Path current_folder() override;
  bool has_terminal() override;
  bool output_is_terminal() override;
  std::uint32_t user_id() override;
  Path program() override;
  Path started_as() override;
};

}  // namespace os

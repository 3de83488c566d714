#include "app/fleet_program.h"

#include "os/become.h"

namespace app {

base::Error become_fleet_program(const std::vector<std::string>& arguments) {
  const os::Path program = os::own_program().parent_path() / "holdfast-fleet";
  base::Error error = os::become(program, arguments);
  if (error.code == base::Code::not_found) {
    error = {base::Code::unavailable, "there is no " + program.native(),
             "It is the part of Holdfast that reaches a team's server, and is installed with it."};
  }
  return error;
}

}  // namespace app

#include "app/listening.h"

#include "os/stdio.h"

namespace app {

base::Result<void> check_reach(os::System system, const Listening& listening) {
  const std::string variable(engine::token_variable(listening.whose));
  const bool is_explicit = listening.token_file || !system.environment.text(variable).empty();
  if (listening.address.is_loopback() || is_explicit) return {};
  return base::Error{
      base::Code::invalid_params,
      listening.option + ": " + listening.address.host + " can be reached from other machines",
      "Give a token by " + variable + " or --token-file, or listen on 127.0.0.1."};
}

void log_line(const std::string& line) { os::write_standard_error("holdfast: " + line + "\n"); }

std::string url_of(const http::Address& address, const std::string& target) {
  const bool is_v6 = address.host.find(':') != std::string::npos;
  const std::string host = is_v6 ? "[" + address.host + "]" : address.host;
  return "http://" + host + ":" + std::to_string(address.port) + target;
}

}  // namespace app

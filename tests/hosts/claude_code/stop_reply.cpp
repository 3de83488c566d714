// What the adapter answers to a Stop that may not end yet, for the test with the real client: the
// rules that hold a turn come with the requirements, the form that the host honours is here.
//   stop_reply REASON <event     prints nothing where the turn goes on for a hook already
#include <string>

#include "host/claude_code/reply.h"
#include "host/hook.h"
#include "os/real.h"
#include "os/stdio.h"

int main(int argc, char** argv) {
  os::RealSystem real;
  const os::System system = real.system();
  const model::HostEvent event =
      host::parse_hook({"claude-code", "Stop", os::read_standard_input({})}, system);
  model::HostReply reply;
  if (argc > 1 && !event.was_held) reply.hold = argv[1];
  os::write_standard_output(host::claude_code::format_reply(event, reply).standard_output);
  return 0;
}

// mcp_client_fixture: our client, to be driven by tests.
//
//   mcp_client_fixture URL                                   one scenario of the conformance suite
//   mcp_client_fixture [--store serena|basic-memory] [--project NAME] [--timeout MS]
//                      --url URL | -- COMMAND...             a dialogue; see fixture.h
#include "base/text.h"
#include "fixture.h"
#include "os/real.h"

int main(int argument_count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + argument_count);
  os::RealSystem machine;
  if (words.size() == 1) return fixture::run_scenario(machine.system(), words.front());
  fixture::Session session;
  for (std::size_t at = 0; at + 1 < words.size(); at += 2) {
    const std::string& value = words[at + 1];
    if (words[at] == "--") {
      session.command.assign(words.begin() + static_cast<std::ptrdiff_t>(at) + 1, words.end());
      break;
    }
    if (words[at] == "--store") session.store = value;
    if (words[at] == "--project") session.project = value;
    if (words[at] == "--url") session.url = value;
    if (words[at] == "--timeout") {
      session.call_timeout = base::Millis(base::to_number(value).value_or(2000));
      session.connect_timeout = 2 * session.call_timeout;
    }
  }
  return fixture::run_session(machine.system(), session);
}

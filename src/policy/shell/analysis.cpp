#include "policy/shell/analysis.h"

#include "policy/shell/walk.h"

namespace policy::shell {

Analysis analyse_by(Reading reading, std::string_view command, const Surroundings& at) {
  Analysis analysis;
  Walk walk(at, analysis, command.size(), reading);
  walk.run_text(command, Input::none);
  return analysis;
}

Analysis analyse(std::string_view command, const Surroundings& at) {
  return analyse_by(Reading::quickest, command, at);
}

}  // namespace policy::shell

#include "host/openclaw/settings_part.h"

#include <nlohmann/json.hpp>

#include "host/server_entry.h"

namespace host::openclaw {

using base::Json;

std::string SettingsPart::by_hand(const PartForm& form) const {
  const Json entry{{"enabled", true},
                   {"hooks", {{"allowConversationAccess", true}}},
                   {"config", {{"program", form.program.native()}}}};
  Json server = new_server_entry(form.program, ServerShape::plain);
  server["env"] = {{"HOLDFAST_SESSION_PERSISTENCE_LAYOUT", "openclaw"}};
  return base::dump_pretty(
      Json{{"plugins",
            {{"load", {{"paths", Json::array({"/path/to/holdfast/plugin/openclaw"})}}},
             {"entries", {{"holdfast", entry}}}}},
           {"mcp", {{"servers", {{kServerName, server}}}}}});
}

}  // namespace host::openclaw

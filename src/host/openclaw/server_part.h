// Our MCP server in OpenClaw's settings.
#pragma once
#include "base/json.h"
#include "host/part.h"
#include "host/server_entry.h"

namespace host::openclaw {

// The entry as installing writes it. OpenClaw starts a server wherever its gateway was started, so
// the entry names the folder: the agents' workspace, which the settings tell.
base::Json new_server(const base::Json& settings, const PartForm& form);

class ServerPart final : public Part {
 public:
  ServerPart();

  bool is_needed() const override { return false; }
  std::string description() const override { return "add the MCP server session-state"; }
  bool may_be_in(std::string_view text) const override;
  base::Result<std::vector<OurHook>> find(const std::string& text) const override;
  base::Result<std::string> with_ours(const std::optional<std::string>& text,
                                      const PartForm& form) const override;
  base::Result<std::optional<std::string>> without_ours(
      const std::string& text, std::optional<HookKind> kind) const override;
  void take_standing(const std::string& text, Standing& standing) const override;
  std::string by_hand(const PartForm& form) const override;
};

}  // namespace host::openclaw

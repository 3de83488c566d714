// Our MCP server in a JSON file of a host.
#pragma once
#include "host/part.h"
#include "host/server_entry.h"

namespace host {

class ServerPart final : public Part {
 public:
  ServerPart(PartPlace place, std::string_view container, ServerShape shape);

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

 private:
  ServerDialect dialect_;
};

}  // namespace host

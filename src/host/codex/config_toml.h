// Codex's config.toml: our MCP server in it, a table between two comment lines, with every other
// byte kept.
#pragma once
#include "host/part.h"

namespace host::codex {

class TomlServerPart final : public Part {
 public:
  using Part::Part;

  bool is_needed() const override { return false; }
  std::string description() const override { return "add the MCP server session-state"; }
  bool may_be_in(std::string_view text) const override;
  base::Result<std::vector<OurHook>> find(const std::string& text) const override;
  base::Result<std::string> with_ours(const std::optional<std::string>& text,
                                      const PartForm& form) const override;
  base::Result<std::optional<std::string>> without_ours(
      const std::string& text, std::optional<HookKind> kind) const override;
  std::string obstacle(const std::string& text) const override;
  void take_standing(const std::string& text, Standing& standing) const override;
  bool may_switch_off() const override { return true; }
  std::string by_hand(const PartForm& form) const override;
  std::string how_to_add(const std::string& file, const PartForm& form) const override;
};

}  // namespace host::codex

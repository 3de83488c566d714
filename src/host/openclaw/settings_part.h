// What of OpenClaw's settings loads our plugin: its folder, its entry, and its name where only
// named plugins are loaded.
#pragma once
#include "host/part.h"

namespace host::openclaw {

inline constexpr std::string_view kSettingsFile = "openclaw.json";
inline constexpr std::string_view kSettingsVariable = "OPENCLAW_CONFIG_PATH";

class SettingsPart final : public Part {
 public:
  SettingsPart() : Part({"", std::string(kSettingsFile), std::string(kSettingsVariable)}) {}

  bool is_needed() const override { return true; }
  std::string description() const override { return "load the plugin"; }
  bool may_be_in(std::string_view text) const override;
  base::Result<std::vector<OurHook>> find(const std::string& text) const override;
  // exists where only a person can edit the file: the plugin is put beside it all the same.
  base::Result<std::string> with_ours(const std::optional<std::string>& text,
                                      const PartForm& form) const override;
  base::Result<std::optional<std::string>> without_ours(
      const std::string& text, std::optional<HookKind> kind) const override;
  std::string obstacle(const std::string& text) const override;
  void take_standing(const std::string& text, Standing& standing) const override;
  bool may_switch_off() const override { return true; }
  // With the MCP server.
  std::string by_hand(const PartForm& form) const override;
  std::string how_to_add(const std::string& file, const PartForm& form) const override;
  std::string how_to_add_to(const std::string& text, const std::string& file,
                            const PartForm& form) const override;
};

}  // namespace host::openclaw

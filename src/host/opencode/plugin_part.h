// The plugin that calls us from inside OpenCode: one JavaScript file, wholly ours.
#pragma once
#include "host/part.h"

namespace host::opencode {

// plugin/opencode/holdfast.js, as it was when this program was built.
std::string_view plugin_text();

class PluginPart final : public Part {
 public:
  PluginPart() : Part({".opencode/plugins/holdfast.js", "plugins/holdfast.js"}) {}

  bool is_needed() const override { return true; }
  std::string description() const override { return "add the plugin"; }
  bool may_be_in(std::string_view text) const override;
  base::Result<std::vector<OurHook>> find(const std::string& text) const override;
  base::Result<std::string> with_ours(const std::optional<std::string>& text,
                                      const PartForm& form) const override;
  base::Result<std::optional<std::string>> without_ours(
      const std::string& text, std::optional<HookKind> kind) const override;
  void take_standing(const std::string& text, Standing& standing) const override;
  std::string by_hand(const PartForm& form) const override;
};

}  // namespace host::opencode

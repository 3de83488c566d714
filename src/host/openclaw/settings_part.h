// What a person puts into OpenClaw's settings. Nothing is written there: OpenClaw writes that file
// itself, and only a person knows where the plugin's folder is.
#pragma once
#include "host/part.h"

namespace host::openclaw {

class SettingsPart final : public Part {
 public:
  SettingsPart() : Part({}) {}

  bool is_needed() const override { return true; }
  std::string description() const override { return ""; }
  bool may_be_in(std::string_view) const override { return false; }
  base::Result<std::vector<OurHook>> find(const std::string&) const override {
    return std::vector<OurHook>{};
  }
  base::Result<std::string> with_ours(const std::optional<std::string>& text,
                                      const PartForm&) const override {
    return text.value_or("");
  }
  base::Result<std::optional<std::string>> without_ours(const std::string& text,
                                                        std::optional<HookKind>) const override {
    return std::optional<std::string>(text);
  }
  std::string by_hand(const PartForm& form) const override;
};

}  // namespace host::openclaw

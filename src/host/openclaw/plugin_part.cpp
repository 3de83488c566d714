#include "host/openclaw/plugin_part.h"

namespace host::openclaw {

PluginPart::PluginPart(const PluginFile& file)
    : Part({"", std::string(kPluginFolder) + "/" + std::string(file.name)}), text_(file.text) {}

base::Result<std::vector<OurHook>> PluginPart::find(const std::string&) const {
  return std::vector<OurHook>{OurHook{}};
}

base::Result<std::string> PluginPart::with_ours(const std::optional<std::string>&,
                                                const PartForm&) const {
  return std::string(text_);
}

base::Result<std::optional<std::string>> PluginPart::without_ours(const std::string&,
                                                                  std::optional<HookKind>) const {
  return std::optional<std::string>();
}

}  // namespace host::openclaw

// The plugin that calls us from inside OpenClaw: a folder of ours among OpenClaw's files of the
// user. One part a file; its settings name the folder.
#pragma once
#include <span>

#include "host/part.h"

namespace host::openclaw {

// Below OpenClaw's folder, beside `extensions`, in which it looks for plugins by itself. Nobody
// else's folder is called so: by its name a path in the settings is known again.
inline constexpr std::string_view kPluginFolder = "holdfast-plugin";

struct PluginFile {
  std::string_view name;
  std::string_view text;
};
// Those of plugin/openclaw, as they were when this program was built.
std::span<const PluginFile> plugin_files();

class PluginPart final : public Part {
 public:
  explicit PluginPart(const PluginFile& file);

  bool is_needed() const override { return true; }
  std::string description() const override { return "add a file of the plugin"; }
  // The folder is ours, and so is whatever has the file's name in it.
  bool may_be_in(std::string_view) const override { return true; }
  base::Result<std::vector<OurHook>> find(const std::string& text) const override;
  base::Result<std::string> with_ours(const std::optional<std::string>& text,
                                      const PartForm& form) const override;
  base::Result<std::optional<std::string>> without_ours(
      const std::string& text, std::optional<HookKind> kind) const override;
  void take_standing(const std::string& text, Standing& standing) const override {
    standing.add_ours(text, "a file of Holdfast's plugin");
  }
  // Without the program there is nothing that the files could ask.
  std::string by_hand(const PartForm&) const override { return {}; }

 private:
  std::string_view text_;
};

}  // namespace host::openclaw

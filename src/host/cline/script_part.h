// One hook of Cline: an executable file that has the event's name. Of the folders that Cline's
// command line reads, the extension reads one in the project and one at home; a script there serves
// both, and a second one would tell the event twice.
#pragma once
#include "host/part.h"

namespace host::cline {

struct ScriptEvent {
  std::string_view name;
  bool asks = false;  // Cline waits for leave: a program that fails then blocks.
};

class ScriptPart final : public Part {
 public:
  explicit ScriptPart(const ScriptEvent& event);

  bool is_needed() const override { return true; }
  std::string description() const override { return "add a hook"; }
  std::uint32_t mode() const override { return 0755; }
  bool may_be_in(std::string_view text) const override;
  base::Result<std::vector<OurHook>> find(const std::string& text) const override;
  base::Result<std::string> with_ours(const std::optional<std::string>& text,
                                      const PartForm& form) const override;
  base::Result<std::optional<std::string>> without_ours(
      const std::string& text, std::optional<HookKind> kind) const override;
  OthersCall others_call(const std::string& text, const PartForm& form) const override;
  void take_standing(const std::string& text, Standing& standing) const override;
  std::string by_hand(const PartForm& form) const override;
  std::string how_to_add(const std::string& file, const PartForm& form) const override;

 private:
  ScriptEvent event_;
};

}  // namespace host::cline

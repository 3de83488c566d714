// Hooks of ours in a JSON file of a host.
#pragma once
#include "host/hook_file.h"
#include "host/part.h"

namespace host {

struct HookEvent {
  std::string_view name;          // The host's own.
  bool asks = false;              // The host waits for leave: what fails here may block.
  std::string_view matcher = {};  // Which of these events; empty: all.
  int timeout_seconds = 10;       // The program's own deadline is far below.
};

// A member of the same file, at its top or in a section, that switches all hooks off.
struct HookSwitch {
  std::string_view section = {};
  std::string_view member = {};   // Empty: there is none.
  bool off = false;               // The value that does it.
  std::string_view skipped = {};  // A list beside it of hooks that do not run; empty: none.
  bool is_merged = false;         // The project's file and the user's are read as one.
};

// How a host writes a handler.
struct HandlerForm {
  HookLayout layout = HookLayout::groups;
  bool has_version = false;
  bool has_type = true;                  // "type": "command"
  std::string_view command = "command";  // The member with the command line.
  std::string_view timeout = "timeout";  // The member with the time limit; empty: none.
  int timeout_units_per_second = 1;
  std::string_view fail_closed = {};                     // The member that makes a failure block.
  OnFailure on_failure = OnFailure::as_the_host_has_it;  // Of events that ask, for this machine.
  HookSwitch hook_switch = {};
};

class HooksPart final : public Part {
 public:
  HooksPart(std::string_view host, PartPlace place, HandlerForm handler,
            std::vector<HookEvent> events);

  bool is_needed() const override { return true; }
  std::string description() const override;
  bool may_be_in(std::string_view text) const override;
  base::Result<std::vector<OurHook>> find(const std::string& text) const override;
  base::Result<std::string> with_ours(const std::optional<std::string>& text,
                                      const PartForm& form) const override;
  base::Result<std::optional<std::string>> without_ours(
      const std::string& text, std::optional<HookKind> kind) const override;
  std::string obstacle(const std::string& text) const override;
  bool is_merged() const override { return handler_.hook_switch.is_merged; }
  std::string obstacle_in_other(const std::string& text, const OtherFile& other) const override;
  void take_standing(const std::string& text, Standing& standing) const override;
  bool may_switch_off() const override { return !handler_.hook_switch.member.empty(); }
  std::string by_hand(const PartForm& form) const override;

 private:
  base::Json entry_for(const HookEvent& event, const PartForm& form) const;
  std::vector<HookEntry> entries(const PartForm& form) const;
  // What `settings` says of our hooks in `text`.
  std::string skipped_by(const base::Json& settings, const std::string& text) const;

  std::string_view host_;
  HandlerForm handler_;
  std::vector<HookEvent> events_;
  HookDialect dialect_;
};

}  // namespace host

// The hosts' own files that hold our hooks and our server, judged by the text that a call would
// leave there (ADR 39).
#pragma once
#include <optional>
#include <string_view>

#include "engine/host_files.h"

namespace host {

class JudgedFiles final : public engine::HostFiles {
 public:
  std::optional<policy::GuardedFile> taken_away(os::System& system,
                                                const engine::HostFilesQuestion& question) override;
  void take_edits(const base::Json& input, model::ToolCall& call) override;
  bool is_judged_by_text(std::string_view path) override;
};

}  // namespace host

// What a call makes of a file's text: read out of a tool's input in whichever form a host or a
// server has it, and carried out on the text that is there.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "host/payload.h"
#include "model/tool_call.h"

namespace host {

// Completes the call; nothing is added where the input does not tell.
void take_edits(const base::Json& input, model::ToolCall& call);
// The same from the place where the payload has the input. Reads the payload once more.
void take_edits(const Payload& payload, model::ToolCall& call);

// What may become of a text. An edit whose old text stands there several times may mean each.
struct Outcome {
  enum class Kind {
    known,    // One of `texts`.
    fails,    // The host has nothing to replace, and changes nothing.
    unknown,  // The call does not tell.
  };
  Kind kind = Kind::known;
  std::vector<std::string> texts;
};

// All edits of `call` that are about `path`, in their order. `text`: what stands there now; none
// where there is no file.
Outcome outcome_of(const model::ToolCall& call, std::string_view path,
                   const std::optional<std::string>& text);

}  // namespace host

// What a command says about something that it put into a run.
#pragma once
#include <string_view>

#include "cli/command.h"
#include "engine/workflow.h"

namespace cli {

// "Added decision 1f0c22aa (version 4).", or {"id","version","changed"}. Gives the exit code.
int print_added(Context& context, const Arguments& arguments, std::string_view noun,
                const engine::AddedItem& item);

// The JSON object of --input, which such a command cannot do without.
base::Result<base::Json> required_document(Context& context, const Arguments& arguments,
                                           const std::optional<std::string>& input);

// What the model made of that object; its error says whose field it means.
template <typename T>
base::Result<T> of_input(const Arguments& arguments, base::Result<T> read) {
  if (read.ok()) return read;
  base::Error error = base::with_context(std::move(read).error(), "--input");
  if (error.hint.empty()) error.hint = arguments.help_hint();
  return error;
}

}  // namespace cli

#include "cli/added_item.h"

#include <nlohmann/json.hpp>

#include "cli/document.h"
#include "cli/exit_code.h"

namespace cli {

int print_added(Context& context, const Arguments& arguments, std::string_view noun,
                const engine::AddedItem& item) {
  if (arguments.form() == Form::json) {
    print_json(context.console,
               base::Json{{"id", item.id}, {"version", item.version}, {"changed", item.changed}});
    return kDone;
  }
  const std::string name = std::string(noun) + " " + printable(item.id);
  const std::string version = " (version " + std::to_string(item.version) + ").";
  print_line(context.console,
             item.changed ? "Added " + name + version : "There is " + name + " already" + version);
  return kDone;
}

base::Result<base::Json> required_document(Context& context, const Arguments& arguments,
                                           const std::optional<std::string>& input) {
  if (!input) return arguments.wrong_use("--input is missing.");
  return read_document(context.console, *input);
}

}  // namespace cli

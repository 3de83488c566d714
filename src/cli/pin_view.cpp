#include "cli/pin_view.h"

#include <nlohmann/json.hpp>

#include "cli/output.h"
#include "model/ids.h"

namespace cli {

using base::Json;

namespace {

std::string or_dash(std::string text) { return text.empty() ? "-" : text; }

// What people called it; where it came from is told behind its content.
std::string label_of(const model::Pin& pin) {
  return pin.inherited_from ? pin.inherited_from->label : pin.label;
}

std::string content_of(const model::Pin& pin) {
  std::string text = pin.importance == "CRITICAL" ? "CRITICAL " : "";
  text += pin.content;
  if (pin.inherited_from) {
    text += " (inherited from " + model::RunId{pin.inherited_from->session}.brief() + ")";
  }
  return text;
}

}  // namespace

Json pins_json(const std::vector<model::Pin>& pins) {
  Json items = Json::array();
  for (const model::Pin& pin : pins) items.push_back(model::to_json(pin));
  return Json{{"items", std::move(items)}};
}

void print_pins(Console& console, const std::vector<model::Pin>& pins) {
  std::vector<std::vector<std::string>> rows{{"  #", "LABEL", "PINNED", "CONTENT"}};
  for (const model::Pin& pin : pins) {
    rows.push_back({"  " + std::to_string(rows.size()), or_dash(printable(label_of(pin))),
                    or_dash(short_time(printable(pin.pinned_at))), printable(content_of(pin))});
  }
  print_table(console, rows);
}

void print_skipped(Console& console, const std::vector<engine::SkippedInheritance>& skipped) {
  for (const engine::SkippedInheritance& one : skipped) {
    const std::string what = one.label.empty() ? "a pin" : "'" + one.label + "'";
    print_line(console,
               "  not taken: " + printable(what + " of " + model::RunId{one.session}.brief() +
                                           ", " + one.because));
  }
}

}  // namespace cli

#include "web/api/pin_json.h"

#include "web/api/page_json_impl.h"

namespace web {

using base::Json;

Json pins_to_json(const std::vector<model::Pin>& pins) {
  Json list = Json::array();
  for (const model::Pin& pin : pins) {
    list.push_back(
        Json{{"content", pin.content},
             {"label", text_or_null(pin.label)},
             {"importance", text_or_null(pin.importance)},
             {"pinned_at", text_or_null(pin.pinned_at)},
             {"inherited_from", pin.inherited_from ? Json(pin.inherited_from->session) : Json()}});
  }
  return list;
}

}  // namespace web

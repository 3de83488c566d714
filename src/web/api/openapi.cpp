#include <nlohmann/json.hpp>

#include "web/api/openapi_text.h"
#include "web/api/routes.h"

namespace web {

void add_openapi_route(Router& router, const ApiContext&) {
  router.add({"GET", "/api/v1/openapi.json", [](const Question&) -> base::Result<base::JsonBox> {
                // Seldom asked for, and large: taken apart each time.
                TRY_ASSIGN(base::Json document, base::parse_json(openapi_text()));
                return base::JsonBox(std::move(document));
              }});
}

}  // namespace web

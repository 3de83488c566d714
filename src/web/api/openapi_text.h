// docs/api/openapi.json, which the build puts into the program.
#pragma once
#include <string_view>

namespace web {

std::string_view openapi_text();

}  // namespace web

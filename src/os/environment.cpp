#include "os/environment.h"

namespace os {

std::string Environment::text(std::string_view name) { return get(name).value_or(""); }

}  // namespace os

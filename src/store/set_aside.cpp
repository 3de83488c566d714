#include "store/set_aside.h"

#include <string>

namespace store {

base::Result<os::Path> set_aside(os::System system, const os::Path& path, std::string_view why) {
  constexpr int kNumbersMax = 1000;
  const std::string mark = "." + std::string(why) + "-" + base::to_compact_iso(system.clock.now());
  for (int number = 0; number < kNumbersMax; ++number) {
    os::Path aside = path;
    aside += mark + (number == 0 ? "" : "-" + std::to_string(number));
    const auto earlier = system.files.link_info(aside);
    if (earlier.ok()) continue;
    // What cannot be told to be free is not written over.
    if (earlier.error().code != base::Code::not_found) return earlier.error();
    TRY(system.files.rename(path, aside));
    TRY(system.files.sync_folder(path.parent_path()));
    return aside;
  }
  return base::Error{base::Code::failed, "too many files set aside beside " + path.native(),
                     "Take away those that are not needed any more."};
}

}  // namespace store

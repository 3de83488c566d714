#include "engine/bundle_place.h"

#include "base/digest.h"

namespace engine {

store::Exchange exchange_of(const Stores& stores, const std::string& slug) {
  constexpr std::size_t kDigits = 16;
  std::string name = slug;
  if (stores.project.root != stores.project.main_root) {
    name += "@" + base::to_hex(base::sha256(stores.project.root.native())).substr(0, kDigits);
  }
  return {stores.system, stores.layout.exchange(name)};
}

}  // namespace engine

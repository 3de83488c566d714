// The compiled cascade: all of model::Requirements as bytes under a MAC, since parsing YAML costs a
// gate more than everything else it does. See docs/format/requirement-cache.md.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "model/requirement.h"
#include "store/keyring.h"

namespace store {

// `sources` says which state of which files it was made from, in any form.
std::string compiled_requirements(const model::Requirements& requirements, std::string_view sources,
                                  const Key& key);

// Nothing where the bytes are not what was compiled from these sources under this key.
std::optional<model::Requirements> requirements_from_cache(std::string_view bytes,
                                                           std::string_view sources,
                                                           const Key& key);

}  // namespace store

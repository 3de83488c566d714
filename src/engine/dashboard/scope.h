// Whose rows a list is about.
#pragma once

namespace engine::dashboard {

enum class Scope {
  machine,  // This one, from its own index.
  team,     // All that share a server, from there.
};

}  // namespace engine::dashboard

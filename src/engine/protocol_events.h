// What a host's events mean for the session protocol: the first prompt begins it, and what the
// agent does is evidence. Private to the engine.
#pragma once
#include "engine/stores.h"
#include "model/host_event.h"

namespace engine {

// Fails open: what goes wrong is a warning.
void follow_protocol(Stores& stores, const model::RunId& run, const model::HostEvent& event,
                     model::HostReply& reply);

// What a denial for want of the protocol names: the gates, and what meets them. Empty where the
// state cannot be read.
struct ProtocolDenial {
  std::string missing;
  std::string next_step;
};
ProtocolDenial explain_protocol(Stores& stores, const model::RunId& run);

}  // namespace engine

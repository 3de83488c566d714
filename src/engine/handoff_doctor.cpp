#include "engine/handoff_doctor.h"

#include "store/handoff_store.h"

namespace engine {

void examine_packets(Stores& stores, Examination& examination) {
  const store::HandoffStore packets(stores.system, stores.layout);
  for (const std::string& problem : packets.list().problems) {
    examination.remark("handoff", problem, "Mend the file or remove it.");
  }
}

}  // namespace engine

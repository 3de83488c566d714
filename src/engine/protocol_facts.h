// What the gates of the protocol ask the world: looked up once for a use case, and only what the
// gate at hand needs. Private to the engine.
#pragma once
#include <optional>

#include "engine/stores.h"
#include "model/run.h"
#include "policy/protocol.h"
#include "policy/protocol_gate.h"

namespace engine {

class ProtocolFactFinder {
 public:
  explicit ProtocolFactFinder(Stores& stores) : stores_(stores) {}

  // A gate that cannot be judged, since git does not answer, fails with that reason.
  model::GateResult judge(model::ProtocolGate gate, const model::Run& run);

  // The work since the start; looked up once.
  const policy::WorkFacts& work(const model::Protocol& protocol);

 private:
  policy::ProtocolFacts facts_for(model::ProtocolGate gate, const model::Run& run);
  policy::MemoryFacts memory();
  policy::SkillFacts skills();
  policy::HandoffFacts handoff();
  policy::LogFacts log(const model::Protocol& protocol);
  policy::LintFacts lint(const model::Protocol& protocol);
  policy::QaFacts qa(const model::Run& run);

  Stores& stores_;
  std::optional<policy::WorkFacts> work_;
  std::string work_problem_;
  std::optional<policy::LintFacts> lint_;
};

// SHA-256 of the handoff file; nothing where there is none, or it leads out of the project.
std::optional<std::string> handoff_hash(Stores& stores);

// Where the session's log lies, relative to the root.
std::string log_path_of(const model::Protocol& protocol);

}  // namespace engine

#include "web/api/protocol_json.h"

#include "web/api/page_json_impl.h"

namespace web {
namespace {

using base::Json;

Json evidence_to_json(const model::Protocol& protocol) {
  Json list = Json::array();
  for (const auto& [gate, types] : protocol.evidence) {
    for (const auto& [type, one] : types) {
      list.push_back(Json{{"gate", gate},
                          {"step", text_or_null(one.step)},
                          {"type", type},
                          {"evidence", one.value},
                          {"trust", one.trust.text()},
                          {"at", text_or_null(one.at)}});
    }
  }
  return list;
}

}  // namespace

Json protocol_detail_to_json(const engine::dashboard::ProtocolDetail& detail) {
  const model::Protocol& protocol = detail.protocol;
  Json gates = Json::array();
  for (const engine::GateOutcome& one : detail.gates) {
    gates.push_back(Json{{"gate", one.gate},
                         {"level", one.result.level},
                         {"status", one.result.status.text()},
                         {"message", text_or_null(one.message)}});
  }
  return Json{{"session_id", protocol.session_id},
              {"objective", protocol.objective},
              {"phase", protocol.current_phase.text()},
              {"branch", text_or_null(protocol.branch)},
              {"started_at", text_or_null(protocol.started_at)},
              {"gates", std::move(gates)},
              {"evidence", evidence_to_json(protocol)}};
}

}  // namespace web

#include "model/handoff_packet.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "model/fields.h"

namespace model {

using base::Json;

namespace {

// A list under the document's own key or under the spelling that JSON's writers are used to.
void read_list(FieldReader& fields, const char* key, const char* other,
               std::vector<std::string>& into) {
  std::vector<std::string> others;
  fields.texts(key, into);
  fields.texts(other, others);
  into.insert(into.end(), others.begin(), others.end());
}

}  // namespace

Json to_json(const HandoffPacket& packet) {
  Json json{
      {"id", packet.id},         {"goal", packet.goal},           {"done", packet.done},
      {"failed", packet.failed}, {"decisions", packet.decisions}, {"next_steps", packet.next_steps},
      {"checks", packet.checks}};
  put_known(json, "to", packet.to);
  put_known(json, "created_at", packet.created_at);
  put_known(json, "session", packet.session);
  put_known(json, "branch", packet.branch);
  put_known(json, "commit", packet.commit);
  put_known(json, "worktree", packet.worktree);
  put_known(json, "work_session", packet.work_session);
  put_known(json, "read_at", packet.read_at);
  put_known(json, "read_by", packet.read_by);
  put_known(json, "accepted_at", packet.accepted_at);
  put_known(json, "accepted_by", packet.accepted_by);
  if (packet.team) json["team"] = true;
  if (packet.origin) {
    json["from"] = {{"machine", packet.origin->machine},
                    {"name", packet.origin->name},
                    {"member", packet.origin->member}};
  }
  append_extra(json, packet.extra);
  return json;
}

base::Result<HandoffPacket> handoff_packet_from_json(const Json& json) {
  HandoffPacket packet;
  FieldReader fields(json);
  fields.required("goal");
  fields.text("id", packet.id);
  fields.text("goal", packet.goal);
  fields.texts("done", packet.done);
  fields.texts("failed", packet.failed);
  fields.texts("decisions", packet.decisions);
  read_list(fields, "next_steps", "nextSteps", packet.next_steps);
  fields.texts("checks", packet.checks);
  fields.text("to", packet.to);
  fields.text("created_at", packet.created_at);
  fields.text("session", packet.session);
  fields.text("branch", packet.branch);
  fields.text("commit", packet.commit);
  fields.text("worktree", packet.worktree);
  fields.text("work_session", packet.work_session);
  fields.text("read_at", packet.read_at);
  fields.text("read_by", packet.read_by);
  fields.text("accepted_at", packet.accepted_at);
  fields.text("accepted_by", packet.accepted_by);
  fields.flag("team", packet.team);
  fields.object("from", [&](const Json& from) -> base::Result<void> {
    FieldReader origin(from);
    packet.origin.emplace();
    origin.text("machine", packet.origin->machine);
    origin.text("name", packet.origin->name);
    origin.text("member", packet.origin->member);
    return origin.finish();
  });
  TRY(fields.finish(packet.extra));
  if (base::trim(packet.goal).empty()) {
    return base::Error{base::Code::parse_error, "goal: empty", ""};
  }
  return packet;
}

}  // namespace model

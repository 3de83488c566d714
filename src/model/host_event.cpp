#include "model/host_event.h"

#include "model/names.h"

namespace model {
namespace {

constexpr NameTable<EventKind, 13> kKinds{{{EventKind::session_start, "session_start"},
                                           {EventKind::prompt, "prompt"},
                                           {EventKind::before_tool, "gate"},
                                           {EventKind::permission_request, "permission"},
                                           {EventKind::after_tool, "tool"},
                                           {EventKind::tool_failed, "tool_failed"},
                                           {EventKind::agent_start, "agent_start"},
                                           {EventKind::agent_stop, "agent_stop"},
                                           {EventKind::turn_end, "turn_end"},
                                           {EventKind::before_compaction, "before_compaction"},
                                           {EventKind::after_compaction, "after_compaction"},
                                           {EventKind::session_end, "session_end"},
                                           {EventKind::other, "event"}}};

}  // namespace

std::string_view name_of(EventKind kind) { return find_value(kKinds, kind); }

bool asks_about_a_tool(EventKind kind) {
  return kind == EventKind::before_tool || kind == EventKind::permission_request;
}

}  // namespace model

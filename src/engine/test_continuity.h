// Sessions that come and go in a made-up project, for tests of continuity.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/continuity.h"
#include "engine/stores.h"
#include "engine/test_scene.h"

namespace engine {

inline bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

struct ContinuityTestScene : Scene {
  static constexpr const char* kA = "aaaaaaaa-2839-4e27-bcef-43e6e47ca4b4";
  static constexpr const char* kB = "bbbbbbbb-2839-4e27-bcef-43e6e47ca4b4";
  static constexpr const char* kC = "cccccccc-2839-4e27-bcef-43e6e47ca4b4";
  static constexpr const char* kData = "/home/dev/.local/share/holdfast/";

  // As the hook does it: what was told is told once the answer has gone out.
  model::HostReply tell(const model::HostEvent& sent) {
    model::HostReply reply = send(sent);
    if (reply.when_told) reply.when_told();
    return reply;
  }

  model::HostReply start(const char* run, const char* source = "startup",
                         os::Pid holder = kHostPid) {
    model::HostEvent sent = event(model::EventKind::session_start, run);
    sent.source = source;
    sent.owner_pid = holder;
    return tell(sent);
  }
  model::HostReply prompt(const char* run, const char* text) {
    model::HostEvent sent = event(model::EventKind::prompt, run);
    sent.text = text;
    return tell(sent);
  }
  model::HostReply stop(const char* run) { return tell(event(model::EventKind::turn_end, run)); }
  model::HostReply end(const char* run) {
    model::HostEvent sent = event(model::EventKind::session_end, run);
    sent.reason = "other";
    return tell(sent);
  }
  // A whole session.
  void live_through(const char* run, const std::vector<std::string>& pins) {
    start(run);
    for (const std::string& text : pins) pin(run, text, "label of " + text);
    stop(run);
    end(run);
  }

  void pin(const char* run, const std::string& text, const std::string& label,
           const std::string& importance = "") {
    Workspace at = workspace();
    const auto added = add_pin(at, model::RunId{run}, {text, label, importance}, {});
    if (!added.ok()) last_error = added.error();
  }
  std::vector<model::Pin> pins(const char* run) {
    Workspace at = workspace();
    return view_pins(at, model::RunId{run}).value();
  }

  base::Json mirror(const char* run) const {
    const auto text = fake.files.peek(std::string(kData) + "sessions/" + run + ".json");
    return text ? base::parse_json(*text).value() : base::Json();
  }

  void pass_hours(double hours) {
    fake.clock.advance(std::chrono::microseconds(static_cast<std::int64_t>(hours * 3.6e9)));
  }

  // How often the journal of a run has an event of this kind, or a metric of this name.
  std::size_t count(const char* run, const std::string& kind, const std::string& name = "") {
    Workspace at = workspace();
    std::size_t found = 0;
    (void)at.stores().journal.read(model::RunId{run}, 0, [&](const model::JournalEvent& event) {
      const bool is_named = name.empty() || event.payload.get().value("name", "") == name;
      if (event.kind == kind && is_named) ++found;
      return true;
    });
    return found;
  }

  base::Error last_error;
};

}  // namespace engine

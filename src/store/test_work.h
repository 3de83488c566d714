// A project with work sessions on a disk that is made up, for tests of the work store.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/check.h"
#include "os/fake.h"
#include "store/work_store.h"

namespace store {

inline const os::Path kWorkRoot = "/w/p/agents/sessions";
inline const std::string kSlug = "2026-02-14_dark-mode_a1b2c3";
inline const os::Path kStateFile = kWorkRoot / kSlug / "state.json";
inline const std::string kWorkNow = "2026-02-14T14:30:00Z";

inline model::WorkSession small_session(const std::string& slug = kSlug) {
  model::WorkSession session;
  session.session_id = slug;
  session.topic = "Dark mode";
  session.description = "A switch for the night";
  session.created_at = "2026-02-14T10:00:00Z";
  session.updated_at = session.created_at;
  session.times(model::WorkPhase::spec).started_at = session.created_at;
  session.git.branch = "feature/dark-mode";
  return session;
}

struct WorkMachine : os::FakeSystem {
  WorkMachine() { files.poke("/w/p/.git/HEAD", "ref: refs/heads/main\n"); }

  WorkStore store() {
    return {system(), {.root = kWorkRoot, .locks = "/w/p/.git/holdfast/locks", .tree = "/w/p"}};
  }
  WorkFolder folder(const std::string& slug = kSlug) const {
    return {.slug = slug, .path = kWorkRoot / slug};
  }
  // A session's manifest as somebody else wrote it.
  void put(std::string_view bytes) { files.poke(kStateFile, bytes); }
  std::string state() const { return files.peek(kStateFile).value_or(""); }
};

// Changes that a manager makes, without its rules.
inline WorkStore::Change add_commit(const std::string& sha) {
  return [sha](const StoredWork& work) -> base::Result<model::WorkSession> {
    model::WorkSession session = work.session;
    session.commits.push_back(
        {.sha = sha, .message = "feat: x", .checkpoint = 1, .created_at = kWorkNow});
    return session;
  };
}
inline WorkStore::Change touch(const std::string& now) {
  return [now](const StoredWork& work) -> base::Result<model::WorkSession> {
    model::WorkSession session = work.session;
    session.updated_at = now;
    return session;
  };
}

// As older sessions have it: every kind of content, and members that v2 knows nothing of.
inline constexpr const char* kV1State = R"({
  "session_id": "2026-02-14_dark-mode_a1b2c3",
  "topic": "Dark mode",
  "description": null,
  "granularity": "feature",
  "created_at": "2026-01-12T00:00:00Z",
  "updated_at": "2026-01-12T00:11:00Z",
  "prior_session": null,
  "x-number": 1.50,
  "current_phase": "build",
  "phases": {
    "spec": {
      "status": "finalized",
      "started_at": "2026-01-12T00:00:00Z",
      "finalized_at": "2026-01-12T00:11:00Z"
    },
    "plan": {"status": "complete", "started_at": "2026-01-14T00:00:00Z",
             "completed_at": "2026-01-14T00:35:00Z", "reviewer": "nobody"},
    "build": {"status": "in_progress", "started_at": "2026-01-14T01:00:00Z", "completed_at": null}
  },
  "goals": {
    "high_level": ["Work at night"],
    "mid_level": ["A provider wraps\n the application"],
    "detailed": ["A switch in the header"]
  },
  "open_questions": ["Which colours?", {"question": "Per device?", "answer": "Yes"}],
  "key_decisions": [
    {"decision": "Variables of CSS", "rationale": "They change at run time", "date": "2026-01-12"}
  ],
  "commits": [
    {"checkpoint_id": 1, "sha": "2d22684f1ab4e25eef03d18561cf60f91cd27678", "message": "one",
     "created_at": "2026-01-14T01:00:00Z", "author": "x"}
  ],
  "plan_state": {
    "status": "complete",
    "checkpoints_total": 6,
    "checkpoints_completed": [1, 2],
    "current_checkpoint": 3,
    "current_task": null
  }
}
)";

}  // namespace store

// What the tests of branch files share: a file of the other tool, and a project in git.
#pragma once
#include <string>

#include "model/requirement_state.h"
#include "os/fake.h"
#include "store/branch_store.h"

namespace store {

// Two sessions.
inline constexpr const char* kHere = "cad0ac4d-3933-45ad-9a1c-14aec05bb940";
inline constexpr const char* kThere = "11111111-2222-4333-8444-555555555555";
// Two of version 7, made in the same minute, and one of the same millisecond.
inline constexpr const char* kFirst = "0198a1b2-c3d4-7abc-8def-000000000001";
inline constexpr const char* kSecond = "0198a1b2-eeee-7abc-8def-000000000002";
inline constexpr const char* kThird = "0198a1b2-c3d4-7abc-8def-000000000003";

// As the public project describes it, written by Python.
inline constexpr const char* kBranchFile = R"({
  "version": "1.0",
  "branch": "feature/auth",
  "project": "/abs/path",
  "created_at": 1702345678,
  "updated_at": 1702345678,
  "requirements": {
    "commit_plan": {
      "scope": "session",
      "sessions": {
        "cad0ac4d": {
          "triggered": true,
          "triggered_at": 1702345600,
          "satisfied": true,
          "satisfied_at": 1702345678,
          "satisfied_by": "skill",
          "metadata": {
            "skill": "requirements-framework:arch-review"
          },
          "expires_at": null
        }
      }
    },
    "github_ticket": {
      "scope": "branch",
      "satisfied": true,
      "satisfied_at": 1702345678,
      "satisfied_by": "cli",
      "metadata": {
        "ticket": "#1234"
      },
      "expires_at": null
    }
  }
})";

inline model::Satisfaction satisfied_at(std::int64_t at) {
  model::Satisfaction satisfaction;
  satisfaction.at = at;
  satisfaction.by = "skill";
  return satisfaction;
}

inline Project git_project(const os::Path& root) {
  Project project;
  project.root = project.main_root = root;
  project.git_dir = project.common_dir = root / ".git";
  return project;
}

inline BranchStore::Change satisfy(const std::string& session, const std::string& requirement,
                                   std::int64_t at = 1702345678) {
  return [=](BranchDocument& document) -> base::Result<void> {
    document.satisfy({.requirement = requirement, .session = session}, satisfied_at(at));
    return {};
  };
}

// One line an entry, so that two views can be compared and a difference can be read.
inline std::string shown(const std::optional<model::RequirementEntry>& entry) {
  if (!entry) return "none";
  const auto time = [](const std::optional<std::int64_t>& at) {
    return at ? std::to_string(*at) : std::string("-");
  };
  return std::string(entry->satisfied ? "satisfied" : "unsatisfied") + " at " +
         time(entry->satisfied_at) + " by '" + entry->satisfied_by + "' until " +
         time(entry->expires_at) + (entry->triggered ? " triggered at " : " not triggered at ") +
         time(entry->triggered_at) + " for '" + entry->fingerprint + "' pending '" +
         entry->pending + "'";
}
inline std::string shown(const model::BranchView& view) {
  std::string text = "branch '" + view.branch + (view.read_only ? "' read-only\n" : "'\n");
  for (const auto& [name, record] : view.records) {
    text += name + ": root " + shown(record.root) + "; own " + shown(record.own) + "; permanent " +
            shown(record.permanent) + "\n";
  }
  return text;
}

inline bool is_satisfied(const model::BranchView& view, std::string_view requirement) {
  const model::RequirementRecord* const record = view.find(requirement);
  return record != nullptr && record->own && record->own->satisfied;
}

}  // namespace store

// A run that has everything a run can have, for tests that must not miss a field.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace model {

// Every object inside `json`, itself included, by its path.
inline void collect_objects(const base::Json& json, const std::string& path,
                            std::vector<std::string>& paths) {
  if (json.is_object()) paths.push_back(path);
  if (!json.is_structured()) return;
  for (const auto& item : json.items()) {
    collect_objects(item.value(), path + "/" + item.key(), paths);
  }
}

// Known keys stand in the order of our writer and unknown ones ("x-…") behind them, so that what is
// read and written again is the same text.
inline constexpr std::string_view kFullRunText = R"({
  "sessionId": "cad0ac4d-3933-45ad-9a1c-14aec05bb940",
  "currentMode": "planning",
  "modeHistory": [
    {"mode": "analysis", "timestamp": "2026-01-18T09:00:00.000Z", "x-mode": [1, {"deep": null}]},
    {"mode": "planning", "timestamp": "2026-01-18T09:10:00.000Z", "reason": "spec read",
     "actor": "cli"}
  ],
  "protocolStartComplete": true,
  "protocolEndComplete": false,
  "protocolStartEvidence": {"CONTEXT_RETRIEVAL": "HANDOFF.md hash: abc123", "SERENA_INIT": "ok"},
  "protocolEndEvidence": {"GIT_COMMIT": "abcdef0"},
  "orchestratorWorkflow": {
    "activeAgent": "implementer",
    "workflowPhase": "implementation",
    "agentHistory": [
      {"id": "i-1", "agent": "architect", "startedAt": "2026-01-18T09:01:00.000Z",
       "completedAt": "2026-01-18T09:02:00.000Z", "status": "completed",
       "input": {"prompt": "Design it", "context": {"depth": {"of": ["any", 1.5, true, null]}},
                 "artifacts": ["spec.md"], "x-input": 1},
       "output": {"artifacts": ["design.md"], "summary": "done", "recommendations": ["small steps"],
                  "blockers": ["none"], "x-output": {"a": []}},
       "handoffFrom": "orchestrator", "handoffTo": "implementer", "handoffReason": "design is ready",
       "x-invocation": "kept"},
      {"id": "i-2", "agent": "implementer", "startedAt": "2026-01-18T09:03:00.000Z",
       "completedAt": null, "status": "in_progress",
       "input": {"prompt": "Build it", "context": {}, "artifacts": []}, "output": null,
       "handoffFrom": "architect", "handoffTo": null, "handoffReason": ""}
    ],
    "decisions": [
      {"id": "d-1", "type": "architectural", "description": "one writer", "rationale": "races",
       "decidedBy": "architect", "approvedBy": ["security", "qa"], "rejectedBy": ["critic"],
       "timestamp": "2026-01-18T09:02:00.000Z", "x-decision": 7}
    ],
    "verdicts": [
      {"id": "v-1", "agent": "security", "decision": "conditional", "confidence": 0.75,
       "reasoning": "keys", "conditions": ["rotate"], "blockers": ["leak"],
       "timestamp": "2026-01-18T09:02:30.000Z", "x-verdict": false},
      {"agent": "qa", "decision": "approve", "confidence": 1.0, "reasoning": "",
       "timestamp": "2026-01-18T09:02:40.000Z"}
    ],
    "pendingHandoffs": [
      {"id": "h-1", "fromAgent": "implementer", "toAgent": "qa", "reason": "ready",
       "context": "branch x", "artifacts": ["a.cpp"], "preservedContext": {"k": [1, 2]},
       "createdAt": "2026-01-18T09:04:00.000Z", "x-handoff": "h"}
    ],
    "compactionHistory": [
      {"notePath": "sessions/session-cad0ac4d-3933-45ad-9a1c-14aec05bb940-history-1768726800000",
       "compactedAt": "2026-01-18T09:00:00.000Z", "count": 8,
       "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
       "x-compaction": 0.5}
    ],
    "startedAt": "2026-01-18T09:00:30.000Z",
    "lastAgentChange": "2026-01-18T09:03:00.000Z",
    "x-workflow": ["w"]
  },
  "activeFeature": "2026-01-18_signing_ab12",
  "activeTask": "3",
  "version": 41,
  "createdAt": "2026-01-18T09:00:00.000Z",
  "updatedAt": "2026-01-18T09:04:00.000Z",
  "projectId": "0123456789abcdef",
  "keyId": "fedcba9876543210",
  "host": "claude-code",
  "hostSessionId": "CAD0AC4D-3933-45AD-9A1C-14AEC05BB940",
  "owner": {"host": "box", "boot_id": "b-1", "pid": 4242, "pid_start": 18446744073709551615,
            "x-owner": 1},
  "heartbeatAt": "2026-01-18T09:04:00.000Z",
  "endedAt": "2026-01-18T10:00:00.000Z",
  "endReason": "logout",
  "pause": {"until": "2026-01-18T09:30:00.000Z", "reason": "lunch", "actor": "cli", "x-pause": 2},
  "worktree": "/home/dev/project",
  "transcriptPath": "/home/dev/.claude/t.jsonl",
  "resumedFrom": "00000000-0000-4000-8000-000000000000",
  "protocol": {"session_id": "2026-01-18-session-01", "objective": "Add a login form",
               "branch": "main", "starting_commit": "1f0c22aa",
               "started_at": "2026-01-18T09:00:00Z", "current_phase": "WORKING",
               "phases_completed": ["SERENA_INIT"], "checklist": {"start": [], "end": []},
               "evidence": {}, "gates": {}, "violations": [], "x-protocol": "newer"},
  "x-run": {"newer": ["writer", 18446744073709551615]}
})";

}  // namespace model

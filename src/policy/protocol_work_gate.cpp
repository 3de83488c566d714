// The gates of the session's end, which are judged on its work.
#include <algorithm>

#include "base/text.h"
#include "policy/protocol_judge.h"

namespace policy {
namespace {

using model::GateResult;

// Outside git, and where the start is gone, nobody can tell.
bool has_no_files(const WorkFacts& work) {
  return work.is_git && work.is_known && work.files.empty();
}

// A protocol whose HANDOFF.md is not the sessions' to write has a row MUST NOT about it (SC-44).
bool forbids_handoff(const model::Protocol& protocol) {
  const auto& end = protocol.checklist.end;
  return std::any_of(end.begin(), end.end(), [](const model::ChecklistItem& item) {
    return item.req == "MUST NOT" && base::to_lower(item.step).find("handoff") != std::string::npos;
  });
}

// What the documents lack; empty where nothing.
std::string handoff_objection(const model::Protocol& protocol, const HandoffFacts& handoff) {
  const bool is_unchanged = handoff.hash.value_or("") == protocol.handoff_hash;
  if (forbids_handoff(protocol)) {
    return is_unchanged ? "" : "HANDOFF.md was changed, which the protocol forbids";
  }
  return is_unchanged ? "HANDOFF.md has not been updated since the start" : "";
}

std::string lint_name(const model::Config& config) {
  constexpr std::size_t kBytesMax = 200;
  const std::string command = base::join(config.protocol_lint_command, " ");
  return "`" + std::string(base::clip_utf8(command, kBytesMax)) + "`";
}

std::string with_detail(std::string text, const std::string& detail) {
  constexpr std::size_t kBytesMax = 2048;
  const std::string_view shown = base::clip_utf8(base::trim(detail), kBytesMax);
  return shown.empty() ? text : text + ": " + std::string(shown);
}

bool is_approving(const std::string& verdict) {
  return verdict == "approve" || verdict == "conditional";
}

}  // namespace

GateResult judge_docs_update(const model::Protocol& protocol, const ProtocolFacts& facts) {
  const bool is_forbidden = forbids_handoff(protocol);
  const bool was_deleted = !facts.handoff.hash && !protocol.handoff_hash.empty();
  if (!facts.handoff.hash && !(is_forbidden && was_deleted)) return gate_skipped("no HANDOFF.md");
  if (has_no_files(facts.work)) return gate_skipped("no changes");
  std::vector<std::string> missing;
  const std::string objection = handoff_objection(protocol, facts.handoff);
  if (!objection.empty()) missing.push_back(objection);
  if (!facts.log.open_steps.empty()) {
    missing.push_back("not ticked in the session log: " + short_list(facts.log.open_steps));
  }
  if (!missing.empty()) return gate_fail(base::join(missing, "; "));
  return gate_pass(is_forbidden ? "HANDOFF.md unchanged, session log complete"
                                : "HANDOFF.md updated, session log complete");
}

GateResult judge_quality_checks(const LintFacts& lint, const model::Config& config) {
  using State = LintFacts::State;
  switch (lint.state) {
    case State::not_configured:
      return gate_skipped(with_detail("no lint command is configured", lint.detail));
    case State::not_trusted:
      return gate_skipped(
          with_detail("the project is not trusted to run its lint command", lint.detail));
    case State::nothing_to_check:
      return gate_skipped(with_detail("no markdown changed", lint.detail));
    case State::unavailable:
      return gate_fail(with_detail(lint_name(config) + " could not be run", lint.detail));
    case State::timed_out:
      return gate_fail(with_detail(lint_name(config) + " did not end in time", lint.detail));
    case State::ran:
      break;
  }
  const std::string ended = lint_name(config) + " ended with " + std::to_string(lint.exit_code);
  return lint.exit_code == 0 ? gate_pass(ended) : gate_fail(with_detail(ended, lint.detail));
}

GateResult judge_qa_validation(const ProtocolFacts& facts, const model::Config& config) {
  const QaFacts& qa = facts.qa;
  const WorkFacts& work = facts.work;
  if (qa.report && qa.report_is_fresh) return gate_pass("QA report: " + *qa.report);
  if (qa.verdict && is_approving(*qa.verdict)) return gate_pass("qa verdict: " + *qa.verdict);
  if (!work.is_git) return gate_skipped("SKIPPED: not a git repository");
  if (has_no_files(work)) return gate_skipped("SKIPPED: no changes");
  if (work.is_known && are_documentation(work.files, config.protocol_docs_globs)) {
    return gate_skipped("SKIPPED: docs-only");
  }
  if (qa.investigation_only) return gate_skipped("SKIPPED: investigation-only");
  if (qa.report) {
    return gate_fail("The QA report is older than the last change of code: " + *qa.report);
  }
  return gate_fail("No QA report in " + config.protocol_qa_dir +
                   " names the session, and no verdict of the agent qa is on this code");
}

GateResult judge_git_commit(const WorkFacts& work) {
  if (!work.is_git) return gate_skipped("not a git repository");
  if (!work.is_known) {
    // Only a commit can have moved the start away, so a clean tree is all that can be asked.
    return work.is_clean ? gate_pass("Clean, HEAD " + work.commit + "; the starting commit is gone")
                         : gate_fail("Not committed: " + short_list(work.open_files));
  }
  if (work.files.empty() && work.commits_since == 0) return gate_skipped("no changes");
  if (work.commits_since >= 1 && work.is_clean) {
    return gate_pass(std::to_string(work.commits_since) +
                     (work.commits_since == 1 ? " commit" : " commits") +
                     " since the start, HEAD " + work.commit);
  }
  const std::string what =
      work.commits_since == 0 ? "No commit since the start" : "Not everything is committed";
  return gate_fail(work.open_files.empty() ? what : what + ": " + short_list(work.open_files));
}

}  // namespace policy

#include "engine/protocol_facts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/text.h"
#include "engine/inside.h"
#include "engine/protocol_work.h"
#include "engine/trust.h"
#include "store/protocol_document.h"
#include "store/session_log.h"

namespace engine {
namespace {

constexpr std::uint64_t kDocumentBytesMax = 4ULL * 1024 * 1024;
constexpr std::size_t kReportHeadBytes = 64U * 1024;
constexpr base::Millis kLintTimeout{120'000};
constexpr std::size_t kLintOutputBytes = 1500;

bool is_markdown(const std::string& file) {
  const std::string lower = base::to_lower(file);
  return lower.ends_with(".md") || lower.ends_with(".markdown");
}

// The document's text; nothing where it is missing, too large or leads out of the project.
std::optional<std::string> read_inside(Stores& stores, const std::string& name) {
  const auto inside = file_inside(stores.system.files, stores.project.root, name);
  if (!inside.ok()) return std::nullopt;
  auto text =
      stores.system.files.read(stores.project.root / *inside, {.bytes_max = kDocumentBytesMax});
  if (!text.ok()) return std::nullopt;
  return *std::move(text);
}

// MUST rows of the log that are to be ticked by the time the documents are done.
std::vector<std::string> open_steps(const std::string& name, const std::string& text) {
  std::vector<std::string> steps;
  const auto log = store::read_session_log(name, text);
  if (!log.ok()) return steps;
  const auto add = [&](const model::ChecklistItem& item) {
    if (item.req == "MUST" && !item.done && !item.extra.get().is_object()) {
      steps.push_back(item.step);
    }
  };
  for (const model::ChecklistItem& item : log->checklist.start) add(item);
  for (const model::ChecklistItem& item : log->checklist.end) {
    // What comes after the documents cannot be ticked yet.
    if (item.gate == name_of(model::ProtocolGate::docs_update)) add(item);
  }
  return steps;
}

// Whether the log says that this session only looked.
bool says_investigation_only(const std::string& text) {
  return text.find("SKIPPED: investigation-only") != std::string::npos;
}

bool is_newer_verdict(const model::Verdict& verdict, std::int64_t changed_ns) {
  const auto at = base::instant_from_iso(verdict.timestamp);
  if (!at.ok()) return false;
  const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(at->time_since_epoch());
  // Verdicts have milliseconds, files nanoseconds.
  constexpr std::int64_t kMilli = 1'000'000;
  return since.count() + kMilli >= changed_ns;
}

}  // namespace

std::optional<std::string> handoff_hash(Stores& stores) {
  const auto text = read_inside(stores, stores.config.protocol_handoff);
  if (!text) return std::nullopt;
  return base::to_hex(base::sha256(*text));
}

std::string log_path_of(const model::Protocol& protocol) {
  return protocol.log_path.empty() ? ".agents/sessions/" + protocol.session_id + ".md"
                                   : protocol.log_path;
}

const policy::WorkFacts& ProtocolFactFinder::work(const model::Protocol& protocol) {
  if (work_) return *work_;
  auto found = work_facts(stores_, protocol);
  if (found.ok()) {
    work_ = *std::move(found);
  } else {
    work_problem_ = found.error().message;
    work_.emplace();
    work_->is_git = true;
    work_->is_known = false;
    work_->is_clean = false;
  }
  return *work_;
}

policy::MemoryFacts ProtocolFactFinder::memory() { return {stores_.memory().list().ok()}; }

policy::SkillFacts ProtocolFactFinder::skills() {
  const std::string& folder = stores_.config.protocol_skills_dir;
  policy::SkillFacts facts;
  facts.folder_is_default = !stores_.config.lines.contains("protocol.skills_dir");
  if (folder.empty()) return facts;
  const auto info = stores_.system.files.info(stores_.project.root / folder);
  facts.folder_exists = info.ok() && info->kind == os::FileKind::folder;
  return facts;
}

policy::HandoffFacts ProtocolFactFinder::handoff() { return {handoff_hash(stores_)}; }

policy::LogFacts ProtocolFactFinder::log(const model::Protocol& protocol) {
  using State = policy::LogFacts::State;
  const std::string name = log_path_of(protocol);
  const auto info = stores_.system.files.link_info(stores_.project.root / name);
  if (!info.ok()) return {State::missing, {}};
  if (info->kind != os::FileKind::regular) return {State::not_a_file, {}};
  if (info->size == 0) return {State::empty, {}};
  policy::LogFacts facts{State::there, {}};
  if (const auto text = read_inside(stores_, name)) {
    facts.open_steps = open_steps(os::Path(name).filename().native(), *text);
  }
  return facts;
}

policy::LintFacts ProtocolFactFinder::lint(const model::Protocol& protocol) {
  using State = policy::LintFacts::State;
  if (stores_.config.protocol_lint_command.empty()) return {State::not_configured, 0, ""};
  const auto& changed = work(protocol);
  if (changed.is_git && changed.is_known &&
      std::none_of(changed.files.begin(), changed.files.end(), is_markdown)) {
    return {State::nothing_to_check, 0, ""};
  }
  if (!is_trusted(stores_)) return {State::not_trusted, 0, ""};
  if (lint_) return *lint_;
  const auto done = stores_.system.processes.run({.argv = stores_.config.protocol_lint_command,
                                                  .folder = stores_.project.root,
                                                  .input = "",
                                                  .environment = {{"LC_ALL", "C"}},
                                                  .timeout = kLintTimeout});
  if (done.ok()) {
    const std::string_view text =
        base::trim(done->output.empty() ? done->error_output : done->output);
    lint_ = {State::ran, done->exit_code, std::string(base::clip_utf8(text, kLintOutputBytes))};
  } else {
    const bool missing = done.error().code == base::Code::not_found;
    lint_ = {missing ? State::unavailable : State::timed_out, 0, done.error().message};
  }
  return *lint_;
}

policy::QaFacts ProtocolFactFinder::qa(const model::Run& run) {
  const model::Protocol& protocol = *run.protocol;
  std::vector<std::string> code;
  for (const std::string& file : work(protocol).files) {
    if (!policy::is_documentation(file, stores_.config.protocol_docs_globs)) code.push_back(file);
  }
  const std::int64_t changed_ns = newest_change_ns(stores_, code);
  policy::QaFacts facts;
  std::int64_t newest_ns = -1;
  const std::string& folder = stores_.config.protocol_qa_dir;
  const auto names = stores_.system.files.list(stores_.project.root / folder);
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>{}) {
    const auto info = stores_.system.files.link_info(stores_.project.root / folder / name);
    if (!info.ok() || info->kind != os::FileKind::regular || info->mtime_ns <= newest_ns) continue;
    std::string path = folder + "/" + name;
    bool is_ours = name.find(protocol.session_id) != std::string::npos;
    if (!is_ours) {
      const auto text = read_inside(stores_, path);
      is_ours =
          text && std::string_view(*text).substr(0, kReportHeadBytes).find(protocol.session_id) !=
                      std::string_view::npos;
    }
    if (!is_ours) continue;
    newest_ns = info->mtime_ns;
    facts.report = std::move(path);
    facts.report_is_fresh = info->mtime_ns >= changed_ns;
  }
  if (run.workflow) {
    for (const model::Verdict& verdict : run.workflow->verdicts) {
      const bool lets_pass = verdict.decision.is(model::VerdictDecision::approve) ||
                             verdict.decision.is(model::VerdictDecision::conditional);
      const bool is_fresh = is_newer_verdict(verdict, changed_ns) &&
                            verdict.timestamp >= protocol.started_at.substr(0, 19);
      if (!verdict.agent.is(model::Agent::qa) || !is_fresh) continue;
      facts.verdict.reset();  // The last one counts.
      if (lets_pass) facts.verdict = verdict.decision.text();
    }
  }
  const auto text = read_inside(stores_, log_path_of(protocol));
  facts.investigation_only = code.empty() && text && says_investigation_only(*text);
  return facts;
}

policy::ProtocolFacts ProtocolFactFinder::facts_for(model::ProtocolGate gate,
                                                    const model::Run& run) {
  using Gate = model::ProtocolGate;
  const model::Protocol& protocol = *run.protocol;
  policy::ProtocolFacts facts;
  switch (gate) {
    case Gate::serena_init:
      facts.memory = memory();
      break;
    case Gate::skill_validation:
      facts.skills = skills();
      break;
    case Gate::context_retrieval:
      facts.handoff = handoff();
      break;
    case Gate::session_log:
      facts.log = log(protocol);
      break;
    case Gate::git_state:
    case Gate::git_commit:
      facts.work = work(protocol);
      break;
    case Gate::docs_update:
      facts.work = work(protocol);
      facts.handoff = handoff();
      facts.log = log(protocol);
      break;
    case Gate::quality_checks:
      facts.work = work(protocol);
      facts.lint = lint(protocol);
      break;
    case Gate::qa_validation:
      facts.work = work(protocol);
      facts.qa = qa(run);
      break;
  }
  return facts;
}

model::GateResult ProtocolFactFinder::judge(model::ProtocolGate gate, const model::Run& run) {
  model::GateResult result =
      policy::judge_gate(gate, *run.protocol, facts_for(gate, run), stores_.config);
  const bool asks_git = !policy::is_start_gate(gate) || gate == model::ProtocolGate::git_state;
  if (asks_git && !work_problem_.empty() && result.status.is(model::GateStatus::fail)) {
    result.evidence += result.evidence.empty() ? work_problem_ : " (" + work_problem_ + ")";
  }
  result.at = base::to_iso(stores_.system.clock.now());
  return result;
}

}  // namespace engine

#include "bench/fixture.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "bench/host_events.h"
#include "bench/requirements.h"

namespace bench {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRunOf4Kb = "00000004-0000-4000-8000-000000000001";
constexpr std::string_view kRunOf64Kb = "00000064-0000-4000-8000-000000000002";
constexpr std::string_view kRunOf1Mb = "00001024-0000-4000-8000-000000000003";
constexpr std::string_view kRunInPlanning = "0000de4e-0000-4000-8000-000000000004";
constexpr std::string_view kRunOfSetState = "00005e75-0000-4000-8000-000000000005";
constexpr long kHookPeakBytesMax = 6'000'000;
constexpr int kSessionsOfACrowd = 500;

std::string event(std::string_view name, std::string_view run, const fs::path& folder,
                  std::string_view more) {
  return fmt::format(R"({{"session_id":"{}","transcript_path":"{}/transcript.jsonl","cwd":"{}",)"
                     R"("permission_mode":"default","hook_event_name":"{}",{}}})",
                     run, folder.string(), folder.string(), name, more);
}

// As agents write them: a pipe, a loop, a list, quotes; nothing that writes.
constexpr std::string_view kCommandOf200 =
    R"(cd src && grep -rn \"TODO\" --include='*.cpp' . | sort | uniq -c | head -20; )"
    R"(for f in *.h; do wc -l \"$f\"; done && git log --oneline -5 2>/dev/null || echo \"none of )"
    R"(them\" # and that is all of it)";

std::string bash_event(std::string_view run, const fs::path& folder, std::size_t bytes) {
  std::string command(kCommandOf200);
  while (command.size() < bytes) command.append("\\n").append(kCommandOf200);
  return event("PreToolUse", run, folder,
               fmt::format(R"("tool_name":"Bash","tool_input":{{"command":"{}",)"
                           R"("description":"Look around"}},"tool_use_id":"toolu_1")",
                           command));
}

std::string status_of(std::string_view run, const fs::path& folder) {
  return fmt::format(
      R"({{"session_id":"{}","cwd":"{}","model":{{"id":"m","display_name":"M"}},)"
      R"("workspace":{{"current_dir":"{}","project_dir":"{}","added_dirs":[]}},)"
      R"("cost":{{"total_cost_usd":0.42}},"context_window":{{"used_percentage":42}}}})",
      run, folder.string(), folder.string(), folder.string());
}

std::string write_event(std::string_view run, const fs::path& folder) {
  return event("PreToolUse", run, folder,
               fmt::format(R"("tool_name":"Write","tool_input":{{"file_path":"{}/hello.txt",)"
                           R"("content":"hello\n"}},"tool_use_id":"toolu_1")",
                           folder.string()));
}

// Plain words: nothing here may look like a secret, or redaction would change the size.
std::string words(std::size_t bytes) {
  constexpr std::string_view kWords = "the smaller interface is kept and its tests stay with it ";
  std::string text;
  while (text.size() < bytes) text += kWords;
  text.resize(bytes);
  return text;
}

Environment environment_of(const fs::path& home) {
  return {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + home.string(),
          "XDG_CONFIG_HOME=" + (home / ".config").string(),
          "XDG_STATE_HOME=" + (home / ".local/state").string(),
          "XDG_DATA_HOME=" + (home / ".local/share").string()};
}

std::string stop_event(std::string_view run, const fs::path& folder) {
  return event("Stop", run, folder,
               R"("stop_hook_active":false,"last_assistant_message":"That is done.")");
}

std::string decision(std::size_t field_bytes) {
  const std::string text = words(field_bytes);
  return fmt::format(
      R"({{"type":"technical","description":"{}","rationale":"{}","decidedBy":"architect"}})", text,
      text);
}

}  // namespace

Fixture::Fixture(fs::path program, fs::path folder)
    : program_(std::move(program)),
      folder_(std::move(folder)),
      environment_(environment_of(folder_ / "home")),
      joined_environment_(environment_of(folder_ / "home-joined")) {}

base::Result<Fixture> Fixture::create(fs::path program, fs::path folder) {
  Fixture fixture(std::move(program), std::move(folder));
  TRY(fixture.prepare());
  return fixture;
}

base::Result<void> Fixture::prepare() const {
  std::error_code error;
  for (const char* name : {"home", "project", "plain"}) {
    fs::create_directories(folder_ / name, error);
    if (error) return base::Error{base::Code::io, folder_.string() + ": " + error.message(), ""};
    if (name == std::string_view("home")) continue;
    TRY_ASSIGN(const auto made, spawn({{"git", "init", "-q"}, folder_ / name, ""}, environment_));
    if (made.exit_code != 0) return base::Error{base::Code::failed, "git init: " + made.output, ""};
  }
  TRY(call({"init", "--yes"}, ""));
  TRY(crowd());
  TRY(require("required", 50));
  TRY(require("required-little", 5));
  TRY(require("required-anew", 50));
  TRY(join());
  for (const auto run : {kRunOf4Kb, kRunOf64Kb, kRunOf1Mb, kRunInPlanning, kRunOfSetState}) {
    TRY(start_run(run));
  }
  TRY(grow_note(kRunOf4Kb, 4U << 10U));
  TRY(grow_note(kRunOf64Kb, 64U << 10U));
  TRY(grow_note(kRunOf1Mb, 1U << 20U));
  TRY(grow_note(kRunInPlanning, 4U << 10U));
  TRY(grow_note(kRunOfSetState, 4U << 10U));
  return call({"session", "mode", "planning", "--session", std::string(kRunInPlanning)}, "");
}

base::Result<void> Fixture::crowd() const {
  const fs::path crowded = folder_ / "crowded";
  std::error_code error;
  fs::create_directories(crowded / ".git", error);
  fs::copy(project() / ".git", crowded / ".git", fs::copy_options::recursive, error);
  fs::copy(project() / ".holdfast", crowded / ".holdfast", fs::copy_options::recursive, error);
  if (error) return base::Error{base::Code::io, crowded.string() + ": " + error.message(), ""};
  for (int i = 0; i < kSessionsOfACrowd; ++i) {
    const std::string run = fmt::format("0000c0de-0000-4000-8000-{:012}", i);
    for (const char* name : {"SessionStart", "SessionEnd"}) {
      TRY_ASSIGN(const auto done, spawn({{program_.string(), "hook", name},
                                         crowded,
                                         event(name, run, crowded, R"("reason":"other")")},
                                        environment_));
      if (done.exit_code != 0) return base::Error{base::Code::failed, done.output, ""};
    }
  }
  return {};
}

base::Result<void> Fixture::require(const std::string& name, int sessions) const {
  const fs::path required = folder_ / name;
  std::error_code error;
  fs::create_directories(required / ".claude", error);
  TRY_ASSIGN(const auto made,
             spawn({{"git", "init", "-q", "-b", "feature/auth"}, required, ""}, environment_));
  TRY_ASSIGN(const auto opted,
             spawn({{program_.string(), "init", "--yes"}, required, ""}, environment_));
  if (made.exit_code != 0 || opted.exit_code != 0) {
    return base::Error{base::Code::failed, made.output + opted.output, ""};
  }
  std::ofstream(required / ".claude/requirements.yaml") << requirements_yaml();
  const fs::path state = required / ".git/requirements/feature-auth.json";
  fs::create_directories(state.parent_path(), error);
  std::ofstream(state) << branch_state("feature/auth", kRunOf4Kb, sessions);
  TRY_ASSIGN(const auto begun,
             spawn({{program_.string(), "hook", "SessionStart"},
                    required,
                    event("SessionStart", kRunOf4Kb, required, R"("source":"startup")")},
                   environment_));
  if (begun.exit_code != 0) return base::Error{base::Code::failed, begun.output, ""};
  return {};
}

base::Result<void> Fixture::join() const {
  const fs::path joined = folder_ / "joined";
  const fs::path mark = folder_ / "home-joined/.local/state/holdfast/fleet/joined";
  std::error_code error;
  fs::create_directories(joined, error);
  fs::create_directories(mark.parent_path(), error);
  const std::string run(kRunOf4Kb);
  for (const Command& command : std::vector<Command>{
           {{"git", "init", "-q"}, joined, ""},
           {{program_.string(), "init", "--yes"}, joined, ""},
           {{program_.string(), "hook", "SessionStart"},
            joined,
            event("SessionStart", run, joined, R"("source":"startup")")},
           {{program_.string(), "decision", "add", "--session", run, "--input", "-"},
            joined,
            decision(1250)}}) {
    TRY_ASSIGN(const auto done, spawn(command, joined_environment_));
    if (done.exit_code != 0) return base::Error{base::Code::failed, done.output, ""};
  }
  // What the hook starts finds no address and ends at once: only the hook is measured.
  std::ofstream(mark) << "joined\n";
  return {};
}

base::Result<void> Fixture::start_run(std::string_view run) const {
  return call({"hook", "SessionStart"},
              event("SessionStart", run, project(), R"("source":"startup")"));
}

base::Result<void> Fixture::grow_note(std::string_view run, std::uintmax_t bytes) const {
  // What a decision takes besides its two texts, and the most that one text may have.
  constexpr std::uintmax_t kDecisionBytes = 500;
  constexpr std::uintmax_t kFieldBytesMax = 15'000;
  const fs::path note =
      project() / ".git/holdfast/notes/sessions" / fmt::format("session-{}.json", run);
  std::error_code error;
  std::uintmax_t size = fs::file_size(note, error);
  while (!error && size + kDecisionBytes < bytes) {
    const auto field =
        std::clamp<std::uintmax_t>((bytes - size - kDecisionBytes) / 2, 1, kFieldBytesMax);
    TRY(call({"decision", "add", "--session", std::string(run), "--input", "-"}, decision(field)));
    const std::uintmax_t before = std::exchange(size, fs::file_size(note, error));
    if (size <= before) break;
  }
  if (error) return base::Error{base::Code::io, note.string() + ": " + error.message(), ""};
  if (size < bytes * 8 / 10 || size > bytes * 12 / 10) {
    return base::Error{base::Code::failed,
                       fmt::format("{}: {} bytes instead of {}", note.string(), size, bytes), ""};
  }
  return {};
}

base::Result<void> Fixture::call(std::vector<std::string> arguments, std::string input) const {
  const std::string doing = fmt::format("{} {}", arguments[0], arguments[1]);
  arguments.insert(arguments.begin(), program_.string());
  TRY_ASSIGN(const auto outcome,
             spawn({std::move(arguments), project(), std::move(input)}, environment_));
  if (outcome.exit_code == 0) return {};
  return base::Error{base::Code::failed,
                     fmt::format("{}: exit {}: {}", doing, outcome.exit_code, outcome.output), ""};
}

std::string Fixture::allowed_event() const { return write_event(kRunOf4Kb, project()); }

Case Fixture::hook_case(std::string name, Limits limits, Answer answer,
                        std::string_view run) const {
  const fs::path folder = answer == Answer::silent ? folder_ / "plain" : project();
  return {.name = std::move(name),
          .limits = limits,
          .peak_bytes_max = kHookPeakBytesMax,
          .answer = answer,
          .command = {{program_.string(), "hook", "PreToolUse"}, folder, write_event(run, folder)}};
}

Case Fixture::event_case(std::string name, std::optional<Limits> limits,
                         std::string_view event_name, std::string payload,
                         const fs::path& folder) const {
  return {.name = std::move(name),
          .limits = limits,
          .peak_bytes_max = limits ? std::optional(kHookPeakBytesMax) : std::nullopt,
          .answer = Answer::allowed,
          .command = {
              {program_.string(), "hook", std::string(event_name)}, folder, std::move(payload)}};
}

void Fixture::add_host_cases(std::vector<Case>& cases) const {
  const fs::path crowded = folder_ / "crowded";
  const fs::path required = folder_ / "required";
  const fs::path little = folder_ / "required-little";
  cases.push_back(event_case("allowed, 20 requirements, 50 sessions", Limits{1.8, 1.5},
                             "PreToolUse", write_event(kRunOf4Kb, required), required));
  cases.push_back(event_case("allowed, 20 requirements, 5 sessions", Limits{1.8, 1.5}, "PreToolUse",
                             write_event(kRunOf4Kb, little), little));
  const fs::path anew = folder_ / "required-anew";
  cases.push_back(event_case("the same after a change of the rules", Limits{5.0, 5.0}, "PreToolUse",
                             write_event(kRunOf4Kb, anew), anew));
  cases.back().touched = anew / ".claude/requirements.yaml";
  cases.push_back(event_case("Bash allowed, 200 characters", Limits{1.7, 1.4}, "PreToolUse",
                             bash_event(kRunInPlanning, project(), 200), project()));
  cases.push_back(event_case("Bash allowed, 10 KB of shell", Limits{3.0, 2.0}, "PreToolUse",
                             bash_event(kRunInPlanning, project(), 10'000), project()));
  cases.push_back(event_case(
      "PostToolUse", Limits{1.7, 1.3}, "PostToolUse",
      event("PostToolUse", kRunOf4Kb, project(),
            R"("tool_name":"Write","tool_use_id":"toolu_1","tool_input":{},"tool_response":{})"),
      project()));
  cases.push_back(
      event_case("Stop", Limits{3.0, 2.0}, "Stop", stop_event(kRunOf4Kb, project()), project()));
  const fs::path joined = folder_ / "joined";
  cases.push_back(event_case("Stop, joined fleet", Limits{4.0, 3.0}, "Stop",
                             stop_event(kRunOf4Kb, joined), joined));
  cases.back().environment = joined_environment_;
  cases.push_back(
      {.name = "statusline",
       .limits = Limits{2.0, 1.5},
       .answer = Answer::done,
       .command = {{program_.string(), "statusline"}, project(), status_of(kRunOf4Kb, project())}});
  // Not part of a turn, but what it costs grows with the sessions of a project.
  for (const fs::path& folder : {project(), crowded}) {
    const std::string name =
        fmt::format("SessionStart, {} sessions", folder == crowded ? kSessionsOfACrowd + 1 : 5);
    cases.push_back(event_case(name, std::nullopt, "SessionStart",
                               event("SessionStart", kRunOf4Kb, folder, R"("source":"resume")"),
                               folder));
  }
}

std::vector<Case> Fixture::cases() const {
  std::vector<Case> cases;
  cases.push_back({.name = "/bin/true", .command = {{"/bin/true"}, project(), allowed_event()}});
  cases.push_back(
      hook_case("PreToolUse allowed, 4 KB note", {1.5, 1.2}, Answer::allowed, kRunOf4Kb));
  cases.push_back(
      hook_case("PreToolUse allowed, 64 KB note", {2.0, 1.5}, Answer::allowed, kRunOf64Kb));
  cases.push_back(
      hook_case("PreToolUse allowed, 1 MB note", {6.0, 4.0}, Answer::allowed, kRunOf1Mb));
  cases.push_back(hook_case("PreToolUse denied", {1.6, 1.3}, Answer::denied, kRunInPlanning));
  cases.push_back(hook_case("project not opted in", {1.3, 1.0}, Answer::silent, kRunOf4Kb));
  cases.push_back({.name = "session set-state, durable",
                   .limits = Limits{3.0, 2.2},
                   .answer = Answer::done,
                   .command = {{program_.string(), "session", "set-state", "--session",
                                std::string(kRunOfSetState), "activeTask=x"},
                               project(),
                               ""},
                   .numbered = true});
  add_host_cases(cases);
  // The same ratio whoever asks.
  for (HostCall& call : write_of_every_host(kRunOf4Kb, project())) {
    cases.push_back(event_case("PreToolUse allowed, " + call.host, Limits{1.5, 1.2}, call.event,
                               std::move(call.payload), project()));
    cases.back().command.arguments.insert(cases.back().command.arguments.end(),
                                          {"--host", call.host});
  }
  return cases;
}

base::Result<void> check_answer(const Case& measured, const Outcome& outcome) {
  const bool denies = outcome.output.find(R"("deny")") != std::string::npos;
  bool right = outcome.exit_code == 0;
  switch (measured.answer) {
    case Answer::silent:
      right = right && outcome.output.empty();
      break;
    case Answer::allowed:
      right = right && !denies;
      break;
    case Answer::denied:
      right = right && denies;
      break;
    case Answer::done:
      break;
  }
  if (right) return {};
  return base::Error{base::Code::failed,
                     fmt::format("{}: not what it should answer: exit {}: {}", measured.name,
                                 outcome.exit_code, outcome.output),
                     ""};
}

}  // namespace bench

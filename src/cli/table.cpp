#include "cli/table.h"

#include <array>

#include "cli/commands/all.h"

namespace cli {
namespace {

constexpr std::array kCommands{
    Command{"init", "Opt the project in: configuration, secret, the host's hooks and its MCP entry",
            "holdfast init\n"
            "holdfast init --host codex --host gemini\n"
            "holdfast init --yes --scope project\n"
            "holdfast init --yes --strict --operator",
            run_init},
    Command{"uninstall", "Take out exactly what `init` put in",
            "holdfast uninstall\n"
            "holdfast uninstall --host codex\n"
            "holdfast uninstall --scope project",
            run_uninstall},
    Command{"hooks print", "Print the hook entries as the host's JSON, to install them by hand",
            "holdfast hooks print\nholdfast hooks print --host cursor", run_hooks_print},
    Command{"trust", "Let commands that the project's own files name run on this machine",
            "holdfast trust\nholdfast trust --revoke", run_trust},
    Command{"secret rotate", "Make a new signing key; the old one is kept for verifying",
            "holdfast secret rotate", run_secret_rotate},
    Command{"hook", "Answer one event of a host, read from standard input",
            "holdfast hook PreToolUse <event.json", run_hook},
    Command{"gate check", "Say what the gate would decide about a tool, without a trace",
            "holdfast gate check Write\n"
            "holdfast gate check Write --input '{\"file_path\":\"src/a.cpp\"}' --json",
            run_gate_check},
    Command{"why", "Explain a decision of the gate: its rule, what is missing, the next step",
            "holdfast why\n"
            "holdfast why 7d1054b6-42 --replay",
            run_why},
    Command{"status", "Show where a session stands", "holdfast status\nholdfast status --json",
            run_status},
    Command{"statusline", "Print one line for the host's status bar, from its JSON",
            "holdfast statusline <status.json", run_statusline},
    Command{"doctor", "Find what is wrong with the installation or the state, and repair it",
            "holdfast doctor\nholdfast doctor --fix\nholdfast doctor --host cursor", run_doctor},
    Command{"pause", "Switch blocking off for a session for a while; it ends by itself",
            "holdfast pause --for 10m --reason 'fixing the build by hand'", run_pause},
    Command{"resume", "End a pause", "holdfast resume", run_resume},
    Command{"session get-state", "Print the state of a session as one line of JSON",
            "holdfast session get-state\n"
            "holdfast session get-state --session 7d1054b6",
            run_session_get_state},
    Command{"session set-state", "Change some fields of a session's state",
            "holdfast session set-state activeTask=TASK-7\n"
            "holdfast session set-state orchestratorWorkflow.workflowPhase=implementation\n"
            "echo '{\"activeFeature\":\"login\"}' | holdfast session set-state --input - "
            "--if-version 4",
            run_session_set_state},
    Command{"session list", "List the sessions of this project, newest first",
            "holdfast session list\nholdfast session list --json", run_session_list},
    Command{"session show", "Show a session for people", "holdfast session show", run_session_show},
    Command{"session start", "Start a session; with an objective, one of the session protocol",
            "holdfast session start\n"
            "holdfast session start my-experiment\n"
            "holdfast session start --objective 'Add the login form'",
            run_session_start},
    Command{"session validate", "Ask the gates of the session protocol; exit 2 where one fails",
            "holdfast session validate\n"
            "holdfast session validate --gate QA_VALIDATION\n"
            "holdfast session validate --gate ALL --session 2026-01-18-session-01",
            run_session_validate},
    Command{"session advance", "Go on to the next phase of the session protocol, or to a later one",
            "holdfast session advance\n"
            "holdfast session advance WORKING\n"
            "holdfast session advance DOCUMENTING --force --reason 'the linter is down'",
            run_session_advance},
    Command{"session evidence", "Record what shows that a gate or a step is done",
            "holdfast session evidence SESSION_LOG --type file_path "
            "--evidence .agents/sessions/2026-01-18-session-01.md\n"
            "holdfast session evidence QUALITY_CHECKS --type tool_output --evidence - <lint.txt",
            run_session_evidence},
    Command{"session end", "Check the gates of the end and close the session",
            "holdfast session end --summary 'The login form works'\n"
            "holdfast session end --summary 'Docs only' --skip-qa --notes 'Review the wording'",
            run_session_end},
    Command{"session blocked", "Say which gates block the session and what each needs",
            "holdfast session blocked\nholdfast session blocked --json", run_session_blocked},
    Command{"session import", "Read the session logs that a project has into its history",
            "holdfast session import\nholdfast session import old/sessions", run_session_import},
    Command{"session mode", "Print or change what a session may do",
            "holdfast session mode\n"
            "holdfast session mode planning --reason 'design first'",
            run_session_mode},
    Command{"session compact", "Move finished agent invocations of a long session to a note",
            "holdfast session compact", run_session_compact},
    Command{"session verify", "Check a session's signatures, head record and journal",
            "holdfast session verify --session 7d1054b6", run_session_verify},
    Command{"session recover", "Set a bad state aside and restore the last good version",
            "holdfast session recover --session 7d1054b6", run_session_recover},
    Command{"session at", "Print the state of a session as it was at a version",
            "holdfast session at 3", run_session_at},
    Command{"session undo", "Go back to the state before the last change, as a new version",
            "holdfast session undo\nholdfast session undo --to 3", run_session_undo},
    Command{"session chain", "Show a session and those that it took over from",
            "holdfast session chain\n"
            "holdfast session chain 7d1054b6-2839-4e27-bcef-43e6e47ca4b4 --depth 20 --json",
            run_session_chain},
    Command{"session continue", "Take over pins and tasks from a session, whatever its score",
            "holdfast session continue 7d1054b6-2839-4e27-bcef-43e6e47ca4b4", run_session_continue},
    Command{"pins view", "Show what a session keeps in mind",
            "holdfast pins view\n"
            "holdfast pins view --json",
            run_pins_view},
    Command{"pins pin", "Keep something in mind, for this session and the next",
            "holdfast pins pin 'The staging database is read-only' --label staging\n"
            "holdfast pins pin 'Never push to release/2' --critical",
            run_pins_pin},
    Command{"pins unpin", "Let go of one pin, by its label, its number or its text",
            "holdfast pins unpin staging\nholdfast pins unpin 2", run_pins_unpin},
    Command{"pins clear", "Let go of all pins of a session", "holdfast pins clear", run_pins_clear},
    Command{"continuity preview", "Show what a session that begins now would be told and take over",
            "holdfast continuity preview\n"
            "holdfast continuity preview --prompt 'go on with the login form'",
            run_continuity_preview},
    Command{"continuity score", "Say why each past session is or is not taken over from",
            "holdfast continuity score\n"
            "holdfast continuity score --prompt 'go on with the login form' --json",
            run_continuity_score},
    Command{"continuity report", "Show what a session was told by itself, and what that cost",
            "holdfast continuity report\nholdfast continuity report --session 7d1054b6",
            run_continuity_report},
    Command{"continuity record", "Tell what other programs know of a session",
            "holdfast continuity record --input "
            "'{\"categories\":[\"auth\"],\"learning\":\"mem-17\"}'",
            run_continuity_record},
    Command{"agent add", "Record that an agent begins",
            "holdfast agent add --input "
            "'{\"agent\":\"implementer\",\"input\":{\"prompt\":\"Add the login form\"}}'",
            run_agent_add},
    Command{"agent complete", "Record that an agent has ended",
            "holdfast agent complete --agent implementer\n"
            "holdfast agent complete --agent qa --status failed --input "
            "'{\"summary\":\"two tests fail\",\"blockers\":[\"no test data\"]}'",
            run_agent_complete},
    Command{"decision add", "Record a decision",
            "holdfast decision add --input '{\"type\":\"technical\",\"description\":\"Use "
            "SQLite\",\"rationale\":\"no server\",\"decidedBy\":\"architect\"}'",
            run_decision_add},
    Command{"verdict add", "Record an agent's verdict",
            "holdfast verdict add --input '{\"agent\":\"critic\",\"decision\":\"approve\","
            "\"confidence\":0.9,\"reasoning\":\"covers all cases\"}'",
            run_verdict_add},
    Command{"handoff add", "Leave word for the next session, or hand over to another agent",
            "holdfast handoff add --goal 'Finish the login form' --done 'the form is drawn' "
            "--next 'wire it up' --check 'ctest -R login'\n"
            "holdfast handoff add --input '{\"goal\":\"Finish the login form\","
            "\"nextSteps\":[\"wire it up\"]}'\n"
            "holdfast handoff add --goal 'Finish the login form' --team\n"
            "holdfast handoff add --input '{\"fromAgent\":\"planner\",\"toAgent\":\"implementer\","
            "\"reason\":\"the plan is done\",\"context\":\"see plan.md\"}'",
            run_handoff_add},
    Command{"handoff list", "List the handoffs that wait, and whether they still hold",
            "holdfast handoff list\nholdfast handoff list --all\nholdfast handoff list --team",
            run_handoff_list},
    Command{"handoff accept", "Take a handoff that waits; it is not told again",
            "holdfast handoff accept h-20260118-1a2b3c4d\n"
            "holdfast handoff accept 1a2b3c4d --team",
            run_handoff_accept},
    Command{"claims", "Show which live runs of the team touch which files of this repository",
            "holdfast claims\nholdfast claims --team --json", run_claims},
    Command{"req status", "Show how the requirements stand for a session and a branch",
            "holdfast req status\n"
            "holdfast req status --branch feature/login --verbose\n"
            "holdfast req status --summary",
            run_req_status},
    Command{"req satisfy", "Say that requirements are satisfied",
            "holdfast req satisfy commit_plan adr_reviewed\n"
            "holdfast req satisfy github_ticket --branch --metadata '{\"ticket\":\"#1234\"}'\n"
            "holdfast req satisfy commit_plan --ttl 30m --session cad0ac4d",
            run_req_satisfy},
    Command{"req approve", "Let a session go on for a while without meeting a requirement",
            "holdfast req approve branch_size_limit\n"
            "holdfast req approve branch_size_limit --ttl 2h --metadata '{\"by\":\"ann\"}'",
            run_req_approve},
    Command{"req clear", "Take back that requirements are satisfied",
            "holdfast req clear commit_plan\n"
            "holdfast req clear github_ticket --branch\n"
            "holdfast req clear --all",
            run_req_clear},
    Command{"req list", "List the requirements that are configured, and where",
            "holdfast req list\nholdfast req list --json", run_req_list},
    Command{"req sessions", "List the sessions that are live now, newest first",
            "holdfast req sessions\nholdfast req sessions --project", run_req_sessions},
    Command{"req pause", "Switch the requirements off for a session for a while",
            "holdfast req pause --for 10m --reason 'fixing the build by hand'", run_req_pause},
    Command{"req resume", "Switch the requirements on again", "holdfast req resume",
            run_req_resume},
    Command{"req doctor", "Find what is wrong with the requirements' files and state",
            "holdfast req doctor --verbose\nholdfast req doctor --ci", run_req_doctor},
    Command{"req prune", "Take away what the branch files keep of old sessions",
            "holdfast req prune\nholdfast req prune --days 30", run_req_prune},
    Command{"req rename", "Give a branch's requirements to its new name",
            "holdfast req rename feature/old feature/new", run_req_rename},
    Command{"req enable", "Switch a requirement on, in one of the files",
            "holdfast req enable commit_plan\n"
            "holdfast req enable commit_plan --project",
            run_req_enable},
    Command{"req disable", "Switch a requirement off, in one of the files",
            "holdfast req disable commit_plan\n"
            "holdfast req disable commit_plan --user",
            run_req_disable},
    Command{"req config", "Show the rules, or change values of one in its file",
            "holdfast req config\n"
            "holdfast req config commit_plan --sources\n"
            "holdfast req config commit_plan --enforce warn --yes\n"
            "holdfast req config branch_size_limit --set thresholds.block=600 --project",
            run_req_config},
    Command{"req init", "Write a first file of requirements",
            "holdfast req init\n"
            "holdfast req init --preset strict --preview\n"
            "holdfast req init --preset minimal --local --yes",
            run_req_init},
    Command{"req verify", "Say whether the requirements are met, for scripts and CI",
            "holdfast req verify\n"
            "holdfast req verify --ci",
            run_req_verify},
    Command{"req lint", "Find rules that never match, never end or gate their own way out",
            "holdfast req lint\n"
            "holdfast req lint --strict --json",
            run_req_lint},
    Command{"req test", "Try the rules on made-up events and compare what they say",
            "holdfast req test\n"
            "holdfast req test checks/*.yaml --json",
            run_req_test},
    Command{"req report", "Count denials and how many were probably for nothing",
            "holdfast req report\n"
            "holdfast req report --since 7d --json",
            run_req_report},
    Command{"work create", "Make a work session: a folder with its state and a first spec",
            "holdfast work create --topic 'Implement dark mode'\n"
            "holdfast work create --topic 'Why are builds slow' --type research --json",
            run_work_create},
    Command{"work list", "List work sessions, newest first",
            "holdfast work list\n"
            "holdfast work list --all --status active --json",
            run_work_list},
    Command{"work show", "Show a work session",
            "holdfast work show 2026-02-14_implement-dark-mode_a1b2c3", run_work_show},
    Command{"work transition",
            "Move a work session to another phase; exit 2 where that is not allowed",
            "holdfast work transition 2026-02-14_implement-dark-mode_a1b2c3 plan\n"
            "holdfast work transition 2026-02-14_implement-dark-mode_a1b2c3 spec --reopen",
            run_work_transition},
    Command{"work complete-phase", "Say that a phase of a work session is done, without moving on",
            "holdfast work complete-phase 2026-02-14_implement-dark-mode_a1b2c3 spec",
            run_work_complete_phase},
    Command{"work checkpoint", "Start or complete a checkpoint, or set how many there are",
            "holdfast work checkpoint 2026-02-14_implement-dark-mode_a1b2c3 init\n"
            "holdfast work checkpoint 2026-02-14_implement-dark-mode_a1b2c3 complete 2",
            run_work_checkpoint},
    Command{"work commit", "Add a commit to a work session",
            "holdfast work commit 2026-02-14_implement-dark-mode_a1b2c3 1a2b3c4d", run_work_commit},
    Command{"work status", "Pause, resume, fail or complete a work session",
            "holdfast work status 2026-02-14_implement-dark-mode_a1b2c3 paused", run_work_status},
    Command{"work git", "Set the branch, the worktree or the base branch of a work session",
            "holdfast work git 2026-02-14_implement-dark-mode_a1b2c3 --branch dark-mode\n"
            "holdfast work git 2026-02-14_implement-dark-mode_a1b2c3 --clear worktree",
            run_work_git},
    Command{
        "work edit", "Correct the topic or the description of a work session",
        "holdfast work edit 2026-02-14_implement-dark-mode_a1b2c3 --topic 'Implement dark mode'",
        run_work_edit},
    Command{"work fix", "Write the name of a renamed folder into its state",
            "holdfast work fix dark-mode", run_work_fix},
    Command{"work link", "Say which work session a run works on",
            "holdfast work link 2026-02-14_implement-dark-mode_a1b2c3\n"
            "holdfast work link --none",
            run_work_link},
    Command{"work spec", "Print the goals, questions and decisions of a spec",
            "holdfast work spec 2026-02-14_implement-dark-mode_a1b2c3", run_work_spec},
    Command{"work plan-md", "Write plan.md from plan.json",
            "holdfast work plan-md 2026-02-14_implement-dark-mode_a1b2c3", run_work_plan_md},
    Command{"work onboard", "Bring the work sessions of a project into the index",
            "holdfast work onboard\n"
            "holdfast work onboard ../other-project --prune",
            run_work_onboard},
    Command{"work migrate", "Bring the state of a work session from the older schema to this one",
            "holdfast work migrate refactor-frontend-db-access\n"
            "holdfast work migrate --all",
            run_work_migrate},
    Command{"work merge-driver", "Merge the states of two branches, as git calls it",
            "holdfast work merge-driver --install\n"
            "holdfast work merge-driver %O %A %B",
            run_work_merge_driver},
    Command{"memory list", "List the memories that sessions leave for each other",
            "holdfast memory list", run_memory_list},
    Command{"memory read", "Print a memory", "holdfast memory read session-history",
            run_memory_read},
    Command{"memory write", "Write a memory, from standard input",
            "holdfast memory write conventions --input - <conventions.md", run_memory_write},
    Command{"memory edit", "Replace text in a memory",
            "holdfast memory edit conventions --find tabs --replace spaces\n"
            "holdfast memory edit conventions --find teh --replace the --all",
            run_memory_edit},
    Command{"memory delete", "Delete a memory", "holdfast memory delete conventions",
            run_memory_delete},
    Command{"index status", "Show where the index is and how far it is behind the files",
            "holdfast index status\nholdfast index status --json", run_index_status},
    Command{"index update",
            "Take what all projects have written since the last time into the index",
            "holdfast index update", run_index_update},
    Command{"index rebuild", "Make the index anew from the files of all projects",
            "holdfast index rebuild", run_index_rebuild},
    Command{"index reset", "Delete the index; what ran is dumped to a file first",
            "holdfast index reset\nholdfast index reset --yes", run_index_reset},
    Command{"export", "Write runs, work sessions and continuity as one signed bundle",
            "holdfast export -o shop.bundle\n"
            "holdfast export --since 7d | ssh laptop 'cd shop && holdfast import -'\n"
            "holdfast export --work 2026-02-14_implement-dark-mode_a1b2c3 -o dark-mode.bundle",
            run_export},
    Command{"import", "Take in a bundle of another machine, once its signature was verified",
            "holdfast import shop.bundle --dry-run\n"
            "holdfast import shop.bundle\n"
            "holdfast import shop.bundle --accept "
            "SHA256:m1tqjWbXZ0nH0aKx9yWnXr1uC7cE0p4dJ8l2f3sVqTo",
            run_import},
    Command{"fleet join", "Join a team's PostgreSQL server, which everybody can ask",
            "holdfast fleet join postgresql://holdfast@db.example.org/team?sslmode=verify-full\n"
            "holdfast fleet join - --share full <address.txt",
            run_fleet_join},
    Command{"fleet push", "Send what is new on this machine to the team's server",
            "holdfast fleet push", run_fleet_push},
    Command{"fleet status", "Show the team's server, its machines and how far this one is behind",
            "holdfast fleet status\nholdfast fleet status --json", run_fleet_status},
    Command{"fleet prune", "Delete old events of all machines from the team's server",
            "holdfast fleet prune --before 180d\nholdfast fleet prune --before 2026-01-01 --yes",
            run_fleet_prune},
    Command{"fleet leave", "Forget the team's server; what was sent stays there",
            "holdfast fleet leave", run_fleet_leave},
    Command{"search", "Find work sessions, specs, decisions and prompts by their words",
            "holdfast search dark mode\n"
            "holdfast search '\"rate limit\"' --in api --limit 5",
            run_search},
    Command{"maintenance", "Clean up what is past its time, or scrub what is stored",
            "holdfast maintenance\n"
            "holdfast maintenance --scrub --dry-run\n"
            "holdfast maintenance --scrub",
            run_maintenance},
    Command{"events", "Print the journal: what happened, oldest first",
            "holdfast events\n"
            "holdfast events --follow\n"
            "holdfast events --verify",
            run_events},
    Command{"violations", "List what of the session protocol was not kept, newest first",
            "holdfast violations\nholdfast violations --limit 10 --json", run_violations},
    Command{"history", "List the versions of a session's state", "holdfast history", run_history},
    Command{"cost", "Show tokens and money, from the hosts' own transcripts",
            "holdfast cost\n"
            "holdfast cost --by model --since 7d\n"
            "holdfast cost --by session --project --json",
            run_cost},
    Command{"mcp", "Serve MCP on standard input and output, or over HTTP",
            "holdfast mcp\n"
            "holdfast mcp --http 127.0.0.1:8765\n"
            "holdfast mcp --http 127.0.0.1:0 --token-file token",
            run_mcp},
    Command{"serve", "Serve the dashboard, HTTP hooks and MCP on one address",
            "holdfast serve\n"
            "holdfast serve --listen 127.0.0.1:0\n"
            "holdfast serve --allow-actions",
            run_serve},
};

}  // namespace

std::span<const Command> all_commands() { return kCommands; }

}  // namespace cli

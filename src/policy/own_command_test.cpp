#include "policy/own_command.h"

#include <gtest/gtest.h>

namespace policy {
namespace {

std::string_view text_of_effect(OwnEffect effect) {
  switch (effect) {
    case OwnEffect::free:
      return "free";
    case OwnEffect::sets_mode:
      return "mode";
    case OwnEffect::needs_person:
      return "person";
    case OwnEffect::pretends:
      return "pretends";
    case OwnEffect::cannot_be_read:
      return "unread";
  }
  return "";
}

// The strictest of all that the command line would run; "none" where nothing of it is ours.
std::string effect_of_line(std::string_view line) {
  std::string found = "none";
  for (const shell::ProgramCall& call :
       shell::analyse(line, {.folder = "/p", .home = "/home/dev"}).calls) {
    const auto command = own_command(call, {"/p/build/hf"});
    if (!command) continue;
    const std::string effect(text_of_effect(command->effect));
    if (found == "none" || found == "free") {
      found = effect + (command->mode.empty() ? "" : " " + command->mode);
    }
  }
  return found;
}

struct LineRow {
  const char* line;
  const char* effect;
};

void expect_effects(std::initializer_list<LineRow> rows) {
  for (const LineRow& row : rows) EXPECT_EQ(effect_of_line(row.line), row.effect) << row.line;
}

// U1, G6
TEST(OwnCommandTest, WhatLoosensIsKnownByItsWords) {
  expect_effects({
      {"holdfast session mode coding", "mode coding"},
      {"holdfast session mode coding --session 7d1054b6", "mode coding"},
      {"holdfast session mode --session coding planning", "mode planning"},
      {"holdfast session mode --reason planning disabled", "mode disabled"},
      {"holdfast session mode --json coding", "mode coding"},
      {"holdfast --project status session mode coding", "mode coding"},
      {"holdfast session mode $MODE", "unread"},
      {"M=coding; holdfast session mode $M", "mode coding"},
      {"holdfast session set-state currentMode=coding", "mode coding"},
      {"holdfast session set-state activeFeature=x currentMode=disabled", "mode disabled"},
      {"holdfast session set-state --input '{\"currentMode\":\"coding\"}'", "unread"},
      {"holdfast session set-state --input -", "unread"},
      {"holdfast session set-state --input state.json", "unread"},
      {"holdfast session set-state \"$@\"", "unread"},
      {"holdfast pause", "person"},
      {"holdfast pause --for 5m", "person"},
      {"holdfast uninstall", "person"},
      {"holdfast trust", "person"},
      {"holdfast secret rotate", "person"},
      {"holdfast session undo", "person"},
      {"holdfast session undo --to 3", "person"},
      {"holdfast index reset --yes", "person"},
      {"holdfast init --operator", "person"},
      {"holdfast req approve tests", "person"},
      {"holdfast req disable tests", "person"},
      {"req pause", "person"},
      {"req approve tests -s 7d1054b6", "person"},
      {"req disable tests", "person"},
      {"brain session mode coding", "mode coding"},
      {"holdfast hook PostToolUse < event.json", "pretends"},
      {"echo '{}' | holdfast hook PostToolUse", "pretends"},
      {"holdfast $VERB", "unread"},
      {"holdfast session $VERB", "unread"},
      {"echo pause | xargs holdfast", "unread"},
  });
}

// U1, U2, G6: found by what the command line runs, not by its words.
TEST(OwnCommandTest, WrappersHideNothing) {
  for (const char* line : {
           "env holdfast pause",
           "env -i PATH=/bin holdfast pause",
           "sh -c 'holdfast pause'",
           "bash -lc \"holdfast pause\"",
           "setsid -f sh -c \"sleep 1; holdfast pause\"",
           "setsid holdfast pause",
           "nohup holdfast pause &",
           "timeout 5 holdfast pause",
           "script -qec 'holdfast pause' /dev/null",
           "printf 'disabled\\n' | script -qec 'holdfast pause' /dev/null",
           "setsid -f sh -c \"sleep 1; printf 'x\\n' | script -qec 'holdfast pause' /dev/null\"",
           "tmux new -d 'holdfast pause'",
           "tmux new-session -d -s x holdfast pause",
           "tmux send-keys -t 1 'holdfast pause' Enter",
           "tmux send -t x:0 \"holdfast pause\" C-m",
           "tmux split-window -h 'holdfast pause'",
           "screen -dm holdfast pause",
           "screen -S x -X stuff 'holdfast pause\\n'",
           "xargs -I{} holdfast pause < list",
           "sudo -u dev holdfast pause",
           "/usr/local/bin/holdfast pause",
           "~/.local/bin/holdfast pause",
           "./build/hf pause",
           "build/hf pause",
           "cd build && ./hf pause",
           "brain pause",
           "/opt/bin/brain pause",
           "h=holdfast; $h pause",
           "H=/usr/bin/holdfast\n$H pause",
           "alias h=holdfast; h pause",
           "alias h='holdfast pause'\nh",
           "f() { holdfast pause; }; f",
           "eval holdfast pause",
           "true && holdfast pause || true",
           "(cd /tmp; holdfast pause)",
           "echo $(holdfast pause)",
           "if true; then holdfast pause; fi",
           "for i in 1 2; do holdfast pause; done",
           "command holdfast pause",
           "exec holdfast pause",
           "'hold'fast pause",
           "hold\\fast pau\"se\"",
           "time holdfast pause",
           "find . -maxdepth 0 -exec holdfast pause \\;",
           "watch -n 1 holdfast pause",
           "parallel holdfast pause ::: 1",
           "holdfast-fleet pause",
       }) {
    EXPECT_EQ(effect_of_line(line), "person") << line;
  }
}

TEST(OwnCommandTest, WhatLooksTightensOrMeetsPasses) {
  for (const char* line : {
           "holdfast status",
           "holdfast status --json",
           "holdfast why",
           "holdfast why 7d1054b6-42",
           "holdfast doctor",
           "holdfast doctor --fix",
           "holdfast session list",
           "holdfast session show --session $ID",
           "holdfast session mode",
           "holdfast resume",
           "holdfast events --limit 20",
           "holdfast search pause",
           "holdfast search 'session mode coding'",
           "holdfast req status",
           "req status",
           "req satisfy plan",
           "req satisfy $NAME",
           "req resume",
           "req enable tests",
           "req clear plan",
           "holdfast req satisfy plan --session $S",
           "holdfast trust --revoke",
           "holdfast init --yes",
           "holdfast init",
           "holdfast hooks print",
           "holdfast pause --help",
           "holdfast hook -h",
           "holdfast uninstall --help",
           "holdfast session set-state activeFeature=login",
           "holdfast session set-state --input '{\"activeTask\":\"t\"}'",
           "holdfast handoff add --goal 'uninstall it'",
           "holdfast decision add --reason pause",
           "holdfast work create login",
           "holdfast index update",
           "holdfast export -o x.bundle",
           "holdfast --version",
           "holdfast --help",
           "holdfast help pause",
           "brain status",
       }) {
    EXPECT_EQ(effect_of_line(line), "free") << line;
  }
}

TEST(OwnCommandTest, OtherProgramsAndMereWordsAreNotOurs) {
  for (const char* line : {
           "echo holdfast pause",
           "grep -r 'holdfast session mode coding' docs",
           "git commit -m 'holdfast pause'",
           "cat holdfast",
           "ls /usr/bin/holdfast",
           "printf 'holdfast uninstall\\n' > notes.txt",
           "which holdfast",
           "pause",
           "hook PostToolUse",
           "request pause",
           "./holdfast.sh pause",
           "python3 -m brain",
           "make holdfast",
           "cat <<'EOF' > README\nholdfast pause\nEOF",
           "docker pause web",
           "cmake --build build --target holdfast",
           "tmux ls",
           "tmux send-keys -t 1 'ls' Enter",
           "# holdfast pause",
       }) {
    EXPECT_EQ(effect_of_line(line), "none") << line;
  }
}

}  // namespace
}  // namespace policy

#include "store/session_log_step.h"

#include <algorithm>

#include "base/text.h"

namespace store {
namespace {

struct StepWords {
  const char* word;   // Part of the key.
  const char* other;  // Another part of it, or "".
  const char* step;
  const char* level;
};

// The first row whose words are in the key counts.
constexpr StepWords kStartSteps[] = {
    {"serena", "instruct", "Initialize Serena: mcp__serena__initial_instructions", "MUST"},
    {"initialinstruct", "", "Initialize Serena: mcp__serena__initial_instructions", "MUST"},
    {"memor", "", "Search relevant memories", "SHOULD"},
    {"serena", "", "Initialize Serena: mcp__serena__activate_project", "MUST"},
    {"handoff", "", "Read .agents/HANDOFF.md", "MUST"},
    {"usage", "", "Read skill-usage-mandatory", "MUST"},
    {"mandatory", "", "Read skill-usage-mandatory", "MUST"},
    {"skill", "", "List skill scripts", "MUST"},
    {"constraint", "", "Read PROJECT-CONSTRAINTS.md", "MUST"},
    {"log", "", "Create session log", "MUST"},
    {"main", "", "Verify that the branch is not main", "MUST"},
    {"branch", "", "Verify branch", "MUST"},
    {"commit", "", "Note starting commit", "SHOULD"},
    {"git", "", "Verify git status", "SHOULD"},
};
constexpr StepWords kEndSteps[] = {
    {"handoff", "preserv", "Update .agents/HANDOFF.md", "MUST NOT"},
    {"handoff", "not", "Update .agents/HANDOFF.md", "MUST NOT"},
    {"handoff", "unchanged", "Update .agents/HANDOFF.md", "MUST NOT"},
    {"handoff", "readonly", "Update .agents/HANDOFF.md", "MUST NOT"},
    {"handoff", "", "Update .agents/HANDOFF.md", "MUST"},
    {"clean", "", "Verify clean git status", "SHOULD"},
    {"commit", "", "Commit all changes", "MUST"},
    {"lint", "", "Run markdown lint", "MUST"},
    {"qa", "", "Route to qa agent", "MUST"},
    {"retro", "", "Invoke retrospective", "SHOULD"},
    {"rework", "", "Heed the rework warning", "SHOULD"},
    {"memor", "", "Update Serena memory", "MUST"},
    {"serena", "", "Update Serena memory", "MUST"},
    {"checklist", "", "Complete session log", "MUST"},
    {"valid", "", "Validate the session log", "MUST"},
    {"log", "", "Complete session log", "MUST"},
    {"task", "", "Update PROJECT-PLAN.md", "SHOULD"},
    {"plan", "", "Update PROJECT-PLAN.md", "SHOULD"},
};

template <typename Rows>
const StepWords* find_row(const Rows& rows, const std::string& key) {
  const auto row = std::find_if(std::begin(rows), std::end(rows), [&key](const StepWords& one) {
    return key.find(one.word) != std::string::npos && key.find(one.other) != std::string::npos;
  });
  return row == std::end(rows) ? nullptr : &*row;
}

// "someOtherThing" and "some_other-thing": "some other thing".
std::string words_of(std::string_view key) {
  std::string words;
  for (const char c : key) {
    if (c == '_' || c == '-') {
      words += ' ';
      continue;
    }
    if (base::is_upper(c) && !words.empty() && base::is_lower(words.back())) words += ' ';
    words += base::to_lower(c);
  }
  return words;
}

}  // namespace

std::string plain_key(std::string_view key) {
  std::string plain;
  for (const char c : key) {
    if (base::is_alnum(c)) plain += base::to_lower(c);
  }
  return plain;
}

LogStep log_step(std::string_view key, bool at_end) {
  const std::string plain = plain_key(key);
  const StepWords* const row = at_end ? find_row(kEndSteps, plain) : find_row(kStartSteps, plain);
  if (row == nullptr) return {words_of(key), "MUST", false};
  return {row->step, row->level, true};
}

}  // namespace store

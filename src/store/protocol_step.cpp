// The steps of document S1, and which gate asks about a step of anybody's checklist.
#include <algorithm>

#include "base/text.h"
#include "store/protocol_document.h"

namespace store {
namespace {

struct BuiltInStep {
  const char* req;
  const char* step;
};

constexpr BuiltInStep kBuiltInStart[] = {
    {"MUST", "Initialize Serena: mcp__serena__activate_project"},
    {"MUST", "Initialize Serena: mcp__serena__initial_instructions"},
    {"MUST", "Read .agents/HANDOFF.md"},
    {"MUST", "Create session log"},
    {"MUST", "List skill scripts"},
    {"MUST", "Read skill-usage-mandatory"},
    {"MUST", "Read PROJECT-CONSTRAINTS.md"},
    {"SHOULD", "Search relevant memories"},
    {"SHOULD", "Verify git status"},
    {"SHOULD", "Note starting commit"},
};
constexpr BuiltInStep kBuiltInEnd[] = {
    {"MUST", "Update .agents/HANDOFF.md"}, {"MUST", "Complete session log"},
    {"MUST", "Run markdown lint"},         {"MUST", "Route to qa agent"},
    {"MUST", "Commit all changes"},        {"SHOULD", "Update PROJECT-PLAN.md"},
    {"SHOULD", "Invoke retrospective"},    {"SHOULD", "Verify clean git status"},
};

struct GateWords {
  model::ProtocolGate gate;
  const char* words;  // In lower case; a word of two letters must stand alone.
};

// The first row counts: "Commit all changes (including .serena/memories)" is no update of
// documents.
constexpr GateWords kStartWords[] = {
    {model::ProtocolGate::serena_init, "mcp__serena__"},
    {model::ProtocolGate::serena_init, "initialize serena"},
    {model::ProtocolGate::serena_init, "initialise serena"},
    {model::ProtocolGate::serena_init, "activate serena"},
    {model::ProtocolGate::serena_init, "serena init"},
    {model::ProtocolGate::context_retrieval, "handoff"},
    {model::ProtocolGate::session_log, "session log"},
    {model::ProtocolGate::skill_validation, "skill script"},
    {model::ProtocolGate::skill_validation, "skill-usage"},
    {model::ProtocolGate::skill_validation, "usage-mandatory"},
    {model::ProtocolGate::git_state, "git status"},
    {model::ProtocolGate::git_state, "starting commit"},
    {model::ProtocolGate::git_state, "branch"},
    {model::ProtocolGate::git_state, "not on main"},
};
constexpr GateWords kEndWords[] = {
    {model::ProtocolGate::git_commit, "commit"},
    {model::ProtocolGate::git_commit, "clean git status"},
    {model::ProtocolGate::quality_checks, "lint"},
    {model::ProtocolGate::qa_validation, "qa"},
    {model::ProtocolGate::docs_update, "handoff"},
    {model::ProtocolGate::docs_update, "session log"},
    {model::ProtocolGate::docs_update, "project-plan"},
    {model::ProtocolGate::docs_update, "project plan"},
    {model::ProtocolGate::docs_update, "serena memor"},
};

bool has_whole_words(std::string_view text, std::string_view words) {
  for (std::size_t at = text.find(words); at != std::string_view::npos;
       at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    const bool alone = (at == 0 || !base::is_alnum(text[at - 1])) &&
                       (end == text.size() || !base::is_alnum(text[end]));
    if (alone || words.size() > 2) return true;
  }
  return false;
}

template <typename Rows>
std::string first_gate(const Rows& rows, std::string_view step) {
  const auto row = std::find_if(std::begin(rows), std::end(rows), [&](const GateWords& one) {
    return has_whole_words(step, one.words);
  });
  return row == std::end(rows) ? "" : std::string(name_of(row->gate));
}

}  // namespace

std::string gate_of_step(std::string_view step, bool at_end) {
  const std::string lower = base::to_lower(step);
  return at_end ? first_gate(kEndWords, lower) : first_gate(kStartWords, lower);
}

model::Checklist built_in_checklist() {
  model::Checklist checklist;
  const auto add = [](std::vector<model::ChecklistItem>& list, const BuiltInStep& row,
                      bool at_end) {
    model::ChecklistItem item;
    item.req = row.req;
    item.step = row.step;
    item.gate = gate_of_step(row.step, at_end);
    list.push_back(std::move(item));
  };
  for (const BuiltInStep& row : kBuiltInStart) add(checklist.start, row, false);
  for (const BuiltInStep& row : kBuiltInEnd) add(checklist.end, row, true);
  return checklist;
}

}  // namespace store

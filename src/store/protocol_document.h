// SESSION-PROTOCOL.md and the session logs that follow it: checklists in Markdown tables, as real
// projects write them (spec/formats.md 2).
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/protocol.h"

namespace store {

// The lists of document S1 (S1-10 to S1-13), each step with its gate.
model::Checklist built_in_checklist();

// Which gate asks about a step, by its words; "" for none. `at_end`: of the end checklist.
std::string gate_of_step(std::string_view step, bool at_end);

// How a status cell is meant: [x], ✅ PASS, PASS, [x] Complete … done; [N/A], N/A, [SKIPPED],
// [SKIP], [-] not applicable; FAILED, ❌ failed; [ ], empty, [⏸️] and all else open.
enum class CellStatus { done, not_applicable, open, failed };
CellStatus status_of_cell(std::string_view cell);

// Whether an evidence cell says nothing: empty, `Commit SHA: _______`, `[branch name - REQUIRED]`.
bool is_placeholder(std::string_view evidence);

struct ProtocolDocument {
  model::Checklist checklist;         // A template: nothing is done, and hints are no evidence.
  std::vector<std::string> warnings;  // What could not be read, with its line.
};

// The checklists of a protocol document. Tables under a "Session Start" or "Session End" heading,
// of any level, in the open or in a fenced template; of several of one kind the first with rows
// counts. Columns by the header's names. A MUST NOT or SHOULD NOT has no gate: what a gate was
// shown cannot tick that something was left undone. parse_error where there is neither list.
base::Result<ProtocolDocument> read_protocol(std::string_view markdown);

}  // namespace store

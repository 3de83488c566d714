#include "store/session_log_outcome.h"

#include <algorithm>

namespace store {
namespace {

bool is_must(const ChecklistRow& row) { return row.item.req == "MUST"; }

bool is_met(const ChecklistRow& row) {
  return !is_must(row) || row.status == CellStatus::done ||
         row.status == CellStatus::not_applicable;
}

}  // namespace

std::string outcome_of(const std::vector<ChecklistRow>& start,
                       const std::vector<ChecklistRow>& end) {
  const bool is_complete = std::any_of(end.begin(), end.end(), is_must) &&
                           std::all_of(start.begin(), start.end(), is_met) &&
                           std::all_of(end.begin(), end.end(), is_met);
  return is_complete ? "COMPLETE" : "INCOMPLETE";
}

std::vector<model::ChecklistItem> items_of(std::vector<ChecklistRow> rows) {
  std::vector<model::ChecklistItem> items;
  for (ChecklistRow& row : rows) items.push_back(std::move(row.item));
  return items;
}

}  // namespace store

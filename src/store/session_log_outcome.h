// Whether a session's log says that all was done.
#pragma once
#include <string>
#include <vector>

#include "store/protocol_checklist.h"

namespace store {

// "COMPLETE" where every MUST of both lists is done or not applicable and the end has one, else
// "INCOMPLETE". A MUST NOT counts for nothing: some tick it when it was kept, some when it was not.
std::string outcome_of(const std::vector<ChecklistRow>& start,
                       const std::vector<ChecklistRow>& end);

// The items alone.
std::vector<model::ChecklistItem> items_of(std::vector<ChecklistRow> rows);

}  // namespace store

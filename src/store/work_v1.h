// The schema of state.json before v2, which kept goals, questions and decisions too (S2-74).
// Private to store/.
#pragma once
#include <string_view>

#include "base/json.h"
#include "model/work_session.h"
#include "store/work_store.h"

namespace store {

struct WorkV1 {
  model::WorkSession session;
  WorkSpec content;  // What belongs into spec.md.
};
// Never fails: what is not understood is left out here, and kept where it is by migrated_work.
WorkV1 read_work_v1(const base::Json& json, std::string_view slug);

// The members of a v1 document for which v2 has no place, each with what is left of it.
base::Json leftovers_of_v1(const base::Json& json);

}  // namespace store

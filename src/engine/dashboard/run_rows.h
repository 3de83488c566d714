// From rows of the index to runs as lists show them: whether they live, and what is amiss. Private
// to this folder.
#pragma once
#include <vector>

#include "engine/dashboard/list_source.h"
#include "engine/dashboard/runs.h"
#include "index/lists.h"

namespace engine::dashboard {

// For one question: the moment that it looks at is the same for all rows.
class RunRows {
 public:
  explicit RunRows(ListSource& lists)
      : lists_(lists), parts_(lists.parts()), now_(parts_.system.clock.now()) {}

  RunHealth health(const indexing::RunListRow& row) const;
  RunSummary summary(indexing::RunListRow row) const;
  std::vector<RunSummary> summaries(std::vector<indexing::RunListRow> rows) const;

  // The runs that live, the newest first.
  base::Result<std::vector<indexing::RunListRow>> live_rows() const;

 private:
  bool is_live(const indexing::RunListRow& row) const;
  bool is_heard_of(const indexing::RunListRow& row) const;
  std::vector<std::string> marks(const indexing::RunListRow& row) const;
  std::string branch_of(const indexing::RunListRow& row, RunHealth health) const;

  ListSource& lists_;  // Outlives this.
  Parts& parts_;
  base::Instant now_;
};

}  // namespace engine::dashboard

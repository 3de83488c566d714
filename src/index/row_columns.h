// From the columns of an answer to the rows of rows.h and lists.h, in the order in which both
// databases are asked for them. `Answer` is a row of either: text, view, number, real and is_null
// of a column. Private to index/.
#pragma once
#include <string>

#include "index/lists.h"
#include "index/rows.h"

namespace indexing {

template <typename Answer>
RunRow run_row_from(const Answer& at) {
  RunRow row;
  row.uid = at.text(0);
  row.project_id = at.text(1);
  row.note_id = at.text(2);
  row.version = at.number(3);
  row.signature = at.text(4);
  row.mode = at.text(5);
  row.phase = at.text(6);
  row.started_at = at.text(7);
  row.ended_at = at.text(8);
  row.end_reason = at.text(9);
  row.host = at.text(10);
  row.boot_id = at.text(11);
  row.pid = at.number(12);
  row.pid_start = at.text(13);
  row.heartbeat_at = at.text(14);
  row.channel = at.text(15);
  row.branch = at.text(16);
  row.worktree = at.text(17);
  row.transcript = at.text(18);
  row.resumed_from = at.text(19);
  row.work_slug = at.text(20);
  row.trust = at.text(21);
  row.missing_since = at.text(22);
  return row;
}

template <typename Answer>
WorkRow work_row_from(const Answer& at) {
  WorkRow row;
  row.id = at.text(0);
  row.project_id = at.text(1);
  row.slug = at.text(2);
  row.title = at.text(3);
  row.description = at.text(4);
  row.type = at.text(5);
  row.phase = at.text(6);
  row.status = at.text(7);
  row.workflow_status = at.text(8);
  row.working_dir = at.text(9);
  row.session_dir = at.text(10);
  row.git_branch = at.text(11);
  row.git_worktree = at.text(12);
  row.spec_exists = at.number(13) != 0;
  row.plan_exists = at.number(14) != 0;
  row.checkpoints_total = at.number(15);
  row.checkpoints_completed = at.number(16);
  if (!at.is_null(17)) row.current_checkpoint = at.number(17);
  row.input_tokens = at.number(18);
  row.output_tokens = at.number(19);
  if (!at.is_null(20)) row.cost = at.real(20);
  row.metadata = at.text(21);
  row.etag = at.text(22);
  row.created_at = at.text(23);
  row.updated_at = at.text(24);
  row.started_at = at.text(25);
  row.completed_at = at.text(26);
  row.missing_since = at.text(27);
  row.project_name = at.text(28);
  return row;
}

template <typename Answer>
RunListRow run_list_row_from(const Answer& at) {
  RunListRow row;
  int column = 0;
  const auto text = [&](std::string& field) { field = at.view(column++); };
  for (std::string* field : {&row.uid, &row.project_id, &row.project_name}) text(*field);
  row.version = at.number(column++);
  for (std::string* field : {&row.mode, &row.phase, &row.started_at, &row.ended_at, &row.end_reason,
                             &row.host, &row.boot_id}) {
    text(*field);
  }
  row.pid = at.number(column++);
  for (std::string* field :
       {&row.pid_start, &row.heartbeat_at, &row.channel, &row.branch, &row.worktree, &row.work_slug,
        &row.trust, &row.missing_since, &row.last_tool, &row.last_at}) {
    text(*field);
  }
  row.last_allowed = at.number(column++) != 0;
  text(row.last_summary);
  row.denials = at.number(column++);
  row.faults = at.number(column++);
  text(row.paused_until);
  if (!at.is_null(column)) row.cost = at.real(column);
  return row;
}

}  // namespace indexing

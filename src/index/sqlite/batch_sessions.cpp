// The rows of document S3: what sessions left behind, and who took over from whom.
#include "index/sqlite/batch.h"

namespace indexing {

base::Result<void> SqliteBatch::put(const SessionStateRow& row) {
  TRY(database_
          .cached(
              "INSERT INTO session_states(id, start_time, end_time, channel, working_memory, "
              "hot_topics, active_projects, pending_tasks, recent_learnings, confidence_updates, "
              "sop_interactions, previous_session_id, continued_by, crash_recovered, "
              "schema_version, created_at, updated_at) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, "
              "?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17) ON CONFLICT(id) DO UPDATE SET "
              "start_time=?2, "
              "end_time=?3, channel=?4, working_memory=?5, hot_topics=?6, active_projects=?7, "
              "pending_tasks=?8, recent_learnings=?9, confidence_updates=?10, "
              "sop_interactions=?11, "
              "previous_session_id=?12, continued_by=?13, crash_recovered=?14, schema_version=?15, "
              "updated_at=?17 WHERE updated_at IS NULL OR ?17 IS NULL OR updated_at<=?17")
          .run(row.id, row.start_time, row.end_time, row.channel, row.working_memory,
               row.hot_topics, row.active_projects, row.pending_tasks, row.recent_learnings,
               row.confidence_updates, row.sop_interactions, row.previous_session_id,
               row.continued_by, row.crash_recovered, row.schema_version, row.created_at,
               row.updated_at));
  // As the row of the run does that comes later, whichever of the two does.
  return database_
      .cached("UPDATE runs SET channel=?2 WHERE uid=?1 AND ?2<>'unknown' AND channel IS NOT ?2")
      .run(row.id, row.channel);
}

base::Result<void> SqliteBatch::put(const SessionLinkRow& row) {
  return database_
      .cached(
          "INSERT OR REPLACE INTO session_links(from_id, to_id, score, at) "
          "VALUES(?1, ?2, ?3, ?4)")
      .run(row.from_id, row.to_id, row.score, row.at);
}

}  // namespace indexing

#include "web/api/work_summary_json.h"

#include "web/api/page_json_impl.h"

namespace web {

base::Json work_summary_to_json(const engine::dashboard::WorkSummary& work) {
  return base::Json{{"project", work.project},
                    {"project_name", work.project_name},
                    {"slug", work.slug},
                    {"title", work.title},
                    {"description", text_or_null(work.description)},
                    {"type", text_or_null(work.type)},
                    {"phase", work.phase},
                    {"status", work.status},
                    {"branch", text_or_null(work.branch)},
                    {"checkpoints_total", work.checkpoints_total},
                    {"checkpoints_completed", work.checkpoints_completed},
                    {"current_checkpoint", or_null(work.current_checkpoint)},
                    {"cost_usd", or_null(work.cost_usd)},
                    {"updated_at", text_or_null(work.updated_at)},
                    {"is_missing", work.is_missing},
                    {"machine", text_or_null(work.machine)},
                    {"machine_name", text_or_null(work.machine_name)}};
}

}  // namespace web

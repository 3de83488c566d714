#include "web/api/denial_json.h"

#include "web/api/page_json_impl.h"

namespace web {

base::Json denial_to_json(const engine::dashboard::Denial& denial) {
  return base::Json{{"id", denial.id},
                    {"run", denial.run},
                    {"run_short_id", denial.run_short_id},
                    {"project", denial.project},
                    {"project_name", denial.project_name},
                    {"at", denial.at},
                    {"tool", denial.tool},
                    {"rule", denial.rule},
                    {"message", text_or_null(denial.message)},
                    {"next_step", text_or_null(denial.next_step)},
                    {"machine", text_or_null(denial.machine)},
                    {"machine_name", text_or_null(denial.machine_name)}};
}

}  // namespace web

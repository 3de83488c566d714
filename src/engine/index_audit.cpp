// Changes of work sessions that belong to no run (docs/format/work_record.md), as events of the
// project itself.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "base/time.h"
#include "engine/index_digest.h"
#include "engine/index_sources.h"

namespace engine {
namespace {

constexpr std::uint64_t kAuditBytesMax = 64ULL * 1024 * 1024;

struct AuditLine {
  std::string_view project;
  std::string_view run;  // What stands for the run that there is none of.
  std::string_view text;
  std::uint64_t number = 0;
};

base::Result<void> put_line(indexing::Batch& batch, const AuditLine& line) {
  const auto json = base::parse_json(line.text);
  if (!json.ok() || !json->is_object()) return {};
  const std::string at = base::text_at(*json, "at");
  const auto instant = base::instant_from_iso(at);
  const auto payload = json->find("payload");
  if (!instant.ok() || payload == json->end() || !payload->is_object()) return {};
  const std::string actor = base::text_at(*json, "actor");
  const std::string payload_text = base::dump_line(*payload);
  const std::string hash = fast_sha256_hex(line.text);
  TRY(batch.put_event({.number = line.number,
                       .millis = instant->time_since_epoch().count(),
                       .at = at,
                       .project_id = line.project,
                       .run_uid = line.run,
                       .kind = "work",
                       .actor = actor,
                       .payload = payload_text,
                       .prev_hash = {},
                       .hash = hash}));
  if (base::text_at(*payload, "to").empty()) return {};
  return batch.put(indexing::PhaseEventRow{.project_id = std::string(line.project),
                                           .entity = "work",
                                           .entity_id = base::text_at(*payload, "slug"),
                                           .from = base::text_at(*payload, "from"),
                                           .to = base::text_at(*payload, "to"),
                                           .actor = actor,
                                           .forced = base::flag_at(*payload, "forced"),
                                           .at = at});
}

}  // namespace

base::Result<void> SourceIngest::work_audit() {
  const os::Path path = stores_.layout.work() / "audit.jsonl";
  const auto mark = changed("audit", "audit.jsonl", path);
  if (!mark) return {};
  const auto text =
      stores_.system.files.read(path, {.bytes_max = kAuditBytesMax, .follow_links = false});
  if (!text.ok()) {
    problems_.push_back(text.error().message);
    return {};
  }
  TRY_ASSIGN(indexing::Batch * batch, batch_.get());
  // People make few of these: the whole file is taken in anew.
  const std::string run = "project:" + stores_.project.id.text;
  TRY(batch->forget_journal(run));
  std::uint64_t number = 0;
  for (const std::string_view line : base::split(*text, '\n')) {
    ++number;
    if (!line.empty()) TRY(put_line(*batch, {stores_.project.id.text, run, line, number}));
  }
  return batch->put(*mark);
}

}  // namespace engine

#include "store/requirement_session.h"

#include <nlohmann/json.hpp>

#include "base/id.h"
#include "base/json.h"
#include "store/python_json.h"
#include "store/session_keys.h"
#include "store/shared_document.h"

namespace store {

using base::Json;

namespace {

constexpr std::uint64_t kPauseBytesMax = 64ULL * 1024;

// The keys in the order in which the other tool writes them.
Json fresh_metrics(const std::string& key, base::Instant now) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
  return Json{{"version", "1.0"},
              {"session_id", key},
              {"project_dir", ""},
              {"branch", ""},
              {"started_at", seconds},
              {"ended_at", nullptr},
              {"duration_seconds", nullptr},
              {"compaction_count", 0},
              {"tools", Json::object()},
              {"requirements", Json::object()},
              {"errors", Json::array()},
              {"git", Json{{"commits", Json::array()},
                           {"files_changed", 0},
                           {"lines_added", 0},
                           {"lines_removed", 0}}},
              {"skills", Json::array()},
              {"commands", Json::array()},
              {"agents", Json::array()},
              {"learnings", Json{{"patterns_detected", Json::array()},
                                 {"improvements_made", Json::array()},
                                 {"user_feedback", nullptr}}}};
}

RequirementSession::Pause pause_from(const base::Result<std::string>& text) {
  if (!text.ok()) return {};
  const auto json = base::parse_json(*text);
  if (!json.ok() || !json->is_object()) return {};
  return {.paused_at = base::text_at(*json, "paused_at"),
          .reason = base::text_at(*json, "reason"),
          .until = base::text_at(*json, "until")};
}

}  // namespace

os::Path RequirementSession::sessions() const { return folder_ / "sessions"; }
os::Path RequirementSession::pause_file() const { return sessions() / (key_ + ".paused"); }

SharedDocument RequirementSession::metrics_document() const {
  return {.file = sessions() / (key_ + ".json"),
          .lock = sessions() / (key_ + ".lock"),
          .fresh = base::JsonBox(fresh_metrics(key_, system_.clock.now()))};
}

base::Result<void> RequirementSession::check_place() {
  if (!base::is_safe_id(key_)) return not_a_session_id(key_);
  // A link here would have us write wherever it leads.
  for (const os::Path& folder : {folder_, sessions()}) {
    const auto info = system_.files.link_info(folder);
    if (!info.ok() && info.error().code == base::Code::not_found) continue;
    if (!info.ok()) return info.error();
    if (info->kind != os::FileKind::folder) {
      return base::Error{base::Code::io, folder.native() + ": is not a folder", ""};
    }
  }
  return {};
}

std::optional<RequirementSession::Pause> RequirementSession::pause(base::Instant now) {
  if (!base::is_safe_id(key_) || !system_.files.link_info(pause_file()).ok()) return std::nullopt;
  Pause pause = pause_from(
      system_.files.read(pause_file(), {.bytes_max = kPauseBytesMax, .follow_links = false}));
  const auto end = base::instant_from_iso(pause.until);
  if (end.ok() && now >= *end) return std::nullopt;
  return pause;
}

base::Result<void> RequirementSession::set_pause(const Pause& pause) {
  TRY(check_place());
  Json json{{"paused_at", pause.paused_at},
            {"reason", pause.reason.empty() ? "manual" : pause.reason}};
  if (!pause.until.empty()) {
    // One that cannot be read would never end.
    if (!base::instant_from_iso(pause.until).ok()) {
      return base::Error{base::Code::invalid_params, "until: is not a time", ""};
    }
    json["until"] = pause.until;
  }
  TRY(system_.files.make_folders(sessions()));
  return system_.files.replace(pause_file(), dump_python_json(json));
}

base::Result<void> RequirementSession::end_pause() {
  TRY(check_place());
  base::Result<void> removed = system_.files.remove(pause_file());
  if (!removed.ok() && removed.error().code == base::Code::not_found) return {};
  TRY(std::move(removed));
  return system_.files.sync_folder(sessions());
}

base::Result<void> RequirementSession::update_metrics(
    const std::function<void(base::Json& document)>& change) {
  TRY(check_place());
  return update_shared_document(system_, metrics_document(), change);
}

std::optional<base::JsonBox> RequirementSession::metrics() {
  if (!base::is_safe_id(key_)) return std::nullopt;
  auto read = read_shared_document(system_.files, metrics_document());
  if (!read.ok()) return std::nullopt;
  return *std::move(read);
}

}  // namespace store

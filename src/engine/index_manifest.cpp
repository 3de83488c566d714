#include "engine/index_manifest.h"

#include <rapidjson/reader.h>

#include <array>
#include <cstring>

#include "base/text.h"
#include "base/time.h"
#include "engine/index_rows.h"
#include "engine/redacted.h"

namespace engine {
namespace {

constexpr std::size_t kManifestDepthMax = 64;

bool is_plain_time(std::string_view text, std::size_t size) {
  if (text.size() != size || text.back() != 'Z' || text[10] != 'T') return false;
  for (const std::size_t at : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U, 11U, 12U, 14U, 15U, 17U, 18U}) {
    if (!base::is_digit(text[at])) return false;
  }
  return text[4] == '-' && text[7] == '-' && text[13] == ':' && text[16] == ':';
}

// See normal_time; in place, since nearly all need no more than other digits.
void make_normal(std::string& time) {
  if (is_plain_time(time, 20)) {
    time.replace(19, 1, ".000Z");
    return;
  }
  if (is_plain_time(time, 24) && time[19] == '.') return;
  const auto instant = base::instant_from_iso(time);
  time = instant.ok() ? base::to_iso(*instant) : std::string(base::clip_utf8(time, 64));
}

// Takes what the index wants out of the stream of values.
class Handler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
 public:
  Handler(indexing::WorkRow& row, Manifest& into) : row_(row), into_(into) {}

  bool Default() { return true; }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    if (depth_ <= keys_.size()) keys_[depth_ - 1] = std::string_view(text, size);
    if (depth_ == 1) found(keys_[0]);
    return true;
  }
  bool StartObject() { return enter(); }
  bool EndObject(rapidjson::SizeType) { return leave(); }
  bool StartArray() {
    ++arrays_;
    return enter();
  }
  bool EndArray(rapidjson::SizeType) {
    --arrays_;
    return leave();
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    take(std::string_view(text, size));
    return true;
  }
  bool Int(int number) { return take_number(number); }
  bool Uint(unsigned number) { return take_number(number); }
  bool Int64(std::int64_t number) { return take_number(number); }
  bool Uint64(std::uint64_t number) { return take_number(static_cast<std::int64_t>(number)); }

  bool is_manifest() const { return known_ > 0; }
  bool has_v2() const { return has_v2_; }
  std::size_t commits() const { return commits_; }

 private:
  bool enter() {
    // An element of `commits` at its own level is one commit.
    if (depth_ == 2 && arrays_ == 1 && keys_[0] == "commits") ++commits_;
    if (depth_ < keys_.size()) keys_[depth_] = {};
    return ++depth_ <= kManifestDepthMax;
  }
  bool leave() {
    --depth_;
    return true;
  }
  void found(std::string_view key) {
    if (key == "phase_history" || key == "build_progress") has_v2_ = true;
    static constexpr std::array<std::string_view, 8> kKnown{
        "session_id", "topic",   "current_phase", "phase_history",
        "phases",     "request", "phase",         "plan_state"};
    for (const std::string_view known : kKnown) known_ += key == known ? 1 : 0;
  }
  void take(std::string_view text) {
    if (arrays_ > 0) return;
    if (depth_ == 1) return take_top(keys_[0], text);
    if (depth_ != 2) return;
    if (keys_[0] == "git") {
      if (keys_[1] == "branch") row_.git_branch = text;
      if (keys_[1] == "worktree") row_.git_worktree = text;
    } else if (keys_[0] == "artifacts") {
      if (keys_[1] == "spec") into_.spec_file = text;
      if (keys_[1] == "plan") into_.plan_file = text;
    } else if (keys_[0] == "phase_history") {
      take_time(text);
    }
  }
  void take_top(std::string_view key, std::string_view text) {
    if (key == "topic" || key == "request") row_.title = text;
    if (key == "description") row_.description = text;
    if (key == "session_type") row_.type = text;
    if (key == "current_phase" || key == "phase") row_.phase = text;
    if (key == "status") row_.status = text;
    if (key == "created_at") row_.created_at = text;
    if (key == "updated_at") row_.updated_at = text;
  }
  // The first phase that was begun, and the last that was ended.
  void take_time(std::string_view text) {
    time_ = text;
    make_normal(time_);
    if (keys_[1].ends_with("_started_at") && (row_.started_at.empty() || time_ < row_.started_at)) {
      row_.started_at = time_;
    }
    if (keys_[1].ends_with("_completed_at") && time_ > row_.completed_at) row_.completed_at = time_;
  }
  bool take_number(std::int64_t number) {
    const bool is_progress = keys_[0] == "build_progress" || keys_[0] == "plan_state";
    if (depth_ < 2 || !is_progress) return true;
    if (depth_ == 3 && arrays_ == 1 && keys_[1] == "checkpoints_completed") {
      ++row_.checkpoints_completed;
    } else if (depth_ == 2 && keys_[1] == "checkpoints_total") {
      row_.checkpoints_total = number;
    } else if (depth_ == 2 && keys_[1] == "current_checkpoint") {
      row_.current_checkpoint = number;
    }
    return true;
  }

  indexing::WorkRow& row_;
  Manifest& into_;
  std::size_t depth_ = 0;
  std::size_t arrays_ = 0;
  std::array<std::string_view, 2> keys_;  // Where they stand in the buffer.
  std::string time_;
  int known_ = 0;
  bool has_v2_ = false;
  std::size_t commits_ = 0;
};

bool has_conflict_marks(std::string_view bytes) {
  return bytes.starts_with("<<<<<<< ") || bytes.find("\n<<<<<<< ") != std::string_view::npos;
}

// What S2-4 makes of phase and status, for lists.
std::string workflow_status_of(const indexing::WorkRow& row) {
  if (row.phase == "complete" || row.status == "complete") return "complete";
  if (row.status == "paused" || row.status == "failed") return row.status;
  return row.phase;
}

void finish(indexing::WorkRow& row, const ManifestPlace& place) {
  row.id = indexing::work_id(place.project_id, place.slug);
  row.project_id = place.project_id;
  row.slug = place.slug;
  row.working_dir = place.working_dir;
  row.session_dir = place.folder;
  row.title = redacted_head(row.title, kIndexedTextBytesMax);
  row.description = redacted_head(row.description, kIndexedTextBytesMax);
  make_normal(row.created_at);
  make_normal(row.updated_at);
  if (row.status.empty()) row.status = row.phase == "complete" ? "complete" : "active";
  row.workflow_status = workflow_status_of(row);
  if (row.workflow_status != "complete") row.completed_at.clear();
}

}  // namespace

std::string normal_time(std::string_view text) {
  std::string time(text);
  make_normal(time);
  return time;
}

namespace {

// Most files have nothing but ASCII, which is told 32 bytes at a time.
bool is_valid_text(std::string_view bytes) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
  std::array<std::uint64_t, 4> words{};
  std::size_t at = 0;
  for (; at + sizeof words <= bytes.size(); at += sizeof words) {
    std::memcpy(words.data(), bytes.data() + at, sizeof words);
    if (((words[0] | words[1] | words[2] | words[3]) & kHighBits) != 0) break;
  }
  return base::is_utf8(bytes.substr(at));
}

base::Error parse_problem(std::string_view bytes, std::size_t offset) {
  if (has_conflict_marks(bytes)) {
    return {base::Code::state_conflict, "state.json has git's conflict markers",
            "Merge it by hand, then run `holdfast work onboard`."};
  }
  if (bytes.starts_with("\xef\xbb\xbf")) {
    return {base::Code::parse_error, "state.json begins with a byte order mark", ""};
  }
  return {base::Code::parse_error, "state.json is not JSON at byte " + std::to_string(offset), ""};
}

}  // namespace

base::Result<void> ManifestReader::read(std::string_view bytes, const ManifestPlace& place,
                                        indexing::WorkRow& row, Manifest& manifest) {
  if (!is_valid_text(bytes)) {
    return base::Error{base::Code::parse_error, "state.json is not UTF-8", ""};
  }
  static const indexing::WorkRow empty;
  row = empty;
  manifest = {};
  Handler handler(row, manifest);
  // In place: strings are unescaped where they stand. The bytes themselves are kept for the few
  // that fail.
  buffer_ = bytes;
  rapidjson::InsituStringStream stream(buffer_.data());
  rapidjson::Reader reader;
  const rapidjson::ParseResult parsed = reader.Parse<rapidjson::kParseInsituFlag>(stream, handler);
  // A zero byte looks like the end.
  const bool has_zero = stream.Tell() < bytes.size();
  if (parsed.IsError() || has_zero) return parse_problem(bytes, parsed.Offset());
  if (!handler.is_manifest()) {
    return base::Error{base::Code::parse_error, "state.json is no manifest of a work session", ""};
  }
  manifest.is_v1 = !handler.has_v2();
  manifest.commits = handler.commits();
  finish(row, place);
  return {};
}

}  // namespace engine

#include "engine/onboarding_folder.h"

#include <nlohmann/json.hpp>

#include "base/id.h"
#include "base/text.h"
#include "engine/index_digest.h"
#include "engine/index_journal.h"
#include "engine/redacted.h"
#include "store/work_store.h"

namespace engine {
namespace {

using base::Json;

constexpr std::size_t kSpecBytesMax = 64 * 1024;

bool is_as_known(const os::FileInfo& folder, const os::FileInfo& file,
                 const indexing::WorkMark& known) {
  return file.inode == known.inode && file.size == known.size && file.mtime_ns == known.mtime_ns &&
         folder.mtime_ns == known.folder_mtime_ns;
}

std::optional<os::FileInfo> regular_info(os::System system, const os::Path& path) {
  const auto info = system.files.link_info(path);
  if (!info.ok() || info->kind != os::FileKind::regular) return std::nullopt;
  return *info;
}

// Whether a file that the manifest names is there, no link, and inside the folder (B2-18); `path`
// is that of the manifest, and then of the file.
std::optional<os::FileInfo> find_artifact(os::System system, const std::string& name,
                                          os::Path& path) {
  // A bare name, as nearly all are, needs no more than a look.
  if (base::is_safe_id(name)) return regular_info(system, path.replace_filename(name));
  const os::Path folder = path.parent_path();
  path = os::normalised(folder, name);
  const std::string inside = folder.native() + "/";
  if (!path.native().starts_with(inside)) return std::nullopt;
  auto info = regular_info(system, path);
  if (!info || path.parent_path() == folder) return info;
  // A folder between may be a link.
  const auto real = system.files.real_path(path);
  if (!real.ok() || !real->native().starts_with(inside)) return std::nullopt;
  return info;
}

// Nothing of a spec that is too large is kept: it is not read at all.
std::string read_spec(os::System system, const os::Path& path) {
  const auto text =
      system.files.read(path, {.bytes_max = kManifestBytesMax, .follow_links = false});
  if (!text.ok() || !base::is_utf8(*text)) return "";
  return redacted_head(*text, kSpecBytesMax);
}

Json texts(const std::vector<std::string>& list) {
  Json json = Json::array();
  for (const std::string& text : list) json.push_back(text);
  return json;
}

void add_v1(Json& metadata, std::string_view bytes) {
  const auto json = base::parse_json(bytes);
  if (!json.ok() || !json->is_object()) return;
  const auto goals = json->find("goals");
  if (goals != json->end() && goals->is_object() && goals->contains("high_level")) {
    metadata["goals"] = (*goals)["high_level"];
  }
  for (const char* key : {"open_questions", "key_decisions"}) {
    if (json->contains(key)) metadata[key] = (*json)[key];
  }
}

void add_spec(Json& metadata, std::string_view spec) {
  const store::WorkSpec read = store::read_work_spec(spec);
  if (!read.high_level_goals.empty()) metadata["goals"] = texts(read.high_level_goals);
  for (const store::WorkSpec::Question& question : read.questions) {
    Json entry{{"question", question.text}, {"answered", question.answered}};
    if (!question.answer.empty()) entry["answer"] = question.answer;
    metadata["open_questions"].push_back(std::move(entry));
  }
  for (const store::WorkSpec::Decision& decision : read.decisions) {
    metadata["key_decisions"].push_back(Json{
        {"title", decision.title}, {"rationale", decision.rationale}, {"made", decision.made}});
  }
}

}  // namespace

std::string work_metadata(const Manifest& manifest, std::string_view manifest_bytes,
                          std::string_view spec) {
  if (!manifest.is_v1 && spec.empty()) {
    return manifest.commits == 0 ? "{}" : "{\"commits\":" + std::to_string(manifest.commits) + "}";
  }
  Json metadata = Json::object();
  if (manifest.is_v1) metadata["schema"] = "v1";
  if (manifest.commits > 0) metadata["commits"] = manifest.commits;
  if (manifest.is_v1) add_v1(metadata, manifest_bytes);
  if (!spec.empty()) add_spec(metadata, spec);
  redact_texts(metadata);
  return metadata.dump(-1, ' ', false, Json::error_handler_t::replace);
}

FolderStat stat_folder(os::System system, const WorkRoot& root, const std::string& slug) {
  FolderStat found;
  os::Path path = root.folder / slug;
  const auto folder = system.files.link_info(path);
  if (!folder.ok() || folder->kind != os::FileKind::folder) return found;
  const auto file = system.files.link_info(path /= "state.json");
  if (!file.ok()) return found;
  return {*folder, *file, true};
}

bool is_unchanged(os::System system, const WorkRoot& root, const FolderStat& now,
                  const indexing::WorkMark& known) {
  if (!now.is_there || !is_as_known(now.folder, now.file, known)) return false;
  if (known.spec_mtime_ns == 0) return true;
  const auto spec = system.files.link_info(root.folder / known.slug / "spec.md");
  return spec.ok() && spec->mtime_ns == known.spec_mtime_ns && spec->size == known.spec_size;
}

FolderReader::FolderReader(os::System system, const WorkRoot& root)
    : system_(system), root_(root), folder_(root.folder / "slug") {}

// not_found where there is none.
base::Result<os::FileInfo> FolderReader::read_bytes() {
  TRY_ASSIGN(const auto file, system_.files.open(file_, {.follow_links = false}));
  TRY_ASSIGN(const os::FileInfo info, file->info());
  if (info.kind != os::FileKind::regular) {
    return base::Error{base::Code::io, "state.json is not a regular file", ""};
  }
  if (info.size > kManifestBytesMax) {
    return base::Error{base::Code::too_large, "state.json is larger than 1 MiB", ""};
  }
  // One byte more, so that a file that grows meanwhile is not taken for a whole one.
  const std::size_t wanted = static_cast<std::size_t>(info.size) + 1;
  if (buffer_.size() < wanted) buffer_.resize(wanted);
  TRY_ASSIGN(const std::size_t got, file->read_into(0, {buffer_.data(), wanted}));
  if (got != info.size) {
    return base::Error{base::Code::io, "state.json changed while it was read", ""};
  }
  return info;
}

void FolderReader::read_artifacts(std::string_view bytes, ReadFolder& into) {
  into.spec.clear();
  into.mark.spec_mtime_ns = 0;
  into.mark.spec_size = 0;
  if (const auto spec = find_artifact(system_, manifest_.spec_file, file_)) {
    into.row.spec_exists = true;
    into.spec = read_spec(system_, file_);
    // Only the usual name is looked at again: others change with the manifest.
    if (manifest_.spec_file == "spec.md") {
      into.mark.spec_mtime_ns = spec->mtime_ns;
      into.mark.spec_size = spec->size;
    }
  }
  if (!base::is_safe_id(manifest_.spec_file)) file_ = folder_ / "state.json";
  into.row.plan_exists = find_artifact(system_, manifest_.plan_file, file_).has_value();
  into.row.metadata = work_metadata(manifest_, bytes, into.spec);
}

void FolderReader::read(const std::string& slug, FolderOutcome& outcome) {
  outcome.state = FolderState::absent;
  outcome.slug = slug;
  outcome.problem.clear();
  outcome.known = nullptr;
  folder_.replace_filename(slug);
  const auto folder_info = system_.files.link_info(folder_);
  // Links are not followed, so that no loop and no folder elsewhere is taken in.
  if (!folder_info.ok() || folder_info->kind != os::FileKind::folder) return;
  const base::Instant read_at = system_.clock.now();
  file_ = folder_;
  file_ /= "state.json";
  const auto info = read_bytes();
  if (!info.ok() && info.error().code == base::Code::not_found) return;
  const auto unreadable = [&](std::string problem) {
    outcome.state = FolderState::unreadable;
    outcome.problem = std::move(problem);
  };
  if (!info.ok()) return unreadable(info.error().message);
  if (!base::is_safe_id(slug)) return unreadable("the folder's name is no id of a session");
  const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(info->size));
  indexing::WorkRow& row = outcome.folder.row;
  const auto parsed = manifests_.read(
      bytes, {root_.project_id, root_.worktree.native(), folder_.native(), slug}, row, manifest_);
  if (!parsed.ok()) return unreadable(parsed.error().message);
  outcome.state = FolderState::read;
  row.etag = fast_sha256_hex(bytes);
  indexing::WorkMark& mark = outcome.folder.mark;
  mark.slug = slug;
  mark.inode = info->inode;
  mark.size = info->size;
  mark.mtime_ns = settled_mtime_ns(*info, read_at);
  mark.folder_mtime_ns = folder_info->mtime_ns;
  mark.updated_at = row.updated_at;
  read_artifacts(bytes, outcome.folder);
}

FolderOutcome read_folder(os::System system, const WorkRoot& root, const std::string& slug) {
  FolderOutcome outcome;
  FolderReader(system, root).read(slug, outcome);
  return outcome;
}

}  // namespace engine

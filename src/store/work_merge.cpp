// git's three versions of a state.json to one text (B2-13, SC-59).
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "store/work_store.h"
#include "store/work_text.h"

namespace store {

using base::Json;
using base::JsonPath;
using base::JsonText;

namespace {

base::Error unmergeable(std::string_view version, std::string_view why) {
  return {base::Code::state_conflict,
          "the two versions of state.json cannot be joined: " + std::string(version) + ": " +
              std::string(why),
          "Take one of them with `git checkout --ours` or `--theirs`."};
}

base::Result<WorkText> readable(std::string_view version, std::string_view bytes) {
  auto parsed = parse_work_text(std::string(bytes), "");
  if (!parsed.ok()) return unmergeable(version, parsed.error().message);
  if (parsed->is_v1) return unmergeable(version, "is of the older schema; migrate it first");
  return parsed;
}

struct MergeSides {
  const Json& base;
  const Json& ours;
  const Json& theirs;
  bool theirs_is_newer = false;
};

// The members of one object that the manifest's type knows nothing of: what one side changed is as
// it says, where both did the newer file counts. `known` are the members that are merged elsewhere.
base::Result<void> merge_unknown(JsonText& text, const JsonPath& path, const MergeSides& sides,
                                 const Json& known) {
  if (!sides.theirs.is_object() || !sides.ours.is_object()) return {};
  if (sides.theirs.size() > kManifestMembersMax || sides.ours.size() > kManifestMembersMax) {
    return unmergeable("both", "too many members");
  }
  for (const auto& member : sides.theirs.items()) {
    const std::string& key = member.key();
    if (known.contains(key)) continue;
    const Json& base = base::member_at(sides.base, key);
    const bool is_ours = sides.ours.contains(key);
    const Json& ours = base::member_at(sides.ours, key);
    if (member.value() == ours || member.value() == base) continue;
    if (is_ours && ours != base && !sides.theirs_is_newer) continue;
    JsonPath at = path;
    at.emplace_back(std::string_view(key));
    TRY(is_ours ? text.replace(at, member.value()) : text.add_member(path, key, member.value()));
  }
  return {};
}

base::Result<void> merge_all_unknown(JsonText& text, const MergeSides& sides) {
  const Json known = model::to_json(model::WorkSession{});
  TRY(merge_unknown(text, {}, sides, known));
  for (const char* const part : {"phase_history", "build_progress", "git", "artifacts"}) {
    TRY(merge_unknown(text, {part},
                      {base::member_at(sides.base, part), base::member_at(sides.ours, part),
                       base::member_at(sides.theirs, part), sides.theirs_is_newer},
                      known[part]));
  }
  return {};
}

// The commits that the merged list has from theirs, with all that stands in them.
base::Result<void> add_their_commits(JsonText& text, const model::WorkSession& merged,
                                     const WorkText& ours, const WorkText& theirs) {
  Json added = Json::array();
  const Json all = theirs.text.value().value("commits", Json::array());
  std::size_t next = ours.session.commits.size();
  for (std::size_t at = 0; at < theirs.session.commits.size(); ++at) {
    if (next == merged.commits.size()) break;
    if (!(theirs.session.commits[at] == merged.commits[next])) continue;
    added.push_back(all[at]);
    ++next;
  }
  if (added.empty()) return {};
  if (text.size_of({"commits"}) > 0) return text.add_elements({"commits"}, added);
  if (text.has({"commits"})) return text.replace({"commits"}, added);
  return text.add_member({}, "commits", added);
}

}  // namespace

base::Result<std::string> merge_work_files(const WorkVersions& versions, const WorkMerge& merge) {
  TRY_ASSIGN(WorkText ours, readable("ours", versions.ours));
  TRY_ASSIGN(const WorkText theirs, readable("theirs", versions.theirs));
  Json base_value = Json::object();
  model::WorkSession base_session;
  // Without a common ancestor both have changed everything.
  base_session.phase = model::Named<model::WorkPhase>("");
  base_session.status = model::Named<model::WorkStatus>("");
  if (!versions.base.empty()) {
    TRY_ASSIGN(const WorkText base, readable("base", versions.base));
    base_value = base.text.value();
    base_session = base.session;
  }
  const model::WorkSession merged = merge(base_session, ours.session, theirs.session);
  const Json our_value = ours.text.value();
  const Json their_value = theirs.text.value();
  const MergeSides sides{base_value, our_value, their_value,
                         merged.updated_at != ours.session.updated_at};
  JsonText text = std::move(ours.text);
  TRY(merge_all_unknown(text, sides));
  TRY(add_their_commits(text, merged, ours, theirs));
  TRY_ASSIGN(const auto now, model::work_session_from_json(text.value()));
  TRY(edit_work_text(text, now, merged));
  if (text.text().size() > kWorkStateBytesMax) return unmergeable("both", "larger than 1 MiB");
  return text.text();
}

}  // namespace store

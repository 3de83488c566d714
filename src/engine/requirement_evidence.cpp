#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "engine/requirement_facts.h"

namespace engine {
namespace {

constexpr std::uint64_t kEvidenceFileBytesMax = 1024 * 1024;
constexpr int kEvidenceDepthMax = 8;
constexpr int kEvidenceFilesMax = 500;

bool is_heading(std::string_view line) { return line.starts_with("## "); }

// Whether a section "## Verdict", heading and all, has the text. Case does not count.
bool has_verdict(std::string_view document, std::string_view verdict) {
  const std::string wanted = base::to_lower(verdict);
  bool inside = false;
  for (const std::string_view whole : base::split(document, '\n')) {
    const std::string line = base::to_lower(base::trim(whole));
    if (is_heading(line)) inside = base::trim(line.substr(3)).starts_with("verdict");
    if (inside && line.find(wanted) != std::string::npos) return true;
  }
  return false;
}

class Search {
 public:
  Search(Stores& stores, const model::EvidenceRule& rule)
      : files_(stores.system.files),
        rule_(rule),
        now_(stores.system.clock.now().time_since_epoch()) {}

  // Below `folder`; links lead nowhere, since they could lead out of the project.
  bool finds_one_in(const os::Path& folder, int depth) {
    const auto names = files_.list(folder);
    if (!names.ok() || depth > kEvidenceDepthMax) return false;
    for (const std::string& name : *names) {
      const os::Path path = folder / name;
      const auto info = files_.link_info(path);
      if (!info.ok()) continue;
      if (info->kind == os::FileKind::folder && finds_one_in(path, depth + 1)) return true;
      if (info->kind == os::FileKind::regular && name.ends_with(".md") && is_enough(path, *info)) {
        return true;
      }
    }
    return false;
  }

 private:
  bool is_enough(const os::Path& path, const os::FileInfo& info) {
    if (++seen_ > kEvidenceFilesMax) return false;
    if (rule_.max_age_s) {
      const auto age = std::chrono::duration_cast<std::chrono::seconds>(
          now_ - std::chrono::nanoseconds(info.mtime_ns));
      if (age.count() > *rule_.max_age_s) return false;
    }
    const auto text =
        files_.read(path, {.bytes_max = kEvidenceFileBytesMax, .follow_links = false});
    if (!text.ok()) return false;
    const bool has_markers = std::all_of(
        rule_.markers.begin(), rule_.markers.end(),
        [&](const std::string& marker) { return text->find(marker) != std::string::npos; });
    return has_markers && (rule_.verdict.empty() || has_verdict(*text, rule_.verdict));
  }

  os::FileSystem& files_;
  const model::EvidenceRule& rule_;
  std::chrono::nanoseconds now_;
  int seen_ = 0;
};

std::string description_of(const model::EvidenceRule& rule) {
  std::vector<std::string> texts;
  for (const std::string& marker : rule.markers) texts.push_back("'" + marker + "'");
  if (!rule.verdict.empty()) texts.push_back("'## Verdict " + rule.verdict + "'");
  std::string text = "no file in " + base::join(rule.folders, ", ");
  if (!texts.empty()) text += " with " + base::join(texts, " and ");
  if (rule.max_age_s) {
    text += " changed in the last " + base::to_words(base::Millis{*rule.max_age_s * 1000});
  }
  return text;
}

}  // namespace

std::string missing_evidence(Stores& stores, const model::EvidenceRule& rule) {
  Search search(stores, rule);
  for (const std::string& folder : rule.folders) {
    if (search.finds_one_in(os::normalised(stores.project.root, folder), 0)) return "";
  }
  return description_of(rule);
}

}  // namespace engine

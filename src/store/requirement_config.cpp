#include "store/requirement_config.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "store/own_file.h"
#include "store/requirement_cache.h"
#include "store/requirement_reader.h"
#include "store/requirement_yaml.h"

namespace store {
namespace {

constexpr std::uint64_t kRequirementFileBytesMax = TreeLimits{}.bytes_max;
constexpr std::uint64_t kRequirementCacheBytesMax = 16ULL * 1024 * 1024;
constexpr std::string_view kSection = "requirements";
// Two changes closer than a tick of the disk's clock can look like one.
constexpr std::int64_t kTickNs = 20'000'000;

// A place of the cascade: the folders to look in, the preferred one first.
struct Level {
  // As text: a path that is put together from parts costs several times as much, on every hook.
  std::vector<std::string> folders;
  std::string name;  // Without the ending.
};

// A file that may be there.
struct Candidate {
  os::Path path;
  base::Result<os::FileInfo> info;

  bool exists() const { return info.ok() || info.error().code != base::Code::not_found; }
};

// The user's level, and those of the project itself.
std::vector<Level> user_levels(const Project& project, const Homes& homes) {
  // A home that is a project has one file for both.
  if (!homes.home.is_absolute() || homes.home == project.root) return {};
  return {{{homes.home.native() + "/.claude/"}, "requirements"}};
}

std::vector<Level> project_levels(const Project& project) {
  std::vector<std::string> folders{project.root.native() + "/.claude/"};
  if (project.main_root != project.root) {
    folders.push_back(project.main_root.native() + "/.claude/");
  }
  return {{folders, "requirements"}, {folders, "requirements.local"}};
}

std::vector<Level> all_levels(const Project& project, const Homes& homes) {
  std::vector<Level> levels = user_levels(project, homes);
  for (Level& level : project_levels(project)) levels.push_back(std::move(level));
  return levels;
}

// In the order in which they are preferred.
std::vector<os::Path> files_of(const Level& level) {
  std::vector<os::Path> files;
  files.reserve(2 * level.folders.size());
  for (const std::string& folder : level.folders) {
    files.emplace_back(folder + level.name + ".yaml");
    files.emplace_back(folder + level.name + ".json");
  }
  return files;
}

// What the cascade of one project is made of right now.
class Cascade {
 public:
  Cascade(os::FileSystem& files, const Project& project, const Homes& homes, bool has_block)
      : files_(files) {
    for (const Level& level : user_levels(project, homes)) look_at(files_of(level));
    const std::size_t own = levels_.size();
    for (const Level& level : project_levels(project)) look_at(files_of(level));
    if (project.opted_in && has_block) {
      look_at({project.config_file});
      has_block_ = true;
    }
    is_of_project_ = project.opted_in ||
                     std::any_of(levels_.begin() + static_cast<long>(own), levels_.end(), has_any);
  }

  bool is_empty() const { return std::none_of(levels_.begin(), levels_.end(), has_any); }

  // The user's own file alone is no reason to leave anything in a project.
  bool is_of_project() const { return is_of_project_; }

  // Names every file, there or not, and the state that it is in.
  std::string text() const {
    std::string text = HOLDFAST_VERSION;
    for (const auto& level : levels_) {
      for (const Candidate& file : level) append(text, file);
    }
    return text;
  }

  bool changed_about(base::Instant now) const {
    const std::int64_t now_ns = std::chrono::nanoseconds(now.time_since_epoch()).count();
    const auto is_recent = [&](const Candidate& file) {
      return file.info.ok() && std::abs(now_ns - file.info->mtime_ns) < kTickNs;
    };
    return std::any_of(levels_.begin(), levels_.end(), [&](const std::vector<Candidate>& level) {
      return std::any_of(level.begin(), level.end(), is_recent);
    });
  }

  struct Contents {
    std::vector<RequirementSource> sources;
    std::vector<model::ConfigProblem> problems;
    bool is_whole = true;  // Every file that is there could be read.
  };
  // Reads the file of each level.
  Contents read() const {
    Contents contents;
    for (const auto& level : levels_) {
      const Candidate* const chosen = choose(level, contents.problems);
      if (chosen == nullptr) continue;
      auto text = files_.read(chosen->path, {.bytes_max = kRequirementFileBytesMax});
      if (text.ok()) {
        const bool is_block = has_block_ && &level == &levels_.back();
        contents.sources.push_back({chosen->path.native(), *std::move(text), is_block});
      } else {
        contents.is_whole = false;
        contents.problems.push_back(
            {chosen->path.native(), 0, "cannot be read: " + std::move(text).error().message});
      }
    }
    return contents;
  }

 private:
  static bool has_any(const std::vector<Candidate>& level) {
    return std::any_of(level.begin(), level.end(),
                       [](const Candidate& file) { return file.exists(); });
  }

  void look_at(std::vector<os::Path> paths) {
    std::vector<Candidate>& level = levels_.emplace_back();
    level.reserve(paths.size());
    for (os::Path& path : paths) {
      auto info = files_.info(path);
      level.push_back({std::move(path), std::move(info)});
    }
  }

  static void append(std::string& text, const Candidate& file) {
    text.append("\n").append(file.path.native()).append("\t");
    if (!file.info.ok()) {
      text += file.exists() ? file.info.error().message : "absent";
      return;
    }
    const os::FileInfo& info = *file.info;
    for (const std::uint64_t part : {info.device, info.inode, info.size}) {
      text.append(std::to_string(part)).append(" ");
    }
    text += std::to_string(info.mtime_ns);
  }

  static const Candidate* choose(const std::vector<Candidate>& level,
                                 std::vector<model::ConfigProblem>& problems) {
    const auto chosen = std::find_if(level.begin(), level.end(),
                                     [](const Candidate& file) { return file.exists(); });
    if (chosen == level.end()) return nullptr;
    const auto other = std::next(chosen);
    if (other != level.end() && other->info.ok() &&
        other->path.parent_path() == chosen->path.parent_path()) {
      problems.push_back(
          {other->path.native(), 0,
           "is not used: " + chosen->path.filename().native() + " beside it goes before it"});
    }
    return &*chosen;
  }

  os::FileSystem& files_;                       // Outlives this.
  std::vector<std::vector<Candidate>> levels_;  // Weakest first.
  bool has_block_ = false;                      // The last level is config.yaml.
  bool is_of_project_ = false;
};

os::Path cache_path(const Project& project) {
  // Worktrees share <local>, and each has a cascade of its own.
  const bool is_linked = project.git_dir.parent_path().filename() == "worktrees";
  return Layout({.local = project.local})
      .requirement_cache(is_linked ? project.git_dir.filename().native() : std::string());
}

// Whether the block of config.yaml looks like a document of requirements. Where it has none of its
// keys it may mean requirements themselves or be a mistake, and guessing would switch on a gate
// that nobody asked for.
bool is_document(const TreeNode& block) {
  return block.members.empty() ||
         std::any_of(block.members.begin(), block.members.end(),
                     [](const TreeMember& member) { return is_document_key(member.key); });
}

// The documents of the cascade, one after the other, into one tree.
class Merging {
 public:
  explicit Merging(std::vector<std::string> names) : names_(std::move(names)), findings_(names_) {}

  void add(const RequirementSource& source, int file) {
    TreeBuilder::Options options;
    options.file = file;
    if (source.is_block) options.section = kSection;
    Tree tree = parse_tree(source.text, tree_format_of(source.file), options);
    if (tree.fault) return findings_.problem({file, tree.fault->line}, tree.fault->message);
    const TreeNode& root = tree.root;
    if (source.is_block && root.is_nothing()) return;
    if (!root.is_nothing() && root.kind != TreeNode::Kind::map) {
      return findings_.problem(root.place, source.is_block ? "`requirements` must be a mapping"
                                                           : "the file must be a mapping");
    }
    if (source.is_block && !is_document(root)) {
      return findings_.problem(root.place,
                               "`requirements` has none of the keys of a requirements file; the "
                               "requirements themselves belong below `requirements.requirements`");
    }
    if (!inherits(root)) start_again();
    for (const TreeIssue& issue : tree.issues) findings_.problem({file, issue.line}, issue.message);
    used_.push_back(source.file);
    merge_tree(merged_, std::move(tree.root));
  }

  model::Requirements take() {
    model::Requirements requirements = read_requirements(findings_, merged_);
    requirements.files = std::move(used_);
    requirements.problems = findings_.take_problems();
    requirements.unused = findings_.take_unused();
    return requirements;
  }

 private:
  bool inherits(const TreeNode& root) {
    bool inherit = true;
    const TreeMember* const member = root.find("inherit");
    if (member != nullptr) Values(findings_, "").flag("inherit", member->value, inherit);
    return inherit;
  }

  // What was cut off need not be right either.
  void start_again() {
    merged_ = TreeNode();
    used_.clear();
    findings_ = Findings(names_);
  }

  std::vector<std::string> names_;
  Findings findings_;
  TreeNode merged_;
  std::vector<std::string> used_;
};

}  // namespace

model::Requirements load_requirements(os::System system, const Project& project, const Homes& homes,
                                      Keyring& keys, bool has_block) {
  const Cascade cascade(system.files, project, homes, has_block);
  if (cascade.is_empty()) return {};
  const std::string state = cascade.text();
  const os::Path cache = cache_path(project);
  const auto key = keys.signing();
  if (key.ok() && cascade.is_of_project()) {
    const auto bytes = system.files.read(cache, {.bytes_max = kRequirementCacheBytesMax});
    if (bytes.ok()) {
      if (auto known = requirements_from_cache(*bytes, state, **key)) return *std::move(known);
    }
  }
  const Cascade::Contents contents = cascade.read();
  model::Requirements requirements = parse_requirements(contents.sources);
  requirements.problems.insert(requirements.problems.begin(), contents.problems.begin(),
                               contents.problems.end());
  // What keeps a file from being read can go without the file changing.
  const bool may_keep = key.ok() && cascade.is_of_project() && contents.is_whole &&
                        !cascade.changed_about(system.clock.now());
  if (may_keep) {
    const std::string bytes = compiled_requirements(requirements, state, **key);
    if (bytes.size() <= kRequirementCacheBytesMax) keep_cache_file(system, cache, bytes);
  }
  return requirements;
}

model::Requirements parse_requirements(const std::vector<RequirementSource>& sources) {
  std::vector<std::string> names;
  for (const RequirementSource& source : sources) names.push_back(source.file);
  Merging merging(std::move(names));
  int file = 0;
  for (const RequirementSource& source : sources) merging.add(source, file++);
  return merging.take();
}

std::vector<os::Path> requirement_files(const Project& project, const Homes& homes) {
  std::vector<os::Path> files;
  for (const Level& level : all_levels(project, homes)) {
    std::vector<os::Path> preferred = files_of(level);
    files.insert(files.end(), preferred.rbegin(), preferred.rend());
  }
  if (project.opted_in) files.push_back(project.config_file);
  return files;
}

bool has_requirement_files(os::FileSystem& files, const Project& project) {
  if (project.common_dir.empty()) return false;
  for (const Level& level : project_levels(project)) {
    for (const os::Path& path : files_of(level)) {
      const auto info = files.info(path);
      if (info.ok() && info->kind == os::FileKind::regular) return true;
    }
  }
  return false;
}

}  // namespace store

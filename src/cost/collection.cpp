#include "cost/collection.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

namespace cost {
namespace {

// Less than this is not worth a thread.
constexpr std::uint64_t kBytesForThreads = 4ULL * 1024 * 1024;
// As long as less than this is new, reading it again is cheaper than writing all anew.
constexpr std::uint64_t kBytesForSnapshot = 1024ULL * 1024;
// A folder whose time is younger may get another name within the same tick of the clock.
constexpr std::int64_t kSettledNs = 2'000'000'000;

struct Job {
  std::uint32_t file = 0;  // Of the ledger.
  std::string path;
  ScanStart start;
  std::uint64_t bytes = 0;
  std::uint64_t known_size = 0;
  base::Result<FileScan> scan = FileScan{};
};

bool is_same_file(const os::FileInfo& info, const FileEntry& entry) {
  return info.kind == os::FileKind::regular && info.inode == entry.inode &&
         info.device == entry.device && info.size >= entry.size;
}

class Collector {
 public:
  Collector(os::System system, const CollectOptions& options)
      : system_(system), options_(options) {}

  Collection run() {
    if (!try_from_snapshot()) from_nothing();
    return std::move(result_);
  }

 private:
  // False where there is nothing kept that can be used, or a file is not what it was.
  bool try_from_snapshot() {
    if (options_.snapshot.empty()) return false;
    result_ = {};
    result_.bytes = std::make_unique<SnapshotBytes>();
    auto loaded = load_snapshot(system_.files, options_.snapshot, options_.basis, *result_.bytes);
    if (!loaded) return false;
    result_.ledger = std::make_unique<Ledger>(std::move(loaded->ledger));
    const bool has_rows = loaded->basis_id == options_.basis.id;
    if (!has_rows && !ledger().rebuild_rows().ok()) return false;
    const bool is_listed = folders_stand();
    if (!(is_listed ? look_at_known() : look_everywhere()) || !read_jobs()) return false;
    const bool is_news = !is_listed && all_settled();
    if (is_news || result_.bytes_read > kBytesForSnapshot) keep();
    return true;
  }

  void from_nothing() {
    result_ = {};
    jobs_.clear();
    result_.bytes = std::make_unique<SnapshotBytes>();
    result_.ledger = std::make_unique<Ledger>(options_.basis);
    look_everywhere();
    read_jobs();
    keep();
  }

  Ledger& ledger() { return *result_.ledger; }

  // No folder got or lost a name: the files are those that are known.
  bool folders_stand() {
    std::vector<std::string> roots;
    for (const Root& root : options_.roots) {
      const auto real = system_.files.real_path(root.folder);
      if (real.ok()) roots.push_back(real->native());
    }
    const auto& folders = ledger().folders;
    for (const std::string& root : roots) {
      if (std::none_of(folders.begin(), folders.end(), [&](const FolderEntry& folder) {
            return ledger().strings[folder.path] == root;
          })) {
        return false;
      }
    }
    return std::all_of(folders.begin(), folders.end(), [&](const FolderEntry& folder) {
      const auto info = system_.files.info(os::Path(ledger().strings[folder.path]));
      return info.ok() && folder.is_settled != 0 && info->kind == os::FileKind::folder &&
             info->inode == folder.inode && info->device == folder.device &&
             info->mtime_ns == folder.mtime_ns;
    });
  }

  bool look_at_known() {
    jobs_.clear();
    for (std::uint32_t i = 0; i < ledger().files.size(); ++i) {
      const FileEntry& entry = ledger().files[i];
      const auto info = system_.files.link_info(os::Path(ledger().strings[entry.path]));
      if (!info.ok() || !is_same_file(*info, entry)) return false;
      add_job_if_grown(i, *info);
    }
    return true;
  }

  bool look_everywhere() {
    FoundFiles found = find_transcripts(system_.files, options_.roots);
    result_.problems = found.problems;
    jobs_.clear();
    std::unordered_map<std::string_view, std::uint32_t> known;
    for (std::uint32_t i = 0; i < ledger().files.size(); ++i) {
      known.emplace(ledger().strings[ledger().files[i].path], i);
    }
    std::size_t met = 0;
    for (const FoundFile& file : found.files) {
      const auto at = known.find(file.path);
      if (at != known.end()) ++met;
      const std::uint32_t number = at != known.end() ? at->second : add_file(file);
      if (!is_same_file(file.info, ledger().files[number])) return false;
      add_job_if_grown(number, file.info);
    }
    if (met != known.size()) return false;  // One is gone, and its sums with it.
    note_folders(found);
    return true;
  }

  std::uint32_t add_file(const FoundFile& file) {
    FileEntry entry;
    Strings& strings = ledger().strings;
    entry.path = strings.number_of(file.path);
    entry.session = strings.number_of(session_of(file.path, file.kind));
    entry.agent = strings.number_of(agent_of(system_.files, file.path, file.kind));
    entry.cwd = strings.number_of(folder_of(system_.files, file.path, file.kind));
    entry.kind = file.kind;
    entry.device = file.info.device;
    entry.inode = file.info.inode;
    ledger().files.push_back(entry);
    return static_cast<std::uint32_t>(ledger().files.size() - 1);
  }

  // A list with something missing is not to be trusted, however old.
  void note_folders(const FoundFiles& found) {
    const std::int64_t now_ns = system_.clock.now().time_since_epoch().count() * 1'000'000;
    ledger().folders.clear();
    for (const FoundFolder& folder : found.folders) {
      FolderEntry entry;
      entry.path = ledger().strings.number_of(folder.path);
      entry.device = folder.info.device;
      entry.inode = folder.info.inode;
      entry.mtime_ns = folder.info.mtime_ns;
      const bool is_old = folder.info.mtime_ns < now_ns - kSettledNs;
      entry.is_settled = is_old && found.problems.empty() ? 1 : 0;
      ledger().folders.push_back(entry);
    }
  }

  bool all_settled() {
    return std::all_of(ledger().folders.begin(), ledger().folders.end(),
                       [](const FolderEntry& folder) { return folder.is_settled != 0; });
  }

  void add_job_if_grown(std::uint32_t number, const os::FileInfo& info) {
    FileEntry& entry = ledger().files[number];
    // With another time and the same size it was written over.
    if (info.size == entry.size && info.mtime_ns == entry.mtime_ns) return;
    const Strings& strings = ledger().strings;
    Job job;
    job.file = number;
    job.path = strings[entry.path];
    job.start = {
        entry.kind,
        entry.next,
        entry.mark,
        {entry.codex, std::string(strings[entry.model]), std::string(strings[entry.branch])}};
    job.bytes = info.size - entry.next;
    entry.mtime_ns = info.mtime_ns;
    jobs_.push_back(std::move(job));
  }

  // Longest first, so that no thread is left alone with a long one at the end.
  void scan_jobs() {
    std::vector<Job*> order;
    std::uint64_t total = 0;
    for (Job& job : jobs_) {
      order.push_back(&job);
      total += job.bytes;
    }
    result_.bytes_read = total;
    std::stable_sort(order.begin(), order.end(),
                     [](const Job* a, const Job* b) { return a->bytes > b->bytes; });
    std::atomic<std::size_t> next = 0;
    std::atomic<std::uint64_t> done = 0;
    const auto work = [&](bool shows_progress) {
      std::vector<char> buffer;
      for (std::size_t i = next++; i < order.size(); i = next++) {
        order[i]->scan =
            scan_file(system_.files, order[i]->path, std::move(order[i]->start), buffer);
        done += order[i]->bytes;
        if (shows_progress && options_.progress) options_.progress(done, total);
      }
    };
    std::vector<std::thread> others;
    if (total >= kBytesForThreads && order.size() > 1) {
      try {
        for (unsigned i = 1; i < options_.threads; ++i) others.emplace_back(work, false);
      } catch (const std::system_error&) {
        // The system gives no more threads: those that are there do the work.
      }
    }
    work(true);
    for (std::thread& other : others) other.join();
  }

  bool read_jobs() {
    scan_jobs();
    // By path and not by which thread was quicker.
    std::sort(jobs_.begin(), jobs_.end(),
              [](const Job& a, const Job& b) { return a.path < b.path; });
    for (const Job& job : jobs_) {
      if (!job.scan.ok()) {
        result_.problems.push_back(job.scan.error().message);
        ledger().files[job.file].mtime_ns = 0;  // Tried again next time.
        continue;
      }
      if (job.scan->is_rewritten) return false;
      if (!ledger().add(job.file, *job.scan).ok()) return false;
    }
    return true;
  }

  void keep() {
    if (options_.snapshot.empty()) return;
    const auto kept = save_snapshot(system_.files, options_.snapshot, ledger());
    if (!kept.ok()) result_.problems.push_back(kept.error().message);
  }

  os::System system_;
  const CollectOptions& options_;
  Collection result_;
  std::vector<Job> jobs_;
};

}  // namespace

Collection collect(os::System system, const CollectOptions& options) {
  return Collector(system, options).run();
}

}  // namespace cost

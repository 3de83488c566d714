// Doors for tests: a disk that can fail, cut short and forget, a clock that is turned by hand,
// processes that are made up. Nothing here touches the machine.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "os/system.h"

namespace os {

// What one primitive call does instead of its work.
struct Fault {
  enum class Kind {
    error,        // Returns Code::io "No space left on device".
    short_write,  // A write takes in only the first half of its bytes, then further writes fail.
    crash,        // This call and every later one fail; see FakeDisk::crash for what stays.
  };
  Kind kind = Kind::error;
  std::size_t at_call = 0;  // Counted from 0 over all primitive calls since `arm`.
};

// An in-memory FileSystem that knows which bytes and names have been synced.
//  - write, truncate: volatile until File::sync.
//  - open(create), rename, remove, make_folder: volatile until sync_folder of the folder.
//  - crash(): the disk as it would be after a power cut: only what was synced. Pessimistic: an
//    unsynced rename is undone, unsynced bytes are gone, a created but unsynced name is gone.
//  - kill(): the disk as it is after `kill -9`: everything written stays, locks are released.
class FakeDisk final : public FileSystem {
 public:
  FakeDisk();
  ~FakeDisk() override;

  base::Result<std::unique_ptr<File>> open(const Path& path, const OpenOptions& options) override;
  base::Result<TemporaryFile> open_temporary(const Path& folder, std::uint32_t mode) override;
  base::Result<FileInfo> info(const Path& path) override;
  base::Result<FileInfo> link_info(const Path& path) override;
  base::Result<void> rename(const Path& from, const Path& to) override;
  base::Result<void> exchange(const Path& one, const Path& other) override;
  base::Result<void> remove(const Path& path) override;
  base::Result<void> make_folder(const Path& path, std::uint32_t mode) override;
  base::Result<void> sync_folder(const Path& path) override;
  base::Result<void> set_mode(const Path& path, std::uint32_t mode) override;
  base::Result<std::vector<std::string>> list(const Path& path) override;
  base::Result<Path> real_path(const Path& path) override;

  // Test controls.
  void arm(Fault fault);  // Replaces an earlier one; counting starts anew.
  void disarm();
  std::size_t calls() const;  // Primitive calls since the last arm or reset_calls.
  void reset_calls();
  void crash();  // Forgets everything not synced, releases locks, disarms.
  void kill();   // Keeps everything, releases locks, disarms.
  void make_link(const Path& path, const Path& target);
  void make_hard_link(const Path& path, const Path& target);  // Never made durable.
  // For readable tests: contents without counting as a call; empty where there is no such file.
  std::optional<std::string> peek(const Path& path) const;
  void poke(const Path& path, std::string_view bytes);  // Written and synced, folders included.
  std::vector<Path> all_files() const;                  // Regular files, sorted.

 private:
  struct State;
  std::unique_ptr<State> state_;
};

class FakeClock final : public Clock {
 public:
  base::Instant now() override { return now_; }
  std::chrono::microseconds steady() override {
    if (passing_ > std::chrono::microseconds{0}) advance(passing_);
    return steady_;
  }
  void sleep(std::chrono::microseconds duration) override { advance(duration); }
  std::chrono::seconds local_offset(base::Instant) override { return local_offset_; }

  void advance(std::chrono::microseconds duration);
  void set(base::Instant now) { now_ = now; }  // A jump: steady time does not follow.
  // So much time passes whenever somebody looks: a machine that is slow.
  void pass_with_each_look(std::chrono::microseconds duration) { passing_ = duration; }
  void set_local_offset(std::chrono::seconds offset) { local_offset_ = offset; }

 private:
  // 2026-01-18T09:30:00Z
  base::Instant now_{std::chrono::milliseconds{1768728600000}};
  std::chrono::microseconds steady_{0};
  std::chrono::microseconds remainder_{0};
  std::chrono::microseconds passing_{0};
  std::chrono::seconds local_offset_{0};
};

// Counts up from a seed: the same ids in every test run.
class FakeRandom final : public Random {
 public:
  explicit FakeRandom(std::uint64_t seed = 1) : state_(seed) {}
  void fill(void* bytes, std::size_t size) override;

 private:
  std::uint64_t state_;
};

class FakeProcesses final : public Processes {
 public:
  Pid self() override { return self_; }
  base::Result<ProcessInfo> info(Pid pid) override;
  std::string boot_id() override { return boot_id_; }
  base::Result<std::vector<std::string>> variables_of(Pid pid) override {
    TRY(info(pid));
    return variables_[pid];
  }
  base::Result<Pid> terminal_maker() override {
    if (terminal_maker_ != 0) return terminal_maker_;
    return base::Error{base::Code::not_found, "no terminal in this test", ""};
  }
  std::string host_name() override { return host_name_; }
  // What `program` says; not_found without one.
  base::Result<ProgramOutcome> run(const ProgramRequest& request) override {
    if (program) return program(request);
    return base::Error{base::Code::not_found, "no program in this test", ""};
  }
  std::function<base::Result<ProgramOutcome>(const ProgramRequest& request)> program;
  // What `child` says (os/fake_child.h); not_found without one.
  base::Result<std::unique_ptr<Child>> start(const ChildRequest& request) override {
    if (child) return child(request);
    return base::Error{base::Code::not_found, "no program in this test", ""};
  }
  std::function<base::Result<std::unique_ptr<Child>>(const ChildRequest& request)> child;

  void add(ProcessInfo process) { processes_[process.pid] = std::move(process); }
  void remove(Pid pid) { processes_.erase(pid); }
  void set_self(Pid pid) { self_ = pid; }
  void set_variables(Pid pid, std::vector<std::string> variables) {
    variables_[pid] = std::move(variables);
  }
  void set_terminal_maker(Pid pid) { terminal_maker_ = pid; }
  void set_boot_id(std::string boot_id) { boot_id_ = std::move(boot_id); }
  void set_host_name(std::string name) { host_name_ = std::move(name); }

 private:
  Pid self_ = 100;
  std::string boot_id_ = "boot-1";
  std::string host_name_ = "testhost";
  std::map<Pid, ProcessInfo> processes_;
  std::map<Pid, std::vector<std::string>> variables_;
  Pid terminal_maker_ = 0;
};

class FakeEnvironment final : public Environment {
 public:
  std::optional<std::string> get(std::string_view name) override;
  Path current_folder() override { return folder_; }
  bool has_terminal() override { return terminal_; }
  bool output_is_terminal() override { return terminal_; }
  std::uint32_t user_id() override { return user_; }
  Path program() override { return program_; }
  Path started_as() override { return started_as_; }

  void set_program(Path program, Path started_as) {
    program_ = std::move(program);
    started_as_ = std::move(started_as);
  }
  void set(std::string name, std::string value) { values_[std::move(name)] = std::move(value); }
  void unset(const std::string& name) { values_.erase(name); }
  void set_folder(Path folder) { folder_ = std::move(folder); }
  void set_terminal(bool terminal) { terminal_ = terminal; }
  // Whose files a FakeDisk's are unless this says otherwise. A real disk's are the tester's.
  void set_user(std::uint32_t user) { user_ = user; }

 private:
  std::map<std::string, std::string, std::less<>> values_{{"HOME", "/home/dev"}};
  Path folder_ = "/home/dev/project";
  Path program_ = "/usr/bin/holdfast";
  Path started_as_ = "/usr/bin/holdfast";
  bool terminal_ = false;
  std::uint32_t user_ = 1000;
};

// All of them together, for tests that need a whole System.
struct FakeSystem {
  FakeDisk files;
  FakeClock clock;
  FakeRandom random;
  FakeProcesses processes;
  FakeEnvironment environment;

  System system() { return {files, clock, random, processes, environment}; }
};

}  // namespace os

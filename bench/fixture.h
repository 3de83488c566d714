// The projects and runs that hooks are measured on, made by the measured program itself.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "bench/report.h"
#include "bench/spawn.h"

namespace bench {

// A wrong answer must not pass for a fast one.
enum class Answer { silent, allowed, denied, done };

struct Case {
  std::string name;
  std::optional<Limits> limits = std::nullopt;
  std::optional<long> peak_bytes_max = std::nullopt;
  Answer answer = Answer::silent;
  Command command;
  bool numbered = false;  // The run's number goes behind the last argument, so that each differs.
  std::filesystem::path touched = {};  // A file that changes before each run.
  Environment environment = {};        // Empty: the fixture's.
};

class Fixture {
 public:
  // Fills `folder`, which must exist and be empty, and leaves it to the caller to remove.
  static base::Result<Fixture> create(std::filesystem::path program, std::filesystem::path folder);

  // Only what a hook needs: none of the caller's variables is handed on.
  const Environment& environment() const { return environment_; }
  // /bin/true comes first.
  std::vector<Case> cases() const;
  // The event of the allowed case with a note of 4 KB, and the folder that it is sent from.
  std::string allowed_event() const;
  std::filesystem::path project() const { return folder_ / "project"; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  Fixture(std::filesystem::path program, std::filesystem::path folder);

  base::Result<void> prepare() const;
  // A second project that has seen many sessions.
  base::Result<void> crowd() const;
  // A project with requirements and a branch file of so many sessions.
  base::Result<void> require(const std::string& name, int sessions) const;
  // A project of a person who has joined a team's server, with a run and its note of 4 KB.
  base::Result<void> join() const;
  base::Result<void> start_run(std::string_view run) const;
  base::Result<void> grow_note(std::string_view run, std::uintmax_t bytes) const;
  base::Result<void> call(std::vector<std::string> arguments, std::string input) const;
  Case hook_case(std::string name, Limits limits, Answer answer, std::string_view run) const;
  Case event_case(std::string name, std::optional<Limits> limits, std::string_view event_name,
                  std::string payload, const std::filesystem::path& folder) const;
  void add_host_cases(std::vector<Case>& cases) const;

  std::filesystem::path program_;
  std::filesystem::path folder_;
  Environment environment_;
  Environment joined_environment_;
};

// Says what is wrong where `outcome` is not what the case stands for.
base::Result<void> check_answer(const Case& measured, const Outcome& outcome);

}  // namespace bench

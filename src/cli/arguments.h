// A command's own options and operands, declared and parsed in one place. Wraps CLI11, whose header
// is included nowhere else: it is slow to compile and sets up objects before main.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/output.h"
#include "os/files.h"

namespace cli {

struct Option {
  std::string_view name;   // "--reason", "-r,--reason", or "MODE" for an operand.
  std::string_view value;  // What stands for the value in the help: "TEXT". Unused for operands.
  std::string_view help;
};

// Every command also takes --help, --json and --project (but see project_flag).
class Arguments {
 public:
  struct Usage {
    std::string_view path;  // "session set-state"
    std::string_view summary;
    std::string_view examples;
  };
  Arguments(const Usage& usage, std::vector<std::string> words);
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
  ~Arguments();

  // What `into` refers to outlives the call of parse.
  void flag(const Option& option, bool& into);
  void option(const Option& option, std::optional<std::string>& into);
  void repeated(const Option& option, std::vector<std::string>& into);
  void operand(const Option& option, std::string& into);                 // Required.
  void operand(const Option& option, std::optional<std::string>& into);  // May be left out.
  void operands(const Option& option, std::vector<std::string>& into);
  void session_option();  // -s, --session; see `session`.
  // For a command to which the project is also a choice: --project may then stand without a folder,
  // for the current one. `into` says whether it was there.
  void project_choice(std::string_view help, bool& into);
  // --project as a flag, for commands where it names a file and not a folder; the folder is then
  // --dir.
  void project_flag(std::string_view help, bool& into);

  // invalid_params with a hint, parse_error for text that is not UTF-8. Asking for help is an error
  // too, so that the command ends there: see `wants_help`.
  base::Result<void> parse();

  bool wants_help() const { return wants_help_; }
  std::string help() const;
  Form form() const;
  const std::optional<std::string>& session() const { return session_; }
  // --project, or --dir; none: the current folder.
  const std::optional<std::string>& project() const { return project_; }

  // "Run `holdfast session mode --help`."
  std::string help_hint() const;
  // An error of wrong use with that hint.
  base::Error wrong_use(std::string message) const;

 private:
  struct Parser;

  std::string path_;
  std::string_view folder_option_ = "--project";
  std::vector<std::string> words_;
  std::unique_ptr<Parser> parser_;
  bool wants_help_ = false;
  bool json_ = false;
  std::optional<std::string> session_;
  std::optional<std::string> project_;
  bool* project_chosen_ = nullptr;  // Borrowed; see project_choice.
  std::string project_help_{"The project's folder (default: the current one)"};
};

}  // namespace cli

#include "cli/arguments.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace cli {
namespace {

std::string examples_text(std::string_view examples) {
  std::string text = "Examples:";
  for (const std::string_view line : base::split(base::trim(examples), '\n')) {
    text += "\n  " + std::string(line);
  }
  return text;
}

// JSON writers put another character in the place of a byte that is not UTF-8.
bool is_utf8(const std::string& text) {
  const auto parsed = base::parse_json(base::dump_line(base::Json(text)));
  return parsed.ok() && parsed->get<std::string>() == text;
}

// CLI11 tells some errors in several lines, with its own prefix and without a period.
std::string one_sentence(const std::string& what) {
  std::string sentence(base::trim(std::string_view(what).substr(0, what.find('\n'))));
  if (sentence.empty()) sentence = "The arguments are wrong";
  if (sentence.back() != '.') sentence += '.';
  return sentence;
}

}  // namespace

struct Arguments::Parser {
  CLI::App app;
  std::vector<std::pair<CLI::Option*, std::string>> texts;  // To be checked, with their names.

  CLI::Option* add(const Option& option, const CLI::callback_t& take) {
    CLI::Option* const added =
        app.add_option(std::string(option.name), take, std::string(option.help));
    added->type_name(std::string(option.value))->expected(1);
    texts.emplace_back(added, std::string(option.name.substr(option.name.rfind(',') + 1)));
    return added;
  }
};

Arguments::Arguments(const Usage& usage, std::vector<std::string> words)
    : path_(usage.path), words_(std::move(words)), parser_(std::make_unique<Parser>()) {
  CLI::App& app = parser_->app;
  app.name("holdfast " + path_);
  app.description(std::string(usage.summary) + ".\n");
  app.footer(examples_text(usage.examples));
  app.set_help_flag("-h,--help", "Print this and exit");
}

Arguments::~Arguments() = default;

void Arguments::flag(const Option& option, bool& into) {
  parser_->app.add_flag(std::string(option.name), into, std::string(option.help));
}

void Arguments::option(const Option& option, std::optional<std::string>& into) {
  parser_->add(option, [&into](const CLI::results_t& values) {
    into = values.back();
    return true;
  });
}

void Arguments::repeated(const Option& option, std::vector<std::string>& into) {
  const auto take = [&into](const CLI::results_t& values) {
    into = values;
    return true;
  };
  parser_->add(option, take)->take_all()->allow_extra_args(false);
}

void Arguments::operand(const Option& option, std::string& into) {
  const auto take = [&into](const CLI::results_t& values) {
    into = values.back();
    return true;
  };
  parser_->add(option, take)->required();
}

void Arguments::operand(const Option& option, std::optional<std::string>& into) {
  this->option(option, into);
}

void Arguments::operands(const Option& option, std::vector<std::string>& into) {
  const auto take = [&into](const CLI::results_t& values) {
    into = values;
    return true;
  };
  parser_->add(option, take)
      ->expected(0, CLI::detail::expected_max_vector_size)
      ->allow_extra_args();
}

void Arguments::session_option() {
  option(
      {"-s,--session", "ID", "The session: its id, its first 8 characters or another name of it"},
      session_);
}

void Arguments::project_choice(std::string_view help, bool& into) {
  project_chosen_ = &into;
  project_help_ = help;
}

void Arguments::project_flag(std::string_view help, bool& into) {
  flag({"--project", "", help}, into);
  folder_option_ = "--dir";
}

base::Result<void> Arguments::parse() {
  flag({"--json", "", "Print JSON instead of text"}, json_);
  CLI::Option* const project =
      parser_->add({folder_option_, "DIR", project_help_}, [this](const CLI::results_t& values) {
        if (!values.back().empty()) project_ = values.back();
        return true;
      });
  if (project_chosen_ != nullptr) project->type_name("[DIR]")->expected(0, 1);
  try {
    std::vector<std::string> reversed(words_.rbegin(), words_.rend());
    parser_->app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    wants_help_ = true;
    return base::Error{base::Code::failed, "help was asked for", ""};
  } catch (const CLI::Error& error) {
    return wrong_use(one_sentence(error.what()));
  }
  if (project_chosen_ != nullptr) *project_chosen_ = project->count() > 0;
  for (const auto& [text, name] : parser_->texts) {
    // A folder may have any name that the disk allows.
    if (text == project) continue;
    const CLI::results_t& values = text->results();
    if (!std::all_of(values.begin(), values.end(), is_utf8)) {
      return base::Error{base::Code::parse_error, name + " is not valid UTF-8.", ""};
    }
  }
  return {};
}

std::string Arguments::help() const { return parser_->app.help(); }

Form Arguments::form() const {
  // Where parsing failed, the wish for JSON still holds.
  const bool asked = std::find(words_.begin(), words_.end(), "--json") != words_.end();
  return json_ || asked ? Form::json : Form::text;
}

std::string Arguments::help_hint() const { return "Run `holdfast " + path_ + " --help`."; }

base::Error Arguments::wrong_use(std::string message) const {
  return {base::Code::invalid_params, std::move(message), help_hint()};
}

}  // namespace cli

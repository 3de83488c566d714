#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/team.h"
#include "engine/dashboard/search.h"
#include "engine/index.h"

namespace cli {
namespace {

using base::Json;

constexpr char kBegin = '\x02';
constexpr char kEnd = '\x03';

std::string without_marks(std::string text) {
  std::erase_if(text, [](char c) { return c == kBegin || c == kEnd; });
  return text;
}

// The matches in bold, the rest as it is; nothing in it can steer a terminal.
std::string painted(const Style& style, std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = text.find(kBegin);
    out += printable(text.substr(0, begin));
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin + 1);
    const std::size_t end = text.find(kEnd);
    out += style.bold(style.yellow(printable(text.substr(0, end))));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return out;
}

// As this command shows it, whoever found it.
struct Shown {
  engine::SearchHit hit;
  std::optional<std::string> machine;  // Of a team's.
};

Json to_json(const Shown& shown) {
  const engine::SearchHit& hit = shown.hit;
  Json json{{"kind", hit.kind},
            {"project", hit.project},
            {"id", hit.id},
            {"title", hit.title},
            {"excerpt", without_marks(hit.excerpt)},
            {"at", hit.at}};
  if (shown.machine) json["machine"] = *shown.machine;
  return json;
}

base::Result<std::vector<Shown>> found_here(Context& context, const engine::SearchQuery& query) {
  TRY_ASSIGN(auto hits, engine::search(context.system, query));
  std::vector<Shown> shown;
  for (engine::SearchHit& hit : hits) shown.push_back({std::move(hit), {}});
  return shown;
}

base::Result<std::vector<Shown>> found_in_team(Context& context, const engine::SearchQuery& query) {
  TRY_ASSIGN(TeamView team, TeamView::open(context));
  TRY_ASSIGN(const auto hits,
             engine::dashboard::search(team.dashboard(), {.scope = engine::dashboard::Scope::team,
                                                          .text = query.text,
                                                          .project = query.project,
                                                          .limit = query.limit}));
  TRY(team.read_projects());
  std::vector<Shown> shown;
  for (const engine::dashboard::SearchHit& hit : hits) {
    Shown& one = shown.emplace_back();
    one.hit = {.kind = hit.kind,
               .project = team.project_name(hit.project),
               .id = hit.id,
               .title = hit.title,
               .excerpt = {},
               .at = hit.at};
    for (const engine::dashboard::SearchPart& part : hit.excerpt) {
      one.hit.excerpt += part.is_match ? kBegin + part.text + kEnd : part.text;
    }
    one.machine = hit.machine_name;
  }
  return shown;
}

void print_hits(Context& context, const std::vector<Shown>& hits) {
  const Style style(context.system.environment);
  for (const auto& [hit, machine] : hits) {
    print_line(context.console,
               style.green(printable(hit.kind)) + "  " + printable(hit.id) + "  " +
                   style.dim(printable(hit.project) + "  " + printable(short_time(hit.at)) +
                             (machine ? "  on " + printable(*machine) : "")));
    if (!hit.title.empty()) print_line(context.console, "  " + style.bold(printable(hit.title)));
    if (without_marks(hit.excerpt) != hit.title) {
      print_line(context.console, "  " + painted(style, hit.excerpt));
    }
  }
}

}  // namespace

base::Result<int> run_search(Context& context, Arguments& arguments) {
  std::vector<std::string> words;
  std::optional<std::string> limit;
  std::optional<std::string> only;
  arguments.operands({"TEXT", "", "Words that must all be there; \"a phrase\" in quotes"}, words);
  arguments.option({"--limit", "N", "At most so many (default: 20)"}, limit);
  arguments.option({"--in", "PROJECT", "Only in this project: its id, name or folder"}, only);
  bool is_team = false;
  arguments.flag({"--team", "", "In what all machines of the team's server sent"}, is_team);
  TRY(arguments.parse());
  engine::SearchQuery query{.text = base::join(words, " "), .project = only};
  if (base::trim(query.text).empty()) return arguments.wrong_use("TEXT is missing.");
  if (limit) {
    const auto number = base::to_number(*limit);
    constexpr std::uint64_t kLimitMax = 200;
    if (!number || *number == 0 || *number > kLimitMax) {
      return arguments.wrong_use("--limit: a number from 1 to 200.");
    }
    query.limit = static_cast<std::size_t>(*number);
  }
  TRY_ASSIGN(const auto hits, is_team ? found_in_team(context, query) : found_here(context, query));
  if (arguments.form() == Form::json) {
    Json list = Json::array();
    for (const Shown& hit : hits) list.push_back(to_json(hit));
    print_json(context.console, Json{{"hits", std::move(list)}});
  } else if (hits.empty()) {
    print_line(context.console, "Nothing has that.");
  } else {
    print_hits(context, hits);
  }
  return kDone;
}

}  // namespace cli

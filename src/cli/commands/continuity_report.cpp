#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/continuity.h"

namespace cli {
namespace {

using base::Json;
using engine::Injection;

// A token is about four bytes of English.
std::uint64_t tokens_of(std::uint64_t bytes) {
  constexpr std::uint64_t kBytesOfToken = 4;
  return (bytes + kBytesOfToken - 1) / kBytesOfToken;
}

Json to_json(const Injection& injection) {
  Json pieces = Json::array();
  for (const Injection::Piece& piece : injection.pieces) {
    pieces.push_back(Json{{"kind", piece.kind}, {"bytes", piece.bytes}});
  }
  return Json{{"at", injection.at},
              {"event", injection.event},
              {"source", injection.source},
              {"bytes", injection.bytes},
              {"tokens", tokens_of(injection.bytes)},
              {"pieces", std::move(pieces)},
              {"left_out", injection.left_out}};
}

Json to_json(const engine::InjectionReport& report) {
  Json injections = Json::array();
  for (const Injection& one : report.injections) injections.push_back(to_json(one));
  return Json{{"session_id", report.run},
              {"injections", std::move(injections)},
              {"bytes", report.bytes},
              {"tokens", tokens_of(report.bytes)}};
}

// "preamble 812, handoff 400; 2 left out"
std::string pieces_text(const Injection& injection) {
  std::vector<std::string> parts;
  for (const Injection::Piece& piece : injection.pieces) {
    parts.push_back(piece.kind + " " + std::to_string(piece.bytes));
  }
  std::string text = base::join(parts, ", ");
  if (injection.left_out > 0) text += "; " + std::to_string(injection.left_out) + " left out";
  return printable(text);
}

void print_report(Console& console, const engine::InjectionReport& report) {
  if (report.injections.empty()) {
    print_line(console, "This session was told nothing, so it cost nothing.");
    return;
  }
  std::vector<std::vector<std::string>> rows{{"  AT", "EVENT", "BYTES", "TOKENS", "PIECES"}};
  for (const Injection& one : report.injections) {
    const std::string source = one.source.empty() ? "" : " (" + one.source + ")";
    rows.push_back({"  " + short_time(printable(one.at)), printable(one.event + source),
                    std::to_string(one.bytes), "~" + std::to_string(tokens_of(one.bytes)),
                    pieces_text(one)});
  }
  rows.push_back({"  total", "", std::to_string(report.bytes),
                  "~" + std::to_string(tokens_of(report.bytes)), ""});
  print_table(console, rows);
}

}  // namespace

base::Result<int> run_continuity_report(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_any_run(context, arguments));
  TRY_ASSIGN(const auto report, engine::injection_report(chosen.workspace, chosen.run));
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(report));
  } else {
    print_report(context.console, report);
  }
  return kDone;
}

}  // namespace cli

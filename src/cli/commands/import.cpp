#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/confirmation.h"
#include "cli/exit_code.h"
#include "cli/progress.h"
#include "cli/run_choice.h"
#include "engine/bundle_import.h"

namespace cli {
namespace {

using base::Json;
using engine::ImportCount;
using engine::ImportReport;

Json to_json(const ImportCount& count) {
  return Json{{"added", count.added},
              {"updated", count.updated},
              {"merged", count.merged},
              {"same", count.same},
              {"conflicts", count.both}};
}

Json to_json(const ImportReport& report, bool dry_run) {
  Json conflicts = Json::array();
  for (const engine::ImportConflict& one : report.conflicts) {
    conflicts.push_back({{"what", one.what}, {"theirs", one.place}});
  }
  return Json{{"signer", report.signer.fingerprint},
              {"machine", {{"id", report.signer.machine}, {"name", report.signer.machine_name}}},
              {"made_at", report.made_at},
              {"project", report.project_name},
              {"dry_run", dry_run},
              {"changed", report.changed},
              {"newly_accepted", report.newly_accepted},
              {"runs", to_json(report.runs)},
              {"work_files", to_json(report.work_files)},
              {"mirrors", to_json(report.mirrors)},
              {"handoffs", to_json(report.handoffs)},
              {"skipped", report.skipped},
              {"conflicts", std::move(conflicts)},
              {"problems", report.problems}};
}

void print_report(Context& context, const ImportReport& report, bool dry_run) {
  Console& console = context.console;
  const Style style(context.system.environment);
  for (const std::string& problem : report.problems) {
    print_line(console, style.yellow("! ") + printable(problem));
  }
  for (const engine::ImportConflict& one : report.conflicts) {
    print_line(console, style.yellow("! ") + printable(one.what) +
                            ": changed on both sides; theirs is kept in " + printable(one.place));
  }
  if (report.skipped > 0) {
    print_line(console, style.yellow("! ") + std::to_string(report.skipped) +
                            " items are of a newer Holdfast and were passed over");
  }
  print_line(console, std::string(dry_run ? "Would take in" : "Taken in") + " from " +
                          printable(report.signer.machine_name) + " (" + report.signer.fingerprint +
                          "), made " + short_time(report.made_at) + ":");
  std::vector<std::vector<std::string>> rows{{"", "new", "updated", "merged", "same", "conflicts"}};
  const auto row = [&](const char* name, const ImportCount& count) {
    rows.push_back({name, std::to_string(count.added), std::to_string(count.updated),
                    std::to_string(count.merged), std::to_string(count.same),
                    std::to_string(count.both)});
  };
  row("runs (read-only)", report.runs);
  row("work session files", report.work_files);
  row("session records", report.mirrors);
  row("handoffs", report.handoffs);
  print_table(console, rows);
}

// At a terminal a person may say so at once; an option is the other way.
std::function<bool(const engine::BundleSigner&)> question(Context& context) {
  if (!context.system.environment.has_terminal()) return {};
  return [&context](const engine::BundleSigner& signer) {
    return ask_yes_no(context, "The bundle is signed by a machine that is not known here:\n  " +
                                   printable(signer.machine_name) + "  " + signer.fingerprint +
                                   "\nAccept it, now and later?");
  };
}

base::Result<ImportReport> import_file(Context& context, engine::Workspace& workspace,
                                       const std::string& name,
                                       const engine::ImportRequest& request,
                                       const engine::ImportProgress& progress) {
  if (name != "-") {
    const os::Path path = os::normalised(context.system.environment.current_folder(), name);
    TRY_ASSIGN(const auto file, context.system.files.open(path, {}));
    return engine::import_bundle(workspace, *file, request, progress);
  }
  TRY_ASSIGN(auto spool, engine::BundleSpool::open(workspace));
  base::Result<void> kept;
  const bool is_read = context.console.read_in_pieces([&](std::string_view piece) {
    kept = spool.add(piece);
    return kept.ok();
  });
  TRY(kept);
  if (!is_read) return base::Error{base::Code::io, "standard input could not be read", ""};
  return engine::import_bundle(workspace, spool.file(), request, progress);
}

}  // namespace

base::Result<int> run_import(Context& context, Arguments& arguments) {
  std::string name;
  engine::ImportRequest request;
  arguments.operand({"FILE", "", "The bundle; - for standard input"}, name);
  arguments.flag({"--dry-run", "", "Verify it and say what would change; write nothing"},
                 request.dry_run);
  arguments.option({"--accept", "FINGERPRINT", "Accept this signer from now on: SHA256:…"},
                   request.accept);
  TRY(arguments.parse());
  if (name != "-") request.ask = question(context);
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  base::Result<ImportReport> report = ImportReport{};
  {
    Progress bar(context, "Reading the bundle");
    report = import_file(context, workspace, name, request,
                         [&](std::size_t done, std::size_t total) { bar.show(done, total); });
  }
  if (!report.ok()) return std::move(report).error();
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(*report, request.dry_run));
  } else {
    print_report(context, *report, request.dry_run);
  }
  return kDone;
}

}  // namespace cli

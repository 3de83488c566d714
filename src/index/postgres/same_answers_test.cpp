// Two indexes of the same history, one in SQLite and one in PostgreSQL, say the same.
#include <rapidcheck.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "index/postgres/test_postgres.h"
#include "index/sqlite/sqlite_index.h"

namespace indexing {
namespace {

constexpr const char* kNow = "2026-01-18T09:30:00.000Z";
constexpr int kRuns = 5;
constexpr int kProjects = 3;
constexpr int kSlugs = 4;
constexpr int kOps = 17;

// One call of a batch; what its rows say follows from two numbers.
struct Op {
  int what = 0;
  int a = 0;
  int b = 0;
};
using History = std::vector<std::vector<Op>>;

[[maybe_unused]] void showValue(const Op& op, std::ostream& stream) {
  stream << "{" << op.what << ", " << op.a << ", " << op.b << "}";
}

std::string run_id(int n) { return "run-" + std::to_string(n % kRuns) + "-abcdef"; }
std::string project_id(int n) { return "project" + std::to_string(n % kProjects); }
std::string slug(int n) { return "slug-" + std::to_string(n % kSlugs); }
// Different for different numbers, and now and then nothing.
std::string time_at(int n) {
  if (n % 11 == 0) return "";
  return base::to_iso(base::Instant(base::Millis(1'768'728'600'000 + 1000LL * n)));
}
std::string words(int n) {
  static constexpr const char* kWords[] = {"dark", "modes",  "colour", "switching", "page",
                                           "rate", "Limits", "magic",  "the",       "x1y2"};
  std::string text;
  for (int i = 0; i < 2 + n % 7; ++i) {
    text += std::string(i == 0 ? "" : i % 3 == 0 ? ", " : " ") + kWords[(n / (i + 1) + i * n) % 10];
  }
  return text;
}

void must(const base::Result<void>& result) { RC_ASSERT(result.ok()); }

RunRow run_row(int a, int b) {
  RunRow row;
  row.uid = run_id(a);
  row.project_id = project_id(b);
  row.note_id = "note";
  row.version = b;
  row.mode = b % 2 == 0 ? "coding" : "";
  row.started_at = time_at(a + 100 * (b % 5));
  row.ended_at = b % 3 == 0 ? time_at(b + 500) : "";
  row.boot_id = b % 2 == 0 ? "boot" : "";
  row.pid = a;
  row.heartbeat_at = time_at(b + 1);
  row.channel = b % 4 == 0 ? "claude-code" : "";
  row.work_slug = b % 2 == 0 ? slug(a) : "";
  row.trust = b % 5 == 0 ? "signature_invalid" : "verified";
  row.paused_until = b % 6 == 0 ? time_at(b) : "";
  return row;
}

WorkRow work_row(int a, int b) {
  WorkRow row;
  row.project_id = project_id(a);
  row.slug = slug(b);
  row.id = work_id(row.project_id, row.slug);
  row.title = words(a + b);
  row.description = words(a * 3 + b);
  row.phase = b % 2 == 0 ? "build" : "plan";
  row.status = a % 2 == 0 ? "active" : "complete";
  row.session_dir = a % 3 == 0 ? "/a" : "/b";
  row.spec_exists = b % 2 == 0;
  if (b % 3 == 0) row.current_checkpoint = b;
  row.updated_at = time_at(a * 7 + b);
  return row;
}

void tell_event(Batch& batch, int a, int b) {
  const std::string run = run_id(a);
  const std::string project = project_id(a);
  const std::string hash = run + "#" + std::to_string(b);
  const std::string payload =
      b % 7 == 0 ? R"({"fault":"x"})" : R"({"text":"a\tb \"fault\\\":\"y", "n":)" + hash + "}";
  const auto millis = 1'768'728'600'000 + 86'400'000LL * 20 * (b % 3) + b;
  must(batch.put_event({.number = static_cast<std::uint64_t>(b),
                        .millis = millis,
                        .at = kNow,
                        .project_id = project,
                        .run_uid = run,
                        .kind = "tool",
                        .actor = "hook",
                        .payload = payload,
                        .prev_hash = {},
                        .hash = hash}));
  if (b % 2 == 0) {
    const std::string agent = agent_id(run, "");
    must(
        batch.put_log({.agent_id = agent,
                       .type = b % 3 == 0 ? "tool" : "prompt",
                       .content = hash,
                       .entry_index = static_cast<std::uint64_t>(b),
                       .checkpoint_id = "3",
                       .at = kNow,
                       .duration_ms = b % 4 == 0 ? std::optional<std::int64_t>(b) : std::nullopt}));
  }
  if (b % 3 == 0) {
    must(batch.put(DenialRow{.project_id = project,
                             .run_uid = run,
                             .line = static_cast<std::uint64_t>(b),
                             .at = kNow,
                             .tool = "Write",
                             .rule = "mode_table",
                             .message = words(b),
                             .next_step = {}}));
  }
  for (int i = 0; i < b % 10; i += 4) {
    must(batch.put(ViolationRow{.project_id = project, .requirement = hash}));
    must(batch.put(PhaseEventRow{.project_id = project, .entity_id = run, .to = hash}));
  }
  if (b % 5 == 0)
    must(batch.put(MetricRow{.at = kNow, .name = "m", .run_uid = run, .fields = hash}));
  must(batch.put_activity(run, b % 2 == 0 ? std::optional<LastToolRow>({.tool = slug(b),
                                                                        .at = time_at(b + 1),
                                                                        .allowed = b % 4 == 0,
                                                                        .summary = hash,
                                                                        .is_call = b % 3 == 0})
                                          : std::nullopt));
}

void tell(Batch& batch, const Op& op) {
  const auto [what, a, b] = op;
  const std::string agent = agent_id(run_id(a), a % 2 == 0 ? "" : "sub");
  switch (what) {
    case 0:
      return must(batch.put(run_row(a, b)));
    case 1:
      return must(batch.put_journal_only({.uid = run_id(a),
                                          .project_id = project_id(b),
                                          .started_at = time_at(b),
                                          .ended_at = b % 2 == 0 ? time_at(b + 9) : "",
                                          .heartbeat_at = time_at(b + 8),
                                          .trust = std::string(kJournalOnly)}));
    case 2:
      return must(batch.put(AliasRow{project_id(a), "custom", slug(b), run_id(a + b)}));
    case 3: {
      const auto known = batch.agent(agent);
      RC_ASSERT(known.ok());
      AgentRow row = known->value_or(AgentRow{.id = agent});
      row.run_uid = run_id(a);
      row.session_slug = slug(b);
      row.name = row.name + "i";
      row.model = "opus" + std::to_string(b);
      row.created_at = time_at(b);
      return must(batch.put(row));
    }
    case 4:
      return must(batch.set_usage({{.run_uid = run_id(a),
                                    .agent = a % 2 == 0 ? "" : "sub",
                                    .model = b % 2 == 0 ? "haiku" : "",
                                    .input_tokens = a,
                                    .output_tokens = b,
                                    .cost = 0.25 * b}}));
    case 5:
      return must(batch.put(ProtocolRow{.session_id = slug(a),
                                        .project_id = project_id(b),
                                        .objective = words(a),
                                        .ended_at = time_at(b)}));
    case 6:
      return must(batch.put(SessionStateRow{.id = run_id(a),
                                            .start_time = kNow,
                                            .channel = b % 2 == 0 ? "cli" : "unknown",
                                            .working_memory = "[]",
                                            .hot_topics = words(b),
                                            .active_projects = "[]",
                                            .pending_tasks = "[]",
                                            .recent_learnings = "[]",
                                            .confidence_updates = "[]",
                                            .sop_interactions = "[]",
                                            .created_at = kNow,
                                            .updated_at = time_at(b)}));
    case 7:
      return must(batch.put(SessionLinkRow{run_id(a), run_id(b), 0.5 * a, time_at(b)}));
    case 8:
      return must(batch.put(DocumentRow{.kind = "spec",
                                        .project_id = project_id(a),
                                        .owner = slug(b),
                                        .part = {},
                                        .title = words(a),
                                        .body = words(a * 5 + b),
                                        .at = time_at(100 * (b % kSlugs) + a % kProjects + 1)}));
    case 9:
      return must(batch.remove_documents("spec", project_id(a), slug(b)));
    case 10:
      return must(batch.put_requirements(
          project_id(a), "main",
          {{.requirement = slug(b), .session = {}, .satisfied = b % 2 == 0, .satisfied_at = b},
           {.requirement = slug(a), .session = run_id(a), .triggered = true}}));
    case 11:
      return must(batch.forget_journal(run_id(a)));
    case 12:
      return must(batch.put(FileMark{.project_id = project_id(a),
                                     .kind = "journal",
                                     .name = run_id(b),
                                     .inode = ~std::uint64_t{0},
                                     .offset = static_cast<std::uint64_t>(b),
                                     .carry = "{}"}));
    case 13:
      return must(batch.put(work_row(a, b), {.always = a % 4 == 0}));
    case 14:
      return must(batch.mark_work_missing(project_id(a), slug(b), time_at(b + 1)));
    case 15:
      return must(batch.remove_work(project_id(a), slug(b)));
    case 16:
      return must(batch.put(project_id(a), "/w", WorkMark{.slug = slug(b), .mtime_ns = b}));
    default:
      return tell_event(batch, a, b);
  }
}

void write(Index& index, const std::vector<Op>& ops) {
  auto batch = index.begin();
  RC_ASSERT(batch.ok());
  for (int i = 0; i < kProjects; ++i) {
    must((*batch)->put(ProjectRow{.id = project_id(i), .root = "/r", .name = i == 0 ? "api" : ""}));
  }
  for (const Op& op : ops) tell(**batch, op);
  const auto committed = (*batch)->commit();
  if (!committed.ok()) RC_FAIL(committed.error().message);
  RC_ASSERT(index.take_in_texts(100).ok());
}

template <typename Rows, typename Say>
void add(std::vector<std::string>& lines, const char* name, const base::Result<Rows>& rows,
         const Say& say) {
  RC_ASSERT(rows.ok());
  for (const auto& row : *rows) lines.push_back(std::string(name) + " " + say(row));
}

std::string text_of(const RunListRow& row) {
  std::string line = row.uid;
  for (const std::string& text :
       {row.project_id, row.project_name, row.mode, row.started_at, row.ended_at, row.boot_id,
        row.heartbeat_at, row.channel, row.work_slug, row.trust, row.last_tool, row.last_at,
        row.last_summary, row.paused_until}) {
    line += "|" + text;
  }
  return line + "|" + std::to_string(row.version) + "|" + std::to_string(row.pid) + "|" +
         std::to_string(row.denials) + "|" + std::to_string(row.faults) + "|" +
         std::to_string(row.last_allowed) + "|" + std::to_string(row.cost.value_or(-1));
}
std::string text_of(const WorkRow& row) {
  return row.id + "|" + row.title + "|" + row.description + "|" + row.phase + "|" + row.status +
         "|" + row.session_dir + "|" + row.updated_at + "|" + row.missing_since + "|" +
         row.project_name + "|" + std::to_string(row.input_tokens) + "|" +
         std::to_string(row.cost.value_or(-1)) + "|" +
         std::to_string(row.current_checkpoint.value_or(-1));
}
std::string text_of(const DocumentHit& hit) {
  return hit.document.kind + "|" + hit.document.project_id + "|" + hit.document.owner + "|" +
         hit.document.title + "|" + hit.document.body + "|" + hit.document.at;
}
const auto kSay = [](const auto& row) { return text_of(row); };

// Everything that an index can be asked, as lines.
std::vector<std::string> answers_of(Index& index) {
  std::vector<std::string> lines;
  must(index.dump({}, [&](std::string_view line) { lines.emplace_back(line); }));
  const auto run_line = [](const RunRow& row) { return row.uid + row.started_at + row.trust; };
  const std::optional<std::string> none;
  add(lines, "counts", index.counts(),
      [](const TableCount& count) { return count.name + std::to_string(count.rows); });
  for (const auto& project : {none, std::optional<std::string>(project_id(1))}) {
    add(lines, "runs", index.runs({.project = project, .limit = 3}), run_line);
    add(lines, "next runs",
        index.runs({.project = project, .after = RunCursor{time_at(201), "run-3"}, .limit = 3}),
        run_line);
    add(lines, "recent", index.recent_runs({.project = project, .since = time_at(502)}), run_line);
    for (const char* text :
         {"dark", "mode colours", "\"magic the\"", "x1y2", "the", "limit, rate"}) {
      add(lines, text, index.search({.text = text, .project = project, .limit = 5}), kSay);
    }
  }
  add(lines, "work of", index.work({.project = project_id(0), .status = "active"}), kSay);
  for (int i = 0; i < kProjects; ++i) {
    auto marks = index.marks(project_id(i));
    RC_ASSERT(marks.ok());
    std::sort(marks->begin(), marks->end(),
              [](const FileMark& x, const FileMark& y) { return x.name < y.name; });
    for (const FileMark& mark : *marks) {
      lines.push_back(mark.name + std::to_string(mark.offset) + std::to_string(mark.inode));
    }
    add(lines, "work marks", index.work_marks(project_id(i), "/w"),
        [](const WorkMark& mark) { return mark.slug + std::to_string(mark.mtime_ns); });
    auto missing = index.missing_slugs(project_id(i));
    RC_ASSERT(missing.ok());
    std::sort(missing->begin(), missing->end());
    for (const std::string& one : *missing) lines.push_back("missing " + one);
    lines.push_back("worktrees " + std::to_string(index.worktrees(project_id(i))->size()));
  }
  return lines;
}

std::vector<std::string> answers_of(Lists& lists) {
  std::vector<std::string> lines;
  const std::optional<std::string> none;
  for (const auto& project : {none, std::optional<std::string>(project_id(1))}) {
    for (const auto& standing :
         {std::optional<RunStanding>(), std::optional(RunStanding::open),
          std::optional(RunStanding::ended), std::optional(RunStanding::broken)}) {
      RunListQuery query{.project = project, .standing = standing, .limit = 2};
      for (int page = 0; page < 4; ++page) {
        const auto rows = lists.runs(query);
        add(lines, "page", rows, kSay);
        if (rows->empty()) break;
        query.after = RunCursor{rows->back().started_at, rows->back().uid};
      }
    }
    WorkPageQuery query{.project = project, .phase = std::string("build"), .limit = 2};
    for (int page = 0; page < 4; ++page) {
      const auto rows = lists.work(query);
      add(lines, "work page", rows, kSay);
      if (rows->empty()) break;
      query.after = WorkCursor{rows->back().updated_at, rows->back().id};
    }
    add(lines, "denials", lists.denials({.project = project, .limit = 7}),
        [](const DenialListRow& row) {
          return std::to_string(row.number) + row.run_uid + row.project_name + row.message;
        });
    add(lines, "violations", lists.violations({.project = project}),
        [](const ViolationListRow& row) {
          return std::to_string(row.number) + row.run_uid + row.violation.requirement;
        });
  }
  add(lines, "denials of", lists.denials({.run = run_id(2)}),
      [](const DenialListRow& row) { return std::to_string(row.number); });
  add(lines, "faults", lists.faults(9),
      [](const FaultListRow& row) { return row.run_uid + row.project_name + row.payload; });
  add(lines, "of work", lists.runs_of_work(project_id(0), slug(0), 9), kSay);
  add(lines, "held", lists.held_runs({.boot_id = "boot", .since = time_at(3)}), kSay);
  add(lines, "open", lists.open_runs(9), kSay);
  for (int i = 0; i < kRuns; ++i) {
    add(lines, "agents", lists.agents(run_id(i)), [](const AgentListRow& row) {
      return row.agent.id + row.agent.name + row.agent.model + row.agent.session_slug +
             std::to_string(row.cost.value_or(-1));
    });
    add(lines, "one", base::Result(std::vector{*lists.run(run_id(i))}),
        [](const std::optional<RunListRow>& row) { return row ? text_of(*row) : "none"; });
  }
  add(lines, "projects", lists.projects(),
      [](const ProjectListRow& row) { return row.project.id + row.last_run_at; });
  add(lines, "named", lists.projects_named("api"), [](const std::string& id) { return id; });
  for (const char* text : {"run-1-abcdef", "slug-1", "run-2-"}) {
    // At most three, in no order that is promised.
    auto found = lists.runs_named(text);
    RC_ASSERT(found.ok());
    std::sort(found->begin(), found->end(),
              [](const NamedRun& x, const NamedRun& y) { return x.uid < y.uid; });
    add(lines, text, found, [](const NamedRun& run) { return run.uid + run.project_id; });
  }
  const auto since = lists.counts_since(base::Instant(base::Millis(1'768'728'600'000 + 40)));
  RC_ASSERT(since.ok());
  lines.push_back(std::to_string(since->runs) + " " + std::to_string(since->tool_calls) + " " +
                  std::to_string(since->denials));
  return lines;
}

void must_be_same(const std::vector<std::string>& postgres,
                  const std::vector<std::string>& sqlite) {
  const auto [ours, theirs] =
      std::mismatch(postgres.begin(), postgres.end(), sqlite.begin(), sqlite.end());
  if (ours == postgres.end() && theirs == sqlite.end()) return;
  RC_FAIL("PostgreSQL: " + (ours == postgres.end() ? "nothing" : *ours) +
          "\nSQLite:     " + (theirs == sqlite.end() ? "nothing" : *theirs));
}

rc::Gen<History> histories() {
  const auto op = rc::gen::resize(
      100, rc::gen::construct<Op>(rc::gen::inRange(0, kOps + 9), rc::gen::inRange(0, 30),
                                  rc::gen::inRange(1, 60)));
  const auto batch = rc::gen::resize(25, rc::gen::container<std::vector<Op>>(op));
  return rc::gen::resize(5, rc::gen::container<History>(batch));
}

TEST(SameAnswersTest, BothDatabasesSayTheSameOfAnyHistory) {
  // Each takes a while; RC_PARAMS asks for more.
  ::setenv("RC_PARAMS", "max_success=30", /*overwrite=*/0);
  TestDatabase database;
  int round = 0;
  EXPECT_TRUE(rc::check([&] {
    const History history = *histories();
    os::TemporaryFolder folder;
    OpenPostgres options = database.options("m" + std::to_string(++round));
    auto sqlite = open_sqlite_index({.path = folder / "db", .now = kNow, .create = true});
    auto postgres = open_postgres_index(options);
    RC_ASSERT(sqlite.ok() && postgres.ok());
    for (const auto& ops : history) {
      write(**sqlite, ops);
      write(**postgres, ops);
    }
    must_be_same(answers_of(**postgres), answers_of(**sqlite));
    auto sqlite_lists = open_sqlite_lists(folder / "db");
    auto postgres_lists = open_postgres_lists(options);
    RC_ASSERT(sqlite_lists.ok() && postgres_lists.ok());
    must_be_same(answers_of(**postgres_lists), answers_of(**sqlite_lists));
  }));
}

}  // namespace
}  // namespace indexing

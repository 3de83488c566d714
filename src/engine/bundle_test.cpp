#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/session.h"
#include "engine/test_bundle.h"
#include "store/machine_key.h"
#include "store/test_bundle.h"
#include "store/test_crash.h"

namespace engine {
namespace {

using base::Code;
using model::EventKind;

constexpr const char* kOther = "8e2165c7-2839-4e27-bcef-43e6e47ca4b4";

class BundleTest : public ::testing::Test {
 protected:
  static constexpr const char* kRun = "7d1054b6-2839-4e27-bcef-43e6e47ca4b4";
  BundleTest() { b_.fake.clock.advance(std::chrono::hours(1)); }

  // A whole session on machine A with a pin, a packet and a work session.
  void work_on_a() {
    a_.tell(EventKind::session_start, kRun);
    a_.tell(EventKind::before_tool, kRun, "Edit");
    Workspace at = a_.workspace();
    ASSERT_TRUE(add_pin(at, {kRun}, {"staging is read-only", "staging", ""}, {}).ok());
    model::HandoffPacket packet;
    packet.goal = "Finish the login form";
    const auto added = add_packet(at, model::RunId{kRun}, packet, {});
    ASSERT_TRUE(added.ok()) << added.error().message;
    packet_ = added->id;
    ASSERT_TRUE(create_work(at, {.topic = "Dark mode", .slug = BundleMachine::kSlug}, {}).ok());
    a_.tell(EventKind::turn_end, kRun);
    a_.tell(EventKind::session_end, kRun);
  }
  void commit(BundleMachine& machine, const std::string& sha) {
    Workspace at = machine.workspace();
    const auto added = add_work_commit(at, BundleMachine::kSlug, {.sha = sha, .message = sha}, {});
    ASSERT_TRUE(added.ok()) << added.error().message;
  }
  std::vector<std::string> commits(const BundleMachine& machine) {
    std::vector<std::string> shas;
    const auto json = base::parse_json(machine.file(machine.work("state.json")));
    for (const auto& one : json->at("commits")) shas.push_back(one.at("sha"));
    return shas;
  }
  void write(BundleMachine& machine, const std::string& path, const std::string& text) {
    machine.fake.files.poke(machine.work(path), text);
  }

  BundleMachine a_{"desk", 1};
  BundleMachine b_{"laptop", 2};
  std::string packet_;
};

TEST_F(BundleTest, EverythingOfAProjectComesOverOnce) {
  work_on_a();
  const std::string bytes = a_.bundle();
  EXPECT_EQ(a_.exported.runs, 1U);
  EXPECT_EQ(a_.exported.work_sessions, 1U);
  EXPECT_EQ(a_.exported.mirrors, 1U);
  EXPECT_EQ(a_.exported.handoffs, 1U);
  EXPECT_TRUE(a_.exported.problems.empty()) << a_.exported.problems.front();
  const auto report = b_.import(bytes);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->runs.added, 1U);
  EXPECT_EQ(report->work_files.added, 2U);
  EXPECT_EQ(report->mirrors.added, 1U);
  EXPECT_EQ(report->handoffs.added, 1U);
  EXPECT_TRUE(report->changed && report->newly_accepted);
  EXPECT_TRUE(report->problems.empty()) << report->problems.front();
  const os::Path from_a = b_.local() / "imported" / report->signer.machine;
  EXPECT_EQ(b_.file(from_a / "journal" / (std::string(kRun) + ".jsonl")),
            a_.file(a_.local() / "journal" / (std::string(kRun) + ".jsonl")));
  EXPECT_EQ(b_.file(from_a / "notes" / (std::string(kRun) + ".json")),
            a_.file(a_.local() / "notes/sessions" / ("session-" + std::string(kRun) + ".json")));
  EXPECT_EQ(b_.file(b_.work("state.json")), a_.file(a_.work("state.json")));
  Workspace at = b_.workspace();
  EXPECT_EQ(list_packets(at, {})->size(), 1U);

  const auto before = b_.everything();
  const auto again = b_.import(bytes);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_FALSE(again->changed || again->newly_accepted);
  EXPECT_EQ(b_.everything(), before);
}

TEST_F(BundleTest, TheNextSessionHereTakesOverFromTheOneThere) {
  work_on_a();
  ASSERT_TRUE(b_.import(a_.bundle()).ok());
  Workspace at = b_.workspace();
  const auto preview = preview_restore(at, {.run = {}, .prompt = "dark mode"});
  ASSERT_TRUE(preview.ok()) << preview.error().message;
  ASSERT_EQ(preview->session_ids.size(), 1U);
  EXPECT_EQ(preview->session_ids.front(), kRun);
  ASSERT_EQ(preview->inherited_pins.size(), 1U);
  EXPECT_EQ(preview->inherited_pins.front().content, "staging is read-only");
}

// What every gate of the session on B answers and leaves behind, with and without the import.
TEST_F(BundleTest, AnImportedRunOpensNoGateAndClosesNone) {
  a_.tell(EventKind::session_start, kRun);
  Workspace at = a_.workspace();
  ASSERT_TRUE(set_mode(at, {kRun}, {.mode = "coding", .reason = ""}, {}).ok());
  a_.tell(EventKind::before_tool, kRun, "Edit");
  const std::string bytes = a_.bundle();
  struct Seen {
    bool allowed = false;
    model::GateRule rule{};
    std::string mode;
    bool operator==(const Seen&) const = default;
  };
  const auto live_on_b = [&](bool imports) {
    BundleMachine b("laptop", 2);
    b.fake.files.poke(b.root / ".holdfast/config.yaml", "gate:\n  initial_mode: planning\n");
    if (imports) {
      EXPECT_TRUE(b.import(bytes).ok());
    }
    std::vector<Seen> seen;
    for (const char* tool : {"Edit", "Read", "Bash", "Edit"}) {
      const auto reply = b.tell(EventKind::before_tool, kRun, tool);
      Workspace there = b.workspace();
      seen.push_back(
          {reply.decision->allowed, reply.decision->rule, get_state(there, {kRun})->mode.text()});
    }
    return seen;
  };
  const auto without = live_on_b(false);
  EXPECT_FALSE(without.front().allowed);
  EXPECT_EQ(live_on_b(true), without);
}

TEST_F(BundleTest, AnImportTouchesNothingThatAGateReads) {
  a_.fake.clock.advance(std::chrono::hours(2));  // Theirs is the newer one.
  work_on_a();
  b_.tell(EventKind::session_start, kRun);
  const auto own = [&](const BundleMachine& machine) {
    auto files = machine.everything();
    std::erase_if(files, [](const auto& one) {
      return one.first.find("holdfast/imported/") != std::string::npos ||
             one.first.find("holdfast/exchange/") != std::string::npos ||
             one.first.find("holdfast/handoffs/") != std::string::npos ||
             one.first.find("holdfast/work/") != std::string::npos ||
             one.first.find("agents/sessions/") != std::string::npos ||
             one.first.ends_with("holdfast/signers");
    });
    return files;
  };
  const auto before = own(b_);
  ASSERT_TRUE(b_.import(a_.bundle({.with_continuity = true})).ok());
  // The session is live here, so that its mirror is ours as well.
  EXPECT_EQ(own(b_), before);
}

TEST_F(BundleTest, OneByteChangedIsRefusedAndNothingIsWritten) {
  work_on_a();
  const std::string good = a_.bundle({.works = {BundleMachine::kSlug}, .with_continuity = false});
  const auto before = b_.everything();
  for (std::size_t at = 0; at < good.size(); ++at) {
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 0x20);
    const auto report = b_.import(changed);
    ASSERT_FALSE(report.ok()) << at;
    ASSERT_FALSE(b_.import(good.substr(0, at)).ok()) << at;
  }
  EXPECT_EQ(b_.everything(), before);
  EXPECT_TRUE(b_.import(good).ok());
}

TEST_F(BundleTest, ASignerMustBeKnown) {
  work_on_a();
  const std::string bytes = a_.bundle();
  b_.accepts_all = false;
  const auto before = b_.everything();
  const auto refused = b_.import(bytes);
  ASSERT_EQ(refused.error().code, Code::untrusted);
  EXPECT_NE(refused.error().message.find(a_.exported.fingerprint), std::string::npos);
  EXPECT_NE(refused.error().hint.find("--accept " + a_.exported.fingerprint), std::string::npos);
  const std::string wrong = "SHA256:" + std::string(43, 'x');
  EXPECT_EQ(b_.import(bytes, {.accept = wrong}).error().code, Code::untrusted);
  EXPECT_EQ(b_.import(bytes, {.ask = [](const BundleSigner&) { return false; }}).error().code,
            Code::untrusted);
  EXPECT_EQ(b_.everything(), before);
  EXPECT_TRUE(b_.import(bytes, {.dry_run = true, .accept = a_.exported.fingerprint}).ok());
  EXPECT_EQ(b_.everything(), before);
  EXPECT_TRUE(b_.import(bytes, {.accept = a_.exported.fingerprint}).ok());
  EXPECT_TRUE(b_.import(bytes).ok());
}

TEST_F(BundleTest, OnesOwnBundleIsKnownAndChangesNothing) {
  work_on_a();
  a_.accepts_all = false;
  const std::string bytes = a_.bundle();
  const auto before = a_.everything();
  const auto report = a_.import(bytes);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_FALSE(report->changed);
  EXPECT_EQ(a_.everything(), before);
}

TEST_F(BundleTest, ADryRunSaysWhatWouldComeAndWritesNothing) {
  work_on_a();
  const std::string bytes = a_.bundle();
  const auto before = b_.everything();
  const auto dry = b_.import(bytes, {.dry_run = true, .accept = a_.exported.fingerprint});
  ASSERT_TRUE(dry.ok()) << dry.error().message;
  EXPECT_EQ(b_.everything(), before);
  const auto wet = b_.import(bytes);
  EXPECT_EQ(dry->runs.added, wet->runs.added);
  EXPECT_EQ(dry->work_files.added, wet->work_files.added);
  EXPECT_EQ(dry->mirrors.added, wet->mirrors.added);
  EXPECT_EQ(dry->handoffs.added, wet->handoffs.added);
}

TEST_F(BundleTest, WhatOneSideChangedIsTakenOver) {
  work_on_a();
  ASSERT_TRUE(b_.import(a_.bundle()).ok());
  commit(b_, "bbbbbbb");
  write(b_, "spec.md", "# Of B\n");
  const auto back = a_.import(b_.bundle());
  ASSERT_TRUE(back.ok()) << back.error().message;
  EXPECT_EQ(back->work_files.updated, 2U);
  EXPECT_TRUE(back->conflicts.empty());
  EXPECT_EQ(commits(a_), (std::vector<std::string>{"bbbbbbb"}));
  EXPECT_EQ(a_.file(a_.work("spec.md")), "# Of B\n");
  // What A had before is older than what is here.
  write(a_, "spec.md", "# Of A\n");
  const auto late = b_.import(a_.bundle());
  EXPECT_EQ(late->work_files.updated, 1U);
  EXPECT_EQ(b_.file(b_.work("spec.md")), "# Of A\n");
}

TEST_F(BundleTest, WhatBothChangedIsMergedAndBecomesTheSame) {
  work_on_a();
  ASSERT_TRUE(b_.import(a_.bundle()).ok());
  commit(a_, "aaaaaaa");
  commit(b_, "bbbbbbb");
  const std::string of_a = a_.bundle();
  const std::string of_b = b_.bundle();
  const auto at_b = b_.import(of_a);
  const auto at_a = a_.import(of_b);
  ASSERT_TRUE(at_a.ok() && at_b.ok());
  EXPECT_EQ(at_a->work_files.merged, 1U);
  EXPECT_EQ(at_b->work_files.merged, 1U);
  EXPECT_EQ(a_.file(a_.work("state.json")), b_.file(b_.work("state.json")));
  auto merged = commits(a_);
  std::sort(merged.begin(), merged.end());
  EXPECT_EQ(merged, (std::vector<std::string>{"aaaaaaa", "bbbbbbb"}));
  const auto again = a_.import(b_.bundle());
  EXPECT_FALSE(again->changed);
}

TEST_F(BundleTest, ATextThatBothChangedStaysAndTheirsIsKeptBesideIt) {
  work_on_a();
  ASSERT_TRUE(b_.import(a_.bundle()).ok());
  write(a_, "spec.md", "# Of A\n");
  write(b_, "spec.md", "# Of B\n");
  for (int twice = 0; twice < 2; ++twice) {
    const auto report = b_.import(a_.bundle());
    ASSERT_EQ(report->conflicts.size(), 1U);
    EXPECT_EQ(b_.file(b_.work("spec.md")), "# Of B\n");
    EXPECT_EQ(b_.file(report->conflicts.front().place), "# Of A\n");
    EXPECT_TRUE(report->conflicts.front().place.starts_with(b_.local().native()));
  }
  // A person takes theirs: both are equal, and the conflict is over.
  write(b_, "spec.md", "# Of A\n");
  EXPECT_TRUE(b_.import(a_.bundle())->conflicts.empty());
  write(b_, "spec.md", "# Of both\n");
  EXPECT_TRUE(a_.import(b_.bundle())->conflicts.empty());
  EXPECT_EQ(a_.file(a_.work("spec.md")), "# Of both\n");
}

TEST_F(BundleTest, AnAcceptedPacketStaysAccepted) {
  work_on_a();
  ASSERT_TRUE(b_.import(a_.bundle()).ok());
  Workspace at = b_.workspace();
  ASSERT_TRUE(accept_packet(at, packet_, "cli", {}).ok());
  ASSERT_TRUE(b_.import(a_.bundle()).ok());
  EXPECT_TRUE(list_packets(at, {})->empty());
  ASSERT_TRUE(a_.import(b_.bundle()).ok());
  Workspace home = a_.workspace();
  EXPECT_TRUE(list_packets(home, {})->empty());
}

TEST_F(BundleTest, OnlyWhatIsNamedOrNewGoes) {
  work_on_a();
  a_.tell(EventKind::session_start, kOther);
  a_.bundle({.runs = {kOther}});
  EXPECT_EQ(a_.exported.runs, 1U);
  EXPECT_EQ(a_.exported.work_sessions, 0U);
  EXPECT_EQ(a_.exported.handoffs, 0U);
  a_.bundle({.works = {BundleMachine::kSlug}, .with_continuity = false});
  EXPECT_EQ(a_.exported.runs, 0U);
  EXPECT_EQ(a_.exported.work_sessions, 1U);
  a_.fake.clock.advance(std::chrono::hours(48));
  a_.bundle({.since = base::Millis(std::chrono::hours(24))});
  EXPECT_EQ(a_.exported.items, 0U);
  a_.bundle({.since = base::Millis(std::chrono::hours(72))});
  EXPECT_EQ(a_.exported.runs, 2U);
  EXPECT_EQ(a_.exported.work_sessions, 1U);
  EXPECT_EQ(a_.exported.handoffs, 1U);
  Workspace at = a_.workspace();
  const auto missing = export_bundle(at, {.works = {"nothing"}},
                                     [](std::string_view) { return base::Result<void>(); }, {});
  EXPECT_EQ(missing.error().code, Code::not_found);
}

TEST_F(BundleTest, WhatIsToBeRedactedDoesNotLeave) {
  work_on_a();
  write(a_, "spec.md", "# Spec\n<private>the name</private>\npassword = hunter2secret\n");
  const os::Path journal = a_.local() / "journal" / (std::string(kRun) + ".jsonl");
  const std::string whole = a_.file(journal);
  a_.fake.files.poke(journal, whole + "{\"seq\":99,\"text\":\"<private>x</private>\"}\n");
  const auto items = *store::items_of(a_.bundle());
  ASSERT_EQ(a_.exported.problems.size(), 1U);
  EXPECT_NE(a_.exported.problems.front().find("journal"), std::string::npos);
  std::string sent;
  for (const store::BundleItem& item : items) {
    EXPECT_EQ(item.bytes.find("the name"), std::string::npos);
    EXPECT_EQ(item.bytes.find("hunter2secret"), std::string::npos);
    EXPECT_EQ(item.bytes.find("<private>"), std::string::npos);
    if (item.kind == store::BundleKind::journal) sent += item.bytes;
  }
  EXPECT_EQ(sent, whole);
  // What was redacted on its way does not come back over what is here.
  ASSERT_TRUE(b_.import(a_.bundle()).ok());
  const auto back = a_.import(b_.bundle());
  ASSERT_TRUE(back.ok());
  EXPECT_TRUE(back->conflicts.empty());
  EXPECT_NE(a_.file(a_.work("spec.md")).find("the name"), std::string::npos);
}

TEST_F(BundleTest, ATamperedNoteIsNotVouchedFor) {
  work_on_a();
  const os::Path note = a_.local() / "notes/sessions" / ("session-" + std::string(kRun) + ".json");
  std::string text = a_.file(note);
  text.replace(text.find("coding"), 6, "qa    ");
  a_.fake.files.poke(note, text);
  const auto items = *store::items_of(a_.bundle());
  for (const store::BundleItem& item : items) {
    EXPECT_NE(item.kind, store::BundleKind::note);
  }
  EXPECT_EQ(a_.exported.problems.size(), 1U);
}

TEST_F(BundleTest, TheImportIsOnRecordWithItsSigner) {
  work_on_a();
  ASSERT_TRUE(b_.import(a_.bundle()).ok());
  ASSERT_TRUE(b_.import(a_.bundle()).ok());
  std::vector<std::string> signers;
  const std::string audit = b_.file(b_.local() / "work/audit.jsonl");
  for (const std::string_view line : base::split(audit, '\n')) {
    if (line.empty()) continue;
    const auto json = *base::parse_json(line);
    EXPECT_EQ(json["payload"]["what"], "import");
    signers.push_back(json["payload"]["signer"]);
  }
  // Of the manifest and of the whole, once.
  EXPECT_EQ(signers, (std::vector<std::string>(2, a_.exported.fingerprint)));
}

TEST_F(BundleTest, ACrashAtAnyCallIsFinishedByDoingItAgain) {
  work_on_a();
  const std::string bytes = a_.bundle();
  const auto kept = [](const BundleMachine& machine) {
    auto files = machine.everything();
    std::erase_if(files, [](const auto& one) { return one.first.ends_with("audit.jsonl"); });
    return files;
  };
  BundleMachine whole("laptop", 2);
  ASSERT_TRUE(whole.import(bytes).ok());
  const auto wanted = kept(whole);
  for (const store::End end : {store::End::none, store::End::kill, store::End::power_cut}) {
    for (std::size_t call = 0;; call += 1) {
      SCOPED_TRACE(call);
      BundleMachine b("laptop", 2);
      const auto kind = end == store::End::none ? os::Fault::Kind::error : os::Fault::Kind::crash;
      [[maybe_unused]] const auto first =
          b.import(bytes, {}, os::Fault{.kind = kind, .at_call = call});
      const bool was_interrupted = b.fake.files.calls() > call;
      store::end_process(b.fake.files, end);
      const auto again = b.import(bytes);
      ASSERT_TRUE(again.ok()) << again.error().message;
      auto files = kept(b);
      // What a killed process left half-written goes with the next one that writes there.
      std::erase_if(files,
                    [](const auto& one) { return one.first.find("/.tmp-") != std::string::npos; });
      for (const auto& [name, text] : files) ASSERT_TRUE(wanted.contains(name)) << name;
      for (const auto& [name, text] : wanted) ASSERT_EQ(files[name], text) << name;
      if (!was_interrupted) break;
    }
  }
}

}  // namespace
}  // namespace engine

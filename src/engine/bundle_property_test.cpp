// Two machines that work on clones of one project and send each other bundles, in any order and any
// number of times, also old ones: in the end both have the same, each thing once.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "engine/test_bundle.h"

namespace engine {
namespace {

using model::EventKind;

const std::vector<std::string> kRuns{"7d1054b6-2839-4e27-bcef-43e6e47ca4b4",
                                     "8e2165c7-2839-4e27-bcef-43e6e47ca4b5"};

// What happens on which side.
struct Step {
  unsigned kind = 0;
  unsigned side = 0;
  unsigned which = 0;
};

void showValue(const Step& step, std::ostream& out) {
  out << "{" << step.kind << ", " << step.side << ", " << step.which << "}";
}

class Pair {
 public:
  Pair() { b_.fake.clock.advance(std::chrono::minutes(7)); }

  BundleMachine& side(unsigned which) { return which % 2 == 0 ? a_ : b_; }

  void run(const Step& step) {
    BundleMachine& here = side(step.side);
    here.fake.clock.advance(std::chrono::seconds(1 + step.which % 5));
    Workspace at = here.workspace();
    // A conversation is one machine's.
    const std::string& own = kRuns[step.side % 2];
    const WorkCaller nobody;
    switch (step.kind % 9) {
      case 0:
        here.tell(EventKind::session_start, own);
        return;
      case 1:
        here.tell(EventKind::before_tool, own, "Edit");
        return;
      case 2:
        here.tell(EventKind::turn_end, own);
        here.tell(EventKind::session_end, own);
        return;
      case 3:
        (void)create_work(at, {.topic = "Dark mode", .slug = BundleMachine::kSlug}, nobody);
        return;
      case 4: {
        const std::string sha = std::to_string(1000000 + ++commits_);
        if (add_work_commit(at, BundleMachine::kSlug, {.sha = sha, .message = "m"}, nobody).ok()) {
          committed_.insert(sha);
        }
        return;
      }
      case 5: {
        model::HandoffPacket packet;
        packet.goal = "Goal " + std::to_string(step.which % 3);
        (void)add_packet(at, std::nullopt, packet, {});
        return;
      }
      case 6: {
        const auto packets = list_packets(at, {});
        if (packets.ok() && !packets->empty()) {
          (void)accept_packet(at, packets->front().packet.id, "cli", {});
        }
        return;
      }
      case 7:
        bundles_.emplace_back(step.side % 2, here.bundle());
        return;
      default:
        if (bundles_.empty()) return;
        take(here, bundles_[step.which % bundles_.size()].second);
    }
  }

  void take(BundleMachine& machine, const std::string& bytes) {
    const auto report = machine.import(bytes);
    RC_ASSERT(report.ok());
    RC_ASSERT(report->problems.empty());
  }

  // Each gives the other what it has, until nothing changes any more.
  void settle() {
    for (int round = 0; round < 3; ++round) {
      take(b_, a_.bundle());
      take(a_, b_.bundle());
    }
    const auto before = std::array{a_.everything(), b_.everything()};
    for (BundleMachine* const machine : {&a_, &b_}) {
      for (const auto& [side, bytes] : bundles_) take(*machine, bytes);
    }
    take(b_, a_.bundle());
    take(a_, b_.bundle());
    const auto after = std::array{a_.everything(), b_.everything()};
    for (const std::size_t machine : {0U, 1U}) {
      RC_ASSERT(changed(before[machine], after[machine]) == std::vector<std::string>());
    }
  }

  void check() {
    RC_ASSERT(a_.file(a_.work("state.json")) == b_.file(b_.work("state.json")));
    std::multiset<std::string> shas;
    const auto json = base::parse_json(a_.file(a_.work("state.json")));
    if (json.ok()) {
      for (const auto& one : json->at("commits")) shas.insert(one.at("sha").get<std::string>());
    }
    RC_ASSERT(shas == std::multiset<std::string>(committed_.begin(), committed_.end()));
    RC_ASSERT(packets(a_) == packets(b_));
    check_journals(a_, b_, kRuns[0]);
    check_journals(b_, a_, kRuns[1]);
  }

 private:
  using Files = std::map<std::string, std::string>;
  // The names of files that are not as they were, with what they say now.
  static std::vector<std::string> changed(const Files& before, const Files& after) {
    std::vector<std::string> names;
    for (const auto& [name, text] : after) {
      const auto was = before.find(name);
      if (was == before.end()) names.push_back("new: " + name);
      if (was != before.end() && was->second != text) names.push_back(name + ": " + text);
    }
    return names;
  }

  // Id to when it was accepted.
  static std::map<std::string, std::string> packets(BundleMachine& machine) {
    std::map<std::string, std::string> found;
    Workspace at = machine.workspace();
    const auto listed = list_packets(at, {.with_accepted = true});
    RC_ASSERT(listed.ok());
    for (const WaitingPacket& one : *listed) {
      RC_ASSERT(found.emplace(one.packet.id, one.packet.accepted_at).second);
    }
    return found;
  }

  static void check_journals(BundleMachine& from, BundleMachine& to, const std::string& run) {
    const std::string name = run + ".jsonl";
    const std::string own = from.file(from.local() / "journal" / name);
    std::vector<std::string> imported;
    for (const auto& [path, text] : to.below(to.local() / "imported")) {
      if (path.ends_with(name)) imported.push_back(text);
    }
    RC_ASSERT(imported == (own.empty() ? std::vector<std::string>() : std::vector{own}));
  }

  BundleMachine a_{"desk", 1};
  BundleMachine b_{"laptop", 2};
  std::vector<std::pair<unsigned, std::string>> bundles_;
  std::set<std::string> committed_;
  unsigned commits_ = 0;
};

TEST(BundleProperty, MachinesThatExchangeBundlesComeToTheSame) {
  const bool holds = rc::check("machines that exchange bundles come to the same", [] {
    const auto steps = *rc::gen::container<std::vector<Step>>(
        rc::gen::build<Step>(rc::gen::set(&Step::kind, rc::gen::inRange(0U, 9U)),
                             rc::gen::set(&Step::side, rc::gen::inRange(0U, 2U)),
                             rc::gen::set(&Step::which, rc::gen::inRange(0U, 1000U))));
    Pair pair;
    for (const Step& step : steps) pair.run(step);
    pair.settle();
    pair.check();
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace engine

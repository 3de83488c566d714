// Any sequence of satisfy, approve, clear, commit, expire, new session and resume, on the four
// scopes, agrees with a model that fits on a page.
// S4-32, S4-33, S4-34, S4-35, S4-67, S4-101, S4-102, S4-108
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <map>
#include <optional>

#include "engine/requirement.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

constexpr std::array<const char*, 4> kNames{"of_session", "of_branch", "of_use", "of_all"};
constexpr std::array<const char*, 4> kTools{"ToolS", "ToolB", "ToolU", "ToolP"};
constexpr std::array<const char*, 3> kSessions{"7d1054b6-2839-4e27-bcef-43e6e47ca4b4",
                                               "8e2165c7-2839-4e27-bcef-43e6e47ca4b4",
                                               "8e2165c7-2839-7e27-bcef-43e6e47ca4b5"};
enum Name { kOfSession, kOfBranch, kOfUse, kOfAll };

// The reference: what the page of the document says, and nothing else.
struct Reference {
  struct Mark {
    std::int64_t until = 0;  // 0: without end.
    bool approval = false;
  };
  std::map<std::pair<int, int>, Mark> own;  // By requirement and session.
  std::optional<Mark> branch;
  bool permanent = false;
  std::int64_t now = 1;

  bool counts(const Mark& mark) const { return mark.until == 0 || now < mark.until; }
  bool own_counts(int name, int session, bool approvals_only) const {
    const auto found = own.find({name, session});
    return found != own.end() && counts(found->second) &&
           (!approvals_only || found->second.approval);
  }
  bool is_met(int name, int session) const {
    switch (name) {
      case kOfSession:
      case kOfUse:
        return own_counts(name, session, false);
      case kOfBranch:
        return (branch && counts(*branch)) || own_counts(name, session, true);
      default:
        return permanent || own_counts(name, session, true);
    }
  }
  void satisfy(int name, int session, std::int64_t ttl) {
    const Mark mark{.until = ttl < 0 ? 0 : now + ttl, .approval = false};
    if (name == kOfBranch) {
      branch = mark;
    } else if (name == kOfAll) {
      permanent = true;
    } else {
      own[{name, session}] = mark;
    }
  }
  void approve(int name, int session, std::int64_t ttl) {
    own[{name, session}] = {.until = now + ttl, .approval = true};
  }
  void clear(int name, int session) {
    if (name == kOfAll) return;  // A person's alone.
    own.erase({name, session});
    if (name == kOfBranch) branch.reset();
  }
  void commit(int session) { own.erase({kOfUse, session}); }
};

struct World : Scene {
  World() {
    fake.files.poke("/home/dev/project/.claude/requirements.yaml",
                    "requirements:\n"
                    "  of_session: {enabled: true, scope: session, trigger_tools: [ToolS]}\n"
                    "  of_branch: {enabled: true, scope: branch, trigger_tools: [ToolB]}\n"
                    "  of_use: {enabled: true, scope: single_use, trigger_tools: [ToolU]}\n"
                    "  of_all: {enabled: true, scope: permanent, trigger_tools: [ToolP]}\n");
    move_head();
    fake.clock.advance(std::chrono::seconds{1});
  }
  void move_head() {
    std::string commit = std::to_string(++commits);
    commit.insert(0, 40 - commit.size(), '0');
    fake.files.poke("/home/dev/project/.git/refs/heads/main", commit + "\n");
  }
  RequirementSessionId session(Workspace& workspace, int index) {
    return *choose_requirement_session(workspace, {.given = kSessions[index], .host_session = {}});
  }
  void satisfy(int name, int index, std::int64_t ttl, bool approval) {
    give_operator_token();
    Workspace opened = workspace();
    SatisfyRequest request;
    request.names = {kNames[name]};
    if (ttl >= 0) request.ttl_s = ttl;
    const auto done = approval ? approve_requirements(opened, session(opened, index), request, {})
                               : satisfy_requirements(opened, session(opened, index), request, {});
    RC_ASSERT(done.ok());
  }
  void clear(int name, int index) {
    fake.environment.unset("HOLDFAST_OPERATOR_TOKEN");
    Workspace opened = workspace();
    const auto done = clear_requirements(opened, session(opened, index),
                                         {.names = {kNames[name]}, .for_branch = false}, {});
    const bool is_known = done.ok() || done.error().code == base::Code::mode_forbidden;
    RC_ASSERT(is_known);
  }
  void commit(int index, bool moves) {
    model::HostEvent call = tool("Bash", kSessions[index]);
    call.call.command = "git commit -m x";
    call.call.id = "call-" + std::to_string(++commits);
    send(call);
    if (moves) move_head();
    call.kind = model::EventKind::after_tool;
    send(call);
  }
  void resume(int index) {
    model::HostEvent start = event(model::EventKind::session_start, kSessions[index]);
    start.source = "resume";
    send(start);
  }
  int commits = 0;
};

RC_GTEST_PROP(RequirementProperty, EverySequenceAgreesWithTheModel, ()) {
  World world;
  Reference reference;
  const int steps = *rc::gen::inRange(1, 25);
  for (int step = 0; step < steps; ++step) {
    const int name = *rc::gen::inRange(0, 4);
    const int session = *rc::gen::inRange(0, 3);
    const std::int64_t ttl = *rc::gen::element<std::int64_t>(-1, 0, 1, 60);
    switch (*rc::gen::inRange(0, 7)) {
      case 0:
        world.satisfy(name, session, ttl, false);
        reference.satisfy(name, session, ttl);
        break;
      case 1:
        world.satisfy(name, session, std::max<std::int64_t>(0, ttl), true);
        reference.approve(name, session, std::max<std::int64_t>(0, ttl));
        break;
      case 2:
        world.clear(name, session);
        reference.clear(name, session);
        break;
      case 3:
        world.commit(session, true);
        reference.commit(session);
        break;
      case 4:
        world.commit(session, false);
        break;
      case 5: {
        const auto seconds = *rc::gen::element<std::int64_t>(1, 30, 60);
        world.fake.clock.advance(std::chrono::seconds{seconds});
        reference.now += seconds;
        break;
      }
      default:
        world.resume(session);
    }
    for (int asked = 0; asked < 4; ++asked) {
      for (int by = 0; by < 3; ++by) {
        RC_LOG() << kNames[asked] << " in session " << by << " after step " << step << "\n";
        RC_ASSERT(world.allows(kTools[asked], kSessions[by]) == reference.is_met(asked, by));
      }
    }
  }
}

}  // namespace
}  // namespace engine

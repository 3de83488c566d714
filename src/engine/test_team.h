// A team's server in memory, for tests: what any machine says through it, all machines read.
#pragma once
#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "index/postgres/postgres_index.h"
#include "index/team.h"

namespace engine {

struct FakeTeamServer {
  std::mutex mutex;
  bool is_away = false;
  std::vector<indexing::TeamHandoff> handoffs;
  std::vector<indexing::TeamRun> runs;
  std::vector<indexing::TeamClaim> claims;
};

// As one machine sees it.
class FakeTeam final : public indexing::Team {
 public:
  FakeTeam(FakeTeamServer& server, const indexing::OpenPostgres& options)
      : server_(server), own_{options.machine, options.machine_name, "role"}, now_(options.now) {}

  base::Result<void> put_handoffs(const std::vector<indexing::TeamHandoff>& sent) override {
    const std::lock_guard guard(server_.mutex);
    for (indexing::TeamHandoff row : sent) {
      row.from = own_;
      const auto known = find(own_.machine, row.id);
      if (known == server_.handoffs.end()) {
        server_.handoffs.push_back(row);
      } else if (known->accepted_at.empty()) {
        known->packet = row.packet;
      }
    }
    return {};
  }
  base::Result<std::vector<indexing::TeamHandoff>> handoffs(
      const indexing::TeamHandoffQuery& query) override {
    const std::lock_guard guard(server_.mutex);
    std::vector<indexing::TeamHandoff> found;
    for (const indexing::TeamHandoff& row : server_.handoffs) {
      if (query.repository && row.repository != *query.repository) continue;
      if (query.sender && row.from.machine != *query.sender) continue;
      if (query.id && !row.id.starts_with(*query.id) && !row.id.ends_with("-" + *query.id)) {
        continue;
      }
      if (row.accepted_at.empty() || query.with_accepted) found.push_back(row);
      if (!found.empty() && !query.with_packets) found.back().packet.clear();
    }
    return found;
  }
  base::Result<indexing::TeamHandoff> accept(const indexing::AcceptHandoff& wish) override {
    const std::lock_guard guard(server_.mutex);
    const auto row = find(wish.sender, wish.id);
    if (row == server_.handoffs.end()) return base::Error{base::Code::not_found, "none", ""};
    if (row->accepted_at.empty()) {
      row->accepted_at = now_;
      row->accepted_by = own_;
    }
    return *row;
  }
  base::Result<void> forget_accepted_before(const std::string& time) override {
    std::erase_if(server_.handoffs, [&](const indexing::TeamHandoff& row) {
      return row.from.machine == own_.machine && !row.accepted_at.empty() && row.accepted_at < time;
    });
    return {};
  }
  base::Result<void> set_presence(const indexing::TeamPresence& presence) override {
    const auto is_own = [&](const auto& row) { return row.of.machine == own_.machine; };
    std::erase_if(server_.runs, is_own);
    std::erase_if(server_.claims, is_own);
    for (indexing::TeamRun run : presence.runs) {
      run.of = own_;
      server_.runs.push_back(run);
    }
    for (indexing::TeamClaim claim : presence.claims) {
      claim.of = own_;
      server_.claims.push_back(claim);
    }
    return {};
  }
  base::Result<indexing::TeamPresence> presence(const indexing::TeamPresenceQuery& query) override {
    indexing::TeamPresence found;
    for (const indexing::TeamRun& run : server_.runs) {
      if (run.repository == query.repository && run.heard_at >= query.since &&
          run.heard_at <= query.until)
        found.runs.push_back(run);
    }
    for (const indexing::TeamClaim& claim : server_.claims) {
      if (claim.repository == query.repository && claim.touched_at >= query.since &&
          claim.touched_at <= query.until)
        found.claims.push_back(claim);
    }
    return found;
  }

 private:
  std::vector<indexing::TeamHandoff>::iterator find(const std::string& machine,
                                                    const std::string& id) {
    return std::find_if(server_.handoffs.begin(), server_.handoffs.end(), [&](const auto& row) {
      return row.from.machine == machine && row.id == id;
    });
  }

  FakeTeamServer& server_;
  indexing::TeamMember own_;
  std::string now_;
};

inline base::Result<std::unique_ptr<indexing::Team>> open_fake_team(
    FakeTeamServer& server, const indexing::OpenPostgres& options) {
  if (server.is_away) {
    return base::Error{base::Code::unavailable, "the index on db: nobody answers", ""};
  }
  return std::unique_ptr<indexing::Team>(std::make_unique<FakeTeam>(server, options));
}

}  // namespace engine

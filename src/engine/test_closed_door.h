// A team's server that nobody answers for; tests open what they are about.
#pragma once
#include "engine/fleet.h"
#include "index/postgres/postgres_index.h"
#include "index/team.h"

namespace engine {

inline constexpr const char* kTeamUrl = "postgresql://holdfast@db/team";

class ClosedDoor : public FleetDoor {
 public:
  base::Result<std::unique_ptr<indexing::Index>> open_index(
      const indexing::OpenPostgres&) override {
    return nobody();
  }
  base::Result<std::unique_ptr<indexing::Fleet>> open_fleet(
      const indexing::OpenPostgres&) override {
    return nobody();
  }
  base::Result<std::unique_ptr<indexing::Lists>> open_lists(
      const indexing::OpenPostgres&) override {
    return nobody();
  }
  base::Result<std::unique_ptr<indexing::Listener>> open_listener(
      const indexing::OpenPostgres&) override {
    return nobody();
  }
  base::Result<std::unique_ptr<indexing::Team>> open_team(const indexing::OpenPostgres&) override {
    return nobody();
  }

 protected:
  static base::Error nobody() {
    return {base::Code::unavailable, "the index on db: nobody answers", "Try again later."};
  }
};

}  // namespace engine

// `holdfast-fleet`: the whole program, with the library that reaches a team's server. `holdfast`
// becomes it where a command needs that; nobody has to call it.
#include "app/program.h"
#include "index/postgres/postgres_index.h"

namespace {

class PostgresDoor final : public engine::FleetDoor {
 public:
  base::Result<std::unique_ptr<indexing::Index>> open_index(
      const indexing::OpenPostgres& options) override {
    return indexing::open_postgres_index(options);
  }
  base::Result<std::unique_ptr<indexing::Fleet>> open_fleet(
      const indexing::OpenPostgres& options) override {
    return indexing::open_postgres_fleet(options);
  }
  base::Result<std::unique_ptr<indexing::Lists>> open_lists(
      const indexing::OpenPostgres& options) override {
    return indexing::open_postgres_lists(options);
  }
  base::Result<std::unique_ptr<indexing::Listener>> open_listener(
      const indexing::OpenPostgres& options) override {
    return indexing::open_postgres_listener(options);
  }
  base::Result<std::unique_ptr<indexing::Team>> open_team(
      const indexing::OpenPostgres& options) override {
    return indexing::open_postgres_team(options);
  }
};

}  // namespace

int main(int argc, char** argv) {
  PostgresDoor door;
  return app::run_program(argc, argv, &door);
}

#include "bench/throwaway_postgres.h"

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <vector>

#include "base/check.h"
#include "bench/spawn.h"

namespace bench {
namespace {

namespace fs = std::filesystem;

void run(std::vector<std::string> arguments) {
  const fs::path script = fs::path(HOLDFAST_ROOT) / "tests" / "support" / "postgres_server.sh";
  arguments.insert(arguments.begin(), script.string());
  const auto done = spawn({std::move(arguments), "/", ""}, {"PATH=/usr/local/bin:/usr/bin:/bin"});
  CHECK(done.ok());
  if (done->exit_code != 0) std::fprintf(stderr, "%s\n", done->output.c_str());
  CHECK(done->exit_code == 0);
}

}  // namespace

ThrowawayPostgres::ThrowawayPostgres(fs::path folder) : place_(std::move(folder) / "url") {
  run({"start", place_.string(), std::to_string(::getpid()), "fsync=on", "shared_buffers=256MB",
       "max_wal_size=4GB"});
  std::ifstream stream(place_);
  std::getline(stream, url_);
}

ThrowawayPostgres::~ThrowawayPostgres() { run({"stop", place_.string()}); }

}  // namespace bench

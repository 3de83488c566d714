// The indexes of the tests that hold for every database: here in PostgreSQL.
#include "index/postgres/test_postgres.h"
#include "index/test_index.h"

namespace indexing {
namespace {

class PostgresStore final : public TestStore {
 public:
  base::Result<std::unique_ptr<Index>> open(const std::string& name) override {
    return open_postgres_index(options(name));
  }
  base::Result<std::unique_ptr<Lists>> lists(const std::string& name) override {
    return open_postgres_lists(options(name));
  }

 private:
  OpenPostgres options(const std::string& name) const {
    OpenPostgres options = database_.options();
    options.schema = name;
    return options;
  }
  TestDatabase database_;
};

}  // namespace

std::unique_ptr<TestStore> make_test_store(const os::Path&) {
  return std::make_unique<PostgresStore>();
}

}  // namespace indexing

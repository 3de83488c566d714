// The indexes of the tests that hold for every database: here in SQLite.
#include "index/test_index.h"

namespace indexing {
namespace {

class SqliteStore final : public TestStore {
 public:
  explicit SqliteStore(os::Path folder) : folder_(std::move(folder)) {}

  base::Result<std::unique_ptr<Index>> open(const std::string& name) override {
    return open_sqlite_index({.path = folder_ / name, .now = IndexTest::kNow, .create = true});
  }
  base::Result<std::unique_ptr<Lists>> lists(const std::string& name) override {
    return open_sqlite_lists(folder_ / name);
  }

 private:
  os::Path folder_;
};

}  // namespace

std::unique_ptr<TestStore> make_test_store(const os::Path& folder) {
  return std::make_unique<SqliteStore>(folder);
}

}  // namespace indexing

// An index of its own, for tests: in the database whose tests these are.
#pragma once
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "index/sqlite/sqlite_index.h"
#include "os/test_support.h"

namespace indexing {

class TestStore {
 public:
  TestStore() = default;
  TestStore(const TestStore&) = delete;
  TestStore& operator=(const TestStore&) = delete;
  virtual ~TestStore() = default;

  // The same name is the same index.
  virtual base::Result<std::unique_ptr<Index>> open(const std::string& name) = 0;
  virtual base::Result<std::unique_ptr<Lists>> lists(const std::string& name) = 0;
};
// Each executable of tests has one of these. `folder` is empty, and goes at the end.
std::unique_ptr<TestStore> make_test_store(const os::Path& folder);

class IndexTest : public ::testing::Test {
 public:
  static constexpr const char* kNow = "2026-01-18T09:30:00.000Z";
  static constexpr const char* kProject = "aaaaaaaaaaaaaaaa";

 protected:
  // Of a file of SQLite's.
  std::string path(const char* name = "holdfast.db") const { return folder_ / name; }

  std::unique_ptr<Index> open(const char* name = "holdfast.db") {
    auto opened = store_->open(name);
    EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().message);
    return opened.ok() ? *std::move(opened) : nullptr;
  }
  std::unique_ptr<Lists> lists(const char* name = "holdfast.db") {
    auto opened = store_->lists(name);
    EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().message);
    return opened.ok() ? *std::move(opened) : nullptr;
  }

  // Runs `fill` in one transaction.
  template <typename Fill>
  void write(Index& index, const Fill& fill) {
    auto batch = index.begin();
    ASSERT_TRUE(batch.ok()) << batch.error().message;
    fill(**batch);
    const auto committed = (*batch)->commit();
    ASSERT_TRUE(committed.ok()) << committed.error().message;
  }

  static void must(const base::Result<void>& result) {
    ASSERT_TRUE(result.ok()) << result.error().message;
  }

  static std::vector<std::string> dump(Index& index, const std::vector<std::string>& tables = {}) {
    std::vector<std::string> lines;
    must(index.dump(tables, [&](std::string_view line) { lines.emplace_back(line); }));
    return lines;
  }

  static ProjectRow project(const char* id = kProject) {
    return {.id = id,
            .root = std::string("/home/dev/") + id,
            .git_common_dir = {},
            .name = "api",
            .working_dir = std::string("/home/dev/") + id,
            .created_at = kNow};
  }

  static WorkRow work(const char* slug, const char* updated = kNow, const char* dir = "/w") {
    WorkRow row;
    row.id = work_id(kProject, slug);
    row.project_id = kProject;
    row.slug = slug;
    row.title = "Dark mode";
    row.phase = "build";
    row.status = "active";
    row.session_dir = std::string(dir) + "/" + slug;
    row.updated_at = updated;
    return row;
  }

  os::TemporaryFolder folder_;
  std::unique_ptr<TestStore> store_ = make_test_store(folder_.path());
};

}  // namespace indexing

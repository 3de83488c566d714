// A database of its own on the tests' server, for tests. The server is the one that ctest started,
// or, where a test is run by hand, one that ends with it.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "index/postgres/connection.h"
#include "index/postgres/postgres_index.h"
#include "os/test_support.h"

namespace indexing {

// tests/support/postgres_server.sh; ends with this process at the latest.
class TestServer {
 public:
  TestServer() {
    const std::string command = script() + " start '" + place() + "' " + std::to_string(::getpid());
    EXPECT_EQ(std::system(command.c_str()), 0);
    std::ifstream stream(place());
    std::getline(stream, url_);
  }
  ~TestServer() { stop("fast"); }
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  const std::string& url() const { return url_; }
  void stop(const std::string& mode) {
    EXPECT_EQ(std::system((script() + " stop '" + place() + "' " + mode).c_str()), 0);
  }

  // The one of ctest, where this is a part of its run.
  static std::string shared_url() {
    const char* const file = std::getenv("HOLDFAST_TEST_POSTGRES");
    if (file != nullptr) {
      std::string url;
      std::ifstream stream(file);
      std::getline(stream, url);
      EXPECT_FALSE(url.empty()) << "No server has been started: " << file;
      return url;
    }
    static TestServer own;
    return own.url();
  }

 private:
  static std::string script() {
    const auto here = std::filesystem::path(__FILE__).parent_path();
    return (here / "../../../tests/support/postgres_server.sh").string();
  }
  std::string place() const { return folder_ / "url"; }

  os::TemporaryFolder folder_;
  std::string url_;
};

// Gone at the end, with whoever is connected to it.
class TestDatabase {
 public:
  explicit TestDatabase(std::string server = TestServer::shared_url())
      : server_(std::move(server)),
        name_("t" + std::to_string(::getpid()) + "_" + std::to_string(++made_)) {
    on_server("CREATE DATABASE " + name_);
  }
  ~TestDatabase() { on_server("DROP DATABASE IF EXISTS " + name_ + " WITH (FORCE)"); }
  TestDatabase(const TestDatabase&) = delete;
  TestDatabase& operator=(const TestDatabase&) = delete;

  std::string url() const {
    std::string url = server_;
    const std::size_t at = url.find("postgres?");
    return at == std::string::npos ? url : url.replace(at, 8, name_);
  }
  OpenPostgres options(const std::string& machine = "machine-1") const {
    return {.url = url(),
            .machine = machine,
            .machine_name = "name of " + machine,
            .now = "2026-01-18T09:30:00.000Z"};
  }
  // As the owner of everything, in the schema.
  std::unique_ptr<Connection> owner() const {
    auto connection = Connection::open({.url = url(), .schema = "holdfast"});
    EXPECT_TRUE(connection.ok()) << (connection.ok() ? "" : connection.error().message);
    return *std::move(connection);
  }
  std::string value(const std::string& sql) const {
    auto rows = owner()->ask(sql, {});
    EXPECT_TRUE(rows.ok()) << (rows.ok() ? "" : rows.error().message);
    return rows.ok() && rows->next() ? rows->text(0) : "";
  }
  // Ends all other connections to it, as a server does that goes away.
  void cut() const {
    value(
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE "
        "datname=current_database() AND pid<>pg_backend_pid()");
  }

 private:
  void on_server(const std::string& sql) const {
    auto connection = Connection::open({.url = server_, .schema = "public"});
    ASSERT_TRUE(connection.ok()) << connection.error().message;
    const auto done = (*connection)->execute(sql);
    ASSERT_TRUE(done.ok()) << done.error().message;
  }

  static inline int made_ = 0;
  std::string server_;
  std::string name_;
};

}  // namespace indexing

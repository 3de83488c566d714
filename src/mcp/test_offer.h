// A project on a disk in memory and the server that speaks for it, for tests. Defined in
// offer_test.cpp.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "mcp/offer.h"
#include "mcp/server.h"
#include "os/fake.h"

namespace mcp {

class QuietContext final : public CallContext {
 public:
  const ClientInfo& client() const override { return client_; }
  bool is_cancelled() const override { return false; }
  void progress(double, std::optional<double>, std::string_view) override {}
  void log(LogLevel, std::string_view, const base::Json&) override {}
  const base::Json& answers() const override { return none_.get(); }
  const base::Json& state() const override { return none_.get(); }
  void drop_stream() override {}

 private:
  ClientInfo client_;
  base::JsonBox none_;
};

class OfferTest : public ::testing::Test {
 protected:
  static constexpr const char* kConversation = "7d1054b6-2839-4e27-bcef-43e6e47ca4b4";

  OfferTest();

  os::FakeDisk& disk() { return fake_.files; }
  void configure(std::string_view yaml) {
    disk().poke("/home/dev/project/.holdfast/config.yaml", yaml);
  }

  // A server as it is after a start; `conversation` is what its host tells it.
  void offer(model::ToolSet tools, std::optional<std::string> conversation = {});

  // The `result` of a method; {"code","message"} of a JSON-RPC error.
  base::Json ask(std::string_view method, const base::Json& params, Era era = Era::modern);
  base::Json call(const char* tool, const base::Json& arguments);
  // The structured content of a call that goes well.
  base::Json result(const char* tool, const base::Json& arguments);
  base::Json result(const char* tool);
  // The code of a call that does not.
  std::string error(const char* tool, const base::Json& arguments);
  std::string error(const char* tool);
  // The JSON document of a resource.
  base::Json resource(const std::string& uri);

  os::FakeSystem fake_;
  QuietContext context_;
  std::optional<ServedProject> project_;
  std::optional<Catalogue> catalogue_;
  std::optional<Server> server_;
};

}  // namespace mcp

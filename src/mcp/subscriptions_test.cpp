#include "mcp/subscriptions.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <nlohmann/json.hpp>

#include "mcp/testing_server.h"

namespace mcp {
namespace {

constexpr base::Millis kNever{3'600'000};

struct Recorder {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::string> told;

  Subscriptions::Sink sink() {
    return [this](const jsonrpc::Notification& change) {
      const std::lock_guard lock(mutex);
      told.push_back(change.method + (change.params.get().contains("uri")
                                          ? " " + change.params.get()["uri"].get<std::string>()
                                          : ""));
      changed.notify_all();
    };
  }
};

TEST(SubscriptionsTest, EachIsToldWhatItAskedForAndNothingElse) {
  Catalogue catalogue;
  const auto resources = std::make_shared<TestResources>();
  catalogue.add(std::shared_ptr<ResourceProvider>(resources));
  Subscriptions subscriptions(catalogue, kNever);
  Recorder tools;
  Recorder uris;
  const auto key = subscriptions.add({.tools = true}, tools.sink());
  subscriptions.add({.resources = true, .uris = {"test://a"}}, uris.sink());
  catalogue.add(std::shared_ptr<Prompt>(std::make_shared<TestPrompt>("p")));
  catalogue.remove_tool("none");
  catalogue.resources_changed();
  subscriptions.poll();
  resources->change();
  subscriptions.poll();
  subscriptions.poll();
  EXPECT_EQ(tools.told, (std::vector<std::string>{"notifications/tools/list_changed"}));
  EXPECT_EQ(uris.told, (std::vector<std::string>{"notifications/resources/list_changed",
                                                 "notifications/resources/updated test://a"}));
  subscriptions.remove(key);
  catalogue.remove_tool("none");
  EXPECT_EQ(tools.told.size(), 1U);
}

TEST(SubscriptionsTest, NobodyIsAskedForVersionsThatNobodyWants) {
  Catalogue catalogue;
  const auto resources = std::make_shared<TestResources>();
  catalogue.add(std::shared_ptr<ResourceProvider>(resources));
  Subscriptions subscriptions(catalogue, kNever);
  Recorder recorder;
  const auto key = subscriptions.add({.tools = true}, recorder.sink());
  subscriptions.poll();
  EXPECT_EQ(resources->asked(), 0);
  subscriptions.add_uri(key, "test://a");
  EXPECT_EQ(resources->asked(), 1);
  subscriptions.remove_uri(key, "test://a");
  subscriptions.poll();
  EXPECT_EQ(resources->asked(), 1);
  subscriptions.add_uri(key, "test://a");
  subscriptions.remove(key);
  subscriptions.add_uri(key, "test://a");
  const int asked = resources->asked();
  subscriptions.poll();
  EXPECT_EQ(resources->asked(), asked);
}

TEST(SubscriptionsTest, AChangeIsNoticedWithoutBeingAsked) {
  Catalogue catalogue;
  const auto resources = std::make_shared<TestResources>();
  catalogue.add(std::shared_ptr<ResourceProvider>(resources));
  Recorder recorder;
  Subscriptions subscriptions(catalogue, base::Millis{1});
  subscriptions.add({.uris = {"test://a"}}, recorder.sink());
  resources->change();
  std::unique_lock lock(recorder.mutex);
  EXPECT_TRUE(recorder.changed.wait_for(lock, std::chrono::seconds(20),
                                        [&] { return !recorder.told.empty(); }));
}

}  // namespace
}  // namespace mcp

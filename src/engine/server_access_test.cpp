#include "engine/server_access.h"

#include <gtest/gtest.h>

#include "engine/test_scene.h"

namespace engine {
namespace {

constexpr const char* kFile = "/home/dev/.config/holdfast/mcp-token";

// SC-9
TEST(ServerAccessTest, WithoutAUsableSecretThereIsNoServer) {
  Scene scene;
  EXPECT_TRUE(check_secret(scene.fake.system()).ok());
  ASSERT_TRUE(scene.fake.files.remove("/home/dev/.config/holdfast/secret").ok());
  const auto none = check_secret(scene.fake.system());
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, base::Code::no_secret);
  EXPECT_EQ(none.error().message, "BRAIN_SESSION_SECRET environment variable required");
  EXPECT_NE(none.error().hint.find("holdfast init"), std::string::npos);
  scene.fake.environment.set("BRAIN_SESSION_SECRET", "0123456789abcdef0123456789abcde");
  const auto weak = check_secret(scene.fake.system());
  ASSERT_FALSE(weak.ok());
  EXPECT_NE(weak.error().message.find("32"), std::string::npos);
  auto workspace = scene.workspace();
  EXPECT_EQ(derived_key(workspace, "x").error().code, base::Code::no_secret);
}

TEST(ServerAccessTest, AKeyIsForOnePurposeAndTheSameEveryTime) {
  Scene scene;
  auto workspace = scene.workspace();
  const auto mac = [&](const char* purpose) {
    return base::hmac_sha256(*derived_key(workspace, purpose), {"text"});
  };
  EXPECT_EQ(mac("one"), mac("one"));
  EXPECT_NE(mac("one"), mac("another"));
}

TEST(ServerAccessTest, ATokenIsMadeOnceForTheUserAlone) {
  Scene scene;
  const auto made = server_token(scene.fake.system(), TokenOf::agent, {});
  ASSERT_TRUE(made.ok());
  EXPECT_TRUE(made->is_new);
  EXPECT_EQ(made->place, kFile);
  EXPECT_EQ(made->text.size(), 64U);
  EXPECT_EQ(scene.fake.files.info(kFile)->mode, 0600U);
  const auto again = server_token(scene.fake.system(), TokenOf::agent, {});
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again->is_new);
  EXPECT_EQ(again->text, made->text);
  scene.fake.environment.set("HOLDFAST_MCP_TOKEN", "a-token-of-my-own");
  EXPECT_EQ(server_token(scene.fake.system(), TokenOf::agent, {})->text, "a-token-of-my-own");
}

TEST(ServerAccessTest, AWeakTokenOrOneThatOthersReadIsRefused) {
  Scene scene;
  for (const char* token : {"short", "with spaces in between them"}) {
    scene.fake.environment.set("HOLDFAST_MCP_TOKEN", token);
    EXPECT_EQ(server_token(scene.fake.system(), TokenOf::agent, {}).error().code,
              base::Code::invalid_value);
  }
  scene.fake.environment.unset("HOLDFAST_MCP_TOKEN");
  ASSERT_TRUE(server_token(scene.fake.system(), TokenOf::agent, {}).ok());
  ASSERT_TRUE(scene.fake.files.set_mode(kFile, 0644).ok());
  EXPECT_EQ(server_token(scene.fake.system(), TokenOf::agent, {}).error().code,
            base::Code::refused);
  EXPECT_EQ(server_token(scene.fake.system(), TokenOf::agent, os::Path("/no/file")).error().code,
            base::Code::not_found);
}

}  // namespace
}  // namespace engine

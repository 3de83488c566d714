#include "mcp/request_state.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace mcp {
namespace {

using base::Json;

const base::SecretKey kKey("key");
const base::Instant kNow{base::Millis{1'000'000'000'000}};

StateOwner owner() { return {"me", "tools/call", "t", base::JsonBox(Json{{"a", 1}, {"b", 2}})}; }

bool opens(std::string_view sealed, const StateOwner& who, base::Instant now = kNow,
           const base::SecretKey& key = kKey) {
  return std::holds_alternative<base::JsonBox>(open_state(sealed, who, now, key));
}

TEST(RequestStateTest, ComesBackForTheSameCallWithinItsTime) {
  const Json state = {{"step", 2}, {"text", "ä"}};
  const std::string sealed = seal_state(state, owner(), kNow, kKey);
  const auto opened = open_state(sealed, owner(), kNow + kStateLifetime, kKey);
  EXPECT_EQ(std::get<base::JsonBox>(opened).get(), state);
  EXPECT_FALSE(opens(sealed, owner(), kNow + kStateLifetime + base::Millis{1}));
  StateOwner other_order = owner();
  other_order.arguments = base::JsonBox(Json{{"b", 2}, {"a", 1}});
  EXPECT_TRUE(opens(sealed, other_order));
}

TEST(RequestStateTest, IsOfNoUseToAnyOtherCall) {
  const std::string sealed = seal_state({{"step", 2}}, owner(), kNow, kKey);
  StateOwner other = owner();
  other.principal = "you";
  EXPECT_FALSE(opens(sealed, other));
  other = owner();
  other.method = "prompts/get";
  EXPECT_FALSE(opens(sealed, other));
  other = owner();
  other.name = "u";
  EXPECT_FALSE(opens(sealed, other));
  other = owner();
  other.arguments = base::JsonBox(Json{{"a", 1}});
  EXPECT_FALSE(opens(sealed, other));
  EXPECT_FALSE(opens(sealed, owner(), kNow, base::SecretKey("other")));
  // The parts' limits count, not their sum.
  EXPECT_FALSE(opens(seal_state(1, {"me", "tools/callt", "", owner().arguments}, kNow, kKey),
                     {"me", "tools/call", "t", owner().arguments}));
}

TEST(RequestStateTest, OneChangedCharacterIsNoticed) {
  const std::string sealed = seal_state({{"step", 2}}, owner(), kNow, kKey);
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(opens(changed, owner())) << i;
  }
  for (const std::string& wrong : {sealed + "-TAMPERED", std::string(), std::string("."),
                                   sealed.substr(1), std::string(300'000, 'A') + "." + "AA"}) {
    EXPECT_FALSE(opens(wrong, owner()));
  }
}

}  // namespace
}  // namespace mcp

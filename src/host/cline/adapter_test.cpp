#include "host/cline/adapter.h"

#include <gtest/gtest.h>

#include "host/hook.h"
#include "os/fake.h"

namespace host::cline {
namespace {

model::EventKind kind_of(const char* event, const std::string& payload) {
  os::FakeSystem fake;
  HookCall call{std::string(kHostName), event, {}};
  call.input.bytes = R"({"taskId":"t","sessionContext":{"rootSessionId":"s"},)" + payload + "}";
  return parse_hook(call, fake.system()).kind;
}

// A run of the command line that was broken off has both events, and one of them ends the session.
TEST(ClineEndTest, AnEndCountsOnceAndASubagentsIsNotTheSessions) {
  using model::EventKind;
  const std::string inside = R"(,"agent_id":"a","parent_agent_id":"m")";
  EXPECT_EQ(kind_of("TaskCancel", R"("hookName":"agent_abort")"), EventKind::turn_end);
  EXPECT_EQ(kind_of("SessionShutdown", R"("hookName":"session_shutdown")"), EventKind::session_end);
  EXPECT_EQ(kind_of("TaskCancel", R"("hookName":"TaskCancel")"), EventKind::session_end);
  EXPECT_EQ(kind_of("TaskCancel", R"("hookName":"agent_abort")" + inside), EventKind::agent_stop);
  EXPECT_EQ(kind_of("SessionShutdown", R"("hookName":"session_shutdown")" + inside),
            EventKind::other);
}

}  // namespace
}  // namespace host::cline

#include <nlohmann/json.hpp>

#include "mcp/test_offer.h"

namespace mcp {
namespace {

using base::Json;

class SessionResourcesTest : public OfferTest {
 protected:
  std::shared_ptr<ResourceProvider> provider() { return catalogue_->resources().front(); }
  std::string start() {
    return result("session_start", {{"objective", "Tidy \"up\""}})["session_id"];
  }
};

const std::vector<std::string> kUris{"session://state",        "session://checklist",
                                     "session://history",      "session://violations",
                                     "session://requirements", "session://continuity"};

// S1-68, S1-97, SC-43
TEST_F(SessionResourcesTest, AllAreListedAndAreJsonWithAndWithoutASession) {
  std::vector<std::string> listed;
  const Json list = ask("resources/list", Json::object());
  for (const Json& one : list["resources"]) {
    listed.push_back(one["uri"].get<std::string>());
    EXPECT_EQ(one["mimeType"], "application/json");
  }
  EXPECT_EQ(listed, kUris);
  for (const std::string& uri : kUris) EXPECT_TRUE(resource(uri).is_object()) << uri;
  EXPECT_EQ(resource("session://state"), Json({{"active", false}}));
  const std::string id = start();
  for (const std::string& uri : kUris) EXPECT_TRUE(resource(uri).is_object()) << uri;
  EXPECT_EQ(resource("session://checklist")["session_id"], id);
}

// S1-82, S1-102
TEST_F(SessionResourcesTest, TheStateIsTheDocumentsOwn) {
  const std::string id = start();
  const Json state = resource("session://state");
  EXPECT_EQ(state["active"], true);
  EXPECT_EQ(state["session_id"], id);
  EXPECT_EQ(state["objective"], "Tidy \"up\"");
  EXPECT_EQ(state["current_phase"], "INIT");
  EXPECT_TRUE(state["evidence"].is_object());
  const Json item = state["checklist"]["start"][0];
  for (const char* key : {"req", "step", "status", "evidence"}) EXPECT_TRUE(item.contains(key));
}

TEST_F(SessionResourcesTest, AnySessionIsReadByItsNameAlsoWhenItHasEnded) {
  const std::string id = start();
  EXPECT_EQ(resource("session://state/" + id)["active"], true);
  call("session_end", {{"summary", "Done"}});
  const Json ended = resource("session://state/" + id);
  EXPECT_EQ(ended["active"], false);
  EXPECT_EQ(ended["session_id"], id);
  EXPECT_EQ(resource("session://state"), Json({{"active", false}}));
  for (const char* uri : {"session://state/", "session://state/nobody", "session://nothing",
                          "session://state/../../etc/passwd", "file:///etc/passwd"}) {
    EXPECT_EQ(resource(uri)["code"], -32602) << uri;
  }
}

TEST_F(SessionResourcesTest, SessionIdsAreOfferedForTheTemplate) {
  const std::string first = start();
  call("session_end", {{"summary", "Done"}});
  const std::string second = start();
  const auto complete = [&](const std::string& begun) {
    return ask("completion/complete",
               {{"ref", {{"type", "ref/resource"}, {"uri", "session://state/{session_id}"}}},
                {"argument", {{"name", "session_id"}, {"value", begun}}}})["completion"]["values"];
  };
  EXPECT_EQ(complete(first.substr(0, 10)), Json::array({second, first}));
  EXPECT_EQ(complete("zzz"), Json::array());
}

// A subscriber is told of every change, and of nothing else.
TEST_F(SessionResourcesTest, TheVersionChangesWithTheResource) {
  const auto version = [&](const char* uri) { return provider()->version(uri); };
  const std::string none = version("session://state");
  EXPECT_EQ(version("session://state"), none);
  start();
  const std::string begun = version("session://state");
  EXPECT_NE(begun, none);
  const std::string history = version("session://history");
  call("advance_phase", {{"target_phase", "WORKING"}});
  EXPECT_NE(version("session://state"), begun);
  EXPECT_NE(version("session://checklist"), begun);
  EXPECT_EQ(version("session://history"), history);
  const std::string moved = version("session://state");
  resource("session://state");
  EXPECT_EQ(version("session://state"), moved);
  call("session_end", {{"summary", "Done"}});
  EXPECT_NE(version("session://state"), moved);
  EXPECT_NE(version("session://history"), history);
  const std::string requirements = version("session://requirements");
  disk().poke("/home/dev/project/.claude/requirements.yaml", "version: \"1.0\"\n");
  EXPECT_NE(version("session://requirements"), requirements);
  EXPECT_EQ(version("session://nothing"), "");
}

TEST_F(SessionResourcesTest, ThePromptsNameTheToolsAndTheGatesThatAreUnmet) {
  const auto text = [&](const char* name, const Json& arguments) -> std::string {
    const Json answer = ask("prompts/get", {{"name", name}, {"arguments", arguments}});
    return answer["messages"][0]["content"]["text"];
  };
  EXPECT_NE(text("start-session", {{"objective", "Login"}}).find("session_start"),
            std::string::npos);
  EXPECT_NE(text("start-session", {{"objective", "Login"}}).find("Login"), std::string::npos);
  EXPECT_NE(text("end-session", Json::object()).find("No session is open"), std::string::npos);
  const std::string id = start();
  EXPECT_NE(text("start-session", {{"objective", "Login"}}).find(id), std::string::npos);
  const std::string end = text("end-session", {{"summary", "All done"}});
  for (const char* part : {"session_end", "All done", "SKILL_VALIDATION"}) {
    EXPECT_NE(end.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(ask("prompts/get", {{"name", "start-session"}})["code"], -32602);
}

}  // namespace
}  // namespace mcp

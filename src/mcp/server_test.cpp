#include "mcp/server.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/testing_server.h"

namespace mcp {
namespace {

using base::Json;

// The result, or the error's code as a number.
Json ask(TestScene& scene, const char* method, const Json& params, Era era = Era::legacy) {
  Call call({request_of(1, method, params), {}, {}, {}, std::make_shared<RecordingReply>()});
  auto outcome = scene.server->answer({era, method, params}, call);
  if (!outcome) return "no such method";
  if (auto* result = std::get_if<base::JsonBox>(&*outcome)) return result->get();
  if (auto* error = std::get_if<ProtocolError>(&*outcome)) return error->code;
  return "asks";
}

TEST(ServerTest, ListsComeInPagesInTheOrderOfAddition) {  // S1-96
  TestScene scene;
  const auto nothing = [](const Json&, CallContext&) { return text_result(""); };
  scene.add("z", nothing);
  scene.add("a", nothing);
  scene.add("hidden", nothing)->description().is_listed = false;
  const Json first = ask(scene, "tools/list", Json::object());
  std::vector<std::string> names;
  for (const Json& tool : first["tools"]) names.push_back(tool["name"]);
  const Json second = ask(scene, "tools/list", {{"cursor", first["nextCursor"]}});
  for (const Json& tool : second["tools"]) names.push_back(tool["name"]);
  EXPECT_EQ(names, (std::vector<std::string>{"echo", "ask", "z", "a"}));
  EXPECT_FALSE(second.contains("nextCursor"));
  EXPECT_EQ(first["tools"][0]["inputSchema"]["type"], "object");
  EXPECT_EQ(ask(scene, "tools/list", {{"cursor", "x"}}), -32602);
  EXPECT_EQ(ask(scene, "prompts/list", Json())["prompts"][0]["name"], "greet");
  EXPECT_EQ(ask(scene, "resources/list", Json())["resources"][0]["uri"], "test://a");
  EXPECT_EQ(ask(scene, "resources/templates/list", Json())["resourceTemplates"][0]["uriTemplate"],
            "test://{x}");
}

TEST(ServerTest, AToolIsCalledWithArgumentsThatFitItsSchema) {  // S1-95
  TestScene scene;
  scene.add("strict", [](const Json&, CallContext&) { return text_result("ok"); })
      ->description()
      .input_schema = base::JsonBox(Json{{"type", "object"}, {"required", Json::array({"x"})}});
  EXPECT_EQ(
      ask(scene, "tools/call", {{"name", "echo"}, {"arguments", {{"k", 1}}}})["content"][0]["text"],
      R"({"k":1})");
  EXPECT_EQ(ask(scene, "tools/call", {{"name", "echo"}})["content"][0]["text"], "{}");
  EXPECT_EQ(ask(scene, "tools/call",
                {{"name", "strict"}, {"arguments", {{"x", 1}}}})["content"][0]["text"],
            "ok");
  for (const Json& params :
       {Json(), Json::array(), Json::object(), Json{{"name", 1}}, Json{{"name", "none"}},
        Json{{"name", "strict"}}, Json{{"name", "echo"}, {"arguments", 1}},
        Json{{"name", "echo"}, {"arguments", nullptr}}}) {
    SCOPED_TRACE(params.dump());
    EXPECT_EQ(ask(scene, "tools/call", params), -32602);
  }
}

TEST(ServerTest, StructuredContentIsAnObjectInTheLegacyEra) {
  TestScene scene;
  scene.add("number", [](const Json&, CallContext&) { return structured_result(7); })
      ->description()
      .output_schema = base::JsonBox(Json{{"type", "integer"}});
  const Json params = {{"name", "number"}};
  EXPECT_FALSE(ask(scene, "tools/call", params).contains("structuredContent"));
  EXPECT_EQ(ask(scene, "tools/call", params, Era::modern)["structuredContent"], 7);
  EXPECT_FALSE(ask(scene, "tools/list", Json())["tools"][2].contains("outputSchema"));
  EXPECT_TRUE(ask(scene, "tools/list", Json(), Era::modern)["tools"][2].contains("outputSchema"));
}

TEST(ServerTest, AResourceIsReadOrNotFoundByTheErasOwnCode) {
  TestScene scene;
  EXPECT_EQ(ask(scene, "resources/read", {{"uri", "test://a"}})["contents"][0]["text"], "A");
  EXPECT_EQ(ask(scene, "resources/read", {{"uri", "test://binary"}})["contents"][0]["blob"],
            "AP8=");
  EXPECT_EQ(ask(scene, "resources/read", {{"uri", "test://b"}}), -32002);
  EXPECT_EQ(ask(scene, "resources/read", {{"uri", "test://b"}}, Era::modern), -32602);
  EXPECT_EQ(ask(scene, "resources/read", Json()), -32602);
}

TEST(ServerTest, APromptNeedsItsArguments) {
  TestScene scene;
  const Json got = ask(scene, "prompts/get", {{"name", "greet"}, {"arguments", {{"who", "you"}}}});
  EXPECT_EQ(got["messages"][0]["who"], "you");
  for (const Json& params : {Json(), Json{{"name", "none"}}, Json{{"name", "greet"}},
                             Json{{"name", "greet"}, {"arguments", {{"who", 1}}}},
                             Json{{"name", "greet"}, {"arguments", "x"}}}) {
    EXPECT_EQ(ask(scene, "prompts/get", params), -32602);
  }
}

TEST(ServerTest, CompletionsAreAtMostAHundred) {
  TestScene scene;
  const auto complete = [&](const Json& ref, const Json& argument) {
    return ask(scene, "completion/complete", {{"ref", ref}, {"argument", argument}});
  };
  const Json prompt = {{"type", "ref/prompt"}, {"name", "greet"}};
  const Json few = complete(prompt, {{"name", "who"}, {"value", "a"}})["completion"];
  EXPECT_EQ(few, Json({{"values", {"a!", "a!"}}, {"total", 2}, {"hasMore", false}}));
  const Json many = complete(prompt, {{"name", "who"}, {"value", "many"}})["completion"];
  EXPECT_EQ(many["values"].size(), 100U);
  EXPECT_EQ(many["total"], 150);
  EXPECT_EQ(many["hasMore"], true);
  const Json resource = {{"type", "ref/resource"}, {"uri", "test://{x}"}};
  EXPECT_TRUE(complete(resource, {{"name", "x"}, {"value", ""}})["completion"]["values"].empty());
  EXPECT_EQ(complete({{"type", "ref/prompt"}, {"name", "none"}}, {{"name", "x"}, {"value", ""}}),
            -32602);
  EXPECT_EQ(complete({{"type", "ref/x"}, {"uri", "u"}}, {{"name", "x"}, {"value", ""}}), -32602);
  EXPECT_EQ(complete(prompt, {{"name", "x"}}), -32602);
  EXPECT_EQ(ask(scene, "completion/complete", Json()), -32602);
  EXPECT_EQ(ask(scene, "tools/shout", Json()), "no such method");
}

TEST(ServerTest, AHandlersMistakeIsAnErrorOfThatCallAlone) {
  TestScene scene;
  scene.add("wrong", [](const Json& arguments, CallContext&) {
    return text_result(arguments.at("missing").get<std::string>());
  });
  EXPECT_EQ(ask(scene, "tools/call", {{"name", "wrong"}}), -32603);
  EXPECT_TRUE(ask(scene, "tools/call", {{"name", "echo"}}).is_object());
}

TEST(ServerTest, OnlySoManyCallsRunAtOnce) {
  TestScene scene(1);
  bool inner = true;
  EXPECT_TRUE(scene.server->run(false, [&] { inner = scene.server->run(false, [] {}); }));
  EXPECT_FALSE(inner);
  EXPECT_TRUE(scene.server->run(false, [] {}));
}

}  // namespace
}  // namespace mcp

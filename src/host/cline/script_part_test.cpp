#include "host/cline/script_part.h"

#include <gtest/gtest.h>

namespace host::cline {
namespace {

TEST(ClineScriptTest, AScriptIsOursToTheLastCharacterOrSomebodyElses) {
  const ScriptPart before({"PreToolUse", true});
  const ScriptPart start({"TaskStart"});
  EXPECT_EQ(start.with_ours(std::nullopt, {"/my place/holdfast"}).value(),
            "#!/bin/sh\nexec '/my place/holdfast' hook TaskStart --host cline\n");
  for (const ScriptPart* part : {&before, &start}) {
    for (const PartForm& form :
         {PartForm{"/my place/holdfast", HookKind::own}, PartForm{"holdfast", HookKind::shared}}) {
      const std::string text = part->with_ours(std::nullopt, form).value();
      EXPECT_TRUE(part->may_be_in(text));
      ASSERT_EQ(part->find(text).value().size(), 1U) << text;
      EXPECT_EQ(part->find(text).value()[0].program, form.program);
      EXPECT_EQ(part->with_ours(text, form).value(), text);
      EXPECT_EQ(part->without_ours(text, form.kind).value(), std::nullopt);
      for (const std::string& other : {text + "echo more\n", "# mine\n" + text, std::string()}) {
        EXPECT_TRUE(part->find(other).value().empty());
        EXPECT_EQ(part->without_ours(other, std::nullopt).value(), other);
        EXPECT_EQ(part->with_ours(other, form).error().code, base::Code::exists);
      }
    }
  }
  EXPECT_TRUE(start.find(before.with_ours(std::nullopt, {"/x/holdfast"}).value()).value().empty());
}

TEST(ClineScriptTest, ACallFromAnothersScriptBlocksWhereTheProgramFails) {
  const ScriptPart before({"PreToolUse", true});
  const ScriptPart start({"TaskStart"});
  const PartForm own{"/opt/holdfast", HookKind::own};
  const std::string mine = "#!/bin/sh\necho mine\n";
  const std::string line = before.by_hand(own).substr(std::string("#!/bin/sh\n").size());
  ASSERT_TRUE(line.starts_with("answer=$(/opt/holdfast hook PreToolUse --host cline) || "));
  const std::string advice = line.substr(0, line.size() - 1);
  EXPECT_EQ(before.how_to_add("FILE", own),
            "another hook has the place FILE; call `" + advice + "` from it");
  EXPECT_EQ(before.with_ours(mine, own).error().hint, "Call Holdfast from it: " + advice);
  EXPECT_EQ(start.with_ours(mine, own).error().hint,
            "Call Holdfast from it: /opt/holdfast hook TaskStart --host cline");
  // What is shared blocks nobody.
  EXPECT_EQ(before.with_ours(mine, {"holdfast", HookKind::shared}).error().hint,
            "Call Holdfast from it: holdfast hook PreToolUse --host cline");

  const std::string bare = mine + "/opt/holdfast hook PreToolUse --host cline\n";
  EXPECT_EQ(before.others_call(mine + line, own), OthersCall::as_advised);
  EXPECT_EQ(before.others_call(bare, own), OthersCall::in_its_own_way);
  EXPECT_EQ(before.others_call(bare, {"holdfast", HookKind::shared}), OthersCall::as_advised);
  EXPECT_EQ(start.others_call("holdfast hook TaskStart --host cline", own), OthersCall::as_advised);
  for (const std::string& text : {mine, mine + "  # " + line, std::string("--host cline"),
                                  mine + "holdfast hook TaskStart --host cline\n"}) {
    EXPECT_EQ(before.others_call(text, own), OthersCall::none) << text;
  }
}

}  // namespace
}  // namespace host::cline

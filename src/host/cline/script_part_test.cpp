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

}  // namespace
}  // namespace host::cline

#include "host/codex/toml.h"

#include <gtest/gtest.h>

namespace host::codex {
namespace {

TEST(TomlTest, AValueIsFoundInEveryFormOfItsPath) {
  for (const char* text :
       {"[a]\n\"b.c\".d = false\n", "a.\"b.c\".d = false # Why.\n", "[a.'b.c']\nd = false",
        "[a]\n\"b.c\" = {x = [1, 2], d = false}\n", "a = {'b.c' = {x = \"}\", d = false }}\r\n",
        "z = \"\"\"\na.b = 1\n\"\"\"\n[ a . \"b.c\" ]\n\td\t=\tfalse\n"}) {
    EXPECT_EQ(toml_value(text, {"a", "b.c", "d"}), "false") << text;
  }
  for (const char* text : {"", "# a.\"b.c\".d = false\n", "[a.b.c]\nd = false\n", "a = {'b.c'",
                           "x = '''\n[a.\"b.c\"]\nd = false\n'''\n", "[a.\"b.c\"\nd = false\n"}) {
    EXPECT_EQ(toml_value(text, {"a", "b.c", "d"}), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace host::codex

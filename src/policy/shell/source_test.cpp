#include "policy/shell/source.h"

#include <gtest/gtest.h>

namespace policy::shell {
namespace {

TEST(ShellSourceTest, HereDocumentsBecomeInputs) {
  struct Row {
    std::string_view command;
    std::string_view text;
  };
  const Row rows[] = {
      {"cat <<EOF\nx\nEOF\nls", "cat < '<<' \nls"},
      {"cat <<'EOF' > f\n$(rm x)\nEOF\n", "cat < '<<'  > f\n"},
      {"cat <<EOF > f\na $(rm x) b `ls` \\$(no) $((1+2))\nEOF\n",
       "cat < '<<'\"$(rm x)`ls`\"  > f\n"},
      {"cat <<A <<B; ls\n1\nA\n2\nB\nrm x", "cat < '<<'  < '<<' ; ls\nrm x"},
      {"cat <<-EOF\n\tx\n\tEOF\nls", "cat < '<<' \nls"},
      {"x=\"$(cat <<'EOF'\nit's\nEOF\n)\"", "x=\"$(cat < '<<' \n)\""},
      {"echo $((1 << 2))", "echo $((1 << 2))"},
      {"((x << 2))", "((x << 2))"},
      {"cat <<< x", "cat < '<<'x"},
      {"echo '<<EOF'", "echo '<<EOF'"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.command);
    EXPECT_EQ(read_source(row.command).text, row.text);
  }
}

TEST(ShellSourceTest, WhatTheGrammarDoesNotTakeIsWrittenOtherwise) {
  struct Row {
    std::string_view command;
    std::string_view text;
  };
  const Row rows[] = {
      {"ls # rm x\npwd", "ls \npwd"},
      {"echo a#b '#c' \"#d\"", "echo a#b '#c' \"#d\""},
      {"rm a\\\nb", "rm ab"},
      {"echo '\\\n'", "echo '\\\n'"},
      {"exec 3<>f", "exec 3> f"},
      {"[ -f x ] && ls", "test -f x ] && ls"},
      {"echo [ x ]", "echo [ x ]"},
      {"grep x$ f", "grep x\\$ f"},
      {"echo $$ $x \"$\"", "echo $$ $x \"\\$\""},
      {"((ls); ls)", "( (ls); ls)"},
      {"case x in a) ls;; esac", "case x in a) ls;; esac"},
      {"echo $(case x in a) ls;; esac) # c", "echo $(case x in a) ls;; esac) "},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.command);
    EXPECT_EQ(read_source(row.command).text, row.text);
  }
}

TEST(ShellSourceTest, AParenthesisTooManyEndsTheText) {
  const Source source = read_source("ls ) rm x");
  EXPECT_TRUE(source.broken);
  EXPECT_EQ(source.text, "ls ");
}

}  // namespace
}  // namespace policy::shell

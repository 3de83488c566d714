#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "policy/pattern.h"

namespace policy {
namespace {

// B4-23
TEST(PatternOperationTest, AnExpressionThatBeginsWithAProgramNamesAnOperation) {
  for (const std::string_view expression : {"git",
                                            "git push",
                                            "git\\s+push",
                                            "^git push",
                                            "\\Agit push",
                                            "\\bgit\\s+push\\b",
                                            "^\\s*git\\s+push",
                                            " *git push",
                                            "(git push)",
                                            "(?:git push)",
                                            "(?i)git push",
                                            "(?i:git) push",
                                            "(?#why)git push",
                                            "(?P<op>git)\\s+push",
                                            "(?<op>git)\\s+push",
                                            "(?'op'git)\\s+push",
                                            "(git|gh)\\s",
                                            "git push|rm -rf",
                                            "^(npm|yarn) publish",
                                            "(git commit|git push)",
                                            "(^|[;&|]\\s*)git push",
                                            "(?:^|&&|\\|\\||;)\\s*git push",
                                            "(^|\\s)git push",
                                            "(sudo\\s+)?git push",
                                            "((sudo )?)git push",
                                            "((sudo )?|\\s)git push",
                                            "(?:^|sudo )git push",
                                            "[;&|]*\\s*git push",
                                            "[Gg]it push",
                                            "s?cp x",
                                            "(?!.*--dry-run)git push",
                                            "(?=git)git",
                                            "(?<!\\w)git push",
                                            "\\./deploy\\.sh",
                                            "./deploy.sh",
                                            "\\.\\/deploy",
                                            "/usr/bin/git push",
                                            "\\/usr\\/bin\\/git",
                                            "git\\s+push(\\s|;|&&|$)",
                                            "git\\s+[^;&|]*push",
                                            "git push[\\s;]",
                                            "rm\\s+-rf\\s+/",
                                            "rm\\s+-rf\\s+\\*",
                                            "rm -rf (/|~)",
                                            "npm (run )?publish",
                                            "git push(?!.*\\|)",
                                            "git commit (-m [\"']?)?x",
                                            "terraform(\\s+-\\S+)*\\s+apply",
                                            "make deploy-[a-z]+",
                                            "python.*open\\("}) {
    EXPECT_TRUE(names_an_operation(expression)) << expression;
  }
}

// B4-23
TEST(PatternOperationTest, AnyOtherExpressionIsForTheText) {
  for (const std::string_view expression :
       {"", "^", "--force", "-rf", ".*git push.*", ".*prod.*", "\\w+ push", "[a-z]+ push",
        "[^g]it push", "\\.env", "7z a", "_x", "\"git push", "\\s+git push", "[;&|]\\s*git push",
        "(&&|;)\\s*git push", "&& git push", "(sudo |; )git push", "(?<=; )git push",
        "git push|--force", "git push|", "|git push", "(git push|--force)", "(git push)?",
        "(sudo )?--force", "(sudo )?", "((sudo )?\\s)git push", "(?x) git push", "(?x:git)",
        "(?(1)git|gh)", "(?R)git", "(?P>op)git", "(*UCP)git", "\\Qgit\\E", "\\x67it push",
        "AWS_PROFILE=prod terraform", "x=1", "~/bin/deploy", "\\$GIT push",
        // Signs that are gone when the shell has read the text.
        "curl .*\\|\\s*(ba)?sh", "cat .* > /etc", "git add .*&&\\s*git commit", "git add;",
        "git commit -m \"wip", "git commit -m ['\"]wip", "rm -rf ~", "rm -rf \\$HOME", "echo `",
        "find .* \\\\;", "git push[;&|]", "git push(;|&&)", "git push|curl .*\\| sh",
        "(git push|curl .*\\| sh)", "git (push|commit -m \"x)", "git(?=.*\\|)",
        // No expressions at all.
        "(", ")", "git)", "(git", "(?", "(?P<", "\\", "*git"}) {
    EXPECT_FALSE(names_an_operation(expression)) << expression;
  }
}

TEST(PatternOperationTest, NoExpressionIsTooMuch) {
  for (const std::string_view part :
       {"(", "(?:", "[", "\\", "(?P<a>", "(a|", "{", "(?=", "|", "[["}) {
    std::string expression;
    for (int i = 0; i < 100000; ++i) expression += part;
    EXPECT_FALSE(names_an_operation(expression)) << part;
  }
}

}  // namespace
}  // namespace policy

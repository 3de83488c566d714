#include "policy/repository_name.h"

#include <gtest/gtest.h>

namespace policy {
namespace {

TEST(RepositoryNameTest, EverySpellingOfARemoteGivesOneName) {
  for (const char* remote :
       {"https://example.org/shop/web", "https://example.org/shop/web.git",
        "https://ana:secret@Example.ORG/shop/web.git/", "https://token@example.org:443/shop/web",
        "http://example.org:80//shop/web", "ssh://git@example.org/shop/web.git",
        "ssh://git@example.org:2222/shop/web.git", "git+ssh://git@example.org/shop/web",
        "git@example.org:shop/web.git", "example.org:shop/web", "git@EXAMPLE.org:/shop/web.git",
        "git://example.org:9418/shop/web.git", " https://example.org/shop/web?x=y#z\n"}) {
    EXPECT_EQ(repository_name(remote), "example.org/shop/web") << remote;
  }
}

TEST(RepositoryNameTest, OtherRepositoriesHaveOtherNames) {
  EXPECT_EQ(repository_name("https://example.org/shop/Web"), "example.org/shop/Web");
  EXPECT_EQ(repository_name("https://example.org:8443/shop/web"), "example.org:8443/shop/web");
  EXPECT_EQ(repository_name("https://example.org/shop/web.gitx"), "example.org/shop/web.gitx");
  EXPECT_EQ(repository_name("https://example.org/shop/.git"), "example.org/shop/.git");
  EXPECT_EQ(repository_name("ssh://git@[::1]:22/web"), "[::1]/web");
  EXPECT_EQ(repository_name("git@[::1]:web"), "[::1]/web");
  EXPECT_NE(repository_key("a.org:x"), repository_key("a.org:y"));
}

TEST(RepositoryNameTest, WhatMeansNothingElsewhereIsNoName) {
  for (const char* remote : {"", " ", "/srv/git/web.git", "../web", "file:///srv/git/web",
                             "C:\\git\\web", "./a:b", "/a:b", "https://", "https://example.org",
                             "https:///shop", "example.org:", "@", ":", "://", "ssh://@/x"}) {
    EXPECT_EQ(repository_name(remote), "") << remote;
    EXPECT_EQ(repository_key(remote), "") << remote;
  }
}

TEST(RepositoryNameTest, TheKeyHasNoWordOfTheNameOrItsSecrets) {
  const std::string key = repository_key("https://ana:secret@example.org/shop/web.git");
  EXPECT_EQ(key.size(), 64U);
  EXPECT_EQ(key, repository_key("git@example.org:shop/web"));
  EXPECT_EQ(key.find_first_not_of("0123456789abcdef"), std::string::npos);
}

}  // namespace
}  // namespace policy

#include "host/mended_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace host {
namespace {

using testing::Contains;
using testing::ElementsAre;

constexpr NameMending kAll{
    .drops_at_sign = true, .takes_urls = true, .decodes_percents = true, .drops_closing_tag = true};

std::vector<std::string> mended(const std::string& name, const NameMending& mending = kAll) {
  model::ToolCall call;
  call.targets = {name};
  take_mended_names(mending, call);
  return call.targets;
}

TEST(MendedNamesTest, WhatAHostMakesOfANameIsAmongTheFiles) {
  struct Row {
    const char* name;
    const char* meant;
  };
  const std::vector<Row> rows{{"@a/b", "a/b"},
                              {"@/a", "/a"},
                              {"@//a", "a"},
                              {"%2ea", ".a"},
                              {"/p/%2Ea", "/p/.a"},
                              {"%2fetc", "./etc"},
                              {"%252ea", ".a"},
                              {"file:///p/a", "/p/a"},
                              {"FILE://localhost/p/a", "/p/a"},
                              {"file:/p/a", "/p/a"},
                              {"file:///p\\%2ea?b#c", "/p/.a"},
                              {"file:///p/\ta", "/p/a"},
                              {"@file:///p/a", "/p/a"},
                              {"a</arg_value>>", "a"},
                              {"@a</arg_value>>>", "a"}};
  for (const Row& row : rows) {
    EXPECT_THAT(mended(row.name), Contains(std::string(row.meant))) << row.name;
    EXPECT_EQ(mended(row.name).front(), row.name) << "the name as it was stays";
  }
}

TEST(MendedNamesTest, AnOrdinaryNameIsOneFile) {
  for (const char* const name :
       {"a", "/p/a b.txt", "x@y", "100%", "a%zz", "a%00b", "files:a", "a>b", ""}) {
    EXPECT_THAT(mended(name), ElementsAre(name));
  }
  EXPECT_THAT(mended("@%61", {}), ElementsAre("@%61")) << "a host that mends nothing";
}

TEST(MendedNamesTest, ANameThatNeverEndsToBeMendedEnds) {
  std::string name = "a";
  for (int i = 0; i < 200; ++i) name = "@" + name;
  EXPECT_LE(mended(name).size(), 20U);
}

TEST(MendedNamesTest, BlanksAreThoseOfUnicode) {
  EXPECT_EQ(trim_blanks("\u00a0 \u2003a\u00a0b\ufeff\t\xc2\x85"), "a\u00a0b");
  EXPECT_EQ(trim_blanks("\u3000\u3000"), "");
  EXPECT_EQ(trim_blanks("é"), "é");
}

}  // namespace
}  // namespace host

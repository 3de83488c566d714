#include "policy/path_pattern.h"

#include <gtest/gtest.h>

namespace policy {
namespace {

TEST(PathPatternTest, OneNameMatchesAsAShellMatchesIt) {
  struct Row {
    const char* pattern;
    const char* name;
    bool matches;
  };
  const Row rows[] = {{"hold*", "holdfast", true},
                      {"hold*", "hol", false},
                      {"*fast", "holdfast", true},
                      {"h*d*t", "holdfast", true},
                      {"h*d*x", "holdfast", false},
                      {"hold????", "holdfast", true},
                      {"hold???", "holdfast", false},
                      {"[a-z]oldfast", "holdfast", true},
                      {"[!h]oldfast", "holdfast", false},
                      {"[^a]oldfast", "holdfast", true},
                      {"[]h]oldfast", "holdfast", true},
                      {"[h", "[h", true},
                      {"[h", "h", false},
                      {"[[:alpha:]]*", "holdfast", true},
                      {".[a-z]*", ".holdfast", true},
                      {".[!.]*", ".holdfast", true},
                      {"*", "", true},
                      {"", "", true},
                      {"", "a", false},
                      {"a\\*b", "a*b", true},
                      {"a\\*b", "axb", false},
                      {"**", "any", true}};
  for (const Row& row : rows) {
    EXPECT_EQ(matches_name(row.pattern, row.name), row.matches) << row.pattern << " " << row.name;
  }
}

struct PlaceRow {
  const char* pattern;
  const char* path;
  PlaceKind kind;
  bool takes_trees;
  bool takes_in;
};

TEST(PathPatternTest, APathIsMatchedSegmentBySegment) {
  constexpr PlaceKind kFile = PlaceKind::file;
  constexpr PlaceKind kFolder = PlaceKind::folder;
  const PlaceRow rows[] = {
      {"/repo/.git/hold*", "/repo/.git/holdfast", kFolder, true, true},
      {"/repo/.git/hold*", "/repo/.git/holdfast", kFolder, false, true},
      {"/repo/.git/hold*/notes", "/repo/.git/holdfast", kFolder, false, true},
      {"/repo/.git/*/notes", "/repo/.git/holdfast/notes", kFolder, true, true},
      {"/repo/.claude/req*", "/repo/.claude/requirements.yaml", kFile, false, true},
      {"/repo/.claude/req*/x", "/repo/.claude/requirements.yaml", kFile, false, false},
      // A shell's star leaves out what begins with a dot.
      {"/repo/*", "/repo/.holdfast", kFolder, true, false},
      {"/repo/.*", "/repo/.holdfast", kFolder, true, true},
      {"/repo/.[a-z]*", "/repo/.holdfast", kFolder, true, true},
      {"/repo/.[a-g]*", "/repo/.holdfast", kFolder, true, false},
      {"/repo/.[a-g]*", "/repo/.claude/requirements.yaml", kFile, true, true},
      // Without trees a folder above is not taken.
      {"/repo/.c*", "/repo/.claude/requirements.yaml", kFile, false, false},
      {"/repo/ag*", "/repo/agents/sessions/x/state.json", kFile, true, true},
      {"/repo/build/*", "/repo/.holdfast", kFolder, true, false},
      {"/repo/*.o", "/repo/.holdfast", kFolder, true, false},
      {"/repo/**/*.json", "/repo/.claude/requirements.json", kFile, false, false},
      {"/repo/**/*.json", "/repo/agents/sessions/x/state.json", kFile, false, true},
      {"/repo/x*/../.holdfast", "/repo/.holdfast", kFolder, true, true},
      {"/*/.holdfast", "/repo/.holdfast", kFolder, true, true},
      {"/*", "/repo/.holdfast", kFolder, true, true},
      {"/home/*", "/repo/.holdfast", kFolder, true, false},
  };
  for (const PlaceRow& row : rows) {
    const PathMatcher pattern({row.pattern, row.takes_trees, false});
    EXPECT_EQ(pattern.takes_in(row.path, row.kind), row.takes_in) << row.pattern << row.path;
  }
}

TEST(PathPatternTest, WhatFindMatchesMayBeHidden) {
  const auto found = [](const char* text, const char* path, PlaceKind kind) {
    return PathMatcher({text, false, true}).takes_in(path, kind);
  };
  EXPECT_TRUE(found("/repo/**/*.json", "/repo/.claude/requirements.json", PlaceKind::file));
  EXPECT_TRUE(found("/repo/**/config.yaml", "/repo/.holdfast/config.yaml", PlaceKind::file));
  EXPECT_TRUE(found("/repo/**", "/repo/.holdfast/config.yaml", PlaceKind::file));
  EXPECT_TRUE(found("/repo/**", "/repo/.holdfast", PlaceKind::folder));
  EXPECT_FALSE(found("/repo/src/**", "/repo/.holdfast", PlaceKind::folder));
  EXPECT_FALSE(found("/repo/**/*.pyc", "/repo/.holdfast/config.yaml", PlaceKind::file));
  // Which files a folder has only its list tells.
  EXPECT_FALSE(found("/repo/**/*.pyc", "/repo/.holdfast", PlaceKind::folder));
}

}  // namespace
}  // namespace policy

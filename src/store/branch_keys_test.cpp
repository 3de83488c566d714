#include "store/branch_keys.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/branch_document.h"
#include "store/test_branch.h"

namespace store {
namespace {

using base::Json;

Json document_of(const Json& sessions, const Json& more = Json::object()) {
  Json document = {{"version", "1.0"}, {"requirements", {{"r", {{"sessions", sessions}}}}}};
  if (!more.empty()) document["requirements"]["more"] = {{"sessions", more}};
  return document;
}

Json migrated(const Json& sessions) {
  Json document = document_of(sessions);
  shorten_keys(document);
  return document["requirements"]["r"]["sessions"];
}

// S4-20, S4-21, S4-81, SC-80
TEST(BranchKeysTest, WholeIdsBecomeShortOnceAndKeepTheirPlace) {
  Json document = document_of({{"a", 1}, {kHere, {{"satisfied", true}}}, {"b", 2}});
  EXPECT_TRUE(shorten_keys(document));
  const Json once = document;
  EXPECT_EQ(once["requirements"]["r"]["sessions"],
            (Json{{"a", 1}, {"cad0ac4d", {{"satisfied", true}, {"session", kHere}}}, {"b", 2}}));
  EXPECT_FALSE(shorten_keys(document));
  EXPECT_EQ(document, once);
}

// B4-19: satisfied is that of the newer, triggered that of either, and nothing else is lost.
TEST(BranchKeysTest, TwoEntriesOfOneSessionBecomeOne) {
  const Json older = {{"triggered", true},     {"triggered_at", 5},
                      {"satisfied", true},     {"satisfied_at", 10},
                      {"satisfied_by", "cli"}, {"metadata", {{"old", 1}}},
                      {"expires_at", 99},      {"x", 1},
                      {"uses", {{{"at", 1}}}}};
  const Json newer = {{"triggered", false},
                      {"triggered_at", 7},
                      {"satisfied", true},
                      {"satisfied_at", 20},
                      {"satisfied_by", "skill"},
                      {"pending", "p"},
                      {"y", 2},
                      {"uses", {{{"at", 2}}}}};
  for (const bool is_newer_long : {true, false}) {
    for (const bool is_long_first : {true, false}) {
      SCOPED_TRACE(is_newer_long * 2 + is_long_first);
      const Json& of_long = is_newer_long ? newer : older;
      const Json& of_short = is_newer_long ? older : newer;
      const Json sessions = is_long_first ? Json{{kHere, of_long}, {"cad0ac4d", of_short}}
                                          : Json{{"cad0ac4d", of_short}, {kHere, of_long}};
      const Json result = migrated(sessions);
      ASSERT_EQ(result.size(), 1U);
      const nlohmann::json entry = result["cad0ac4d"];
      EXPECT_EQ(entry["session"], kHere);
      EXPECT_EQ(entry["triggered"], true);
      EXPECT_EQ(entry["triggered_at"], 5);
      EXPECT_EQ(entry["satisfied_at"], 20);
      EXPECT_EQ(entry["satisfied_by"], "skill");
      EXPECT_FALSE(entry.contains("metadata")) << "It belonged to the other satisfaction.";
      EXPECT_FALSE(entry.contains("expires_at"));
      EXPECT_EQ(entry["x"], 1);
      EXPECT_EQ(entry["y"], 2);
      EXPECT_EQ(entry["pending"], "p");
      EXPECT_EQ(entry["uses"].size(), 2U);
    }
  }
}

TEST(BranchKeysTest, AnEntryWithoutATimeIsOlderAndOneThatIsSatisfiedGoesBefore) {
  EXPECT_EQ(migrated({{"cad0ac4d", {{"satisfied", true}, {"satisfied_at", 1}}},
                      {kHere, {{"satisfied", false}}}})["cad0ac4d"]["satisfied_at"],
            1);
  EXPECT_EQ(migrated({{"cad0ac4d", {{"triggered", true}}},
                      {kHere, {{"satisfied", true}}}})["cad0ac4d"]["satisfied"],
            true);
}

// B4-2, SC-80
TEST(BranchKeysTest, SessionsOfOneMinuteStayDistinctInEveryRequirement) {
  Json document = document_of({{kFirst, {{"n", 1}}}, {kSecond, {{"n", 2}}}},
                              {{kThird, {{"n", 3}}}, {kSecond, {{"n", 4}}}});
  EXPECT_TRUE(shorten_keys(document));
  EXPECT_EQ(document["requirements"]["r"]["sessions"],
            (Json{{"0198a1b2", {{"n", 1}, {"session", kFirst}}},
                  {"0198a1b2-eeee", {{"n", 2}, {"session", kSecond}}}}));
  EXPECT_EQ(document["requirements"]["more"]["sessions"],
            (Json{{"0198a1b2-c3d4", {{"n", 3}, {"session", kThird}}},
                  {"0198a1b2-eeee", {{"n", 4}, {"session", kSecond}}}}));
  EXPECT_FALSE(shorten_keys(document));
}

TEST(BranchKeysTest, AnotherSessionsEntryIsNotMergedWith) {
  const Json taken = {{"0198a1b2", {{"session", kFirst}}}, {"0198a1b2-eeee", {{"session", "x"}}}};
  Json sessions = taken;
  sessions[kSecond] = {{"n", 2}};
  EXPECT_EQ(migrated(sessions), sessions) << "Both short keys are taken: the whole id stays.";
}

TEST(BranchKeysTest, AnIdInCapitalsIsTheSameSession) {
  const std::string upper = "CAD0AC4D-3933-45AD-9A1C-14AEC05BB940";
  EXPECT_EQ(migrated({{upper, {{"n", 1}}}}), (Json{{"cad0ac4d", {{"n", 1}, {"session", kHere}}}}));
  EXPECT_EQ(migrated({{upper, {{"n", 1}}}, {kHere, {{"m", 2}}}}),
            (Json{{"cad0ac4d", {{"n", 1}, {"session", kHere}, {"m", 2}}}}));
}

TEST(BranchKeysTest, WhatIsNoEntryIsKeptAndGivesWayToOne) {
  EXPECT_EQ(migrated({{kHere, nullptr}}), (Json{{"cad0ac4d", nullptr}}));
  EXPECT_EQ(migrated({{"cad0ac4d", 7}, {kHere, {{"n", 1}}}})["cad0ac4d"]["n"], 1);
  EXPECT_EQ(migrated({{"cad0ac4d", {{"n", 1}}}, {kHere, 7}})["cad0ac4d"]["n"], 1);
  Json document = {{"requirements", {{"a", 1}, {"b", {{"sessions", 1}}}, {"c", {{"scope", 1}}}}}};
  EXPECT_FALSE(shorten_keys(document));
}

TEST(BranchKeysTest, OfOneSessionNothingElseIsMoved) {
  Json document = document_of({{kHere, {{"n", 1}}}, {kSecond, {{"n", 2}}}});
  EXPECT_TRUE(shorten_keys(document, kHere));
  EXPECT_EQ(document["requirements"]["r"]["sessions"],
            (Json{{"cad0ac4d", {{"n", 1}, {"session", kHere}}}, {kSecond, {{"n", 2}}}}));
}

// S4-19, S4-81: users notice nothing.
TEST(BranchKeysTest, ASessionSeesTheSameBeforeAndAfter) {
  const Json document =
      document_of({{"cad0ac4d", {{"triggered", true}, {"triggered_at", 3}}},
                   {kHere, {{"satisfied", true}, {"satisfied_at", 20}, {"fingerprint", "f"}}},
                   {kFirst, {{"satisfied", true}, {"satisfied_at", 7}}},
                   {kSecond, {{"pending", "p"}}}});
  const BranchDocument before = BranchDocument::parse(document.dump()).value();
  BranchDocument after = before;
  after.migrate_keys();
  EXPECT_TRUE(after.changed());
  for (const char* session : {kHere, kFirst, kSecond, kThird}) {
    EXPECT_EQ(shown(before.view(session)), shown(after.view(session))) << session;
  }
  EXPECT_TRUE(is_satisfied(before.view(kHere), "r"));
  EXPECT_FALSE(is_satisfied(before.view(kSecond), "r"));
}

// An edit of a file that was not migrated reaches the entry that is there.
TEST(BranchKeysTest, AnEditFindsTheEntryUnderTheWholeId) {
  BranchDocument document =
      BranchDocument::parse(
          document_of({{kHere, {{"satisfied", true}, {"satisfied_at", 1}}}}).dump())
          .value();
  document.clear({.requirement = "r", .session = kHere}, 5);
  EXPECT_FALSE(is_satisfied(document.view(kHere), "r"));
  EXPECT_EQ(document.sessions("r"), std::vector<std::string>{"cad0ac4d"});
}

// Tens of thousands of ids: with a search for each this would take minutes.
TEST(BranchKeysTest, ManyIdsAreMovedInOneGo) {
  Json document = document_of(Json::object());
  auto& members = document["requirements"]["r"]["sessions"].get_ref<Json::object_t&>();
  for (int i = 0; i < 30'000; ++i) {
    std::string id = "0198a1b2-c3d4-7abc-8def-000000000000";
    const std::string number = std::to_string(i);
    id.replace(id.size() - number.size(), number.size(), number);
    members.Container::emplace_back(std::move(id), Json::object());
  }
  EXPECT_TRUE(shorten_keys(document));
  EXPECT_EQ(document["requirements"]["r"]["sessions"].size(), 30'000U);
}

}  // namespace
}  // namespace store

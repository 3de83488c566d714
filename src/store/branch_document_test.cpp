#include "store/branch_document.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/test_branch.h"

namespace store {
namespace {

using base::Code;
using base::Json;
using model::RequirementScope;

BranchDocument parsed_branch(std::string_view text) {
  auto document = BranchDocument::parse(text);
  CHECK(document.ok());
  return *std::move(document);
}

// A document with these requirements, as the other tool would have it.
BranchDocument with(const Json& requirements) {
  return parsed_branch(
      Json{{"version", "1.0"}, {"branch", "main"}, {"requirements", requirements}}.dump());
}

Json requirement_in(const BranchDocument& document, const char* name) {
  return document.json()["requirements"][name];
}

BranchDocument::Place at(std::string_view session, std::string_view requirement = "commit_plan") {
  return {.requirement = requirement, .session = session};
}

bool is_satisfied_in(const BranchDocument& document, std::string_view session,
                     std::string_view requirement = "commit_plan") {
  const model::BranchView view = document.view(session);
  const model::RequirementRecord* const record = view.find(requirement);
  return record != nullptr && record->own && record->own->satisfied;
}

// S4-80, S4-86…88: the sample of the public project, as that writes it.
TEST(BranchDocumentTest, AFileOfTheOtherToolStaysByteForByte) {
  BranchDocument document = parsed_branch(kBranchFile);
  EXPECT_EQ(document.text(), kBranchFile);
  document.migrate_keys();
  document.clear(at(kThere), 1);
  document.drop_pending(at(kHere), 1);
  document.consume(at(kThere), "hook", 1);
  document.forget(at(kThere), 1);
  document.forget(at(kThere, "unknown"), 1);
  document.remove_requirement("unknown", 1);
  document.trigger(at(kHere), 1);
  document.set_branch("feature/auth", 1);
  EXPECT_EQ(document.prune({}, 1702345678), 0U);
  EXPECT_FALSE(document.changed());
  EXPECT_EQ(document.text(), kBranchFile);
}

TEST(BranchDocumentTest, WhatIsNotUnderstoodStaysWhereItIs) {
  std::string text = kBranchFile;
  text.replace(
      text.find("\"scope\": \"session\""), 18,
      "\"\\u00e9x\": 1180591620717411303424,\n      \"half\": [\n        1.50,\n        {}\n"
      "      ],\n      \"scope\": \"session\"");
  BranchDocument document = parsed_branch(text);
  EXPECT_EQ(document.text(), text);
  document.satisfy(at(kThere), satisfied_at(1702345700));
  const std::string changed = document.text();
  EXPECT_NE(changed.find("\"\\u00e9x\": 1180591620717411303424,\n      \"half\": [\n        1.50,"),
            std::string::npos);
}

// S4-86
TEST(BranchDocumentTest, ANewDocumentHasTheOtherToolsShape) {
  const BranchDocument document = BranchDocument::fresh("feature/auth", "/abs/path", 1702345678);
  EXPECT_EQ(document.text(),
            "{\n  \"version\": \"1.0\",\n  \"branch\": \"feature/auth\",\n  \"project\": "
            "\"/abs/path\",\n  \"created_at\": 1702345678,\n  \"updated_at\": 1702345678,\n  "
            "\"requirements\": {}\n}");
  EXPECT_FALSE(document.changed());
}

// B4-4
TEST(BranchDocumentTest, AnotherVersionIsNotUnderstoodAndAnotherThingIsNoBranchFile) {
  const std::pair<const char*, Code> rows[] = {
      {R"({"version": "2.0", "branch": "x", "requirements": {}})", Code::unavailable},
      {R"({"version": 1.0, "requirements": []})", Code::unavailable},
      {R"({"version": null})", Code::unavailable},
      {R"({})", Code::parse_error},
      {R"([])", Code::parse_error},
      {R"("1.0")", Code::parse_error},
      {R"()", Code::parse_error},
      {R"({"version": "1.0", "requirements": []})", Code::parse_error},
      {R"({"version": "1.0", "requirements": null})", Code::parse_error},
      {R"({"version": "1.0", "requirements": {})", Code::parse_error},
  };
  for (const auto& [text, code] : rows) {
    const auto document = BranchDocument::parse(text);
    ASSERT_FALSE(document.ok()) << text;
    EXPECT_EQ(document.error().code, code) << text;
  }
  EXPECT_TRUE(BranchDocument::parse(R"({"version": "1.0"})").ok());
}

// S4-8, S4-87, S4-16
TEST(BranchDocumentTest, SatisfyWritesTheEntryOfTheSession) {
  BranchDocument document = BranchDocument::fresh("main", "/p", 1);
  document.trigger(at(kHere), 10);
  model::Satisfaction satisfaction = satisfied_at(20);
  satisfaction.metadata = base::JsonBox(Json{{"skill", "arch-review"}});
  satisfaction.expires_at = 3620;
  document.satisfy(at(kHere), satisfaction);
  EXPECT_TRUE(document.changed());
  EXPECT_EQ(document.json()["updated_at"], 20);
  EXPECT_EQ(requirement_in(document, "commit_plan"),
            (Json{{"scope", "session"},
                  {"sessions",
                   {{"cad0ac4d",
                     {{"session", kHere},
                      {"triggered", true},
                      {"triggered_at", 10},
                      {"satisfied", true},
                      {"satisfied_at", 20},
                      {"satisfied_by", "skill"},
                      {"metadata", {{"skill", "arch-review"}}},
                      {"expires_at", 3620}}}}}}));
}

// S4-32…35, S4-88
TEST(BranchDocumentTest, WithoutASessionTheRootIsSatisfiedAndTheSessionsStay) {
  BranchDocument document = BranchDocument::fresh("main", "/p", 1);
  document.satisfy(at(kHere), satisfied_at(10));
  document.satisfy({.requirement = "commit_plan", .scope = RequirementScope::branch},
                   satisfied_at(20));
  const Json record = requirement_in(document, "commit_plan");
  EXPECT_EQ(record["satisfied_at"], 20);
  EXPECT_EQ(record["metadata"], Json::object());
  EXPECT_EQ(record["expires_at"], nullptr);
  EXPECT_EQ(record["sessions"]["cad0ac4d"]["satisfied_at"], 10);
  EXPECT_TRUE(document.view("").find("commit_plan")->root->satisfied);
  document.clear({.requirement = "commit_plan"}, 30);
  EXPECT_EQ(document.view("").find("commit_plan")->root, std::nullopt);
  EXPECT_TRUE(is_satisfied_in(document, kHere));
}

// S4-110, B4-22
TEST(BranchDocumentTest, OnlySatisfyWritesTheScopeOfAKnownRequirement) {
  BranchDocument document = parsed_branch(kBranchFile);
  BranchDocument::Place place = at(kThere);
  place.scope = RequirementScope::single_use;
  document.trigger(place, 1);
  document.set_pending(place, "x", 1);
  document.clear(place, 1);
  EXPECT_EQ(requirement_in(document, "commit_plan")["scope"], "session");
  document.satisfy(place, satisfied_at(2));
  EXPECT_EQ(requirement_in(document, "commit_plan")["scope"], "single_use");
  document.trigger({.requirement = "new", .scope = RequirementScope::branch, .session = kHere}, 3);
  EXPECT_EQ(requirement_in(document, "new")["scope"], "branch");
}

TEST(BranchDocumentTest, TheFingerprintIsThatOfTheLastSatisfaction) {
  BranchDocument document = BranchDocument::fresh("main", "/p", 1);
  model::Satisfaction satisfaction = satisfied_at(10);
  satisfaction.fingerprint = "abc";
  document.satisfy(at(kHere), satisfaction);
  EXPECT_EQ(document.view(kHere).find("commit_plan")->own->fingerprint, "abc");
  document.satisfy(at(kHere), satisfied_at(20));
  EXPECT_FALSE(
      requirement_in(document, "commit_plan")["sessions"]["cad0ac4d"].contains("fingerprint"));
}

TEST(BranchDocumentTest, WhatIsPendingGoesWithTheSatisfactionOrByItself) {
  BranchDocument document = BranchDocument::fresh("main", "/p", 1);
  document.set_pending(at(kHere), "arch-review", 10);
  EXPECT_EQ(document.view(kHere).find("commit_plan")->own->pending, "arch-review");
  EXPECT_FALSE(is_satisfied_in(document, kHere));
  document.satisfy(at(kHere), satisfied_at(20));
  EXPECT_EQ(document.view(kHere).find("commit_plan")->own->pending, "");
  document.set_pending(at(kHere), "other", 30);
  document.drop_pending(at(kHere), 40);
  EXPECT_EQ(document.view(kHere).find("commit_plan")->own->pending, "");
  EXPECT_TRUE(is_satisfied_in(document, kHere));
}

// B4-7: a single use leaves the trigger and an entry in the audit.
TEST(BranchDocumentTest, ConsumeTakesTheSatisfactionAndNotesTheUse) {
  BranchDocument document = parsed_branch(kBranchFile);
  document.consume(at(kHere), "git commit", 1702349999);
  EXPECT_EQ(requirement_in(document, "commit_plan")["sessions"]["cad0ac4d"],
            (Json{{"triggered", true},
                  {"triggered_at", 1702345600},
                  {"uses",
                   {{{"at", 1702349999},
                     {"by", "git commit"},
                     {"satisfied_at", 1702345678},
                     {"satisfied_by", "skill"}}}}}));
  const std::string before = document.text();
  document.consume(at(kHere), "git commit", 1702350000);
  EXPECT_EQ(document.text(), before) << "There was nothing to use.";
}

TEST(BranchDocumentTest, TheLast50UsesAreKept) {
  BranchDocument document = BranchDocument::fresh("main", "/p", 1);
  for (int i = 0; i < 60; ++i) {
    document.satisfy(at(kHere), satisfied_at(i));
    document.consume(at(kHere), "x", i);
  }
  const Json uses = requirement_in(document, "commit_plan")["sessions"]["cad0ac4d"]["uses"];
  EXPECT_EQ(uses.size(), 50U);
  EXPECT_EQ(uses.front()["at"], 10);
  EXPECT_EQ(uses.back()["at"], 59);
}

TEST(BranchDocumentTest, ClearTakesTheSatisfactionAndForgetTheEntry) {
  BranchDocument document = parsed_branch(kBranchFile);
  document.satisfy(at(kThere), satisfied_at(1702345700));
  document.clear(at(kHere), 1702345800);
  EXPECT_EQ(requirement_in(document, "commit_plan")["sessions"]["cad0ac4d"],
            (Json{{"triggered", true}, {"triggered_at", 1702345600}}));
  document.forget(at(kHere), 1702345900);
  EXPECT_EQ(document.sessions("commit_plan"), std::vector<std::string>{"11111111"});
  EXPECT_TRUE(is_satisfied_in(document, kThere));
  document.remove_requirement("commit_plan", 1702346000);
  EXPECT_EQ(document.requirements(), std::vector<std::string>{"github_ticket"});
  EXPECT_EQ(document.json()["updated_at"], 1702346000);
}

// S4-11, S4-17, S4-18, S4-67, S4-70
TEST(BranchDocumentTest, ASessionSeesItsOwnEntryAlone) {
  const BranchDocument document = parsed_branch(kBranchFile);
  const model::BranchView here = document.view(kHere);
  EXPECT_EQ(here.branch, "feature/auth");
  EXPECT_TRUE(here.find("commit_plan")->own->triggered);
  EXPECT_EQ(here.find("commit_plan")->own->triggered_at, 1702345600);
  EXPECT_EQ(here.find("commit_plan")->own->satisfied_by, "skill");
  EXPECT_EQ(here.find("commit_plan")->root, std::nullopt);
  EXPECT_EQ(here.find("github_ticket")->own, std::nullopt);
  EXPECT_TRUE(here.find("github_ticket")->root->satisfied);
  EXPECT_EQ(document.view(kThere).find("commit_plan")->own, std::nullopt);
  EXPECT_EQ(document.view("").find("commit_plan")->own, std::nullopt);
  EXPECT_TRUE(is_satisfied_in(document, "CAD0AC4D-3933-45AD-9A1C-14AEC05BB940")) << "B4-2";
  EXPECT_TRUE(is_satisfied_in(document, "cad0ac4d")) << "As a person may name it.";
}

// B4-2, SC-80
TEST(BranchDocumentTest, SessionsOfOneMinuteStayDistinct) {
  BranchDocument document = BranchDocument::fresh("main", "/p", 1);
  document.satisfy(at(kFirst), satisfied_at(10));
  EXPECT_EQ(document.session_key(kSecond), "0198a1b2-eeee");
  EXPECT_FALSE(is_satisfied_in(document, kSecond));
  document.trigger(at(kSecond, "other"), 20);
  document.satisfy(at(kThird), satisfied_at(30));
  EXPECT_EQ(document.session_key(kFirst), "0198a1b2");
  EXPECT_EQ(document.session_key(kThird), "0198a1b2-c3d4");
  // Of the millisecond of the third: nothing but the whole id is left.
  const char* const fourth = "0198a1b2-c3d4-7abc-8def-000000000004";
  EXPECT_EQ(document.session_key(fourth), fourth);
  document.satisfy(at(fourth), satisfied_at(40));
  EXPECT_TRUE(is_satisfied_in(document, fourth));
  document.clear(at(fourth), 50);
  EXPECT_TRUE(is_satisfied_in(document, kFirst));
  EXPECT_FALSE(is_satisfied_in(document, kSecond));
  EXPECT_TRUE(is_satisfied_in(document, kThird));
}

// B4-2, S4-19
TEST(BranchDocumentTest, ASessionKeepsItsKeyWhenAnotherGivesItsOwnUp) {
  BranchDocument document = BranchDocument::fresh("main", "/p", 1);
  document.satisfy(at(kFirst), satisfied_at(10));
  document.satisfy(at(kSecond), satisfied_at(20));
  document.forget(at(kFirst), 30);
  EXPECT_EQ(document.session_key(kSecond), "0198a1b2-eeee");
  EXPECT_TRUE(is_satisfied_in(document, kSecond));
  EXPECT_EQ(document.session_key(kFirst), "0198a1b2");
  EXPECT_FALSE(is_satisfied_in(document, kFirst));
}

// The other tool cuts every key to eight characters, and keeps what else is in an entry.
TEST(BranchDocumentTest, AnEntryThatSaysWhoseItIsIsFoundUnderAnyKeyOfTheSession) {
  BranchDocument document =
      with({{"a", {{"sessions", {{"0198a1b2", {{"satisfied", true}, {"session", kFirst}}}}}}},
            {"b", {{"sessions", {{"0198a1b2", {{"satisfied", true}, {"session", kSecond}}}}}}}});
  EXPECT_TRUE(is_satisfied_in(document, kFirst, "a"));
  EXPECT_FALSE(is_satisfied_in(document, kFirst, "b"));
  EXPECT_FALSE(is_satisfied_in(document, kSecond, "a"));
  EXPECT_TRUE(is_satisfied_in(document, kSecond, "b"));
  document.clear(at(kFirst, "a"), 10);
  EXPECT_FALSE(is_satisfied_in(document, kFirst, "a"));
  document.satisfy(at(kFirst, "b"), satisfied_at(20));
  document.clear(at(kSecond, "b"), 30);
  EXPECT_TRUE(is_satisfied_in(document, kFirst, "b"));
  EXPECT_FALSE(is_satisfied_in(document, kSecond, "b"));
}

TEST(BranchDocumentTest, MetadataAsDeepAsWeReadItCanBeReadAgain) {
  const std::string deep = std::string(127, '[') + std::string(127, ']');
  model::Satisfaction satisfaction = satisfied_at(10);
  satisfaction.metadata = base::JsonBox(base::parse_json("{\"x\":" + deep + "}").value());
  BranchDocument document = BranchDocument::fresh("main", "/p", 1);
  document.satisfy(at(kHere), satisfaction);
  EXPECT_TRUE(BranchDocument::parse(document.text()).ok());
}

// B4-2, SC-80
TEST(BranchDocumentTest, AnIdThatIsNoUuidIsItsOwnKey) {
  BranchDocument document = BranchDocument::fresh("main", "/p", 1);
  document.satisfy(at("2025-12-21-session-01"), satisfied_at(10));
  EXPECT_FALSE(is_satisfied_in(document, "2025-12-21-session-02"));
  document.trigger(at("2025-12-21-session-02"), 20);
  document.migrate_keys();
  EXPECT_EQ(document.sessions("commit_plan"),
            (std::vector<std::string>{"2025-12-21-session-01", "2025-12-21-session-02"}));
  EXPECT_TRUE(is_satisfied_in(document, "2025-12-21-session-01"));
}

// A person may name the session by the eight characters that stand for it.
TEST(BranchDocumentTest, AShortNameReachesTheEntryAndLeavesItsOwner) {
  BranchDocument document = BranchDocument::fresh("main", "/p", 1);
  document.satisfy(at(kHere), satisfied_at(10));
  document.satisfy(at("cad0ac4d"), satisfied_at(20));
  const Json entry = requirement_in(document, "commit_plan")["sessions"]["cad0ac4d"];
  EXPECT_EQ(entry["session"], kHere);
  EXPECT_EQ(entry["satisfied_at"], 20);
}

TEST(BranchDocumentTest, PruneTakesOldEntriesBeyondTheNewest) {
  constexpr std::int64_t kDay = 86'400;
  constexpr std::int64_t kNow = 1000 * kDay;
  BranchDocument document = BranchDocument::fresh("main", "/p", 1);
  for (int i = 0; i < 10; ++i) {
    document.trigger(at("s" + std::to_string(i)), kNow - (i * 20) * kDay);
  }
  BranchDocument all = document;
  EXPECT_EQ(all.prune({.days = 90, .keep = 50}, kNow), 0U);
  EXPECT_EQ(all.prune({.days = 90, .keep = 7}, kNow), 3U);
  EXPECT_EQ(all.sessions("commit_plan").size(), 7U);
  EXPECT_EQ(all.json()["updated_at"], kNow);
  BranchDocument few = document;
  EXPECT_EQ(few.prune({.days = 90, .keep = 2}, kNow), 5U);
  EXPECT_EQ(few.sessions("commit_plan"), (std::vector<std::string>{"s0", "s1", "s2", "s3", "s4"}));
  EXPECT_EQ(document.prune({.days = 0, .keep = 0}, kNow), 9U);
}

// A file that somebody wrote by hand.
TEST(BranchDocumentTest, ValuesOfTheWrongTypeAreNone) {
  BranchDocument document = with({{"a", nullptr},
                                  {"b", {{"sessions", "x"}}},
                                  {"c", {{"sessions", {{"cad0ac4d", 7}}}}},
                                  {"d",
                                   {{"sessions",
                                     {{"cad0ac4d",
                                       {{"satisfied", "yes"},
                                        {"satisfied_at", "1"},
                                        {"satisfied_by", 3},
                                        {"expires_at", true}}}}}}}});
  const model::BranchView view = document.view(kHere);
  EXPECT_EQ(view.find("a"), nullptr);
  EXPECT_EQ(view.find("b")->own, std::nullopt);
  EXPECT_EQ(view.find("c")->own, std::nullopt);
  EXPECT_FALSE(view.find("d")->own->satisfied);
  EXPECT_EQ(view.find("d")->own->satisfied_at, std::nullopt);
  EXPECT_EQ(view.find("d")->own->expires_at, std::nullopt);
  for (const char* name : {"a", "b", "c", "d"}) {
    document.consume(at(kHere, name), "x", 5);
    document.satisfy(at(kHere, name), satisfied_at(10));
    EXPECT_TRUE(is_satisfied_in(document, kHere, name)) << name;
  }
  EXPECT_EQ(document.prune({}, 20), 0U);
}

TEST(BranchDocumentTest, TheAnchorIsAMemberThatCanGo) {
  BranchDocument document = parsed_branch(kBranchFile);
  EXPECT_EQ(document.anchor(), "");
  document.set_anchor("");
  EXPECT_FALSE(document.changed());
  document.set_anchor("abc@1");
  EXPECT_EQ(document.anchor(), "abc@1");
  EXPECT_TRUE(document.changed());
  document.set_anchor("");
  EXPECT_EQ(document.text(), kBranchFile);
}

}  // namespace
}  // namespace store

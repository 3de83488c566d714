// Any sequence of edits: what no edit named stays as it was, and what is written reads back.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "store/branch_document.h"
#include "store/branch_view.h"
#include "store/test_branch.h"

namespace store {
namespace {

using base::Json;

constexpr std::int64_t kStartSeconds = 1'700'000'000;

// Two of one minute, one of the same millisecond, one of another day, one that is no UUID.
const std::vector<std::string>& sessions() {
  static const std::vector<std::string> all{
      "0198a1b2-c3d4-7abc-8def-000000000001", "0198a1b2-eeee-7abc-8def-000000000002",
      "0198a1b2-c3d4-7abc-8def-000000000003", "cad0ac4d-3933-45ad-9a1c-14aec05bb940",
      "2025-12-21-session-01"};
  return all;
}

std::string edit(BranchDocument& document, const std::string& session, std::int64_t now) {
  const std::string name = *rc::gen::element<std::string>("a", "b", "c");
  const BranchDocument::Place place{
      .requirement = name,
      .scope = *rc::gen::element(model::RequirementScope::session, model::RequirementScope::branch),
      .session = session};
  switch (*rc::gen::inRange(0, 8)) {
    case 0:
      document.trigger(place, now);
      break;
    case 1:
    case 2: {
      model::Satisfaction satisfaction = satisfied_at(now);
      satisfaction.fingerprint = *rc::gen::element<std::string>("", "f");
      document.satisfy(place, satisfaction);
      break;
    }
    case 3:
      document.consume(place, "use", now);
      break;
    case 4:
      document.clear(place, now);
      break;
    case 5:
      document.forget(place, now);
      break;
    case 6:
      document.set_pending(place, "skill", now);
      break;
    default:
      document.drop_pending(place, now);
      break;
  }
  return name;
}

// Every entry in the document by its place: "a/cad0ac4d", and "a" for the root.
std::map<std::string, std::string> entries_of(const BranchDocument& document) {
  std::map<std::string, std::string> entries;
  for (const auto& [name, record] : document.json()["requirements"].items()) {
    Json root = record;
    root.erase("sessions");
    root.erase("scope");
    if (!root.empty()) entries[name] = root.dump();
    if (!record.contains("sessions")) continue;
    for (const auto& [key, entry] : record["sessions"].items())
      entries[name + "/" + key] = entry.dump();
  }
  return entries;
}

// S4-101
TEST(BranchDocumentPropertyTest, AnEditChangesNothingOfASessionThatItDoesNotName) {
  EXPECT_TRUE(rc::check([] {
    BranchDocument document = BranchDocument::fresh("main", "/p", kStartSeconds);
    const int edits = *rc::gen::inRange(1, 25);
    for (int i = 0; i < edits; ++i) {
      const std::string session = *rc::gen::element<std::string>(
          "", sessions()[0], sessions()[1], sessions()[2], sessions()[3], sessions()[4]);
      auto before = entries_of(document);
      const std::string key = session.empty() ? "" : "/" + document.session_key(session);
      const std::string place = edit(document, session, kStartSeconds + i) + key;
      auto after = entries_of(document);
      // The one that was named may be different, or gone.
      before.erase(place);
      after.erase(place);
      RC_ASSERT(before == after);
    }
  }));
}

// S4-17, S4-67, B4-2: told by what each session sees, whatever the keys are.
TEST(BranchDocumentPropertyTest, ASessionSeesNothingOfAnothersEdits) {
  EXPECT_TRUE(rc::check([] {
    BranchDocument document = BranchDocument::fresh("main", "/p", kStartSeconds);
    const int edits = *rc::gen::inRange(1, 25);
    for (int i = 0; i < edits; ++i) {
      std::map<std::string, std::string> before;
      for (const std::string& session : sessions()) {
        for (const auto& [name, record] : document.view(session).records) {
          before[session + name] = shown(record.own);
        }
      }
      const std::string session = *rc::gen::elementOf(sessions());
      const std::string changed = session + edit(document, session, kStartSeconds + i);
      for (const std::string& other : sessions()) {
        const model::BranchView view = document.view(other);
        for (const auto& [name, record] : view.records) {
          const std::string key = other + name;
          if (key == changed) continue;
          RC_ASSERT(shown(record.own) == (before.count(key) > 0 ? before[key] : "none"));
        }
      }
    }
  }));
}

TEST(BranchDocumentPropertyTest, WhatIsWrittenReadsBackAsTheSameDocument) {
  EXPECT_TRUE(rc::check([] {
    BranchDocument document = BranchDocument::fresh("main", "/p", kStartSeconds);
    const int edits = *rc::gen::inRange(0, 25);
    for (int i = 0; i < edits; ++i)
      edit(document, *rc::gen::elementOf(sessions()), kStartSeconds + i);
    const BranchDocument again = BranchDocument::parse(document.text()).value();
    RC_ASSERT(again.json() == document.json());
    RC_ASSERT(again.text() == document.text());
    for (const std::string& session : sessions()) {
      RC_ASSERT(shown(again.view(session)) ==
                shown(read_branch_view(document.text(), session)->view));
    }
    BranchDocument migrated = again;
    migrated.migrate_keys();
    RC_ASSERT(!migrated.changed());
  }));
}

// B4-20: the newest stay whole, and only what is old enough goes.
TEST(BranchDocumentPropertyTest, PruneTakesWholeOldEntriesAndChangesNoOther) {
  EXPECT_TRUE(rc::check([] {
    constexpr std::int64_t kDay = 86'400;
    BranchDocument document = BranchDocument::fresh("main", "/p", kStartSeconds);
    const int edits = *rc::gen::inRange(0, 30);
    for (int i = 0; i < edits; ++i) {
      edit(document, "s" + std::to_string(*rc::gen::inRange(0, 8)),
           kStartSeconds + *rc::gen::inRange(0, 200) * kDay);
    }
    const auto before = entries_of(document);
    const auto keep = static_cast<std::size_t>(*rc::gen::inRange(0, 5));
    const std::size_t pruned =
        document.prune({.days = 90, .keep = keep}, kStartSeconds + 200 * kDay);
    const auto after = entries_of(document);
    RC_ASSERT(before.size() == after.size() + pruned);
    for (const auto& [place, entry] : before) {
      const auto kept = after.find(place);
      if (kept != after.end()) {
        RC_ASSERT(kept->second == entry);
        continue;
      }
      RC_ASSERT(place.find('/') != std::string::npos);
      RC_ASSERT(Json::parse(entry).value("satisfied_at", std::int64_t{0}) <
                kStartSeconds + 110 * kDay);
      RC_ASSERT(document.sessions(place.substr(0, 1)).size() >= keep);
    }
  }));
}

}  // namespace
}  // namespace store

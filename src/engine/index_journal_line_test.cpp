#include "engine/index_journal_line.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "store/journal_line.h"

namespace engine {
namespace {

std::string journal_line(const std::string& kind, const std::string& payload) {
  model::JournalEvent event;
  event.seq = 42;
  event.at = "2026-01-18T09:30:00.123Z";
  event.kind = kind;
  event.actor = "hook";
  event.payload = base::JsonBox(*base::parse_json(payload));
  event.prev = std::string(64, 'a');
  return store::journal_line(event, nullptr);
}

TEST(JournalPartsTest, ALineOfTheWriterIsTakenApart) {
  const std::string payload = R"({"tool":"Edit","text":"a \",\"prev\":\" b"})";
  const std::string line = journal_line("tool", payload);
  const auto parts = journal_parts(line);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->seq, 42U);
  EXPECT_EQ(parts->at, "2026-01-18T09:30:00.123Z");
  EXPECT_EQ(parts->millis, 1768728600123);
  EXPECT_EQ(parts->kind, "tool");
  EXPECT_EQ(parts->actor, "hook");
  EXPECT_EQ(parts->payload, payload);
  EXPECT_EQ(parts->prev, std::string(64, 'a'));
}

TEST(JournalPartsTest, ALineWithAKeyIsTakenApartToo) {
  std::string line = journal_line("gate", "{}");
  const std::string empty = "\"key\":\"\",\"mac\":\"\"}";
  line.replace(line.find(empty), empty.size(),
               "\"key\":\"0123456789abcdef\",\"mac\":\"" + std::string(64, 'b') + "\"}");
  const auto parts = journal_parts(line);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->payload, "{}");
}

TEST(JournalPartsTest, NoPrefixAndNoSuffixOfALineIsOne) {
  const std::string line = journal_line("tool", R"({"a":{"b":"}"}})");
  for (std::size_t size = 0; size < line.size(); ++size) {
    EXPECT_FALSE(journal_parts(std::string_view(line).substr(0, size))) << size;
    if (size > 0) {
      EXPECT_FALSE(journal_parts(std::string_view(line).substr(size))) << size;
    }
  }
}

TEST(JournalPartsTest, WhatIsNotOursIsNotTaken) {
  const std::string good = journal_line("tool", "{}");
  const auto with = [&](const std::string& part, const std::string& other) {
    std::string line = good;
    line.replace(line.find(part), part.size(), other);
    return line;
  };
  EXPECT_TRUE(journal_parts(good));
  for (const std::string& line :
       {with("{\"seq\":42", "{\"seq\":-1"), with("42", "x"), with("2026-01-18T", "2026-13-18T"),
        with("00.123Z", "00Z"), with("\"tool\"", "\"to\\u0000ol\""), with("{}", "[]"),
        with("\"actor\"", "\"Actor\"")}) {
    EXPECT_FALSE(journal_parts(line)) << line;
  }
}

TEST(PayloadTest, MembersAreReadAtTheTopLevelOnly) {
  PayloadParts parts;
  ASSERT_TRUE(read_payload(
      R"({"x":{"tool":"inner","duration_ms":1},"tool":"Edit","agent":"s1","duration_ms":12.7,)"
      R"("allowed":false,"list":["tool","text"],"text":"a\u00e4b","slug":"w","to":"plan"})",
      parts));
  EXPECT_EQ(parts.tool, "Edit");
  EXPECT_EQ(parts.agent, "s1");
  EXPECT_EQ(parts.duration_ms, 12);
  EXPECT_EQ(parts.allowed, false);
  EXPECT_EQ(parts.text, "aäb");
  EXPECT_EQ(parts.work, "w");
  EXPECT_EQ(parts.to, "plan");
}

TEST(PayloadTest, HostilePayloadsAreRefusedWithoutHarm) {
  for (const std::string& payload : {std::string("{"), std::string("{\"tool\":\"\xff\"}"),
                                     std::string(100'000, '['), std::string()}) {
    PayloadParts parts;
    EXPECT_FALSE(read_payload(payload, parts));
  }
  PayloadParts parts;
  EXPECT_TRUE(read_payload(R"({"tool":7,"duration_ms":"x","allowed":"no","text":null})", parts));
  EXPECT_EQ(parts.tool, "");
  EXPECT_FALSE(parts.duration_ms);
}

}  // namespace
}  // namespace engine

#include "store/exchange.h"

#include <gtest/gtest.h>

#include "os/fake.h"
#include "store/bundle.h"

namespace store {
namespace {

const os::Path kExchangeFolder = "/w/.git/holdfast/exchange/dark-mode";

std::string hash(char digit) { return std::string(64, digit); }

TEST(ExchangeTest, RemembersTheVersionsOfEachFile) {
  os::FakeSystem fake;
  const Exchange exchange(fake.system(), kExchangeFolder);
  EXPECT_TRUE(exchange.read().empty());
  ASSERT_TRUE(exchange.remember("state.json", {hash('a')}).ok());
  ASSERT_TRUE(exchange.remember("spec.md", {hash('b'), hash('c')}).ok());
  EXPECT_EQ(exchange.read(),
            (Exchange::Seen{{"spec.md", {hash('b'), hash('c')}}, {"state.json", {hash('a')}}}));
}

TEST(ExchangeTest, WhatCannotBeReadCountsAsNothing) {
  os::FakeSystem fake;
  const Exchange exchange(fake.system(), kExchangeFolder);
  for (const char* text : {"", "[]", "{\"a\":7,\"../b\":[],\"c\":[\"x\",7]}"}) {
    SCOPED_TRACE(text);
    fake.files.poke(kExchangeFolder / "seen.json", text);
    for (const auto& [path, hashes] : exchange.read()) EXPECT_TRUE(hashes.empty()) << path;
  }
}

TEST(ExchangeTest, KeepsTheNewestManifestsByTheirHash) {
  os::FakeSystem fake;
  const Exchange exchange(fake.system(), kExchangeFolder);
  for (int version = 0; version < 20; ++version) {
    ASSERT_TRUE(exchange.keep("text " + std::to_string(version)).ok());
    fake.clock.advance(std::chrono::seconds(1));
  }
  EXPECT_EQ(exchange.kept(version_hash("text 19")), "text 19");
  EXPECT_EQ(fake.files.list(kExchangeFolder)->size(), 16U);
  EXPECT_EQ(exchange.kept("../seen.json"), std::nullopt);
  fake.files.poke(kExchangeFolder / version_hash("text 19"), "another text");
  EXPECT_EQ(exchange.kept(version_hash("text 19")), std::nullopt);
}

}  // namespace
}  // namespace store

#include "mcp/meta.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "mcp/era.h"
#include "mcp/protocol_error.h"
#include "mcp/testing_server.h"

namespace mcp {
namespace {

using base::Json;

int code_of(const Json& params) {
  const auto meta = read_meta(params);
  const auto* error = std::get_if<ProtocolError>(&meta);
  return error == nullptr ? 0 : error->code;
}

TEST(EraTest, AVersionThatIsNotKnownIsAnsweredWithTheNewestLegacyOne) {
  for (const std::string_view version : kLegacyVersions) {
    EXPECT_EQ(negotiated_version(version), version);
    EXPECT_TRUE(is_legacy_version(version));
  }
  for (const char* version : {"", "2026-07-28", "2099-01-01", "1.0", "2025-11-25 "}) {
    EXPECT_EQ(negotiated_version(version), "2025-11-25");
    EXPECT_FALSE(is_legacy_version(version));
  }
}

TEST(MetaTest, WhatARequestSaysOfItsClientIsRead) {
  Json meta = modern_meta({{"roots", Json::object()}});
  meta["io.modelcontextprotocol/logLevel"] = "warning";
  meta["progressToken"] = 4;
  const auto read = read_meta({{"_meta", meta}});
  const auto& known = std::get<RequestMeta>(read);
  EXPECT_EQ(known.client.name, "c");
  EXPECT_EQ(known.client.version, "1");
  EXPECT_EQ(known.client.protocol, "2026-07-28");
  EXPECT_TRUE(known.client.capabilities.get().contains("roots"));
  EXPECT_EQ(known.log_level, LogLevel::warning);
  EXPECT_EQ(known.progress_token.get(), 4);
}

TEST(MetaTest, ClientInfoMayBeMissingTheRestMayNot) {
  const Json whole = modern_meta();
  for (const auto& member : whole.items()) {
    SCOPED_TRACE(member.key());
    Json meta = whole;
    meta.erase(member.key());
    const int wanted = member.key() == kMetaClientInfo ? 0 : -32602;
    EXPECT_EQ(code_of({{"_meta", meta}}), wanted);
    meta[member.key()] = 7;
    EXPECT_EQ(code_of({{"_meta", meta}}), -32602);
  }
  for (const Json& params : {Json(), Json::array(), Json::object(), Json({{"_meta", 1}})}) {
    EXPECT_EQ(code_of(params), -32602);
    EXPECT_FALSE(has_modern_meta(params));
    EXPECT_EQ(meta_version(params), "");
  }
  Json meta = whole;
  meta["io.modelcontextprotocol/logLevel"] = "loud";
  EXPECT_EQ(code_of({{"_meta", meta}}), -32602);
}

TEST(MetaTest, AnotherVersionIsRefusedWithTheOnesThatAreSpoken) {
  for (const char* version : {"v999", "2025-11-25", ""}) {
    Json meta = modern_meta();
    meta[kMetaVersion] = version;
    const auto read = read_meta({{"_meta", meta}});
    const auto& error = std::get<ProtocolError>(read);
    EXPECT_EQ(error.code, -32022);
    EXPECT_EQ(error.data.get()["supported"], Json::array({"2026-07-28"}));
    EXPECT_EQ(error.data.get()["requested"], version);
  }
}

TEST(MetaTest, AProgressTokenIsATextOrAWholeNumber) {
  EXPECT_EQ(progress_token({{"_meta", {{"progressToken", "t"}}}}).get(), "t");
  for (const Json& token : {Json(1.5), Json(true), Json::object(), Json()}) {
    EXPECT_TRUE(progress_token({{"_meta", {{"progressToken", token}}}}).get().is_null());
  }
}

}  // namespace
}  // namespace mcp

#include "http/access.h"

#include <gtest/gtest.h>

namespace http {
namespace {

int status_with(const AccessRules& rules, Headers headers) {
  Request request;
  request.headers = std::move(headers);
  const auto refused = refusal(rules, request);
  return refused ? refused->status : 200;
}

TEST(AccessTest, TheHostIsOneThatThisMachineCallsTheServer) {
  const AccessRules rules{{"127.0.0.1", 8080}, {"brain.internal"}, {}, ""};
  struct Row {
    const char* host;
    int status;
  };
  const Row rows[] = {
      {"127.0.0.1:8080", 200},
      {"localhost:8080", 200},
      {"LOCALHOST:8080", 200},
      {"[::1]:8080", 200},
      {"brain.internal", 200},
      {"Brain.Internal:9", 200},
      {"localhost", 403},  // Port 80.
      {"localhost:80", 403},
      {"localhost:8081", 403},
      {"localhost:", 403},
      {"localhost:+8080", 403},
      {"localhost:18446744073709559696", 403},
      {"localhost.:8080", 403},
      {"localhost.evil.example:8080", 403},
      {"evil.example:8080", 403},
      {"evil.example", 403},
      {"127.0.0.2:8080", 403},
      {"0.0.0.0:8080", 403},
      {"::1:8080", 403},
      {"brain.internal.evil.example", 403},
      {":8080", 403},
      {"", 403},
      {"localhost:8080, evil.example", 403},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(status_with(rules, {{"Host", row.host}}), row.status) << row.host;
  }
}

TEST(AccessTest, WithoutAPortTheHostMeansPort80) {
  const AccessRules rules{{"127.0.0.1", 80}, {}, {}, ""};
  EXPECT_EQ(status_with(rules, {{"Host", "localhost"}}), 200);
  EXPECT_EQ(status_with(rules, {{"Host", "localhost"}, {"Origin", "http://localhost"}}), 200);
  EXPECT_EQ(status_with(rules, {{"Host", "localhost"}, {"Origin", "https://localhost"}}), 403);
}

TEST(AccessTest, TheListenedAddressIsAHostToo) {
  EXPECT_EQ(status_with({{"192.168.0.7", 81}, {}, {}, ""}, {{"Host", "192.168.0.7:81"}}), 200);
  EXPECT_EQ(status_with({{"fe80::1", 81}, {}, {}, ""}, {{"Host", "[FE80::1]:81"}}), 200);
  EXPECT_EQ(status_with({{"fe80::1", 81}, {}, {}, ""}, {{"Host", "fe80::1:81"}}), 403);
}

TEST(AccessTest, OnlyTheServersOwnPagesAndAllowedOnesMayAsk) {
  const AccessRules rules{
      {"127.0.0.1", 8080}, {}, {"https://Example.org", "http://tool.test:3000/", "null", ""}, ""};
  struct Row {
    const char* origin;
    int status;
  };
  const Row rows[] = {
      {"http://localhost:8080", 200},
      {"http://127.0.0.1:8080", 200},
      {"http://[::1]:8080", 200},
      {"https://localhost:8080", 200},
      {"HTTP://LOCALHOST:8080", 200},
      {"https://example.org", 200},
      {"http://tool.test:3000", 200},
      {"http://localhost:3000", 403},  // Another program's page.
      {"http://localhost", 403},
      {"http://example.org", 403},
      {"https://example.org:444", 403},
      {"http://evil.example:8080", 403},
      {"http://localhost.evil.example:8080", 403},
      {"http://localhost:8080@evil.example", 403},
      {"http://localhost:8080/", 403},
      {"http://localhost:8080 ", 403},
      {"ftp://localhost:8080", 403},
      {"file://", 403},
      {"null", 403},
      {"localhost:8080", 403},
      {"", 403},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(status_with(rules, {{"Host", "localhost:8080"}, {"Origin", row.origin}}), row.status)
        << row.origin;
  }
}

TEST(AccessTest, TwoHostsOrTwoOriginsAreAnAttack) {
  const AccessRules rules{{"127.0.0.1", 8080}, {}, {}, ""};
  const Header host{"Host", "localhost:8080"};
  const Header origin{"Origin", "http://localhost:8080"};
  EXPECT_EQ(status_with(rules, {}), 403);
  EXPECT_EQ(status_with(rules, {host, host}), 403);
  EXPECT_EQ(status_with(rules, {host, origin}), 200);
  EXPECT_EQ(status_with(rules, {host, origin, origin}), 403);
}

TEST(AccessTest, ATokenIsAskedForWhereThereIsOne) {
  const AccessRules rules{{"127.0.0.1", 8080}, {}, {}, "s3cret"};
  const Header host{"Host", "localhost:8080"};
  const auto with = [&](const char* value) {
    return status_with(rules, {host, {"Authorization", value}});
  };
  EXPECT_EQ(with("Bearer s3cret"), 200);
  EXPECT_EQ(with("bearer  s3cret "), 200);
  EXPECT_EQ(with("Bearer s3cre"), 401);
  EXPECT_EQ(with("Bearer s3crett"), 401);
  EXPECT_EQ(with("Bearer S3CRET"), 401);
  EXPECT_EQ(with("Bearer"), 401);
  EXPECT_EQ(with("Bearer "), 401);
  EXPECT_EQ(with("Basic s3cret"), 401);
  EXPECT_EQ(with("s3cret"), 401);
  const Header right{"Authorization", "Bearer s3cret"};
  EXPECT_EQ(status_with(rules, {host, right, right}), 401);
  EXPECT_EQ(status_with(rules, {host}), 401);
  EXPECT_EQ(status_with(rules, {{"Host", "evil.example"}, right}), 403);
}

TEST(AccessTest, ARefusalForTheTokenSaysWhichSchemeIsTaken) {
  Request request;
  request.headers = {{"Host", "localhost:1"}};
  const AccessRules rules{{"127.0.0.1", 1}, {}, {}, "t"};
  EXPECT_EQ(refusal(rules, request)->headers.get("WWW-Authenticate"), "Bearer");
  request.headers.add("Authorization", "Bearer x");
  EXPECT_EQ(refusal(rules, request)->headers.get("WWW-Authenticate"),
            "Bearer error=\"invalid_token\"");
}

}  // namespace
}  // namespace http

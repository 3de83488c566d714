#include <gtest/gtest.h>

#include "http/server.h"

namespace http {
namespace {

TEST(AddressTest, OnlyNumbersAndLocalhostAreAddresses) {
  struct Row {
    std::string text;
    std::string host;  // Empty: refused.
    int port;
    bool is_loopback;
  };
  const Row rows[] = {
      {"127.0.0.1:8080", "127.0.0.1", 8080, true},
      {"localhost:0", "127.0.0.1", 0, true},
      {"LocalHost:65535", "127.0.0.1", 65535, true},
      {"[::1]:80", "::1", 80, true},
      {"[0:0::0:1]:80", "::1", 80, true},
      {"[::ffff:127.0.0.1]:1", "::ffff:127.0.0.1", 1, true},
      {"[::ffff:10.0.0.1]:1", "::ffff:10.0.0.1", 1, false},
      {"127.9.9.9:1", "127.9.9.9", 1, true},
      {"0.0.0.0:1", "0.0.0.0", 1, false},
      {"192.168.0.1:1", "192.168.0.1", 1, false},
      {"[::]:1", "::", 1, false},
      {"127.0.0.1", "", 0, false},
      {"127.0.0.1:", "", 0, false},
      {"127.0.0.1:65536", "", 0, false},
      {"127.0.0.1:+1", "", 0, false},
      {"127.0.0.1: 1", "", 0, false},
      {"127.0.0.1:000000001", "", 0, false},
      {"127.1:80", "", 0, false},
      {"0x7f.0.0.1:80", "", 0, false},
      {"example.org:80", "", 0, false},
      {"::1:80", "", 0, false},
      {"[::1]", "", 0, false},
      {"[]:80", "", 0, false},
      {":80", "", 0, false},
      {"", "", 0, false},
      {std::string("127.0.0.1\0x:80", 14), "", 0, false},
  };
  for (const Row& row : rows) {
    const auto address = address_from_text(row.text);
    ASSERT_EQ(address.ok(), !row.host.empty()) << row.text;
    if (!address.ok()) {
      EXPECT_EQ(address.error().code, base::Code::invalid_value);
      continue;
    }
    EXPECT_EQ(address->host, row.host) << row.text;
    EXPECT_EQ(address->port, row.port) << row.text;
    EXPECT_EQ(address->is_loopback(), row.is_loopback) << row.text;
  }
  EXPECT_FALSE(Address{}.is_loopback());
}

}  // namespace
}  // namespace http

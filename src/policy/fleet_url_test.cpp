#include "policy/fleet_url.h"

#include <gtest/gtest.h>

namespace policy {
namespace {

TEST(FleetUrlTest, OnlyAddressesOfPostgresqlAreTaken) {
  for (const char* url : {"postgresql://db/team", "postgres://u@db:5433/team?sslmode=require"}) {
    EXPECT_TRUE(check_fleet_url(url).ok()) << url;
  }
  for (const char* url : {"", "postgresql://", "mysql://db", "host=db", "POSTGRESQL//db"}) {
    EXPECT_EQ(check_fleet_url(url).error().code, base::Code::invalid_value) << url;
  }
}

TEST(FleetUrlTest, APasswordIsSeenWhereverItStands) {
  for (const char* url :
       {"postgresql://u:p@db/team", "postgresql://u:@db/team", "postgresql://db/team?password=p",
        "postgresql://db?sslmode=require&PASSWORD=p", "postgresql://db?sslpassword=p",
        "postgresql://db?p%61ssword=p", "postgresql://u:p@q@db/team"}) {
    EXPECT_TRUE(has_password(url)) << url;
  }
  for (const char* url : {"postgresql://u@db:5432/team", "postgresql://db/team?user=u",
                          "postgresql:///team?host=/run/postgresql"}) {
    EXPECT_FALSE(has_password(url)) << url;
  }
}

TEST(FleetUrlTest, WhatIsShownHasNoSecret) {
  for (const char* url : {"postgresql://u:secret@db:5432/team?password=secret",
                          "postgresql://u:sec@secret@db:5432/team", "postgres://db:5432/team"}) {
    EXPECT_EQ(fleet_url_shown(url), "postgresql://db:5432/team") << url;
  }
  EXPECT_EQ(fleet_url_shown("secret"), "postgresql://");
}

}  // namespace
}  // namespace policy

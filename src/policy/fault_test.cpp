#include "policy/fault.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace policy {
namespace {

TEST(FaultTest, TheTableRowByRow) {
  // C-1
  struct Row {
    FaultLayer layer;
    const char* name;
    FaultEffect effect;
  };
  const Row rows[] = {
      {FaultLayer::integrity, "integrity", FaultEffect::closed},
      {FaultLayer::requirements, "requirements", FaultEffect::open},
      {FaultLayer::continuity, "continuity", FaultEffect::open},
      {FaultLayer::cost, "cost", FaultEffect::open},
      {FaultLayer::index, "index", FaultEffect::open},
      {FaultLayer::projection, "projection", FaultEffect::open},
      {FaultLayer::journal, "journal", FaultEffect::open},
      {FaultLayer::configuration, "configuration", FaultEffect::open},
      {FaultLayer::opt_in, "opt_in", FaultEffect::silent},  // SC-15
  };
  std::set<std::string> names;
  for (const Row& row : rows) {
    EXPECT_EQ(name_of(row.layer), row.name);
    EXPECT_EQ(effect_of(row.layer), row.effect) << row.name;
    names.emplace(name_of(row.layer));
  }
  EXPECT_EQ(names.size(), std::size(rows));
}

TEST(FaultTest, EveryCodeHasACommandThatRepairsIt) {
  using base::Code;
  for (int code = 0; code <= static_cast<int>(Code::not_opted_in); ++code) {
    EXPECT_TRUE(repair_command(static_cast<Code>(code)).starts_with("holdfast ")) << code;
  }
  for (const Code code :
       {Code::parse_error, Code::signature_invalid, Code::state_rollback, Code::note_missing}) {
    EXPECT_EQ(repair_command(code), "holdfast session recover");
  }
  EXPECT_EQ(repair_command(Code::no_secret), "holdfast init");
  EXPECT_EQ(repair_command(Code::lock_timeout), "holdfast doctor --fix");
}

}  // namespace
}  // namespace policy

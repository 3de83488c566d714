#include "cli/assignment.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace cli {
namespace {

std::string document_of(const std::vector<std::string>& assignments) {
  const auto document = document_from_assignments(assignments);
  return document.ok() ? base::dump_line(*document) : "error: " + document.error().message;
}

// S0-51
TEST(AssignmentTest, AValueIsJsonWhereItIsALiteralAndTextElsewhere) {
  const std::vector<std::pair<std::string, std::string>> rows{
      {"a=true", R"({"a":true})"},
      {"a=false", R"({"a":false})"},
      {"a=null", R"({"a":null})"},
      {"a=12", R"({"a":12})"},
      {"a=-1.5", R"({"a":-1.5})"},
      {"a={\"b\":[1,2]}", R"({"a":{"b":[1,2]}})"},
      {"a=[]", R"({"a":[]})"},
      {"a=", R"({"a":""})"},
      {"a=TASK-7", R"({"a":"TASK-7"})"},
      {"a=1.2.3", R"({"a":"1.2.3"})"},
      {"a=True", R"({"a":"True"})"},
      {"a={\"b\":", R"({"a":"{\"b\":"})"},
      {"a=\"quoted\"", R"({"a":"\"quoted\""})"},
      {"a=b=c", R"({"a":"b=c"})"},
      {"a= x ", R"({"a":" x "})"},
  };
  for (const auto& [assignment, document] : rows) {
    SCOPED_TRACE(assignment);
    EXPECT_EQ(document_of({assignment}), document);
  }
}

TEST(AssignmentTest, DottedKeysMakeNestedObjects) {
  EXPECT_EQ(document_of({"workflow.phase=planning", "workflow.agent.name=qa", "task=1"}),
            R"({"workflow":{"phase":"planning","agent":{"name":"qa"}},"task":1})");
}

TEST(AssignmentTest, WrongKeysAndKeysGivenTwiceAreWrongUse) {
  const std::vector<std::vector<std::string>> rows{
      {"task"},
      {"=1"},
      {".a=1"},
      {"a.=1"},
      {"a..b=1"},
      {"a=1", "a=1"},
      {"a=null", "a=1"},
      {"a=1", "a.b=2"},
      {"a.b=2", "a=1"},
      {"a.b=1", "a.b=2"},
      {"a={}", "a.b=1"},
      {"a.b.c=1", "a.b=2"},
      {std::string(40, 'a') + ".b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q=1"},
  };
  for (const auto& assignments : rows) {
    SCOPED_TRACE(assignments.back());
    const auto document = document_from_assignments(assignments);
    ASSERT_FALSE(document.ok());
    EXPECT_EQ(document.error().code, base::Code::invalid_params);
  }
}

}  // namespace
}  // namespace cli

#include "mcp/pagination.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/base64.h"

namespace mcp {
namespace {

using base::Json;

std::vector<std::string> all(std::vector<std::string> names, std::size_t size) {
  std::vector<std::string> seen;
  Json params = Json::object();
  for (int pages = 0; pages < 50; ++pages) {
    const auto page = page_of(names, params, size);
    const Page& chosen = std::get<Page>(page);
    for (std::size_t i = chosen.begin; i < chosen.end; ++i) seen.push_back(names[i]);
    if (chosen.next_cursor.empty()) return seen;
    params["cursor"] = chosen.next_cursor;
  }
  return {"endless"};
}

TEST(PaginationTest, AllPagesTogetherAreTheList) {
  for (std::size_t count = 0; count < 8; ++count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back("n" + std::to_string(i));
    for (const std::size_t size : {1U, 2U, 3U, 7U, 100U}) EXPECT_EQ(all(names, size), names);
  }
}

TEST(PaginationTest, AListThatChangesInBetweenNeitherSkipsNorRepeats) {
  const auto first = std::get<Page>(page_of({"a", "b", "c", "d"}, Json::object(), 2));
  const Json params = {{"cursor", first.next_cursor}};
  const auto after_removal = std::get<Page>(page_of({"b", "c", "d"}, params, 2));
  EXPECT_EQ(after_removal.begin, 1U);
  const auto after_addition = std::get<Page>(page_of({"new", "a", "b", "c"}, params, 2));
  EXPECT_EQ(after_addition.begin, 3U);
  const auto without_it = std::get<Page>(page_of({"a"}, params, 2));
  EXPECT_EQ(without_it.begin, 1U);
  EXPECT_EQ(without_it.end, 1U);
}

TEST(PaginationTest, ACursorThatWasNeverGivenIsRefused) {
  for (const Json& cursor :
       {Json(""), Json("x"), Json(7), Json(), Json(base::to_base64url("after:x:y")),
        Json(base::to_base64url("after:1")), Json(base::to_base64url("before:1:a"))}) {
    SCOPED_TRACE(cursor.dump());
    const auto page = page_of({"a", "b"}, {{"cursor", cursor}}, 1);
    ASSERT_TRUE(std::holds_alternative<ProtocolError>(page));
    EXPECT_EQ(std::get<ProtocolError>(page).code, -32602);
  }
}

}  // namespace
}  // namespace mcp

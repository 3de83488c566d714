#include "index/sqlite/documents.h"

#include "index/test_index.h"

namespace indexing {
namespace {

TEST(MatchExpressionTest, WordsAndPhrasesAreQuotedTheLongestFirst) {
  EXPECT_EQ(match_expression(search_words("a \"b c\" de")),
            "{title body} : (\"b c\" \"de\" \"a\")");
  EXPECT_EQ(match_expression(search_words(" \"\" ( ")), "");
}

}  // namespace
}  // namespace indexing

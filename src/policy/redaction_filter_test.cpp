#include "policy/redaction_filter.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <string>
#include <vector>

#include "policy/redaction_character.h"
#include "policy/redaction_header.h"
#include "policy/redaction_key.h"

namespace policy::redaction {
namespace {

using Find = std::size_t (*)(std::string_view, std::size_t);

struct Filter {
  const char* name;
  Find quickly;
  Find plainly;
};

constexpr Filter kFilters[] = {
    {"keyword", find_keyword, find_keyword_plainly},
    {"long run", find_long_run, find_long_run_plainly},
    {"URL", find_url_mark, find_url_mark_plainly},
    {"private", find_private, find_private_plainly},
};

// Few letters, so that needles and runs of every length come about.
rc::Gen<std::string> any_text() {
  const std::string letters = "kKeEyYnsSwpPcCrRbauthiv:/-_.+[]{@`09Zz\x7f\x80\xff \n";
  return rc::gen::map(rc::gen::pair(rc::gen::container<std::string>(rc::gen::elementOf(letters)),
                                    rc::gen::inRange(0, 200)),
                      [](const std::pair<std::string, int>& parts) {
                        std::string text = parts.first;
                        // A run across the borders of what is looked at together.
                        text.insert(text.size() / 2, static_cast<std::size_t>(parts.second), 'x');
                        return text + parts.first;
                      });
}

TEST(RedactionFilterTest, QuicklyFindsTheVeryPlacesThatPlainlyFinds) {
  EXPECT_TRUE(rc::check([] {
    const std::string text = *any_text();
    for (const Filter& filter : kFilters) {
      for (std::size_t from = 0; from <= text.size(); ++from) {
        RC_LOG() << filter.name << " from " << from;
        RC_ASSERT(filter.quickly(text, from) == filter.plainly(text, from));
      }
    }
  }));
}

// What redaction did before there was a filter: every run of key characters was asked.
bool is_asked(std::string_view text, std::size_t begin, std::size_t end) {
  return key_kind(text.substr(begin, end - begin), text.substr(0, begin)) != KeyKind::none ||
         is_authorization(text, begin, end) || is_bearer(text, begin, end);
}

// B3-8
TEST(RedactionFilterTest, NoKeyThatSaysAnythingIsPassedBy) {
  const std::vector<std::string> parts{
      "password",    "passwd",      "Passphrase", "SECRET",      "secrets",
      "apikey",      "api_key",     "API-KEY",    "accessKey",   "access_key",
      "access-key",  "token",       "TOKENS",     "Bearer",      "privateKey",
      "private_key", "private-key", "credential", "Credentials", "authorization",
      "API key",     "access keys", "key",        "DB_PASS",     "MYSQL_PWD",
      "smtp-pass",   "_",           "-",          ".",           " ",
      "x",           "=",           "\n"};
  EXPECT_TRUE(rc::check([&] {
    std::string text;
    for (const std::string& part :
         *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(parts)))
      text += part;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = run_end(text, begin, kKey);
      const std::size_t found = find_keyword(text, begin);
      RC_ASSERT(!is_asked(text, begin, end) || found < end);
      begin = std::max(end, begin + 1);
    }
  }));
  for (const std::string& part : parts) {
    const std::size_t begin = part.rfind(' ') == std::string::npos ? 0 : part.rfind(' ') + 1;
    if (part.size() < 3) continue;
    EXPECT_TRUE(is_asked(part, begin, part.size()) || part == "key") << part;
    EXPECT_LT(find_keyword(part, 0), part.size()) << part;
  }
}

TEST(RedactionFilterTest, ALongRunIsFoundAtItsStartWhereverItLies) {
  for (std::size_t before = 0; before < 130; ++before) {
    for (const std::size_t size : {kLongRunBytesMin - 1, kLongRunBytesMin, std::size_t{70}}) {
      const std::string text = std::string(before, ' ') + std::string(size, 'a') + " ";
      const bool is_long = size >= kLongRunBytesMin;
      EXPECT_EQ(find_long_run(text, 0), is_long ? before : text.size()) << before << " " << size;
    }
  }
}

}  // namespace
}  // namespace policy::redaction

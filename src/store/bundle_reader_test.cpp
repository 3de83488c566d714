#include "store/bundle_reader.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "store/test_bundle.h"

namespace store {
namespace {

using base::Code;

std::vector<BundleItem> some_items() {
  return {
      {.kind = BundleKind::note, .name = kBundleRun, .bytes = "{\"sessionId\":\"x\"}\n"},
      {.kind = BundleKind::journal, .name = kBundleRun, .offset = 0, .bytes = "{}\n{}\n"},
      {.kind = BundleKind::journal, .name = kBundleRun, .offset = 6, .bytes = "{\"é\":1}\n"},
      {.kind = BundleKind::work,
       .name = "dark-mode",
       .path = "research/a b.md",
       .seen = {std::string(64, 'a')},
       .bytes = "text"},
      {.kind = BundleKind::work, .name = "dark-mode", .path = "logo.png", .bytes = "\xff\x00\n"},
      {.kind = BundleKind::mirror, .name = kBundleRun, .bytes = "{}"},
      {.kind = BundleKind::handoff, .name = "h-20260214-1a2b3c4d", .bytes = "{}"},
  };
}

TEST(BundleReaderTest, WhatWasWrittenIsReadBackByteForByte) {
  const auto items = items_of(bundle_of(some_items()));
  ASSERT_TRUE(items.ok()) << items.error().message;
  const auto wanted = some_items();
  ASSERT_EQ(items->size(), wanted.size());
  for (std::size_t at = 0; at < wanted.size(); ++at) {
    SCOPED_TRACE(at);
    EXPECT_EQ((*items)[at].kind, wanted[at].kind);
    EXPECT_EQ((*items)[at].name, wanted[at].name);
    EXPECT_EQ((*items)[at].path, wanted[at].path);
    EXPECT_EQ((*items)[at].offset, wanted[at].offset);
    EXPECT_EQ((*items)[at].seen, wanted[at].seen);
    EXPECT_EQ((*items)[at].bytes, wanted[at].bytes);
  }
}

TEST(BundleReaderTest, OneBitChangedAnywhereIsRefused) {
  const std::string good = bundle_of(some_items());
  ASSERT_TRUE(items_of(good).ok());
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const unsigned bit : {0U, 3U, 7U}) {
      std::string changed = good;
      changed[at] = static_cast<char>(static_cast<unsigned char>(changed[at]) ^ (1U << bit));
      ASSERT_FALSE(items_of(changed).ok()) << "byte " << at << ", bit " << bit;
    }
  }
}

TEST(BundleReaderTest, ABundleThatEndsEarlyOrGoesOnIsRefused) {
  const std::string good = bundle_of(some_items());
  for (std::size_t size = 0; size < good.size(); ++size) {
    ASSERT_FALSE(items_of(good.substr(0, size)).ok()) << size;
  }
  EXPECT_FALSE(items_of(good + "\n").ok());
  EXPECT_FALSE(items_of(good + good).ok());
  EXPECT_FALSE(items_of(good.substr(1)).ok());
}

TEST(BundleReaderTest, NothingIsUnpackedBeforeItsSignatureIsGood) {
  std::string bytes = sealed_lines("no bundle at all\n", 1);
  EXPECT_EQ(items_of(bytes).error().code, Code::parse_error);
  bytes[3] = static_cast<char>(bytes[3] ^ 1);
  EXPECT_EQ(items_of(bytes).error().code, Code::signature_invalid);
}

std::string header_line() { return bundle_header_line(bundle_header()); }

TEST(BundleReaderTest, AValidSignatureMakesNoGoodItem) {
  struct Row {
    const char* what;
    std::string lines;
    std::uint64_t items;
    Code code;
  };
  const std::string note = R"({"kind":"note","name":")" + kBundleRun +
                           R"(","text":"x"})"
                           "\n";
  const std::string part = R"({"kind":"journal","name":")" + kBundleRun + R"(","offset":0,)";
  const std::string later = R"({"kind":"journal","name":")" + kBundleRun + R"(","offset":9,)";
  const auto work = [](const std::string& slug, const std::string& path) {
    return R"({"kind":"work","name":")" + slug + R"(","path":")" + path +
           R"(","text":"x"})"
           "\n";
  };
  std::string newer = header_line();
  newer.replace(newer.find("\"version\":1"), 11, "\"version\":2");
  std::string other = header_line();
  other.replace(other.find("\"id\":\"") + 6, 4, "0000");
  const std::vector<Row> rows{
      {"a newer version", newer, 0, Code::unavailable},
      {"another machine's id", other, 0, Code::parse_error},
      {"no header", note, 0, Code::parse_error},
      {"nothing", "", 0, Code::parse_error},
      {"an unknown kind", header_line() + "{\"kind\":\"secret\",\"name\":\"x\"}\n", 1,
       Code::parse_error},
      {"a count that is wrong", header_line() + note, 2, Code::parse_error},
      {"an item twice", header_line() + note + note, 2, Code::parse_error},
      {"a run of no id", header_line() + "{\"kind\":\"note\",\"name\":\"../x\",\"text\":\"\"}\n", 1,
       Code::parse_error},
      {"a slug that leads out", header_line() + work("..", "state.json"), 1, Code::parse_error},
      {"a path that leads out", header_line() + work("a", "../../x"), 1, Code::parse_error},
      {"an absolute path", header_line() + work("a", "/etc/passwd"), 1, Code::parse_error},
      {"a hidden file", header_line() + work("a", ".git/config"), 1, Code::parse_error},
      {"a folder", header_line() + work("a", "b/"), 1, Code::parse_error},
      {"a path of NUL", header_line() + work("a", "b\\u0000"), 1, Code::parse_error},
      {"a packet of no id", header_line() + "{\"kind\":\"handoff\",\"name\":\"x\",\"text\":\"\"}\n",
       1, Code::parse_error},
      {"a journal that begins late", header_line() + later + "\"text\":\"{}\\n\"}\n", 1,
       Code::parse_error},
      {"a journal with a gap",
       header_line() + part + "\"text\":\"{}\\n\"}\n" + later + "\"text\":\"{}\\n\"}\n", 2,
       Code::parse_error},
      {"a journal that goes on behind others",
       header_line() + part + "\"text\":\"123456789\\n\"}\n" + note + part +
           "\"text\":\"{}\\n\"}\n",
       3, Code::parse_error},
      {"half a line of a journal", header_line() + part + "\"text\":\"{}\"}\n", 1,
       Code::parse_error},
      {"a last line without an end", header_line() + "{}", 1, Code::parse_error},
      {"a number for a text", header_line() + "{\"kind\":\"note\",\"name\":7,\"text\":\"\"}\n", 1,
       Code::parse_error},
      {"no base64",
       header_line() + R"({"kind":"note","name":")" + kBundleRun +
           R"(","base64":"?"})"
           "\n",
       1, Code::parse_error},
      {"hashes that are none",
       header_line() + R"({"kind":"work","name":"a","path":"b","seen":["x"],"text":""})"
                       "\n",
       1, Code::parse_error},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.what);
    const auto items = items_of(sealed_lines(row.lines, row.items));
    ASSERT_FALSE(items.ok());
    EXPECT_EQ(items.error().code, row.code) << items.error().message;
  }
}

TEST(BundleReaderTest, KindsOfANewerMinorVersionArePassedOverAndCounted) {
  BundleHeader header = bundle_header();
  header.minor = kBundleMinor + 1;
  const std::string lines = bundle_header_line(header) + "{\"kind\":\"song\",\"name\":\"x\"}\n" +
                            bundle_item_line(some_items().front());
  os::FakeSystem fake;
  fake.files.poke("/bundle", sealed_lines(lines, 2));
  const auto file = *fake.files.open("/bundle", {});
  const auto reader = *BundleReader::open(*file, *check_bundle_seal(*file));
  const auto item = reader->next();
  ASSERT_TRUE(item.ok() && item->has_value());
  EXPECT_EQ((*item)->kind, BundleKind::note);
  EXPECT_FALSE(reader->next()->has_value());
  EXPECT_EQ(reader->skipped(), 1U);
}

TEST(BundleReaderTest, WhatUnpacksToFarTooMuchIsRefused) {
  const std::string zeros(4ULL * 1024 * 1024, '0');
  const std::string bomb = sealed_lines(header_line() + zeros + "\n", 1);
  ASSERT_LT(bomb.size(), 4000U);
  EXPECT_EQ(items_of(bomb, {.free_bytes = 1024 * 1024}).error().code, Code::too_large);
  EXPECT_EQ(items_of(bomb, {.bytes = 2ULL * 1024 * 1024}).error().code, Code::too_large);
  EXPECT_EQ(items_of(bomb, {.line_bytes = 1024 * 1024}).error().code, Code::too_large);
  EXPECT_EQ(items_of(bomb, {.file_bytes = 100}).error().code, Code::too_large);
  EXPECT_EQ(items_of(bundle_of(some_items()), {.items = 3}).error().code, Code::too_large);
}

RC_GTEST_PROP(BundleReaderProperty, AnyBytesComeBackAsTheyWere, (const std::string& bytes)) {
  const auto items =
      items_of(bundle_of({{.kind = BundleKind::work, .name = "a", .path = "b", .bytes = bytes}}));
  RC_ASSERT(items.ok());
  RC_ASSERT(items->size() == 1U);
  RC_ASSERT(items->front().bytes == bytes);
}

RC_GTEST_PROP(BundleReaderProperty, AnyBytesAreNoBundle, (const std::string& bytes)) {
  RC_ASSERT(!items_of(bytes).ok());
}

}  // namespace
}  // namespace store

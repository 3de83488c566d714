#include "index/cortex_memory.h"

#include <filesystem>
#include <fstream>
#include <map>

#include "index/sqlite/database.h"
#include "index/test_index.h"

namespace indexing {
namespace {

class CortexMemoryTest : public IndexTest {
 protected:
  void make(const char* sql) {
    auto database = Database::open(path("brain.db"), {.create = true});
    ASSERT_TRUE(database.ok());
    must((*database)->execute(sql));
  }
  // Every file in the folder, with its bytes.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      std::ifstream stream(entry.path(), std::ios::binary);
      found[entry.path().filename()] = {std::istreambuf_iterator<char>(stream), {}};
    }
    return found;
  }
  std::vector<std::pair<std::string, double>> asked(const std::vector<std::string>& ids) {
    const auto found = memory_confidences(path("brain.db"), ids);
    EXPECT_TRUE(found.ok()) << (found.ok() ? "" : found.error().message);
    std::vector<std::pair<std::string, double>> pairs;
    for (const MemoryConfidence& memory : *found) pairs.emplace_back(memory.id, memory.confidence);
    return pairs;
  }
  using Pairs = std::vector<std::pair<std::string, double>>;
};

// S3-91: the source is read, never changed.
TEST_F(CortexMemoryTest, ConfidencesAreReadAndNoByteIsChanged) {
  make(
      "CREATE TABLE stm(id TEXT PRIMARY KEY, content TEXT, confidence REAL);"
      "INSERT INTO stm VALUES('a', 'x', 0.9), ('b', 'y', 1), ('c', 'z', NULL), ('d', 'q', 'sure')");
  const auto before = files();
  EXPECT_EQ(asked({"b", "none", "a", "c", "d"}), (Pairs{{"b", 1.0}, {"a", 0.9}}));
  EXPECT_EQ(files(), before);
}

// S3-91: also while the other tool has rows in its log that are not in the file yet.
TEST_F(CortexMemoryTest, RowsOfARunningWriterAreSeenAndNeitherFileNorLogIsChanged) {
  auto writer = Database::open(path("brain.db"), {.create = true});
  ASSERT_TRUE(writer.ok());
  must(
      (*writer)->execute("CREATE TABLE stm(id INTEGER PRIMARY KEY, confidence REAL);"
                         "INSERT INTO stm VALUES(7, 0.5)"));
  auto before = files();
  ASSERT_FALSE(before["brain.db-wal"].empty()) << "The test would prove nothing.";
  EXPECT_EQ(asked({"7"}), (Pairs{{"7", 0.5}}));
  auto after = files();
  EXPECT_EQ(after["brain.db"], before["brain.db"]);
  EXPECT_EQ(after["brain.db-wal"], before["brain.db-wal"]);
  EXPECT_EQ(after.size(), before.size());
}

// S3-91: what a crashed writer left is for that tool to clear up.
TEST_F(CortexMemoryTest, TheLogOfACrashedWriterIsLeftAsItIs) {
  make("CREATE TABLE stm(id TEXT PRIMARY KEY, confidence REAL); INSERT INTO stm VALUES('a', 0.9)");
  std::ofstream(path("brain.db-wal")) << std::string(5000, 'x');
  const auto before = files();
  EXPECT_EQ(asked({"a"}), (Pairs{{"a", 0.9}}));
  EXPECT_EQ(files(), before);
}

// S3-97: nothing else of it is asked for, so an older or newer one will do.
TEST_F(CortexMemoryTest, WithoutTheTableOrItsColumnsThereIsNothing) {
  EXPECT_EQ(asked({"a"}), Pairs{});
  EXPECT_TRUE(files().empty()) << "None is made.";
  make("CREATE TABLE memories(id TEXT)");
  EXPECT_EQ(asked({"a"}), Pairs{});
  make("CREATE TABLE stm(id TEXT, content TEXT)");
  EXPECT_EQ(asked({"a"}), Pairs{});
  EXPECT_EQ(asked({}), Pairs{});
}

TEST_F(CortexMemoryTest, WhatIsNoDatabaseIsUnavailable) {
  std::ofstream(path("brain.db")) << std::string(5000, 'x');
  const auto found = memory_confidences(path("brain.db"), {"a"});
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, base::Code::unavailable);
  std::filesystem::remove(path("brain.db"));
  std::filesystem::create_directory(path("brain.db"));
  EXPECT_EQ(asked({"a"}), Pairs{});
}

TEST_F(CortexMemoryTest, AnyNameOfAFileWillDo) {
  make("CREATE TABLE stm(id TEXT PRIMARY KEY, confidence REAL); INSERT INTO stm VALUES('a', 0.9)");
  const std::string odd = path("a b?mode=rw#%41\xC3\xA4.db");
  std::filesystem::copy_file(path("brain.db"), odd);
  const auto found = memory_confidences(odd, {"a"});
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_EQ(found->size(), 1U);
}

}  // namespace
}  // namespace indexing

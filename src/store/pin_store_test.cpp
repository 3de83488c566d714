#include "store/pin_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "store/test_continuity.h"

namespace store {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class PinStoreTest : public ::testing::Test {
 protected:
  std::vector<std::string> contents() { return contents_of(files_.pins.read().value()); }
  std::string text() { return machine_.files.peek(files_.places.pins).value_or("none"); }
  std::vector<os::Path> set_aside() {
    std::vector<os::Path> found;
    for (const os::Path& path : machine_.files.all_files()) {
      if (path.native().find(".corrupt-") != std::string::npos) found.push_back(path);
    }
    return found;
  }

  ContinuityMachine machine_;
  ContinuityFiles files_{machine_.system()};
};

// S3-148: the form of the other tool.
TEST_F(PinStoreTest, TheFirstPinMakesTheFileAndItsFoldersForTheirOwnerAlone) {
  EXPECT_THAT(contents(), IsEmpty());
  ASSERT_TRUE(files_.pins.update({}, add_pin(pin_of("a"))).ok());
  EXPECT_THAT(contents(), ElementsAre("a"));
  const auto json = base::parse_json(text());
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->at("items").at(0).at("content"), "a");
  EXPECT_EQ(json->at("items").at(0).at("pinnedAt"), "2026-01-18T09:00:00.000Z");
  EXPECT_EQ(json->at("items").at(0).at("run"), kSession);
  EXPECT_EQ(machine_.files.info(files_.places.pins)->mode, 0600U);
  EXPECT_EQ(machine_.files.info(files_.places.pins.parent_path())->mode, 0700U);
}

// B3-27
TEST_F(PinStoreTest, WhatIsNotOursStaysByteForByte) {
  machine_.put(files_.places.pins,
               "{\n    \"version\": 3,\n    \"items\": [\n"
               "        {\"colour\": \"red\", \"content\": \"theirs\"},\n        17\n    ],\n"
               "    \"more\": {\"a\":  1}\n}");
  ASSERT_TRUE(files_.pins.update({}, add_pin(pin_of("ours"))).ok());
  EXPECT_THAT(contents(), ElementsAre("theirs", "ours"));
  EXPECT_EQ(text().find("{\n    \"version\": 3,\n    \"items\": ["), 0U) << text();
  EXPECT_NE(text().find("\"more\": {\"a\":  1}\n}"), std::string::npos) << text();
  const auto items = base::parse_json(text())->at("items");
  ASSERT_EQ(items.size(), 3U);
  EXPECT_EQ(base::dump_line(items[0]), R"({"colour":"red","content":"theirs"})")
      << "A pin that nobody changed keeps its members and their order.";
  EXPECT_EQ(items[1], 17) << "What is no pin stays where it is.";
}

// B3-27
TEST_F(PinStoreTest, ABareListStaysOne) {
  machine_.put(files_.places.pins, "[{\"content\":\"theirs\",\"x\":1}]");
  ASSERT_TRUE(files_.pins.update({}, add_pin(pin_of("ours"))).ok());
  const auto json = base::parse_json(text());
  ASSERT_TRUE(json.ok() && json->is_array());
  EXPECT_EQ(base::dump_line(json->at(0)), R"({"content":"theirs","x":1})");
  EXPECT_EQ(json->at(1).at("content"), "ours");
}

// B3-27
TEST_F(PinStoreTest, AWrapperWithoutAListGetsOne) {
  machine_.put(files_.places.pins, "{\"version\": 3}");
  EXPECT_THAT(contents(), IsEmpty());
  ASSERT_TRUE(files_.pins.update({}, add_pin(pin_of("ours"))).ok());
  EXPECT_THAT(contents(), ElementsAre("ours"));
  EXPECT_EQ(base::parse_json(text())->at("version"), 3);
}

TEST_F(PinStoreTest, AChangeOfNothingWritesNothing) {
  const std::string odd = "{\"items\":   [{\"label\":\"l\",\"content\":\"c\"}]}";
  machine_.put(files_.places.pins, odd);
  ASSERT_TRUE(
      files_.pins.update({}, [](std::vector<model::Pin>&) -> base::Result<void> { return {}; })
          .ok());
  EXPECT_EQ(text(), odd);
}

TEST_F(PinStoreTest, AChangeThatFailsWritesNothing) {
  ASSERT_TRUE(files_.pins.update({}, add_pin(pin_of("a"))).ok());
  const std::string before = text();
  const auto failed =
      files_.pins.update({}, [](std::vector<model::Pin>& pins) -> base::Result<void> {
        pins.clear();
        return base::Error{base::Code::pin_cap, "full", ""};
      });
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, base::Code::pin_cap);
  EXPECT_EQ(text(), before);
}

TEST_F(PinStoreTest, PinsAreChangedAndTakenAwayOneByOne) {
  for (const char* content : {"a", "b", "b", "c"}) {
    ASSERT_TRUE(files_.pins.update({}, add_pin(pin_of(content))).ok());
  }
  ASSERT_TRUE(files_.pins
                  .update({},
                          [](std::vector<model::Pin>& pins) -> base::Result<void> {
                            pins.erase(pins.begin());
                            pins.back().content = "changed";
                            return {};
                          })
                  .ok());
  EXPECT_THAT(contents(), ElementsAre("b", "b", "changed"));
}

// S3-148: nothing that only we know goes into the other tool's file.
TEST_F(PinStoreTest, OpenClawsFileGetsNothingThatIsOnlyOurs) {
  const ContinuityFiles theirs(machine_.system(), {.openclaw_layout = true});
  model::Pin pin = pin_of("a");
  pin.project = "p";
  pin.importance = "CRITICAL";
  ASSERT_TRUE(theirs.pins.update({}, add_pin(pin)).ok());
  const auto json = base::parse_json(*machine_.files.peek(theirs.places.pins));
  const auto& item = json->at("items").at(0);
  EXPECT_FALSE(item.contains("run") || item.contains("project") || item.contains("importance"));
  EXPECT_EQ(item.at("content"), "a");
}

TEST_F(PinStoreTest, ARunSeesItsOwnPinsAndInOpenClawsLayoutAll) {
  const std::vector<model::Pin> pins{pin_of("a"), pin_of("b", kOtherSession), pin_of("c")};
  EXPECT_THAT(contents_of(pins_of(pins, kSession, files_.places)), ElementsAre("a", "c"));
  ContinuityPlaces theirs = files_.places;
  theirs.openclaw = true;
  EXPECT_THAT(contents_of(pins_of(pins, kSession, theirs)), ElementsAre("a", "b", "c"));
}

// B3-27: what cannot be read is kept, and does not keep us from working.
TEST_F(PinStoreTest, AFileThatIsNoListOfPinsIsSetAside) {
  const std::string deep(100'000, '[');
  const std::string nul("{\"items\":[]}\0", 13);
  for (const std::string& bad :
       {std::string(), std::string("{\"items\": 5}"), std::string("\"text\""), nul, deep,
        std::string(2'000'000, 'x'), std::string("{\"items\":[{\"content\":\"cut")}) {
    SCOPED_TRACE(bad.substr(0, 20));
    ContinuityMachine machine;
    const ContinuityFiles files(machine.system());
    machine.put(files.places.pins, bad);
    const auto read = files.pins.read();
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code, base::Code::parse_error);
    ASSERT_TRUE(files.pins.update({}, add_pin(pin_of("a"))).ok());
    EXPECT_THAT(contents_of(files.pins.read().value()), ElementsAre("a"));
    EXPECT_EQ(machine.files.peek(files.places.pins.native() + ".corrupt-20260118T093000Z"), bad);
  }
}

TEST_F(PinStoreTest, ALinkOrAFolderInItsPlaceIsLeftAlone) {
  machine_.put("/home/dev/other.json", "{\"items\":[]}");
  ASSERT_TRUE(machine_.files.make_folders(files_.places.pins.parent_path()).ok());
  machine_.files.make_link(files_.places.pins, "/home/dev/other.json");
  EXPECT_FALSE(files_.pins.read().ok());
  EXPECT_FALSE(files_.pins.update({}, add_pin(pin_of("a"))).ok());
  EXPECT_EQ(machine_.files.peek("/home/dev/other.json"), "{\"items\":[]}");
  EXPECT_EQ(machine_.files.link_info(files_.places.pins)->kind, os::FileKind::link);
  ASSERT_TRUE(machine_.files.remove(files_.places.pins).ok());
  ASSERT_TRUE(machine_.files.make_folder(files_.places.pins, 0700).ok());
  EXPECT_FALSE(files_.pins.update({}, add_pin(pin_of("a"))).ok());
  EXPECT_TRUE(set_aside().empty());
}

TEST_F(PinStoreTest, AFileThatOthersMayHaveWrittenIsNotTrusted) {
  struct Row {
    std::uint32_t mode;
    bool ours;
    bool openclaw;
  };
  for (const Row& row : {Row{0644, true, true}, Row{0664, false, true}, Row{0606, false, false}}) {
    for (const bool openclaw : {false, true}) {
      SCOPED_TRACE(std::to_string(row.mode) + (openclaw ? " openclaw" : ""));
      const ContinuityFiles files(machine_.system(), {.openclaw_layout = openclaw});
      machine_.put(files.places.pins, "{\"items\":[]}", row.mode);
      const auto read = files.pins.read();
      EXPECT_EQ(read.ok(), openclaw ? row.openclaw : row.ours);
      if (!read.ok()) {
        EXPECT_EQ(read.error().code, base::Code::untrusted);
      }
      EXPECT_EQ(files.pins.update({}, add_pin(pin_of("a"))).ok(), read.ok());
    }
  }
  machine_.put(files_.places.pins, "{\"items\":[]}");
  machine_.environment.set_user(1001);
  EXPECT_EQ(files_.pins.read().error().code, base::Code::untrusted);
}

// B3-27: a program that knows nothing of our lock writes between our reading and our writing.
TEST_F(PinStoreTest, AWriterWithoutTheLockIsNotOverwritten) {
  int calls = 0;
  ASSERT_TRUE(files_.pins
                  .update({},
                          [&](std::vector<model::Pin>& pins) -> base::Result<void> {
                            if (++calls == 1) {
                              machine_.put(files_.places.pins, "[{\"content\":\"theirs\"}]");
                            }
                            pins.push_back(pin_of("ours"));
                            return {};
                          })
                  .ok());
  EXPECT_EQ(calls, 2);
  EXPECT_THAT(contents(), ElementsAre("theirs", "ours"));
}

TEST_F(PinStoreTest, AWriterThatNeverRestsIsReported) {
  int calls = 0;
  const auto beaten =
      files_.pins.update({}, [&](std::vector<model::Pin>& pins) -> base::Result<void> {
        machine_.put(files_.places.pins, "[{\"content\":\"" + std::to_string(++calls) + "\"}]");
        pins.push_back(pin_of("ours"));
        return {};
      });
  ASSERT_FALSE(beaten.ok());
  EXPECT_EQ(beaten.error().code, base::Code::version_conflict);
  EXPECT_THAT(contents(), ElementsAre(std::to_string(calls)));
}

TEST_F(PinStoreTest, WhoHoldsTheLockTooLongIsReported) {
  ASSERT_TRUE(files_.pins.update({}, add_pin(pin_of("a"))).ok());
  const auto late = files_.pins.update({}, [&](std::vector<model::Pin>&) {
    return files_.pins.update({.lock_timeout = base::Millis{20}}, add_pin(pin_of("b")));
  });
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().code, base::Code::lock_timeout);
}

// B3-27: processes that pin at once lose nothing.
TEST(PinStoreConcurrencyTest, ProcessesThatPinAtOnceLoseNothing) {
  constexpr int kWriters = 4;
  constexpr int kWrites = 10;
  RealContinuityMachine machine;
  const ContinuityFiles files(machine.system());
  std::vector<std::unique_ptr<os::ChildProcess>> children;
  for (int writer = 0; writer < kWriters; ++writer) {
    children.push_back(std::make_unique<os::ChildProcess>([&, writer] {
      for (int number = 0; number < kWrites; ++number) {
        const std::string content = std::to_string(writer) + "-" + std::to_string(number);
        const auto done = files.pins.update({.lock_timeout = base::Millis{60'000}, .sync = false},
                                            add_pin(pin_of(content)));
        if (!done.ok()) ::_exit(1);
      }
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
  std::vector<std::string> contents = contents_of(files.pins.read().value());
  std::sort(contents.begin(), contents.end());
  EXPECT_EQ(contents.size(), static_cast<std::size_t>(kWriters * kWrites));
  EXPECT_EQ(std::unique(contents.begin(), contents.end()), contents.end());
}

}  // namespace
}  // namespace store

#include "store/run_cache.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "store/test_support.h"

namespace store {
namespace {

struct RunCacheTest : ::testing::Test {
  os::FakeSystem machine;
  TestStore parts{machine.system()};
  RunCache cache;

  RunCacheTest() {
    machine.files.poke(secret_path(parts.homes), std::string(kSecret) + "\n");
    parts.runs.use_cache(&cache);
    model::Run run;
    run.id = kRun;
    run.project = {kProjectId};
    run.mode = model::Mode::coding;
    CHECK(parts.runs.create(std::move(run), {.actor = "cli", .what = "start"}).ok());
  }
};

// SC-22
TEST_F(RunCacheTest, WhatHasNotChangedIsKeptAndWhatHasIsReadAgain) {
  const auto first = parts.runs.view(kRun);
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_EQ(parts.runs.view(kRun)->get(), first->get()) << "The very same.";
  TestStore other{machine.system()};  // Another process.
  ASSERT_TRUE(other.runs
                  .update(kRun, {.actor = "cli", .what = "x"},
                          [](model::Run run) -> base::Result<model::Run> {
                            run.active_task = "new";
                            return run;
                          })
                  .ok());
  EXPECT_EQ((*parts.runs.view(kRun))->active_task, "new");
}

// S0-62: a cache must not hide that a note was changed behind our back.
TEST_F(RunCacheTest, ATamperedNoteIsSeenAlthoughAGoodOneIsKept) {
  ASSERT_TRUE(parts.runs.view(kRun).ok());
  std::string note = *machine.files.peek(parts.layout.note(kRun));
  note.replace(note.find("coding"), 6, "coDing");
  machine.files.poke(parts.layout.note(kRun), note);
  EXPECT_EQ(parts.runs.view(kRun).error().code, base::Code::signature_invalid);
  ASSERT_TRUE(machine.files.remove(parts.layout.note(kRun)).ok());
  EXPECT_EQ(parts.runs.view(kRun).error().code, base::Code::note_missing);
}

}  // namespace
}  // namespace store

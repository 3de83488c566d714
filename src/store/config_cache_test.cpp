#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/digest.h"
#include "base/text.h"
#include "store/config.h"
#include "store/config_keys.h"
#include "store/test_counting_disk.h"
#include "store/test_support.h"

namespace store {
namespace {

constexpr const char* kConfigYaml =
    "gate:\n"
    "  enabled: true\n"
    "  absent: deny\n"
    "  readonly_tools: [Read, 'Task*']\n"
    "  initial_mode: planning\n"
    "  abzent: x\n"
    "locking:\n"
    "  timeout_ms: 700\n"
    "  max_retries: never\n"
    "notes:\n"
    "  dir: state\n";

class ConfigCacheTest : public ::testing::Test {
 protected:
  ConfigCacheTest() {
    machine_.files.poke("/w/p/.git/HEAD", "ref: refs/heads/main\n");
    machine_.files.poke(file_, kConfigYaml);
    project_ = find_project(machine_.files, "/w/p").value();
    CHECK(project_.opted_in);
  }

  struct Loaded {
    model::Config config;
    bool parsed = false;  // Whether config.yaml was read.
  };
  Loaded load() {
    CountingDisk disk(machine_.files, {file_});
    const os::System doors = machine_.system();
    const os::System counted{disk, doors.clock, doors.random, doors.processes, doors.environment};
    Keyring keys(counted, homes_of(counted.environment), {});
    Loaded loaded{load_config(counted, project_, keys)};
    loaded.parsed = disk.opens > 0;
    return loaded;
  }

  FakeMachine machine_;
  const os::Path file_ = "/w/p/.holdfast/config.yaml";
  const os::Path cache_ = "/w/p/.git/holdfast/cache/config";
  Project project_;
};

// Everything that a reader of a configuration can see.
std::string config_dump(const model::Config& config) {
  std::string text = config.file;
  const auto add = [&text](const std::string& part) { text += "\n" + part; };
  add(std::to_string(config.gate_enabled) + std::to_string(static_cast<int>(config.gate_absent)));
  for (const std::string& tool : config.gate_readonly_tools) add(tool);
  for (const auto& [tool, names] : config.gate_mcp) add(tool + ": " + base::join(names, ","));
  add(config.gate_initial_mode.text() + std::to_string(config.gate_hook_timeout_ms));
  add(std::to_string(static_cast<int>(config.gate_agent_mode_change)));
  add(std::to_string(static_cast<int>(config.protocol_enabled)) +
      std::to_string(static_cast<int>(config.protocol_enforcement)) + config.protocol_file);
  for (const std::int64_t number :
       {config.signing_min_length, config.locking_timeout_ms, config.locking_max_retries,
        config.compaction_threshold, config.compaction_keep, config.retention_history_notes_days,
        config.retention_journal_days, config.lease_remote_minutes}) {
    add(std::to_string(number));
  }
  const model::ContinuityConfig& continuity = config.continuity;
  add(std::to_string(continuity.relevance_threshold) + std::to_string(continuity.decay_min_floor) +
      continuity.channel + continuity.pipeline_path);
  for (const std::int64_t number :
       {continuity.lookback_days, continuity.max_sessions_scored, continuity.max_inherited_pins,
        continuity.critical_inheritance_days, continuity.restore_timeout_ms,
        continuity.compaction_tokens, continuity.pins_cap, config.retention_snapshots_days,
        config.retention_archive_days, std::int64_t{continuity.enabled},
        std::int64_t{continuity.same_channel}, std::int64_t{continuity.debug}}) {
    add(std::to_string(number));
  }
  add(config.notes_dir + std::to_string(config.track_subagents));
  for (const auto& [key, line] : config.lines) add(key + " at " + std::to_string(line));
  for (const auto& [key, value] : config.values) add(key + " is " + value);
  for (const auto& problem : config.problems) {
    add(problem.file + ":" + std::to_string(problem.line) + " " + problem.message);
  }
  return text;
}

// S3-53, S3-54, S3-55: what document S3 asks for is compiled as all else is.
TEST_F(ConfigCacheTest, TheKeysOfContinuityComeFromTheCacheToo) {
  machine_.files.poke(file_,
                      "session_persistence:\n  enabled: false\n  lookback_days: 30\n"
                      "  relevance_threshold: 0.35\n  decay_min_floor: 0.7\n  channel: signal\n"
                      "  max_inherited_pins: 99\npins:\n  cap: 4\nretention:\n"
                      "  snapshots_days: 40\n");
  ASSERT_TRUE(load().parsed);
  const Loaded again = load();
  EXPECT_FALSE(again.parsed);
  const model::ContinuityConfig& continuity = again.config.continuity;
  EXPECT_FALSE(continuity.enabled);
  EXPECT_EQ(continuity.lookback_days, 30);
  EXPECT_EQ(continuity.relevance_threshold, 0.35);
  EXPECT_EQ(continuity.decay_min_floor, 0.7);
  EXPECT_EQ(continuity.channel, "signal");
  EXPECT_EQ(continuity.pins_cap, 4);
  EXPECT_EQ(continuity.max_inherited_pins, 5) << "B3-31: the default stays, and it is said.";
  EXPECT_EQ(again.config.retention_snapshots_days, 40);
  EXPECT_EQ(again.config.problems.size(), 1U);
}

// S3-61, B3-19
TEST_F(ConfigCacheTest, TheEnvironmentGoesOverTheFileAndNotIntoTheCache) {
  machine_.files.poke(file_, "session_persistence:\n  debug: false\n");
  machine_.environment.set("CORTEX_SESSION_DEBUG", "1");
  EXPECT_TRUE(load().config.continuity.debug);
  EXPECT_TRUE(load().config.continuity.debug) << "Read from the cache.";
  machine_.environment.set("CORTEX_SESSION_DEBUG", "");
  EXPECT_FALSE(load().config.continuity.debug);
  machine_.files.poke(file_, "session_persistence:\n  debug: true\n");
  machine_.environment.set("CORTEX_SESSION_DEBUG", "false");
  EXPECT_FALSE(load().config.continuity.debug);
  machine_.environment.set("CORTEX_SESSION_DEBUG", "perhaps");
  const Loaded unclear = load();
  EXPECT_TRUE(unclear.config.continuity.debug);
  ASSERT_EQ(unclear.config.problems.size(), 1U);
  EXPECT_NE(unclear.config.problems[0].message.find("CORTEX_SESSION_DEBUG"), std::string::npos);
}

// BX-5: parsing YAML would cost a gate more than everything else it does.
TEST_F(ConfigCacheTest, WhatWasParsedOnceIsReadFromTheCacheAndIsTheSame) {
  const Loaded first = load();
  EXPECT_TRUE(first.parsed);
  EXPECT_EQ(first.config.problems.size(), 2U);
  EXPECT_EQ(config_dump(first.config), config_dump(parse_config(kConfigYaml, file_.native())));
  EXPECT_EQ(machine_.files.info(cache_)->mode, 0600U);
  for (int i = 0; i < 3; ++i) {
    const Loaded again = load();
    EXPECT_FALSE(again.parsed);
    EXPECT_EQ(config_dump(again.config), config_dump(first.config));
  }
}

// Every key must survive the way through the cache, whatever its value is made of.
TEST_F(ConfigCacheTest, EveryKeySurvivesTheCache) {
  machine_.files.poke(
      file_,
      "gate: {enabled: no, absent: deny, readonly_tools: [], initial_mode: analysis,\n"
      "  agent_mode_change: any, hook_timeout_ms: 50, mcp: {'mcp__fs__*': [where, 'to file'], "
      "mcp__x__y: z}}\n"
      "protocol: {enabled: on, enforcement: enforce, file: \"a\\tb c\",\n"
      "  exclusive: no, auto_start: no, orphan_hours: 1, history_size: 2, skills_dir: '',\n"
      "  qa_dir: q, handoff: h, lint_command: [a, 'b c'], docs_globs: [], date: local}\n"
      "work: {root: w, touch_debounce_s: 0, add_commits: no}\n"
      "mcp: {tools: all}\n"
      "memory: {backend: serena, command: [s], url: 'http://[::1]:1/', project: p}\n"
      "signing: {min_length: 33}\n"
      "locking: {timeout_ms: 10, max_retries: 1}\n"
      "compaction: {threshold: 1, keep: 0}\n"
      "retention: {history_notes_days: 1, journal_days: 2, snapshots_days: 3, archive_days: 4}\n"
      "session_persistence: {enabled: no, lookback_days: 1, relevance_threshold: 0.123456789,\n"
      "  max_sessions_scored: 1, max_inherited_pins: 1, decay_min_floor: 0.1, same_channel: no,\n"
      "  critical_inheritance_days: 1, channel: '', pipeline_path: \"a\\tb\", debug: yes,\n"
      "  restore_timeout_ms: 50, compaction_tokens: 100}\n"
      "pins: {cap: 1}\n"
      "continuity: {lease_remote_minutes: 3}\n"
      "notes: {dir: \"mac x\"}\n"
      "track_subagents: no\n"
      "\"odd\\tkey\\nmac 1\": 1\n");
  const Loaded first = load();
  EXPECT_EQ(first.config.values.size(), config_keys().size());
  EXPECT_EQ(first.config.problems.size(), 1U);
  const Loaded second = load();
  EXPECT_FALSE(second.parsed);
  EXPECT_EQ(config_dump(second.config), config_dump(first.config));
}

TEST_F(ConfigCacheTest, AFileThatWasTouchedIsReadAgain) {
  load();
  machine_.files.poke(file_, kConfigYaml);  // The same bytes at another time.
  EXPECT_TRUE(load().parsed);
  EXPECT_FALSE(load().parsed);
  machine_.files.poke(file_, "gate:\n  enabled: false\n");
  const Loaded changed = load();
  EXPECT_TRUE(changed.parsed);
  EXPECT_FALSE(changed.config.gate_enabled);
  EXPECT_FALSE(load().config.gate_enabled);
}

TEST_F(ConfigCacheTest, AFileThatWasPutInItsPlaceIsReadAgain) {
  load();
  machine_.files.poke("/w/p/.holdfast/new", kConfigYaml);
  ASSERT_TRUE(machine_.files.rename("/w/p/.holdfast/new", file_).ok());
  EXPECT_TRUE(load().parsed);
}

// The cache lies where an agent may write: what it says counts only under our MAC.
TEST_F(ConfigCacheTest, AChangeOfAnyByteOfTheCacheIsSeenAndTheFileReadAgain) {
  const std::string expected = config_dump(load().config);
  const std::string cache = *machine_.files.peek(cache_);
  const std::size_t mac_at = cache.size() - 65;
  for (std::size_t i = 0; i < cache.size(); ++i) {
    for (const unsigned flip : {0x01U, 0x20U}) {
      std::string changed = cache;
      changed[i] = static_cast<char>(static_cast<unsigned char>(changed[i]) ^ flip);
      // The other case of a hexadecimal digit is the same digit.
      if (i >= mac_at && base::digest_from_hex(changed.substr(mac_at, 64)) ==
                             base::digest_from_hex(cache.substr(mac_at, 64))) {
        continue;
      }
      machine_.files.poke(cache_, changed);
      const Loaded loaded = load();
      ASSERT_TRUE(loaded.parsed) << i;
      ASSERT_EQ(config_dump(loaded.config), expected) << i;
    }
  }
}

TEST_F(ConfigCacheTest, ACacheThatIsCutOrSomethingElseIsNotUsed) {
  const std::string expected = config_dump(load().config);
  const std::string cache = *machine_.files.peek(cache_);
  for (const std::string& bytes : {std::string(), std::string("x"), cache.substr(0, 40),
                                   cache.substr(0, cache.size() - 10), cache + cache}) {
    machine_.files.poke(cache_, bytes);
    const Loaded loaded = load();
    EXPECT_TRUE(loaded.parsed);
    EXPECT_EQ(config_dump(loaded.config), expected);
  }
}

TEST_F(ConfigCacheTest, ACacheUnderAnotherKeyIsNotUsed) {
  load();
  machine_.environment.set("BRAIN_SESSION_SECRET", kOtherSecret);
  machine_.environment.set("BRAIN_SESSION_SECRET_PREVIOUS", kSecret);
  EXPECT_TRUE(load().parsed);
  EXPECT_FALSE(load().parsed);
}

TEST_F(ConfigCacheTest, WithoutAKeyThereIsNoCache) {
  machine_.environment.unset("BRAIN_SESSION_SECRET");
  EXPECT_EQ(load().config.gate_absent, model::AbsentPolicy::deny);
  EXPECT_EQ(machine_.files.peek(cache_), std::nullopt);
  EXPECT_TRUE(load().parsed);
}

// A cache of one project's file is none for another's.
TEST_F(ConfigCacheTest, ACacheOfAnotherFileIsNotUsed) {
  load();
  const std::string cache = *machine_.files.peek(cache_);
  machine_.files.poke("/w/q/.git/HEAD", "ref: refs/heads/main\n");
  machine_.files.poke("/w/q/.holdfast/config.yaml", "gate:\n  enabled: false\n");
  machine_.files.poke("/w/q/.git/holdfast/cache/config", cache);
  project_ = find_project(machine_.files, "/w/q").value();
  EXPECT_FALSE(load().config.gate_enabled);
}

TEST_F(ConfigCacheTest, AFileThatCannotBeReadIsAProblemAndTheDefaultsCount) {
  ASSERT_TRUE(machine_.files.remove(file_).ok());
  const Loaded loaded = load();
  EXPECT_TRUE(loaded.config.gate_enabled);
  ASSERT_EQ(loaded.config.problems.size(), 1U);
  EXPECT_EQ(loaded.config.problems[0].file, file_.native());
  machine_.files.poke(file_, std::string(1024 * 1024 + 1, '#'));
  EXPECT_EQ(load().config.problems.size(), 1U);
}

// The cache is a convenience: whatever happens to it, the configuration is right.
TEST_F(ConfigCacheTest, ADiskThatFailsAnywhereChangesNothing) {
  const std::string expected = config_dump(parse_config(kConfigYaml, file_.native()));
  machine_.files.reset_calls();
  load();
  const std::size_t calls = machine_.files.calls();
  for (std::size_t call = 0; call < calls; ++call) {
    SCOPED_TRACE(call);
    ASSERT_TRUE(!machine_.files.exists(cache_) || machine_.files.remove(cache_).ok());
    machine_.files.arm({os::Fault::Kind::error, call});
    const model::Config config = load().config;
    machine_.files.disarm();
    const bool unread =
        config.problems.size() == 1 && config.problems[0].message.starts_with("cannot be read");
    EXPECT_TRUE(unread || config_dump(config) == expected);
    EXPECT_EQ(config_dump(load().config), expected);
  }
}

}  // namespace
}  // namespace store

#include "os/detached.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "os/test_support.h"

namespace os {
namespace {

using base::Code;

// What the program wrote, once it has ended by itself.
std::string told_by(RealDetachedPrograms& programs, const std::string& script, const Path& file) {
  const auto started =
      programs.start({"/bin/sh", "-c", "exec >" + file.native() + " 2>&1; " + script});
  EXPECT_TRUE(started.ok());
  for (int tries = 0; tries < 2000 && !programs.has_ended(*started); ++tries) ::usleep(5000);
  EXPECT_TRUE(programs.has_ended(*started)) << "A second question is no mistake.";
  std::string text(4096, '\0');
  FILE* const read = std::fopen(file.c_str(), "r");
  if (read == nullptr) return "";
  text.resize(std::fread(text.data(), 1, text.size(), read));
  std::fclose(read);
  return text;
}

TEST(DetachedTest, ItHasASessionOfItsOwnTheRootFolderAndNoFileOfOurs) {
  RealDetachedPrograms programs;
  const TemporaryFolder folder;
  Pipe ours;  // Open in this process, and not marked to be closed.
  const std::string told =
      told_by(programs, "pwd -P; cut -d' ' -f1,6 /proc/$$/stat; ls /proc/$$/fd | tr '\\n' ' '",
              folder / "told");
  EXPECT_EQ(told.substr(0, 2), "/\n");
  const std::size_t pid_end = told.find(' ');
  ASSERT_NE(pid_end, std::string::npos) << told;
  const std::string pid = told.substr(2, pid_end - 2);
  EXPECT_EQ(told.substr(2, 2 * pid.size() + 2), pid + " " + pid + "\n") << "It leads its session.";
  EXPECT_EQ(told.substr(4 + 2 * pid.size(), 5), "0 1 2") << told;
}

// A host waits until the streams of its hook are closed.
TEST(DetachedTest, WhoReadsOurOutputDoesNotWaitForIt) {
  Pipe output;
  ChildProcess hook([&] {
    ::dup2(output.writer(), STDOUT_FILENO);
    RealDetachedPrograms programs;
    const bool is_started = programs.start({"/bin/sh", "-c", "sleep 1; echo still here"}).ok();
    output.put(is_started ? "started" : "not started");
  });
  EXPECT_EQ(hook.wait(), 0);
  // Returns when nobody has the pipe any more.
  EXPECT_EQ(output.drain(), "started");
}

TEST(DetachedTest, WhatIsIgnoredOrBlockedHereIsNotThere) {
  RealDetachedPrograms programs;
  const TemporaryFolder folder;
  ::signal(SIGTERM, SIG_IGN);
  const std::string told =
      told_by(programs, "grep -E 'SigIgn|SigBlk' /proc/self/status", folder / "told");
  ::signal(SIGTERM, SIG_DFL);
  const std::size_t ignored = told.find("SigIgn:\t");
  ASSERT_NE(ignored, std::string::npos) << told;
  EXPECT_EQ(told.substr(0, ignored), "SigBlk:\t0000000000000000\n");
  // The C library ignores two of its own, which are above these.
  constexpr unsigned long long kSignals = 0x7fffffff;
  EXPECT_EQ(std::stoull(told.substr(ignored + 8), nullptr, 16) & kSignals, 0U) << told;
}

TEST(DetachedTest, AProgramThatIsNotThereIsNotFound) {
  RealDetachedPrograms programs;
  EXPECT_EQ(programs.start({"/nowhere/holdfast-fleet"}).error().code, Code::not_found);
  EXPECT_EQ(programs.start({"/etc/passwd"}).error().code, Code::not_found);
  EXPECT_EQ(programs.start({}).error().code, Code::invalid_params);
}

TEST(DetachedTest, WhatIsNoneOfOursHasEnded) {
  RealDetachedPrograms programs;
  for (const Pid pid : {Pid{0}, Pid{-1}, Pid{1}, Pid{::getppid()}}) {
    EXPECT_TRUE(programs.has_ended(pid)) << pid;
  }
}

}  // namespace
}  // namespace os

#include "os/real_processes.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>

#include "os/test_support.h"

namespace os {
namespace {

using base::Code;

TEST(RealProcessesTest, KnowsItself) {  // B3-2, B4-14
  RealProcesses processes;
  EXPECT_EQ(processes.self(), ::getpid());
  const base::Result<ProcessInfo> first = processes.info(processes.self());
  const base::Result<ProcessInfo> second = processes.info(processes.self());
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(first->pid, ::getpid());
  EXPECT_EQ(first->parent, ::getppid());
  EXPECT_GT(first->start_ticks, 0U);
  EXPECT_EQ(first->start_ticks, second->start_ticks);
  EXPECT_FALSE(first->name.empty());
  EXPECT_NE(first->command_line.find(first->name), std::string::npos);
  EXPECT_EQ(first->command_line.find('\0'), std::string::npos);
}

TEST(RealProcessesTest, ANameMayHoldSpacesAndParentheses) {  // B4-3
  RealProcesses processes;
  Pipe ready;
  ChildProcess child([&] {
    ::prctl(PR_SET_NAME, "a) (b S 1 2");
    ready.put("x");
    hold_on();
  });
  ready.await_byte();
  const base::Result<ProcessInfo> info = processes.info(child.pid());
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->name, "a) (b S 1 2");
  EXPECT_EQ(info->parent, ::getpid());
  EXPECT_GE(info->start_ticks, processes.info(::getpid())->start_ticks);
}

TEST(RealProcessesTest, AZombieAndAProcessThatIsGoneAreNotFound) {  // B3-2, B4-14
  RealProcesses processes;
  ChildProcess child([] {});
  child.await_zombie();
  EXPECT_EQ(processes.info(child.pid()).error().code, Code::not_found);
  child.wait();
  EXPECT_EQ(processes.info(child.pid()).error().code, Code::not_found);
}

TEST(RealProcessesTest, NumbersThatAreNoProcessAreNotFound) {
  RealProcesses processes;
  for (const Pid pid : {Pid{0}, Pid{-1}, Pid{1} << 40U}) {
    SCOPED_TRACE(pid);
    EXPECT_EQ(processes.info(pid).error().code, Code::not_found);
  }
}

TEST(RealProcessesTest, AProcessOfAnotherUserIsAlive) {  // B4-14
  RealProcesses processes;
  EXPECT_TRUE(processes.info(1).ok());
}

TEST(RealProcessesTest, TheBootAndTheMachineHaveNames) {  // B3-2
  RealProcesses processes;
  EXPECT_EQ(processes.boot_id().size(), 36U);
  EXPECT_EQ(processes.boot_id(), RealProcesses().boot_id());
  EXPECT_FALSE(processes.host_name().empty());
}

TEST(ProcessStatTest, IsReadFromTheLastParenthesis) {
  const std::string tail = " S 7 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 4242 99 5\n";
  struct Row {
    std::string line;
    std::optional<std::string> name;
  };
  const std::vector<Row> rows = {
      {"1 (bash)" + tail, "bash"},
      {"1 (a b)" + tail, "a b"},
      {"1 ())" + tail, ")"},
      {"1 (((x) R 9 9)" + tail, "((x) R 9 9"},
      {"1 ()" + tail, ""},
      {"", std::nullopt},
      {"1 (bash", std::nullopt},
      {"1 )bash(" + tail, std::nullopt},
      {"1 (bash) S 7 1 1", std::nullopt},
      {"1 (bash) S x 1 1 0 -1 1 1 2 3 4 5 6 7 8 20 0 1 0 4242 99", std::nullopt},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.line);
    const std::optional<ProcessStat> stat = process_stat_from_text(row.line);
    ASSERT_EQ(stat.has_value(), row.name.has_value());
    if (!stat) continue;
    EXPECT_EQ(stat->name, *row.name);
    EXPECT_EQ(stat->state, 'S');
    EXPECT_EQ(stat->parent, 7);
    EXPECT_EQ(stat->start_ticks, 4242U);
  }
}

}  // namespace
}  // namespace os

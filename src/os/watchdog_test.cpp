#include "os/watchdog.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/time.h>

#include <string>

#include "os/test_support.h"

namespace os {
namespace {

using base::Millis;

constexpr Millis kLongWatch{60'000};
constexpr int kEndedByItself = 7;

struct Ending {
  std::string output;
  std::string errors;
  int exit_code = 0;
};

// Runs `body` in a process of its own; one that comes to its end exits with kEndedByItself.
template <typename Body>
Ending ending_of(Body body) {
  Pipe output;
  Pipe errors;
  ChildProcess child([&] {
    ::dup2(output.writer(), STDOUT_FILENO);
    ::dup2(errors.writer(), STDERR_FILENO);
    body();
    ::_exit(kEndedByItself);
  });
  Ending ending;
  ending.output = output.drain();
  ending.errors = errors.drain();
  ending.exit_code = child.wait();
  return ending;
}

TEST(WatchdogTest, SaysWhatWasPreparedLastAndExitsWithZero) {  // B0-13
  const Ending ending = ending_of([] {
    Watchdog watchdog(kLongWatch);
    watchdog.prepare("first", "one");
    watchdog.prepare("second", "two");
    watchdog.prepare(R"({"decision":"deny"})", "out of time\n");
    watchdog.set_limit(Millis{20});
    hold_on();
  });
  EXPECT_EQ(ending.output, R"({"decision":"deny"})");
  EXPECT_EQ(ending.errors, "out of time\n");
  EXPECT_EQ(ending.exit_code, 0);
}

int run_over(int depth) {
  volatile char room[1024] = {};
  room[0] = static_cast<char>(depth);
  return depth < 0 ? 0 : room[0] + run_over(depth + 1);
}

// Hosts that take nothing but an exit code for a denial.
TEST(WatchdogTest, TheExitCodeIsPartOfTheAnswer) {
  const Ending ending = ending_of([] {
    Watchdog watchdog(kLongWatch);
    watchdog.prepare("first", "", 0);
    watchdog.prepare("", "denied\n", 2);
    watchdog.set_limit(Millis{1});
    while (true) ::pause();
  });
  EXPECT_EQ(ending.output, "");
  EXPECT_EQ(ending.errors, "denied\n");
  EXPECT_EQ(ending.exit_code, 2);
}

TEST(WatchdogTest, AFaultGetsThePreparedAnswerOnceThatIsAskedFor) {
  // The sanitizers' own handlers are not put back for a signal that is raised.
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    const Ending ending = ending_of([&] {
      Watchdog watchdog(kLongWatch);
      watchdog.prepare("deny", "broken\n");
      watchdog.answer_faults();
      ::raise(fault);
    });
    EXPECT_EQ(ending.output, "deny") << fault;
    EXPECT_EQ(ending.errors, "broken\n") << fault;
    EXPECT_EQ(ending.exit_code, 0) << fault;
  }
  const Ending unasked = ending_of([&] {
    Watchdog watchdog(kLongWatch);
    watchdog.prepare("deny", "");
    ::signal(SIGABRT, SIG_DFL);
    ::raise(SIGABRT);
  });
  EXPECT_EQ(unasked.output, "");
  EXPECT_NE(unasked.exit_code, 0);
}

TEST(WatchdogTest, AStackThatRunsOverIsAFaultToo) {
  const Ending ending = ending_of([&] {
    Watchdog watchdog(kLongWatch);
    watchdog.prepare("deny", "");
    watchdog.answer_faults();
    run_over(1);
  });
  EXPECT_EQ(ending.output, "deny");
  EXPECT_EQ(ending.exit_code, 0);
}

TEST(WatchdogTest, AFaultAfterItWasCalledOffIsAnOrdinaryOne) {
  const Ending ending = ending_of([&] {
    {
      Watchdog watchdog(kLongWatch);
      watchdog.prepare("deny", "");
      ::signal(SIGABRT, SIG_DFL);
      watchdog.answer_faults();
    }
    ::raise(SIGABRT);
  });
  EXPECT_EQ(ending.output, "");
  EXPECT_NE(ending.exit_code, 0);
}

TEST(WatchdogTest, WithNothingPreparedItSaysNothing) {
  const Ending ending = ending_of([] {
    Watchdog watchdog(Millis{1});
    hold_on();
  });
  EXPECT_EQ(ending.output + ending.errors, "");
  EXPECT_EQ(ending.exit_code, 0);
}

TEST(WatchdogTest, EndsEvenAProcessThatIsBusy) {  // B0-13
  const Ending ending = ending_of([] {
    Watchdog watchdog(kLongWatch);
    watchdog.prepare("answer", "");
    watchdog.set_limit(Millis{20});
    for (volatile bool busy = true; busy;) {
    }
  });
  EXPECT_EQ(ending.output, "answer");
  EXPECT_EQ(ending.exit_code, 0);
}

TEST(WatchdogTest, AnAnswerIsWholeWheneverTheTimeIsUp) {  // B0-13
  const std::string a(4000, 'a');
  const std::string b(4000, 'b');
  for (int limit_ms = 1; limit_ms <= 10; ++limit_ms) {
    SCOPED_TRACE(limit_ms);
    const Ending ending = ending_of([&] {
      Watchdog watchdog(kLongWatch);
      watchdog.prepare(a, b);
      watchdog.set_limit(Millis{limit_ms});
      while (true) {
        watchdog.prepare(a, b);
        watchdog.prepare(b, a);
      }
    });
    EXPECT_TRUE((ending.output == a && ending.errors == b) ||
                (ending.output == b && ending.errors == a));
  }
}

TEST(WatchdogTest, ALimitThatHasPassedAlreadyEndsItAtOnce) {
  const Ending ending = ending_of([] {
    Watchdog watchdog(kLongWatch);
    watchdog.prepare("answer", "");
    watchdog.set_limit(Millis{0});
    hold_on();
  });
  EXPECT_EQ(ending.output, "answer");
  EXPECT_EQ(ending.exit_code, 0);
}

TEST(WatchdogTest, WhatIsOverTheLimitIsClippedBetweenCharacters) {
  const Ending ending = ending_of([] {
    Watchdog watchdog(kLongWatch);
    watchdog.prepare(std::string(4095, 'x') + "\xC3\xA9", std::string(5000, 'y'));
    watchdog.set_limit(Millis{0});
    hold_on();
  });
  EXPECT_EQ(ending.output, std::string(4095, 'x'));
  EXPECT_EQ(ending.errors, std::string(4096, 'y'));
}

TEST(WatchdogTest, CalledOffItDoesNothingAndAnotherMayFollow) {
  const Ending ending = ending_of([] {
    { Watchdog watchdog(kLongWatch); }
    itimerval left{};
    {
      Watchdog another(kLongWatch);
      ::getitimer(ITIMER_REAL, &left);
      if (left.it_value.tv_sec == 0) ::_exit(1);
    }
    ::getitimer(ITIMER_REAL, &left);
    if (left.it_value.tv_sec != 0 || left.it_value.tv_usec != 0) ::_exit(2);
    struct sigaction action {};
    ::sigaction(SIGALRM, nullptr, &action);
    if (action.sa_handler != SIG_DFL) ::_exit(3);
  });
  EXPECT_EQ(ending.exit_code, kEndedByItself);
}

TEST(WatchdogTest, ASignalMaskOfTheStarterDoesNotHoldItBack) {
  const Ending ending = ending_of([] {
    sigset_t all;
    ::sigfillset(&all);
    ::sigprocmask(SIG_BLOCK, &all, nullptr);
    Watchdog watchdog(kLongWatch);
    watchdog.prepare("answer", "");
    watchdog.set_limit(Millis{0});
    hold_on();
  });
  EXPECT_EQ(ending.output, "answer");
  EXPECT_EQ(ending.exit_code, 0);
}

TEST(WatchdogTest, AReaderThatWentAwayDoesNotChangeTheExitCode) {
  const Ending ending = ending_of([] {
    ::signal(SIGPIPE, SIG_DFL);
    Pipe nobody_reads;
    ::dup2(nobody_reads.writer(), STDERR_FILENO);
    nobody_reads.close_reader();
    Watchdog watchdog(kLongWatch);
    watchdog.prepare("answer", "lost");
    watchdog.set_limit(Millis{0});
    hold_on();
  });
  EXPECT_EQ(ending.output, "answer");
  EXPECT_EQ(ending.exit_code, 0);
}

TEST(WatchdogTest, APipeThatIsFullDoesNotHoldIt) {  // B0-13
  Pipe full;
  ::fcntl(full.writer(), F_SETFL, O_NONBLOCK);
  while (::write(full.writer(), "xxxxxxxx", 8) > 0) {
  }
  ::fcntl(full.writer(), F_SETFL, 0);
  const Ending ending = ending_of([&] {
    ::dup2(full.writer(), STDERR_FILENO);
    Watchdog watchdog(kLongWatch);
    watchdog.prepare("answer", "no room");
    watchdog.set_limit(Millis{0});
    hold_on();
  });
  EXPECT_EQ(ending.output, "answer");
  EXPECT_EQ(ending.exit_code, 0);
}

}  // namespace
}  // namespace os

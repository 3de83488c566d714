// What the tests of Markdown documents and of session logs share.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "store/session_log.h"

namespace store {

// `text` again and again, until there are that many bytes.
inline std::string repeated(std::string_view text, std::size_t bytes) {
  std::string all;
  while (all.size() < bytes) all += text;
  return all;
}

// The log in a file of that name, which can be read.
inline SessionLog read_log(std::string_view name, std::string_view text) {
  auto log = read_session_log(name, text);
  EXPECT_TRUE(log.ok()) << (log.ok() ? "" : log.error().message);
  return log.ok() ? *std::move(log) : SessionLog();
}

}  // namespace store

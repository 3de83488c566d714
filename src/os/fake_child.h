// A program that a test plays: each line that is written to it is given to a function, which says
// the lines that come back.
#pragma once
#include <deque>
#include <functional>

#include "os/child.h"

namespace os {

class FakeChild final : public Child {
 public:
  using Play = std::function<std::vector<std::string>(const std::string& line)>;
  explicit FakeChild(Play play) : play_(std::move(play)) {}

  base::Result<void> write_line(std::string_view line, base::Millis) override {
    if (is_gone) return base::Error{base::Code::unavailable, "the program reads no more", ""};
    for (std::string& answer : play_(std::string(line))) output_.push_back(std::move(answer));
    return {};
  }
  LineReader::Read read_line(base::Millis) override {
    if (output_.empty()) {
      return {is_gone ? LineReader::Status::ended : LineReader::Status::timed_out, {}};
    }
    LineReader::Read read{LineReader::Status::line, std::move(output_.front())};
    output_.pop_front();
    return read;
  }
  std::string error_output() override { return error_text; }
  std::optional<int> end() override {
    is_gone = true;
    return exit_code;
  }

  bool is_gone = false;
  std::string error_text;
  int exit_code = 0;

 private:
  Play play_;
  std::deque<std::string> output_;
};

}  // namespace os

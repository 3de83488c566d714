// What a work session's spec.md says, for display (S2-35 … S2-38); the file is never rewritten.
#pragma once
#include <string>
#include <vector>

namespace model {

struct WorkSpec {
  struct Question {
    std::string text;
    bool answered = false;
    std::string answer;
  };
  struct Decision {
    std::string title;
    std::string rationale;
    std::string made;
  };
  std::vector<std::string> high_level_goals;
  std::vector<std::string> mid_level_goals;
  std::vector<std::string> implementation_goals;
  std::vector<Question> questions;
  std::vector<Decision> decisions;
};

}  // namespace model

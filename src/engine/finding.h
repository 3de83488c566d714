// What doctor has to say about one thing.
#pragma once
#include <string>

namespace engine {

enum class Severity { good, remark, problem };

struct Finding {
  Severity severity = Severity::good;
  std::string subject;  // "secret", "session 7d1054b6"
  std::string message;
  std::string repair;  // What to do, or what --fix did. Empty for good ones.
  bool fixable = false;
  bool fixed = false;
};

}  // namespace engine

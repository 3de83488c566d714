// Something that `req lint` has to say about the rules of a project.
#pragma once
#include <string>
#include <string_view>

namespace model {

struct RuleFinding {
  enum class Severity {
    remark,   // Worth knowing.
    warning,  // Probably not what was meant.
    error,    // The rule cannot do what it says.
  };
  Severity severity = Severity::warning;
  std::string file;
  int line = 0;
  std::string requirement;  // Empty where it is about a file as a whole.
  std::string kind;         // "bad_pattern", "deadlock" …
  std::string message;
  std::string hint;  // What to do about it; may be empty.
};

constexpr std::string_view name_of(RuleFinding::Severity severity) {
  switch (severity) {
    case RuleFinding::Severity::remark:
      return "remark";
    case RuleFinding::Severity::warning:
      return "warning";
    case RuleFinding::Severity::error:
      return "error";
  }
  return "";
}

}  // namespace model

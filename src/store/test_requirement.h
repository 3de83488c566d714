// What the tests of the requirement files need: one file as text, its problems as lines, and
// everything that was read as one text.
#pragma once
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "store/requirement_config.h"

namespace store {

inline constexpr const char* kRequirementFile = "/w/p/.claude/requirements.yaml";

inline model::Requirements parsed(const std::string& yaml) {
  return parse_requirements({{kRequirementFile, yaml}});
}

using Lines = std::vector<std::string>;
using Words = std::vector<std::string>;

// "line message", all of the one file.
inline Lines lines_of(const std::vector<model::ConfigProblem>& problems) {
  Lines lines;
  for (const model::ConfigProblem& problem : problems) {
    EXPECT_EQ(problem.file, kRequirementFile);
    lines.push_back(std::to_string(problem.line) + " " + problem.message);
  }
  return lines;
}

// "file:line message".
inline Lines placed(const std::vector<model::ConfigProblem>& problems) {
  Lines lines;
  for (const model::ConfigProblem& problem : problems) {
    lines.push_back(problem.file + ":" + std::to_string(problem.line) + " " + problem.message);
  }
  return lines;
}

// One requirement `r` whose keys begin on line 3.
inline std::string entry(const std::string& keys) {
  std::string yaml = "requirements:\n  r:\n    ";
  for (const char c : keys) yaml += c == '\n' ? std::string("\n    ") : std::string(1, c);
  return yaml + "\n";
}

// Everything that a reader of requirements can see, as one text. Taking each noun apart by all of
// its members makes one that is forgotten here an error of the compiler.
class RequirementDump {
 public:
  template <typename... Parts>
  void operator()(const Parts&... parts) {
    (add(parts), ...);
  }
  std::string text;

 private:
  void add(const std::string& part) { text += std::to_string(part.size()) + ":" + part + "\n"; }
  void add(double part) { add(std::to_string(part)); }
  void add(std::int64_t part) { add(std::to_string(part)); }
  void add(int part) { add(std::to_string(part)); }
  void add(bool part) { add(std::string(part ? "yes" : "no")); }
  template <typename Part>
  requires std::is_enum_v<Part>
  void add(Part part) { add(static_cast<int>(part)); }
  template <typename Part>
  void add(const std::vector<Part>& parts) {
    add(std::to_string(parts.size()));
    for (const Part& part : parts) add(part);
  }
  template <typename Part>
  void add(const std::optional<Part>& part) {
    add(part.has_value());
    if (part) add(*part);
  }
  void add(const model::ToolMatch& match) {
    const auto& [a, b] = match;
    (*this)(a, b);
  }
  void add(const model::EvidenceRule& rule) {
    const auto& [a, b, c, d] = rule;
    (*this)(a, b, c, d);
  }
  void add(const model::FingerprintRule& rule) {
    const auto& [a, b] = rule;
    (*this)(a, b);
  }
  void add(const model::RuleSource& source) {
    const auto& [a, b] = source;
    (*this)(a, b);
  }
  void add(const model::ConfigProblem& problem) {
    const auto& [a, b, c] = problem;
    (*this)(a, b, c);
  }
  void add(const model::CarryOver& carry_over) {
    const auto& [a, b, c] = carry_over;
    (*this)(a, b, c);
  }
  void add(const model::RequirementHooks& hooks) {
    const auto& [a, b, c, d, e, f, g, h] = hooks;
    (*this)(a, b, c, d, e, f, g, h);
  }
  void add(const model::Requirement& one) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a2,
                 b2] = one;
    (*this)(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, a2, b2);
  }
  void add(const model::Requirements& all) {
    const auto& [a, b, c, d, e, f, g, h, i, j] = all;
    (*this)(a, b, c, d, e, f, g, h, i, j);
  }
};

inline std::string all_of(const model::Requirements& requirements) {
  RequirementDump dump;
  dump(requirements);
  return dump.text;
}

}  // namespace store

// The parts of `req lint`. Private to it.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "model/requirement.h"
#include "model/rule_finding.h"

namespace policy {

class RuleFindings {
 public:
  using Severity = model::RuleFinding::Severity;

  // What is said; the place is the requirement's.
  struct Words {
    std::string kind;
    std::string message;
    std::string hint;
  };
  void error(const model::Requirement& rule, Words words) {
    add(Severity::error, rule, std::move(words));
  }
  void warning(const model::Requirement& rule, Words words) {
    add(Severity::warning, rule, std::move(words));
  }
  void remark(const model::Requirement& rule, Words words) {
    add(Severity::remark, rule, std::move(words));
  }
  void add(model::RuleFinding finding) { list_.push_back(std::move(finding)); }
  std::vector<model::RuleFinding> take() { return std::move(list_); }

 private:
  void add(Severity severity, const model::Requirement& rule, Words words) {
    list_.push_back({severity, rule.source.file, rule.source.line, rule.name, std::move(words.kind),
                     std::move(words.message), std::move(words.hint)});
  }
  std::vector<model::RuleFinding> list_;
};

// bad_pattern, never_matches, always_matches
void lint_patterns(const model::Requirement& rule, RuleFindings& findings);

// deadlock, gated_way, circular
void lint_ways(const model::Requirements& rules, RuleFindings& findings);

}  // namespace policy

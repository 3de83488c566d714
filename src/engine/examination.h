// Collects doctor's findings and does the repairs that were asked for. Private to the engine.
#pragma once
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/finding.h"

namespace engine {

class Examination {
 public:
  explicit Examination(bool fix) : fix_(fix) {}

  void good(std::string subject, std::string message) {
    add({Severity::good, std::move(subject), std::move(message), "", false, false});
  }
  void remark(std::string subject, std::string message, std::string repair) {
    add({Severity::remark, std::move(subject), std::move(message), std::move(repair), false,
         false});
  }
  void problem(std::string subject, std::string message, std::string repair) {
    add({Severity::problem, std::move(subject), std::move(message), std::move(repair), false,
         false});
  }
  // A problem that `repair` mends, if that was asked for.
  void fixable(std::string subject, std::string message, std::string what,
               const std::function<base::Result<void>()>& repair) {
    Finding finding{
        Severity::problem, std::move(subject), std::move(message), std::move(what), true, false};
    if (fix_) {
      const auto done = repair();
      finding.fixed = done.ok();
      if (!done.ok()) finding.repair = "could not " + finding.repair + ": " + done.error().message;
    }
    add(std::move(finding));
  }
  void add(Finding finding) { findings_.push_back(std::move(finding)); }
  std::vector<Finding> take() { return std::move(findings_); }

 private:
  bool fix_;
  std::vector<Finding> findings_;
};

}  // namespace engine

// Where the rows of a question come from: this machine's own index, or the team's server. Private
// to this folder.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "engine/dashboard/parts.h"
#include "engine/dashboard/scope.h"

namespace engine::dashboard {

// For one question, on one thread.
class ListSource {
 public:
  ListSource(Parts& parts, Scope scope) : parts_(parts), scope_(scope) {}
  // What the team's server has of one machine.
  ListSource(Parts& parts, std::string machine)
      : parts_(parts), scope_(Scope::team), machine_(std::move(machine)) {}

  Parts& parts() const { return parts_; }
  bool is_team() const { return scope_ == Scope::team; }
  // A cursor is for the scope that gave it.
  std::string cursor_name(std::string_view list) const {
    return (is_team() ? "team " : "") + std::string(list);
  }

  // Of this machine an index that cannot be read gives an empty answer, and the page says why. Of
  // a team that would be a lie: the error is the answer.
  template <typename Question>
  auto ask(const Question& question) const -> std::invoke_result_t<Question, indexing::Lists&> {
    if (is_team()) return parts_.team.ask(machine_, question);
    return parts_.index.ask(question);
  }

  // Whose row it is, which says nothing of this machine, or of the one that alone is asked for.
  std::string machine_of(std::string shown) const {
    return shown.empty() ? machine_ : std::move(shown);
  }
  // What people call it; empty where only this machine is asked about. Never fails: a machine whose
  // name cannot be found out has the beginning of its id.
  std::string name_of(const std::string& machine);

 private:
  void read_names(std::chrono::microseconds age);

  Parts& parts_;
  Scope scope_;
  std::string machine_;  // Empty: all, or this one.
  std::optional<std::map<std::string, std::string>> names_;
  bool are_names_new_ = false;
};

}  // namespace engine::dashboard

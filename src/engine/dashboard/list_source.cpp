#include "engine/dashboard/list_source.h"

#include "base/text.h"

namespace engine::dashboard {
namespace {

// A machine seldom changes its name; one that has just joined is looked up at once.
constexpr std::chrono::microseconds kNamesFor{60'000'000};
constexpr std::chrono::microseconds kNewNamesFor{2'000'000};
constexpr std::size_t kIdShown = 8;

}  // namespace

void ListSource::read_names(std::chrono::microseconds age) {
  names_.emplace();
  const auto machines = parts_.team.machines(age);
  if (!machines.ok()) return;
  for (const TeamMachine& machine : *machines) (*names_)[machine.id] = machine.name;
}

std::string ListSource::name_of(const std::string& machine) {
  if (!is_team()) return "";
  if (machine.empty()) return parts_.host_name;
  if (!names_) read_names(kNamesFor);
  if (!names_->contains(machine) && !are_names_new_) {
    are_names_new_ = true;
    read_names(kNewNamesFor);
  }
  const auto found = names_->find(machine);
  if (found != names_->end() && !found->second.empty()) return found->second;
  return std::string(base::clip_utf8(machine, kIdShown));
}

}  // namespace engine::dashboard

#include "host/own_hooks.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.h"
#include "host/catalogue.h"
#include "host/obstacle.h"
#include "host/program.h"

namespace host {
namespace {

constexpr std::size_t kFileBytesMax = 256UL * 1024;

// Names that differ by more than their letters' case: Claude Code's, and what others call the same.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kSynonyms{
    {{"userpromptsubmit", "userpromptsubmitted"},
     {"userpromptsubmit", "beforesubmitprompt"},
     {"stop", "agentstop"}}};

bool is_same_event(std::string_view one, std::string_view other) {
  const std::string left = base::to_lower(one);
  const std::string right = base::to_lower(other);
  if (left == right) return true;
  return std::any_of(kSynonyms.begin(), kSynonyms.end(), [&](const auto& names) {
    return (names.first == left && names.second == right) ||
           (names.first == right && names.second == left);
  });
}

// One that a clone brought by its bare name may be for a program that is not here.
bool can_run(os::System& system, const std::string& program) {
  if (program.starts_with('/')) return is_executable(system.files, program);
  return program.find('/') == std::string::npos && find_on_path(system, program).has_value();
}

// With a matcher, another event or a limit of its own an entry may not be asked, or not listened
// to.
bool is_as_installed(const Part& part, const std::string& text, const OurHook& hook) {
  const auto wanted = part.with_ours(text, {hook.program, hook.kind()});
  return wanted.ok() && *wanted == text;
}

// The files of one host.
class HostFiles {
 public:
  HostFiles(os::System& system, const HostDescription& host, const engine::InstallTarget& target)
      : system_(system), host_(host), target_(target) {}

  bool has_hook(const Part& part, engine::InstallScope scope, std::string_view event) {
    const os::Path path = path_of(system_, host_, part, target_, scope);
    if (path.empty()) return false;
    const auto text = system_.files.read(path, {.bytes_max = kFileBytesMax});
    if (!text.ok() || !part.may_be_in(*text)) return false;
    // What the host was told to leave out hears nothing.
    if (!obstacles_of(system_, host_, target_, {part, scope, *text}).empty()) return false;
    const auto found = part.find(*text);
    return found.ok() && std::any_of(found->begin(), found->end(), [&](const OurHook& hook) {
             return hook.host == host_.name && is_same_event(hook.event, event) &&
                    can_run(system_, hook.program) && is_as_installed(part, *text, hook);
           });
  }

 private:
  os::System& system_;
  const HostDescription& host_;
  const engine::InstallTarget& target_;
};

}  // namespace

bool has_own_hooks(os::System& system, std::string_view host, const os::Path& project_root,
                   std::string_view event) {
  const auto description = describe(host);
  if (!description) return false;
  const engine::InstallTarget target{.root = project_root, .home = system.environment.text("HOME")};
  HostFiles files(system, *description, target);
  for (const auto& part : description->parts) {
    if (!part->is_needed()) continue;
    for (const engine::InstallScope scope :
         {engine::InstallScope::local, engine::InstallScope::user}) {
      if (files.has_hook(*part, scope, event)) return true;
    }
  }
  return false;
}

}  // namespace host

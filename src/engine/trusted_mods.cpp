#include "engine/trusted_mods.h"

#include <algorithm>

#include "base/text.h"
#include "engine/operator.h"
#include "engine/stores.h"

namespace engine {
namespace {

bool is_plugin_name(std::string_view name) {
  constexpr std::string_view kSigns = "-_.";
  return !name.empty() && name.size() <= 100 && std::all_of(name.begin(), name.end(), [&](char c) {
    return base::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           kSigns.find(c) != kSigns.npos;
  });
}

}  // namespace

os::Path trusted_mods_path(os::System& system) {
  return store::homes_of(system.environment).config / "mods";
}

std::vector<std::string> trusted_mods(os::System& system) {
  std::vector<std::string> names;
  const auto text = system.files.read(trusted_mods_path(system), {.follow_links = false});
  if (!text.ok()) return names;
  for (const std::string_view line : base::split(*text, '\n')) {
    if (!base::trim(line).empty()) names.emplace_back(base::trim(line));
  }
  return names;
}

base::Result<bool> change_mod_trust(Workspace& workspace, const ModTrust& request) {
  Stores& stores = workspace.stores();
  if (!is_plugin_name(request.name)) {
    return base::Error{base::Code::invalid_value, "this is no plugin's name",
                       "`holdfast doctor` names the mods that are there."};
  }
  if (!request.revokes) {
    if (const auto person = require_person(workspace, "trusting a mod"); !person.ok()) {
      journal_refusal(workspace, request.session, "trust", person.error(), request.caller);
      return person.error();
    }
  }
  std::vector<std::string> names = trusted_mods(stores.system);
  const auto found = std::find(names.begin(), names.end(), request.name);
  if ((found != names.end()) != request.revokes) return false;
  request.revokes ? (void)names.erase(found) : names.push_back(request.name);
  std::string text;
  for (const std::string& name : names) text += name + "\n";
  const os::Path path = trusted_mods_path(stores.system);
  TRY(stores.system.files.make_folders(path.parent_path()));
  TRY(stores.system.files.replace(path, text));
  return true;
}

}  // namespace engine

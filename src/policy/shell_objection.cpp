#include "policy/shell_objection.h"

#include <fmt/format.h>

namespace policy {
namespace {

using shell::Certainty;
using shell::FileEffect;
using shell::FileUse;

std::string_view short_name(std::string_view path, std::string_view root) {
  if (root.size() > 1 && path.starts_with(root)) {
    const std::string_view rest = path.substr(root.size());
    if (rest.empty()) return "the project";
    if (rest.front() == '/') return rest.substr(1);
  }
  return path;
}

std::string in_words(const FileEffect& effect, std::string_view root) {
  const std::string_view verb = effect.use == FileUse::remove ? "delete" : "write";
  const std::string_view name = short_name(effect.path, root);
  const std::string_view place = effect.certainty == Certainty::within ? "in " : "";
  return fmt::format("{} {}{} ({})", verb, place, name, effect.by);
}

}  // namespace

std::optional<ShellObjection> objection_to_writing(const shell::Analysis& analysis,
                                                   std::string_view root) {
  for (const FileEffect& effect : analysis.files) {
    if (effect.use == FileUse::read) continue;
    return ShellObjection{in_words(effect, root), "A mode that allows writing is missing."};
  }
  if (analysis.opaque.empty()) return std::nullopt;
  return ShellObjection{
      fmt::format("run code that cannot be read ahead ({})", analysis.opaque.front()),
      "What such code would write is not known before it runs; plain commands that only read are "
      "allowed."};
}

}  // namespace policy

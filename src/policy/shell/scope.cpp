#include "policy/shell/scope.h"

#include <algorithm>

#include "base/text.h"

namespace policy::shell {

std::string normal_path(std::string_view absolute) {
  std::vector<std::string_view> kept;
  for (const std::string_view part : base::split(absolute, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      kept.push_back(part);
    } else if (!kept.empty()) {
      kept.pop_back();
    }
  }
  std::string path;
  for (const std::string_view part : kept) {
    path += '/';
    path += part;
  }
  return path.empty() ? "/" : path;
}

Scope::Scope(const Surroundings& at) : home_(at.home) {
  if (!at.folder.empty()) folder_ = normal_path(at.folder);
}

Scope::Mark Scope::mark() const {
  return {.changes = changes_.size(),
          .folder = folder_,
          .previous_folder = previous_folder_,
          .folder_stack = folder_stack_.size()};
}

void Scope::rewind(const Mark& mark) {
  while (changes_.size() > mark.changes) {
    auto& [name, before] = changes_.back();
    if (before) {
      variables_[name] = std::move(*before);
    } else {
      variables_.erase(name);
    }
    changes_.pop_back();
  }
  folder_ = mark.folder;
  previous_folder_ = mark.previous_folder;
  folder_stack_.resize(mark.folder_stack);
}

Scope::Doubt Scope::take_back(const Mark& mark) {
  Doubt doubt{.variables = {}, .folder = folder_ != mark.folder};
  for (std::size_t at = mark.changes; at < changes_.size(); ++at) {
    doubt.variables.push_back(changes_[at].first);
  }
  rewind(mark);
  return doubt;
}

void Scope::forget(const Doubt& doubt) {
  for (const std::string& name : doubt.variables) assign_unknown(name);
  if (doubt.folder) folder_.reset();
}

void Scope::enter(const std::optional<Word>& folder) {
  previous_folder_ = folder_;
  if (!folder || !folder->is_literal()) {
    folder_.reset();
    return;
  }
  folder_ = absolute(folder->text);
}

void Scope::enter_previous() { std::swap(folder_, previous_folder_); }

void Scope::pop_folder() {
  if (folder_stack_.empty()) {
    folder_.reset();
    return;
  }
  folder_ = folder_stack_.back();
  folder_stack_.pop_back();
}

std::optional<std::string> Scope::absolute(std::string_view path) const {
  if (path.starts_with('/')) return normal_path(path);
  if (!folder_) return std::nullopt;
  return normal_path(*folder_ + "/" + std::string(path));
}

const Value* Scope::variable(std::string_view name) const {
  const auto found = variables_.find(std::string(name));
  return found == variables_.end() ? nullptr : &found->second;
}

void Scope::assign(std::string_view name, Value value) {
  const bool is_long = value.words.size() > kWordsKept ||
                       std::any_of(value.words.begin(), value.words.end(),
                                   [](const Word& word) { return word.text.size() > kBytesKept; });
  if (is_long) return assign_unknown(name);
  auto [slot, is_new] = variables_.try_emplace(std::string(name));
  changes_.emplace_back(slot->first,
                        is_new ? std::nullopt : std::optional<Value>(std::move(slot->second)));
  slot->second = std::move(value);
}

void Scope::assign_unknown(std::string_view name) {
  assign(name, {.words = {Word::unknown_text("$" + std::string(name.substr(0, kBytesKept / 2)))}});
}

}  // namespace policy::shell

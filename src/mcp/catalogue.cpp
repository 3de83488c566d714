#include <algorithm>
#include <mutex>

#include "mcp/feature.h"

namespace mcp {

struct Catalogue::State {
  mutable std::mutex mutex;
  std::vector<std::shared_ptr<Tool>> tools;
  std::vector<std::shared_ptr<ResourceProvider>> resources;
  std::vector<std::shared_ptr<Prompt>> prompts;
  std::vector<std::function<void(Kind)>> callbacks;

  // Without the lock, so that whoever is told may look at the catalogue.
  void tell(Kind kind) {
    std::vector<std::function<void(Kind)>> told;
    {
      const std::lock_guard lock(mutex);
      told = callbacks;
    }
    for (const auto& callback : told) callback(kind);
  }
};

namespace {

template <typename Thing>
std::shared_ptr<Thing> find_named(const std::vector<std::shared_ptr<Thing>>& things,
                                  std::string_view name) {
  for (const auto& thing : things) {
    if (thing->description().name == name) return thing;
  }
  return nullptr;
}

template <typename Thing>
void erase_named(std::vector<std::shared_ptr<Thing>>& things, std::string_view name) {
  std::erase_if(things, [&](const auto& thing) { return thing->description().name == name; });
}

}  // namespace

Catalogue::Catalogue() : state_(std::make_unique<State>()) {}
Catalogue::~Catalogue() = default;

void Catalogue::add(std::shared_ptr<Tool> tool) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->tools.push_back(std::move(tool));
  }
  state_->tell(Kind::tools);
}

void Catalogue::add(std::shared_ptr<ResourceProvider> provider) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->resources.push_back(std::move(provider));
  }
  state_->tell(Kind::resources);
}

void Catalogue::add(std::shared_ptr<Prompt> prompt) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->prompts.push_back(std::move(prompt));
  }
  state_->tell(Kind::prompts);
}

void Catalogue::remove_tool(std::string_view name) {
  {
    const std::lock_guard lock(state_->mutex);
    erase_named(state_->tools, name);
  }
  state_->tell(Kind::tools);
}

void Catalogue::remove_prompt(std::string_view name) {
  {
    const std::lock_guard lock(state_->mutex);
    erase_named(state_->prompts, name);
  }
  state_->tell(Kind::prompts);
}

std::vector<std::shared_ptr<Tool>> Catalogue::tools() const {
  const std::lock_guard lock(state_->mutex);
  std::vector<std::shared_ptr<Tool>> listed;
  std::copy_if(state_->tools.begin(), state_->tools.end(), std::back_inserter(listed),
               [](const auto& tool) { return tool->description().is_listed; });
  return listed;
}

std::shared_ptr<Tool> Catalogue::tool(std::string_view name) const {
  const std::lock_guard lock(state_->mutex);
  return find_named(state_->tools, name);
}

std::vector<std::shared_ptr<ResourceProvider>> Catalogue::resources() const {
  const std::lock_guard lock(state_->mutex);
  return state_->resources;
}

std::vector<std::shared_ptr<Prompt>> Catalogue::prompts() const {
  const std::lock_guard lock(state_->mutex);
  return state_->prompts;
}

std::shared_ptr<Prompt> Catalogue::prompt(std::string_view name) const {
  const std::lock_guard lock(state_->mutex);
  return find_named(state_->prompts, name);
}

void Catalogue::on_changed(std::function<void(Kind)> callback) {
  const std::lock_guard lock(state_->mutex);
  state_->callbacks.push_back(std::move(callback));
}

void Catalogue::resources_changed() { state_->tell(Kind::resources); }

}  // namespace mcp

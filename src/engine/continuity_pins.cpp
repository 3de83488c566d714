// A run's pins, as people and agents keep them.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/continuity.h"
#include "engine/continuity_scene.h"
#include "policy/pin_inheritance.h"
#include "policy/redaction.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kContentBytesMax = 4000;
constexpr std::size_t kLabelBytesMax = 100;

bool is_of(const ContinuityScene& scene, const model::Pin& pin, const model::RunId& run) {
  return scene.places.openclaw || pin.run == run.text;
}

base::Result<model::Pin> pin_of(ContinuityScene& scene, const model::RunId& run,
                                const PinRequest& request) {
  const std::string_view content = base::trim(request.content);
  if (content.empty()) {
    return base::Error{base::Code::invalid_params, "there is nothing to pin", "Give a text."};
  }
  if (content.size() > kContentBytesMax) {
    return base::Error{base::Code::invalid_params,
                       "a pin has at most " + std::to_string(kContentBytesMax) + " bytes",
                       "Pin the point of it, and name the file that has the rest."};
  }
  if (request.label.size() > kLabelBytesMax) {
    return base::Error{base::Code::invalid_params,
                       "a label has at most " + std::to_string(kLabelBytesMax) + " bytes", ""};
  }
  model::Pin pin;
  pin.content = policy::redact(content);
  pin.label = policy::redact(base::trim(request.label));
  pin.importance = request.importance;
  pin.pinned_at = base::to_iso(scene.stores.system.clock.now());
  if (scene.places.openclaw) return pin;
  pin.run = run.text;
  pin.project = scene.stores.project.id.text;
  return pin;
}

// Puts the pin among the run's own. False where it is there already.
base::Result<bool> put_pin(const ContinuityScene& scene, std::vector<model::Pin>& pins,
                           const model::RunId& run, const model::Pin& pin) {
  std::size_t count = 0;
  model::Pin* same_label = nullptr;
  for (model::Pin& one : pins) {
    if (!is_of(scene, one, run)) continue;
    ++count;
    const bool is_same = policy::content_key(one) == policy::content_key(pin);
    if (is_same && (pin.label.empty() || policy::origin_label(one) == pin.label) &&
        (pin.importance.empty() || one.importance == pin.importance)) {
      return false;
    }
    const bool is_namesake = !pin.label.empty() && policy::origin_label(one) == pin.label;
    if (is_namesake || (is_same && same_label == nullptr)) same_label = &one;
  }
  if (same_label != nullptr) {
    *same_label = pin;
    return true;
  }
  const auto cap = static_cast<std::size_t>(scene.stores.config.continuity.pins_cap);
  if (count >= cap) {
    return base::Error{base::Code::pin_cap,
                       "the working memory is full: " + std::to_string(count) + " of " +
                           std::to_string(cap) + " pins",
                       "Take one out first: `holdfast pins unpin WHICH`."};
  }
  pins.push_back(pin);
  return true;
}

// The place of the pin that is meant, among all.
std::optional<std::size_t> find(const ContinuityScene& scene, const std::vector<model::Pin>& pins,
                                const model::RunId& run, const std::string& which) {
  const auto number = base::to_number(which);
  std::size_t seen = 0;
  std::optional<std::size_t> by_number;
  for (std::size_t at = 0; at < pins.size(); ++at) {
    if (!is_of(scene, pins[at], run)) continue;
    ++seen;
    const bool is_named = !pins[at].label.empty() &&
                          (pins[at].label == which || policy::origin_label(pins[at]) == which);
    if (is_named || pins[at].content == which) return at;
    if (number && *number == seen) by_number = at;
  }
  return by_number;
}

// What changed, for the journal; the texts are in the file.
void note(Stores& stores, const model::RunId& run, const Caller& caller, Json what) {
  (void)stores.journal.append(run, {"pin", caller.actor, base::JsonBox(std::move(what))}, {});
}

base::Result<PinOutcome> pin_outcome(ContinuityScene& scene, const model::RunId& run,
                                     bool changed) {
  TRY_ASSIGN(const auto pins, scene.pins.read());
  return PinOutcome{store::pins_of(pins, run.text, scene.places), changed};
}

}  // namespace

base::Result<std::vector<model::Pin>> view_pins(Workspace& workspace, const model::RunId& run) {
  TRY_ASSIGN(const auto scene, ContinuityScene::open(workspace.stores()));
  TRY_ASSIGN(const auto pins, scene->pins.read());
  return store::pins_of(pins, run.text, scene->places);
}

base::Result<PinOutcome> add_pin(Workspace& workspace, const model::RunId& run,
                                 const PinRequest& request, const Caller& caller) {
  TRY_ASSIGN(const auto scene, ContinuityScene::open(workspace.stores()));
  TRY_ASSIGN(const model::Pin pin, pin_of(*scene, run, request));
  bool changed = false;
  TRY(scene->pins.update({}, [&](std::vector<model::Pin>& pins) -> base::Result<void> {
    TRY_ASSIGN(changed, put_pin(*scene, pins, run, pin));
    return {};
  }));
  if (changed) note(workspace.stores(), run, caller, Json{{"action", "pin"}, {"label", pin.label}});
  return pin_outcome(*scene, run, changed);
}

base::Result<PinOutcome> remove_pin(Workspace& workspace, const model::RunId& run,
                                    const std::string& which, const Caller& caller) {
  TRY_ASSIGN(const auto scene, ContinuityScene::open(workspace.stores()));
  TRY(scene->pins.update({}, [&](std::vector<model::Pin>& pins) -> base::Result<void> {
    const auto at = find(*scene, pins, run, which);
    if (!at) {
      return base::Error{base::Code::not_found, "there is no pin '" + which + "'",
                         "`holdfast pins view` numbers them."};
    }
    pins.erase(pins.begin() + static_cast<std::ptrdiff_t>(*at));
    return {};
  }));
  note(
      workspace.stores(), run, caller,
      Json{{"action", "unpin"}, {"label", policy::redact(base::clip_utf8(which, kLabelBytesMax))}});
  return pin_outcome(*scene, run, /*changed=*/true);
}

base::Result<PinOutcome> clear_pins(Workspace& workspace, const model::RunId& run,
                                    const Caller& caller) {
  TRY_ASSIGN(const auto scene, ContinuityScene::open(workspace.stores()));
  std::size_t removed = 0;
  TRY(scene->pins.update({}, [&](std::vector<model::Pin>& pins) -> base::Result<void> {
    removed = std::erase_if(pins, [&](const auto& pin) { return is_of(*scene, pin, run); });
    return {};
  }));
  if (removed > 0) {
    note(workspace.stores(), run, caller, Json{{"action", "clear"}, {"count", removed}});
  }
  return pin_outcome(*scene, run, removed > 0);
}

}  // namespace engine

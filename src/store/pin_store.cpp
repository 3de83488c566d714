#include "store/pin_store.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "store/own_file.h"
#include "store/set_aside.h"

namespace store {
namespace {

using base::Json;
using model::Pin;

constexpr std::uint64_t kPinsBytesMax = 4ULL * 1024 * 1024;
constexpr const char* kItems = "items";

// The file as it stands, taken apart.
struct Document {
  std::string bytes;  // Empty where there is no file.
  Json list = Json::array();
  bool is_bare = false;   // The list is all there is.
  bool has_list = false;  // Else the wrapper has no `items` yet.
  std::vector<Pin> pins;  // What of the list is a pin.
};

base::Error no_list(std::string_view problem) {
  return {base::Code::parse_error, std::string(problem), ""};
}

base::Result<Document> parsed(std::string bytes) {
  TRY_ASSIGN(Json json, base::parse_json(bytes));
  Document document;
  document.bytes = std::move(bytes);
  if (json.is_array()) {
    document.is_bare = true;
    document.list = std::move(json);
  } else {
    if (!json.is_object()) return no_list("is neither a list of pins nor an object with one");
    const auto items = json.find(kItems);
    document.has_list = items != json.end();
    if (document.has_list) {
      if (!items->is_array()) return no_list("items: not a list");
      document.list = std::move(*items);
    }
  }
  for (const Json& item : document.list) {
    if (auto pin = model::pin_from_json(item); pin.ok()) document.pins.push_back(*std::move(pin));
  }
  return document;
}

base::Result<Document> read_document(const os::System& system, const ContinuityPlaces& places) {
  const OwnFileRules rules{.bytes_max = kPinsBytesMax, .may_be_group_writable = places.openclaw};
  auto bytes = read_own_file(system, places.pins, rules);
  if (!bytes.ok() && bytes.error().code == base::Code::not_found) return Document{};
  if (!bytes.ok()) return std::move(bytes).error();
  auto document = parsed(*std::move(bytes));
  if (!document.ok()) {
    return base::with_context(std::move(document).error(), places.pins.native());
  }
  return document;
}

// What tells two pins apart: all that they say.
std::string pin_identity(const Pin& pin) { return base::dump_line(model::to_json(pin)); }

std::vector<std::string> pin_identities(const std::vector<Pin>& pins) {
  std::vector<std::string> identities;
  identities.reserve(pins.size());
  for (const Pin& pin : pins) identities.push_back(pin_identity(pin));
  return identities;
}

// The list with `after` for its pins. A pin that was there already is written as it was; what is no
// pin stays where it is, as far as the list goes.
Json list_with(const Document& document, const std::vector<Pin>& after, bool additive) {
  std::multimap<std::string, const Json*> known;
  std::vector<std::pair<std::size_t, const Json*>> strange;
  for (std::size_t at = 0; at < document.list.size(); ++at) {
    const Json& item = document.list[at];
    if (const auto pin = model::pin_from_json(item); pin.ok()) {
      known.emplace(pin_identity(*pin), &item);
    } else {
      strange.emplace_back(at, &item);
    }
  }
  Json list = Json::array();
  for (const Pin& pin : after) {
    const auto found = known.find(pin_identity(pin));
    list.push_back(found != known.end() ? *found->second : model::to_json(pin, additive));
    if (found != known.end()) known.erase(found);
  }
  for (const auto& [at, item] : strange) {
    const auto place = static_cast<std::ptrdiff_t>(std::min(at, list.size()));
    list.insert(list.begin() + place, *item);
  }
  return list;
}

// The whole file anew; all around the list keeps its bytes.
base::Result<std::string> text_with(const Document& document, const Json& list) {
  if (document.bytes.empty()) return base::new_json_text({{kItems, list}});
  TRY_ASSIGN(auto text, base::JsonText::parse(document.bytes));
  if (document.is_bare) {
    TRY(text.replace({}, list));
  } else if (document.has_list) {
    TRY(text.replace({kItems}, list));
  } else {
    TRY(text.add_member({}, kItems, list));
  }
  return text.text();
}

base::Result<Document> read_pins_to_change(const os::System& system,
                                           const ContinuityPlaces& places) {
  auto document = read_document(system, places);
  if (document.ok() || document.error().code != base::Code::parse_error) return document;
  TRY(set_aside(system, places.pins, "corrupt"));
  return Document{};
}

// version_conflict where a program that knows nothing of our lock wrote in between.
base::Result<void> check_unchanged(const os::System& system, const ContinuityPlaces& places,
                                   const Document& document) {
  const auto now = read_document(system, places);
  if (now.ok() && now->bytes == document.bytes) return {};
  return base::Error{base::Code::version_conflict,
                     places.pins.native() + ": is being changed by something else",
                     "Try again in a moment."};
}

}  // namespace

base::Result<std::vector<Pin>> PinStore::read() const {
  auto document = read_document(system_, places_);
  if (document.ok()) return std::move(document->pins);
  base::Error error = std::move(document).error();
  if (error.code == base::Code::parse_error) {
    error.hint = "`holdfast doctor --fix` sets the file aside and begins a new one.";
  }
  return error;
}

base::Result<void> PinStore::update(const Options& options, const Change& change) const {
  TRY_ASSIGN(const auto held,
             lock_own_file(system_, places_.locks / "pins.lock", options.lock_timeout));
  for (int attempt = 1;; ++attempt) {
    TRY_ASSIGN(const Document document, read_pins_to_change(system_, places_));
    std::vector<Pin> after = document.pins;
    TRY(change(after));
    if (pin_identities(after) == pin_identities(document.pins)) return {};
    TRY_ASSIGN(const std::string text,
               text_with(document, list_with(document, after, !places_.openclaw)));
    if (text.size() > kPinsBytesMax) {
      return base::Error{base::Code::too_large, places_.pins.native() + ": would be too large", ""};
    }
    const auto unchanged = check_unchanged(system_, places_, document);
    if (unchanged.ok()) {
      return replace_own_file(system_, places_.pins, text, {.sync = options.sync});
    }
    if (attempt == kChangeAttemptsMax) return unchanged;
  }
}

std::vector<Pin> pins_of(const std::vector<Pin>& pins, const std::string& run,
                         const ContinuityPlaces& places) {
  if (places.openclaw) return pins;
  std::vector<Pin> own;
  std::copy_if(pins.begin(), pins.end(), std::back_inserter(own),
               [&](const Pin& pin) { return pin.run == run; });
  return own;
}

}  // namespace store

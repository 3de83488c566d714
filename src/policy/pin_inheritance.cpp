#include "policy/pin_inheritance.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "base/digest.h"
#include "base/text.h"
#include "policy/plain_line.h"
#include "policy/redaction.h"
#include "policy/redaction_edit.h"
#include "policy/redaction_private.h"

namespace policy {
namespace {

constexpr std::string_view kProvenance = "[inherited from ";
constexpr std::string_view kAt = " @ ";
constexpr std::size_t kLabelBytesMax = 200;
constexpr std::size_t kOriginBytesMax = 80;
constexpr std::size_t kSkippedMax = 100;

bool has_tag(std::string_view text) {
  if (text.find("[CRITICAL]") != std::string_view::npos) return true;
  constexpr std::string_view kTag = "CRITICAL:";
  for (std::size_t at = text.find(kTag); at != std::string_view::npos;
       at = text.find(kTag, at + 1)) {
    if (at == 0 || (!base::is_alnum(text[at - 1]) && text[at - 1] != '-')) return true;
  }
  return false;
}

// Takes every word of provenance off the end of a label. The first one that was put there, the
// leftmost, is the origin.
std::optional<model::PinOrigin> take_provenance(std::string_view& label) {
  std::optional<model::PinOrigin> origin;
  while (true) {
    label = base::trim(label);
    if (!label.ends_with(']')) return origin;
    const std::size_t begin = label.rfind(kProvenance);
    if (begin == std::string_view::npos) return origin;
    const std::size_t from = begin + kProvenance.size();
    const std::string_view inside = label.substr(from, label.size() - from - 1);
    const std::size_t at = inside.find(kAt);
    if (at == std::string_view::npos || inside.find_first_of("[]") != std::string_view::npos) {
      return origin;
    }
    origin = model::PinOrigin{std::string(inside.substr(0, at)),
                              std::string(inside.substr(at + kAt.size())), ""};
    label = label.substr(0, begin);
  }
}

// A label as ours may end in it: without provenance, on one line.
std::string bare_label(std::string_view label) {
  const std::string line = plain_line(label, std::numeric_limits<std::size_t>::max());
  std::string_view bare = line;
  take_provenance(bare);
  return plain_line(bare, kLabelBytesMax);
}

// Ids and times that cannot end the brackets that they stand in.
std::string bracket_safe(std::string_view text) {
  std::string safe = plain_line(text, kOriginBytesMax);
  std::replace(safe.begin(), safe.end(), '[', '(');
  std::replace(safe.begin(), safe.end(), ']', ')');
  return safe;
}

model::PinOrigin origin_of(const model::Pin& pin, const Ancestor& ancestor) {
  model::PinOrigin origin{ancestor.session, ancestor.end_time, ""};
  std::string_view label = pin.label;
  if (pin.inherited_from && !pin.inherited_from->session.empty()) {
    origin = *pin.inherited_from;
  } else if (auto named = take_provenance(label)) {
    origin = *std::move(named);
  }
  return {bracket_safe(origin.session), bracket_safe(origin.at), origin_label(pin)};
}

bool is_inherited(const model::Pin& pin) {
  std::string_view label = pin.label;
  return pin.inherited_from.has_value() || take_provenance(label).has_value();
}

model::Pin inherited(const model::Pin& pin, const Ancestor& ancestor) {
  model::Pin copy;
  copy.content = redact(pin.content);
  copy.pinned_at = pin.pinned_at;
  copy.importance = is_critical(pin) ? "CRITICAL" : plain_line(pin.importance, kOriginBytesMax);
  copy.inherited_from = origin_of(pin, ancestor);
  const std::string& label = copy.inherited_from->label;
  copy.label = label.empty() ? "" : label + " ";
  copy.label += std::string(kProvenance) + copy.inherited_from->session + std::string(kAt) +
                copy.inherited_from->at + "]";
  return copy;
}

// A label that says nothing but how much its pin matters is no name.
bool is_name(const std::string& label) {
  return !label.empty() && label != "CRITICAL" && label != "[CRITICAL]" && label != "CRITICAL:";
}

// The pins that are there, by content and by name.
class KnownPins {
 public:
  void add(const model::Pin& pin) {
    contents_.insert(content_key(pin));
    const std::string label = origin_label(pin);
    if (is_name(label)) labels_.insert(label);
  }
  bool has(const model::Pin& pin) const {
    return contents_.contains(content_key(pin)) || labels_.contains(origin_label(pin));
  }

 private:
  std::unordered_set<std::string> contents_;
  std::unordered_set<std::string> labels_;
};

struct Offer {
  const model::Pin* pin = nullptr;
  const Ancestor* ancestor = nullptr;
};

// The newest first; what has no readable time last; of two at one time the later in the list.
void sort_newest_first(std::vector<Offer>& offers) {
  std::reverse(offers.begin(), offers.end());
  const auto time_of = [](const Offer& offer) {
    const auto time = base::instant_from_iso(offer.pin->pinned_at);
    return time.ok() ? time.value() : base::Instant::min();
  };
  std::stable_sort(offers.begin(), offers.end(),
                   [&](const Offer& a, const Offer& b) { return time_of(a) > time_of(b); });
}

// All that may be taken, what matters most first.
std::vector<Offer> offers_of(const PinWish& wish) {
  std::vector<Offer> offers;
  for (const bool wants_critical : {true, false}) {
    for (const Ancestor& ancestor : wish.ancestors) {
      if (!ancestor.is_best && !(wants_critical && ancestor.critical_counts)) continue;
      std::vector<Offer> own;
      for (const model::Pin& pin : ancestor.pins) {
        if (is_critical(pin) == wants_critical) own.push_back({&pin, &ancestor});
      }
      sort_newest_first(own);
      offers.insert(offers.end(), own.begin(), own.end());
    }
  }
  return offers;
}

// How many more the limit allows: what these ancestors gave before is part of it.
std::int64_t allowance(const PinWish& wish, const std::vector<Offer>& offers) {
  if (!wish.max_inherited) return std::numeric_limits<std::int64_t>::max();
  KnownPins offered;
  for (const Offer& offer : offers) offered.add(*offer.pin);
  const auto before = std::count_if(wish.live.begin(), wish.live.end(), [&](const model::Pin& pin) {
    return is_inherited(pin) && offered.has(pin);
  });
  return std::max<std::int64_t>(0, *wish.max_inherited - before);
}

void skip(PinChoice& choice, const Offer& offer, std::string because) {
  if (choice.skipped.size() >= kSkippedMax) return;
  constexpr std::size_t kBeginningBytesMax = 60;
  std::string label = origin_label(*offer.pin);
  if (label.empty()) label = plain_line(offer.pin->content, kBeginningBytesMax);
  choice.skipped.push_back({offer.ancestor->session, std::move(label), std::move(because)});
}

}  // namespace

bool is_critical(const model::Pin& pin) {
  return base::to_lower(base::trim(pin.importance)) == "critical" || has_tag(pin.label) ||
         has_tag(pin.content);
}

std::string origin_label(const model::Pin& pin) {
  return bare_label(pin.inherited_from ? pin.inherited_from->label : pin.label);
}

std::string content_key(const model::Pin& pin) {
  constexpr std::size_t kDigits = 32;
  const std::string content = redact(pin.content);
  return base::to_hex(base::blake2b(base::trim(content))).substr(0, kDigits);
}

bool is_mostly_redacted(const model::Pin& pin) {
  constexpr std::size_t kWordsPerMark = 3;
  std::string content = redact(pin.content);
  // Both kinds of marks count alike.
  for (std::size_t at = content.find(redaction::kPrivateMarker); at != std::string::npos;
       at = content.find(redaction::kPrivateMarker, at)) {
    content.replace(at, redaction::kPrivateMarker.size(), redaction::kMarker);
  }
  std::size_t marks = 0;
  std::string rest;
  std::size_t from = 0;
  for (std::size_t at = content.find(redaction::kMarker); at != std::string::npos;
       at = content.find(redaction::kMarker, from)) {
    rest.append(content, from, at - from).push_back(' ');
    from = at + redaction::kMarker.size();
    ++marks;
  }
  rest.append(content, from);
  std::size_t words = 0;
  bool is_inside = false;
  for (const char c : rest) {
    const bool is_word = !base::is_space(c) && (base::is_alnum(c) || is_inside);
    if (is_word && !is_inside) ++words;
    is_inside = is_word;
  }
  return marks > 0 && words <= kWordsPerMark * marks;
}

PinChoice choose_pins(const PinWish& wish) {
  PinChoice choice;
  const std::vector<Offer> offers = offers_of(wish);
  KnownPins known;
  for (const model::Pin& pin : wish.live) known.add(pin);
  const auto live = static_cast<std::int64_t>(wish.live.size());
  const std::int64_t allowed = allowance(wish, offers);
  for (const Offer& offer : offers) {
    const auto taken = static_cast<std::int64_t>(choice.taken.size());
    if (base::trim(offer.pin->content).empty()) {
      skip(choice, offer, "empty");
    } else if (is_mostly_redacted(*offer.pin)) {
      skip(choice, offer, "mostly redacted");
    } else if (known.has(*offer.pin)) {
      skip(choice, offer, "there already");
    } else if (live + taken >= wish.cap) {
      skip(choice, offer,
           "no room: " + std::to_string(live + taken) + " of " + std::to_string(wish.cap));
    } else if (taken >= allowed) {
      skip(choice, offer, "no more than " + std::to_string(*wish.max_inherited));
    } else {
      choice.taken.push_back(inherited(*offer.pin, *offer.ancestor));
      known.add(choice.taken.back());
    }
  }
  return choice;
}

}  // namespace policy

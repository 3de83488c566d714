// B3-1, B3-11, B3-12, SC-61, SC-62: what inheriting keeps to, whatever pins there are.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "policy/pin_inheritance.h"
#include "policy/testing_scene.h"

namespace policy {
namespace {

using model::Pin;

Pin any_pin() {
  Pin pin;
  pin.content = *rc::gen::weightedOneOf<std::string>(
      {{6, rc::gen::map(rc::gen::inRange(0, 12), [](int n) { return "c" + std::to_string(n); })},
       {1, rc::gen::elementOf(std::vector<std::string>{"[CRITICAL] x", "CRITICAL: y", "[REDACTED]",
                                                       "", "password=hunter22", "\xff\xfe"})},
       {1, rc::gen::arbitrary<std::string>()}});
  pin.label = *rc::gen::weightedOneOf<std::string>(
      {{4, rc::gen::just(std::string())},
       {4, rc::gen::elementOf(std::vector<std::string>{
               "plan", "rule", "CRITICAL", "plan [inherited from A @ t]",
               "[inherited from B @ u] [inherited from C @ v]", "plan [inherited from",
               "[inherited from [inherited from A @ t]"})},
       {1, rc::gen::arbitrary<std::string>()}});
  pin.importance = *rc::gen::elementOf(std::vector<std::string>{"", "", "CRITICAL", "high"});
  pin.pinned_at = *rc::gen::elementOf(
      std::vector<std::string>{"", "2026-02-18T08:00:00Z", "2026-02-18T09:00:00Z"});
  if (*rc::gen::inRange(0, 4) == 0) {
    pin.inherited_from =
        model::PinOrigin{*rc::gen::arbitrary<std::string>(), *rc::gen::arbitrary<std::string>(),
                         *rc::gen::elementOf(std::vector<std::string>{"", "plan"})};
  }
  return pin;
}

std::vector<Pin> any_pins(int max) {
  std::vector<Pin> pins(*rc::gen::inRange<std::size_t>(0, static_cast<std::size_t>(max)));
  for (Pin& pin : pins) pin = any_pin();
  return pins;
}

struct InheritanceScene {
  std::vector<Pin> live = any_pins(12);
  std::vector<Pin> first = any_pins(12);
  std::vector<Pin> second = any_pins(12);
  PinWish wish;

  InheritanceScene() {
    wish.live = live;
    wish.ancestors = {{"A", "2026-02-18T09:00:00Z", first, true, *rc::gen::arbitrary<bool>()},
                      {"B", "2026-02-17T09:00:00Z", second, false, *rc::gen::arbitrary<bool>()}};
    wish.cap = *rc::gen::inRange(1, 11);
    if (*rc::gen::arbitrary<bool>()) wish.max_inherited = *rc::gen::inRange(1, 9);
  }
  InheritanceScene(const InheritanceScene&) = delete;
  InheritanceScene& operator=(const InheritanceScene&) = delete;
};

TEST(PinInheritanceProperty, TheCapAndTheLimitAreKept) {
  EXPECT_TRUE(rc::check([] {
    const InheritanceScene scene;
    const auto taken = choose_pins(scene.wish).taken;
    const auto cap = static_cast<std::size_t>(scene.wish.cap);
    RC_ASSERT(taken.size() + scene.live.size() <= std::max(cap, scene.live.size()));
    if (scene.wish.max_inherited) {
      RC_ASSERT(static_cast<std::int64_t>(taken.size()) <= *scene.wish.max_inherited);
    }
  }));
}

TEST(PinInheritanceProperty, ChoosingAgainWithTheResultLiveTakesNothing) {
  EXPECT_TRUE(rc::check([] {
    InheritanceScene scene;
    auto taken = choose_pins(scene.wish).taken;
    // In the other tool's layout nothing but the label says that they are inherited.
    if (*rc::gen::arbitrary<bool>()) {
      for (Pin& pin : taken) pin.inherited_from.reset();
    }
    std::vector<Pin> live = scene.live;
    live.insert(live.end(), taken.begin(), taken.end());
    scene.wish.live = live;
    RC_ASSERT(choose_pins(scene.wish).taken.empty());
  }));
}

TEST(PinInheritanceProperty, CriticalPinsComeFirst) {
  EXPECT_TRUE(rc::check([] {
    const InheritanceScene scene;
    const auto taken = choose_pins(scene.wish).taken;
    RC_ASSERT(std::is_partitioned(taken.begin(), taken.end(), is_critical));
  }));
}

TEST(PinInheritanceProperty, OneWordOfProvenanceAndOneOriginAfterAnyNumberOfSessions) {
  EXPECT_TRUE(rc::check([] {
    std::vector<Pin> pins = any_pins(8);
    std::vector<Pin> before;
    const int hops = *rc::gen::inRange(1, 5);
    for (int hop = 0; hop < hops; ++hop) {
      const std::vector<Pin> left = pins;
      PinWish wish;
      wish.ancestors = {{"s" + std::to_string(hop), "t", left, true, true}};
      pins = choose_pins(wish).taken;
      for (const Pin& pin : pins) {
        RC_ASSERT(pin.inherited_from.has_value());
        RC_ASSERT(pin.label.ends_with("]"));
        const std::string start =
            pin.inherited_from->label.empty() ? "" : pin.inherited_from->label + " ";
        RC_ASSERT(pin.label == start + "[inherited from " + pin.inherited_from->session + " @ " +
                                   pin.inherited_from->at + "]");
        RC_ASSERT(origin_label(pin) == pin.inherited_from->label);
        RC_ASSERT(count_of(pin.label, " @ ") >= 1);
        if (hop == 0) continue;
        const auto same = std::find_if(before.begin(), before.end(), [&](const Pin& old) {
          return content_key(old) == content_key(pin);
        });
        RC_ASSERT(same != before.end());
        RC_ASSERT(same->inherited_from == pin.inherited_from);
        RC_ASSERT(same->label == pin.label);
      }
      before = pins;
    }
  }));
}

TEST(PinInheritanceProperty, NoTwoOfTheResultAreTheSame) {
  EXPECT_TRUE(rc::check([] {
    const InheritanceScene scene;
    const auto taken = choose_pins(scene.wish).taken;
    for (std::size_t i = 0; i < taken.size(); ++i) {
      for (const Pin& live : scene.live) RC_ASSERT(content_key(live) != content_key(taken[i]));
      for (std::size_t j = 0; j < i; ++j) RC_ASSERT(content_key(taken[i]) != content_key(taken[j]));
    }
  }));
}

}  // namespace
}  // namespace policy

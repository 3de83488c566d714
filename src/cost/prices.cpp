#include "cost/prices.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "cost/builtin_prices.h"
#include "cost/use_key.h"

namespace cost {
namespace {

using base::Json;

base::Error wrong(const std::string& where, std::string_view what) {
  return {base::Code::parse_error, where + ": " + std::string(what), ""};
}

// Absent numbers keep what `price` has.
base::Result<void> read_price(const Json& json, const std::string& where, Price& price) {
  constexpr double kUsdMax = 1e6;
  const std::array<std::pair<const char*, double*>, 6> members{{
      {"input", &price.input},
      {"output", &price.output},
      {"cache_write_5m", &price.cache_write_5m},
      {"cache_write_1h", &price.cache_write_1h},
      {"cache_read", &price.cache_read},
      {"web_search", &price.web_search},
  }};
  for (const auto& [name, target] : members) {
    const auto member = json.find(name);
    if (member == json.end()) continue;
    if (!member->is_number()) return wrong(where + "." + name, "not a number");
    const double value = member->get<double>();
    if (!(value >= 0 && value <= kUsdMax)) return wrong(where + "." + name, "not a price");
    *target = value;
  }
  return {};
}

base::Result<ModelPrice> read_entry(const Json& json, const std::string& where) {
  if (!json.is_object()) return wrong(where, "not an object");
  if (!json.contains("input") || !json.contains("output")) {
    return wrong(where, "needs a tier, or input and output");
  }
  ModelPrice entry;
  TRY(read_price(json, where, entry.price));
  const auto long_prompt = json.find("long_prompt");
  if (long_prompt == json.end()) return entry;
  const auto above =
      long_prompt->is_object() ? long_prompt->find("above_prompt_tokens") : long_prompt->end();
  if (!long_prompt->is_object() || above == long_prompt->end() || !above->is_number_unsigned()) {
    return wrong(where + ".long_prompt", "above_prompt_tokens: missing or not a number");
  }
  entry.long_above = above->get<std::uint64_t>();
  entry.long_price = entry.price;
  TRY(read_price(*long_prompt, where + ".long_prompt", entry.long_price));
  return entry;
}

base::Result<ModelPrice> read_model(const Json& json, const std::string& where, const Json& tiers) {
  if (!json.is_object() || !json.contains("tier")) return read_entry(json, where);
  const Json& name = json["tier"];
  if (!name.is_string()) return wrong(where + ".tier", "not a string");
  const auto tier = tiers.find(name.get<std::string>());
  if (tier == tiers.end()) return wrong(where + ".tier", "there is no such tier");
  return read_entry(*tier, "tiers." + name.get<std::string>());
}

// Takes `count` digits off the end, with the separator before them.
bool drop_number(std::string_view& name, char separator, std::size_t count) {
  if (name.size() <= count || name[name.size() - count - 1] != separator) return false;
  for (const char c : name.substr(name.size() - count)) {
    if (!base::is_digit(c)) return false;
  }
  name.remove_suffix(count + 1);
  return true;
}

// "-v1:0" and "-v2" of Bedrock.
void drop_revision(std::string_view& name) {
  const std::size_t at = name.rfind("-v");
  if (at == std::string_view::npos || at + 2 == name.size()) return;
  for (const char c : name.substr(at + 2)) {
    if (!base::is_digit(c) && c != ':') return;
  }
  name = name.substr(0, at);
}

void drop_suffix(std::string_view& name, std::string_view suffix) {
  if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
}

}  // namespace

std::string plain_model_name(std::string_view model) {
  constexpr std::size_t kDateDigits = 8;
  std::string lower = base::to_lower(model);
  std::string_view name = lower;
  name.remove_prefix(name.rfind('/') + 1);  // "bedrock/…", "vertex_ai/…"; npos + 1 is 0.
  const std::size_t vendor = name.find("anthropic.");
  if (vendor != std::string_view::npos) name.remove_prefix(vendor + 10);
  drop_suffix(name, "[1m]");
  drop_suffix(name, "-latest");
  drop_revision(name);
  if (!drop_number(name, '-', kDateDigits)) drop_number(name, '@', kDateDigits);
  return std::string(name);
}

base::Result<Prices> Prices::parse(std::string_view text) {
  TRY_ASSIGN(const Json json, base::parse_json(text));
  const auto models = json.is_object() ? json.find("models") : json.end();
  if (!json.is_object() || models == json.end() || !models->is_object()) {
    return wrong("models", "missing or not an object");
  }
  const Json none = Json::object();
  const auto tiers = json.find("tiers");
  Prices prices;
  for (const auto& [name, entry] : models->items()) {
    TRY_ASSIGN(prices.models_[name],
               read_model(entry, "models." + name,
                          tiers != json.end() && tiers->is_object() ? *tiers : none));
  }
  return prices;
}

const Prices& Prices::builtin() {
  static const Prices kPrices = [] {
    auto prices = parse(builtin_prices_json());
    CHECK(prices.ok());
    return *std::move(prices);
  }();
  return kPrices;
}

void Prices::merge(const Prices& other) {
  for (const auto& [name, price] : other.models_) models_[name] = price;
}

const ModelPrice* Prices::find(std::string_view model) const {
  auto found = models_.find(model);
  if (found != models_.end()) return &found->second;
  std::string name = plain_model_name(model);
  found = models_.find(name);
  // The first version of a family is written with and without its ".0".
  if (found == models_.end()) found = models_.find(name += "-0");
  return found == models_.end() ? nullptr : &found->second;
}

std::uint64_t Prices::limits_id() const {
  std::string text;
  for (const auto& [name, price] : models_) {
    if (price.long_above != UINT64_MAX) text += name + ":" + std::to_string(price.long_above) + ";";
  }
  return hash_of(text).low;
}

double usd(const Price& price, const Tokens& tokens) {
  constexpr double kMillion = 1e6;
  const auto part = [](std::uint64_t count, double each) {
    return static_cast<double>(count) * each;
  };
  return (part(tokens.input, price.input) + part(tokens.output, price.output) +
          part(tokens.cache_read, price.cache_read) +
          part(tokens.cache_write_5m, price.cache_write_5m) +
          part(tokens.cache_write_1h, price.cache_write_1h)) /
             kMillion +
         part(tokens.web_searches, price.web_search);
}

}  // namespace cost

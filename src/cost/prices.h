// What tokens cost: list prices of models, from a file that comes with the program and one of the
// user's own. A model that neither names has no price; none is ever guessed.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cost/tokens.h"

namespace cost {

// US dollars for a million tokens, and for one web search.
struct Price {
  double input = 0;
  double output = 0;
  double cache_write_5m = 0;
  double cache_write_1h = 0;
  double cache_read = 0;
  double web_search = 0;
  bool operator==(const Price&) const = default;
};

struct ModelPrice {
  Price price;
  // Requests whose prompt has more tokens than this cost `long_price` as a whole.
  std::uint64_t long_above = UINT64_MAX;
  Price long_price;
  bool operator==(const ModelPrice&) const = default;
};

class Prices {
 public:
  // `text` as in data/prices.json: "tiers" by name, and "models" that each name a tier or have the
  // numbers themselves. On failure the message names the entry.
  static base::Result<Prices> parse(std::string_view text);
  // Those that came with the program.
  static const Prices& builtin();

  // Entries of `other` take the place of ours, model by model.
  void merge(const Prices& other);

  // By the id as the host wrote it: first just so, then without what only says where or when it
  // ran. Null where there is none.
  const ModelPrice* find(std::string_view model) const;
  std::size_t size() const { return models_.size(); }
  // Changes where a limit of long prompts does.
  std::uint64_t limits_id() const;

 private:
  std::map<std::string, ModelPrice, std::less<>> models_;
};

// "us.anthropic.claude-sonnet-4-5-20250929-v1:0" and "claude-sonnet-4-5[1m]" are both
// "claude-sonnet-4-5". What is not understood stays.
std::string plain_model_name(std::string_view model);

double usd(const Price& price, const Tokens& tokens);

}  // namespace cost

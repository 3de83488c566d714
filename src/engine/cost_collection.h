// The ledger of costs with the user's settings and prices. Private to the engine.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cost/collection.h"
#include "cost/prices.h"
#include "engine/cost.h"
#include "model/user_config.h"
#include "os/system.h"

namespace engine {

struct CostCollection {
  model::UserConfig settings;
  cost::Prices prices;
  cost::Collection collected;
  std::vector<std::string> problems;

  const cost::Ledger& ledger() const { return *collected.ledger; }
  // Nothing where its model has no price.
  std::optional<double> usd_of(const cost::LedgerRow& row) const;
};

struct CostCollectionOptions {
  bool utc = false;
  std::function<void(std::size_t done, std::size_t total)> progress = {};
};
CostCollection collect_costs(os::System system, const CostCollectionOptions& options);

void add_tokens(TokenCount& count, const cost::Tokens& tokens);

}  // namespace engine

// Makes a bundle, item by item: no more than one of them is in memory. See docs/format/bundle.md.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "base/result.h"
#include "store/bundle.h"

namespace store {

class BundleWriter {
 public:
  // Gets the bundle's bytes as they come.
  using Sink = std::function<base::Result<void>(std::string_view bytes)>;
  explicit BundleWriter(Sink sink);
  BundleWriter(const BundleWriter&) = delete;
  BundleWriter& operator=(const BundleWriter&) = delete;
  ~BundleWriter();

  base::Result<void> begin(const BundleHeader& header);  // Once, first.
  // A name that no reader would take is a mistake of ours.
  base::Result<void> add(const BundleItem& item);
  // Once, last: without it nobody takes what was written.
  base::Result<void> seal(const base::SigningKey& key);

  std::uint64_t items() const;
  std::uint64_t bytes() const;  // Of the bundle so far.

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace store

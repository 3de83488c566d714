// The page itself: for everybody who asks this server by its right name, since it tells nothing.
#pragma once
#include <optional>
#include <span>
#include <string>

#include "http/message.h"
#include "web/asset.h"

namespace web {

class StaticFiles {
 public:
  // `assets` outlive this.
  explicit StaticFiles(std::span<const Asset> assets) : assets_(assets) {}

  // Nothing where the address is none of the page's. `cookie`: to be set with the page.
  std::optional<http::Response> respond(const http::Request& request,
                                        const std::optional<std::string>& cookie) const;
  // Whether the page answers at this address, whatever the method.
  bool has(std::string_view path) const;

 private:
  const Asset* find(std::string_view path) const;

  std::span<const Asset> assets_;
};

// What every answer of the dashboard's server carries.
void add_safety_headers(http::Headers& headers);

}  // namespace web

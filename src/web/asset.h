// The files of the page, as they lie in the program: compressed, under names that say their
// content.
#pragma once
#include <span>
#include <string_view>

namespace web {

struct Asset {
  std::string_view path;  // "/assets/index-3f2a.js"
  std::string_view type;  // "text/javascript"
  std::string_view gzip;  // Its bytes.
};

// Made by the build from web/; sorted by path. "/index.html" is among them.
std::span<const Asset> assets();

}  // namespace web

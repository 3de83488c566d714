// `Page` of types.ts. For the files of this folder alone.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/json.h"
#include "engine/dashboard/page.h"
#include "web/route.h"

namespace web {

// An empty text is one that is not known.
inline base::Json text_or_null(const std::string& text) {
  return text.empty() ? base::Json() : base::Json(text);
}

template <typename Value>
base::Json or_null(const std::optional<Value>& value) {
  return value ? base::Json(*value) : base::Json();
}

// `cursor` and `limit`, as every list takes them.
inline base::Result<engine::dashboard::PageQuestion> page_question(const Question& question,
                                                                   std::size_t otherwise = 50) {
  TRY_ASSIGN(const std::size_t limit, question.limit(otherwise));
  return engine::dashboard::PageQuestion{.cursor = question.query.text("cursor"), .limit = limit};
}

template <typename Item, typename ToJson>
base::Json page_to_json(const engine::dashboard::Page<Item>& page, const ToJson& item_to_json) {
  base::Json items = base::Json::array();
  for (const Item& item : page.items) items.push_back(item_to_json(item));
  return base::Json{{"items", std::move(items)},
                    {"next", page.next ? base::Json(*page.next) : base::Json()}};
}

}  // namespace web

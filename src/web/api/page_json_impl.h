// `Page` of types.ts. For the files of this folder alone.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/json.h"
#include "engine/dashboard/page.h"
#include "engine/dashboard/scope.h"
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

// `scope`, as every list of the team's takes it; invalid_params for what is none.
inline base::Result<engine::dashboard::Scope> scope_of(const Question& question) {
  const std::string text = question.query.text("scope").value_or("machine");
  if (text == "machine") return engine::dashboard::Scope::machine;
  if (text == "team") return engine::dashboard::Scope::team;
  return base::Error{base::Code::invalid_params, "scope must be machine or team", ""};
}

// What only the files of a machine tell is told by that machine alone.
inline base::Result<void> check_is_here(const Question& question) {
  if (!question.query.text("machine")) return {};
  return base::Error{base::Code::not_found, "only the machine itself has the journal of its runs",
                     "Look at it there."};
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

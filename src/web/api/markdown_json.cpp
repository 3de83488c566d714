#include "web/api/markdown_json.h"

#include "web/api/page_json_impl.h"

namespace web {
namespace {

using base::Json;
using model::MarkdownKind;

const char* name_of(MarkdownKind kind) {
  switch (kind) {
    case MarkdownKind::document:
      return "document";
    case MarkdownKind::paragraph:
      return "paragraph";
    case MarkdownKind::quote:
      return "quote";
    case MarkdownKind::heading:
      return "heading";
    case MarkdownKind::list:
      return "list";
    case MarkdownKind::item:
      return "item";
    case MarkdownKind::task:
      return "task";
    case MarkdownKind::table:
      return "table";
    case MarkdownKind::row:
      return "row";
    case MarkdownKind::cell:
      return "cell";
    case MarkdownKind::emphasis:
      return "emphasis";
    case MarkdownKind::strong:
      return "strong";
    case MarkdownKind::strike:
      return "strike";
    case MarkdownKind::link:
      return "link";
    case MarkdownKind::text:
      return "text";
    case MarkdownKind::code:
      return "code";
    case MarkdownKind::html:
      return "html";
    case MarkdownKind::code_block:
      return "code_block";
    case MarkdownKind::line_break:
      return "break";
    case MarkdownKind::rule:
      return "rule";
  }
  return "text";
}

bool has_text(MarkdownKind kind) {
  return kind == MarkdownKind::text || kind == MarkdownKind::code || kind == MarkdownKind::html ||
         kind == MarkdownKind::code_block;
}

}  // namespace

Json markdown_to_json(const model::MarkdownNode& node) {
  Json json{{"type", name_of(node.kind)}};
  if (node.kind == MarkdownKind::heading) json["level"] = node.level;
  if (node.kind == MarkdownKind::list) {
    json["ordered"] = node.is_ordered;
    json["start"] = node.start;
  }
  if (node.kind == MarkdownKind::task) json["done"] = node.is_done;
  if (node.kind == MarkdownKind::link) json["href"] = node.href ? Json(*node.href) : Json();
  if (node.kind == MarkdownKind::code_block) json["language"] = text_or_null(node.language);
  if (has_text(node.kind)) {
    json["text"] = node.text;
  } else if (node.kind != MarkdownKind::line_break && node.kind != MarkdownKind::rule) {
    Json children = Json::array();
    for (const model::MarkdownNode& child : node.children)
      children.push_back(markdown_to_json(child));
    json["children"] = std::move(children);
  }
  return json;
}

}  // namespace web

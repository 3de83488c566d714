#include "store/protocol_document.h"

#include <nlohmann/json.hpp>

#include "store/protocol_checklist.h"

namespace store {
namespace {

// A template's cells are hints to those who fill it in.
model::ChecklistItem as_template(model::ChecklistItem item) {
  item.done = false;
  item.evidence.clear();
  item.extra = base::JsonBox();
  return item;
}

}  // namespace

base::Result<ProtocolDocument> read_protocol(std::string_view markdown) {
  TRY_ASSIGN(const auto tables, read_tables(markdown));
  ProtocolDocument document;
  for (const MarkdownTable& table : tables) {
    const auto kind = checklist_kind(table);
    if (!kind) continue;
    auto& list = *kind == ChecklistKind::start ? document.checklist.start : document.checklist.end;
    if (!list.empty()) continue;
    for (ChecklistRow& row : checklist_rows(table, *kind, document.warnings)) {
      list.push_back(as_template(std::move(row.item)));
    }
  }
  const model::Checklist& checklist = document.checklist;
  if (checklist.start.empty() && checklist.end.empty()) {
    return base::Error{base::Code::parse_error,
                       "no checklist under a heading \"Session Start\" or \"Session End\"", ""};
  }
  if (checklist.start.empty()) warn(document.warnings, "there is no checklist \"Session Start\"");
  if (checklist.end.empty()) warn(document.warnings, "there is no checklist \"Session End\"");
  return document;
}

}  // namespace store

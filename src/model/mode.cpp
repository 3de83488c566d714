#include "model/mode.h"

#include <nlohmann/json.hpp>

#include "model/fields.h"
#include "model/names.h"

namespace model {
namespace {

constexpr NameTable<Mode, 4> kModes{{{Mode::analysis, "analysis"},
                                     {Mode::planning, "planning"},
                                     {Mode::coding, "coding"},
                                     {Mode::disabled, "disabled"}}};

constexpr NameTable<Author, 2> kAuthors{{{Author::person, "person"}, {Author::agent, "agent"}}};

}  // namespace

std::optional<Author> from_name(std::string_view name, Author*) {
  return find_name(kAuthors, name);
}
std::string_view name_of(Author author) { return find_value(kAuthors, author); }

std::optional<Mode> from_name(std::string_view name, Mode*) { return find_name(kModes, name); }
std::string_view name_of(Mode mode) { return find_value(kModes, mode); }

base::Json to_json(const ModeHistoryEntry& entry) {
  base::Json json{{"mode", entry.mode.text()}, {"timestamp", entry.timestamp}};
  if (!entry.reason.empty()) json["reason"] = entry.reason;
  if (!entry.actor.empty()) json["actor"] = entry.actor;
  if (!entry.by.text().empty()) json["by"] = entry.by.text();
  if (!entry.way.empty()) json["way"] = entry.way;
  append_extra(json, entry.extra);
  return json;
}

base::Result<ModeHistoryEntry> mode_history_entry_from_json(const base::Json& json) {
  ModeHistoryEntry entry;
  FieldReader fields(json);
  fields.required("mode");
  fields.name("mode", entry.mode);
  fields.text("timestamp", entry.timestamp);
  fields.text("reason", entry.reason);
  fields.text("actor", entry.actor);
  fields.name("by", entry.by);
  fields.text("way", entry.way);
  TRY(fields.finish(entry.extra));
  return entry;
}

}  // namespace model

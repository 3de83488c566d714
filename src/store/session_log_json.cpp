// Session logs in JSON. The schema has one spelling of everything, the logs have many.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"
#include "store/protocol_checklist.h"
#include "store/requirement_value.h"
#include "store/session_id.h"
#include "store/session_log_outcome.h"
#include "store/session_log_part.h"
#include "store/session_log_step.h"

namespace store {
namespace {

using base::Json;
using Names = std::initializer_list<std::string_view>;

// Members of a log that are read here, or that its schema has for others.
constexpr std::array kKnown = {"schemaversion",
                               "session",
                               "sessioninfo",
                               "metadata",
                               "objective",
                               "goal",
                               "branch",
                               "startingcommit",
                               "startcommit",
                               "endingcommit",
                               "endcommit",
                               "finalcommit",
                               "protocolcompliance",
                               "protocol",
                               "compliance",
                               "worklog",
                               "work",
                               "workperformed",
                               "tasks",
                               "keydecisions",
                               "decisions",
                               "decisionsmade",
                               "nextsteps",
                               "nextsession",
                               "nextsessionnotes",
                               "followup",
                               "sessionnumber",
                               "number",
                               "date",
                               "sessionstart",
                               "sessionend",
                               "outcomes",
                               "learnings",
                               "episodemetrics",
                               "developmentphase",
                               "schema",
                               "outcome"};

// A member by the first of its names that is there, in any case and with any separators.
const Json* find(const Json& json, Names names) {
  if (!json.is_object()) return nullptr;
  for (const std::string_view name : names) {
    for (const auto& [key, value] : json.items()) {
      if (plain_key(key) == name) return &value;
    }
  }
  return nullptr;
}

// A text or a number as text; "" for anything else.
std::string text_or_number(const Json* json) {
  if (json == nullptr) return "";
  if (json->is_string()) return json->get<std::string>();
  return json->is_number() || json->is_boolean() ? json->dump() : "";
}

// In the object `session`, or beside it.
std::string session_text(const Json& document, Names names) {
  const Json* const session = find(document, {"session", "sessioninfo", "metadata"});
  std::string text = session == nullptr ? "" : text_or_number(find(*session, names));
  return text.empty() ? text_or_number(find(document, names)) : text;
}

CellStatus status_of_value(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? CellStatus::done : CellStatus::open;
  return value.is_string() ? status_of_cell(value.get_ref<const std::string&>()) : CellStatus::open;
}

// What an item says besides true and false is kept.
void keep_cell(ChecklistRow& row, const Json& value) {
  if (value.is_string()) row.item.extra.get()["cell"] = value;
}

class StepReader {
 public:
  StepReader(bool at_end, std::vector<std::string>& warnings)
      : at_end_(at_end), warnings_(warnings) {}

  std::vector<ChecklistRow> read(const Json& list) {
    if (list.is_object()) {
      for (const auto& [key, value] : list.items()) read_step(key, value);
    } else if (list.is_array()) {
      for (const Json& value : list) {
        const std::string name =
            text_or_number(find(value, {"step", "name", "requirement", "item", "key", "task"}));
        read_step(name, value);
      }
    } else {
      warn(warnings_, place("") + ": neither an object nor an array");
    }
    return std::move(rows_);
  }

 private:
  std::string place(std::string_view key) const {
    std::string text = at_end_ ? "sessionEnd" : "sessionStart";
    return key.empty() ? text : text + "." + shown(key);
  }

  void read_step(std::string_view key, const Json& value) {
    if (key.empty()) return warn(warnings_, place("") + ": a step without a name is left out");
    if (value.is_array() || value.is_number()) {
      return warn(warnings_, place(key) + ": neither an object nor true or false");
    }
    if (rows_.size() == kLogEntriesMax) return warn(warnings_, place(key) + ": one step too many");
    ChecklistRow row;
    const LogStep step = log_step(key, at_end_);
    row.item.step = step.step;
    row.item.extra.get()["key"] = key;
    value.is_object() ? read_object(key, value, row) : read_bare(value, row);
    if (row.item.req.empty()) row.item.req = step.level;
    if (!step.is_known) warn(warnings_, place(key) + ": not a step that is known");
    row.item.done = row.status == CellStatus::done;
    if (is_placeholder(row.item.evidence)) row.item.evidence.clear();
    if (!row.item.req.ends_with("NOT")) row.item.gate = gate_of_step(row.item.step, at_end_);
    rows_.push_back(std::move(row));
  }

  void read_bare(const Json& value, ChecklistRow& row) {
    row.status = status_of_value(value);
    keep_cell(row, value);
  }

  void read_object(std::string_view key, const Json& value, ChecklistRow& row) {
    const Json* const done =
        find(value, {"complete", "completed", "done", "passed", "status", "result"});
    if (done == nullptr) {
      warn(warnings_, place(key) + ": says neither `Complete` nor `status`");
    } else {
      row.status = status_of_value(*done);
      keep_cell(row, *done);
    }
    row.item.evidence = text_or_number(find(value, {"evidence", "notes", "note", "details"}));
    const std::string level = text_or_number(find(value, {"level", "req", "requirementlevel"}));
    row.item.req = requirement_level(level);
    if (row.item.req.empty() && !level.empty()) {
      warn(warnings_, place(key) + ": `" + shown(level) + "` is no level");
    }
  }

  bool at_end_;
  std::vector<std::string>& warnings_;
  std::vector<ChecklistRow> rows_;
};

// One line of a list: a text, or the first member that tells what it is about, with its status.
std::string entry_line(const Json& entry) {
  if (!entry.is_object()) return text_or_number(&entry);
  std::string line = text_or_number(find(
      entry, {"action", "step", "task", "description", "decision", "title", "name", "summary"}));
  const std::string status = text_or_number(find(entry, {"status"}));
  return line.empty() || status.empty() ? line : line + " (" + status + ")";
}

class JsonLogReader {
 public:
  JsonLogReader(const Json& document, SessionLog& log) : document_(document), log_(log) {}

  void read() {
    read_id();
    log_.objective = session_text(document_, {"objective", "goal"});
    log_.branch = session_text(document_, {"branch"});
    log_.starting_commit = session_text(document_, {"startingcommit", "startcommit"});
    log_.ending_commit = session_text(document_, {"endingcommit", "endcommit", "finalcommit"});
    read_checklists();
    log_.work = list_of({"worklog", "work", "workperformed", "tasks"}, "workLog");
    log_.key_decisions = list_of({"keydecisions", "decisions", "decisionsmade"}, "decisions");
    log_.next_session_notes = base::join(
        list_of({"nextsteps", "nextsession", "nextsessionnotes", "followup"}, "nextSteps"), "\n");
    name_the_rest();
  }

 private:
  // For a file whose name does not say it. The number may be a text.
  void read_id() {
    const auto number = base::to_number(session_text(document_, {"number", "sessionnumber"}));
    const std::string date = session_text(document_, {"date"});
    constexpr std::uint64_t kNumberMax = 999'999'999;
    if (!number || *number > kNumberMax) return;
    std::string id = session_id_of(date, static_cast<std::int64_t>(*number));
    if (session_id_from(id)) log_.session_id = std::move(id);
  }

  void read_checklists() {
    const Json* const compliance =
        find(document_, {"protocolcompliance", "protocol", "compliance"});
    const Json& holder = compliance != nullptr ? *compliance : document_;
    const auto read_list = [&](Names names, bool at_end) {
      const Json* const list = find(holder, names);
      if (list != nullptr) return StepReader(at_end, log_.warnings).read(*list);
      warn(log_.warnings, std::string("there is no ") + (at_end ? "sessionEnd" : "sessionStart"));
      return std::vector<ChecklistRow>();
    };
    auto start = read_list({"sessionstart", "start", "startchecklist"}, false);
    auto end = read_list({"sessionend", "end", "endchecklist"}, true);
    log_.outcome = outcome_of(start, end);
    log_.checklist = {items_of(std::move(start)), items_of(std::move(end))};
  }

  // An array of entries, one entry, or an object with the array in it: `work: {tasks: []}`.
  std::vector<std::string> list_of(Names names, std::string_view place) {
    std::vector<std::string> lines;
    const Json* list = find(document_, names);
    if (list == nullptr) return lines;
    const Json* const inner = find(*list, {"tasks", "items", "entries", "log"});
    if (inner != nullptr && inner->is_array()) list = inner;
    const Json one = list->is_array() ? Json() : Json::array({*list});
    for (const Json& entry : list->is_array() ? *list : one) {
      std::string line = entry_line(entry);
      if (line.empty()) {
        if (!entry.is_null()) warn(log_.warnings, shown(place) + ": an entry is not understood");
      } else if (lines.size() < kLogEntriesMax) {
        lines.push_back(std::move(line));
      }
    }
    return lines;
  }

  void name_the_rest() {
    for (const auto& [key, value] : document_.items()) {
      const std::string plain = plain_key(key);
      const auto is_this = [&plain](const char* known) { return plain == known; };
      if (std::none_of(kKnown.begin(), kKnown.end(), is_this)) {
        warn(log_.warnings, "`" + shown(key) + "` is not understood; it stays in the document");
      }
    }
  }

  const Json& document_;
  SessionLog& log_;
};

}  // namespace

base::Result<SessionLog> read_json_log(std::string_view text) {
  constexpr base::JsonLimits kLimits{.bytes_max = 4U * 1024 * 1024, .depth_max = 64};
  TRY_ASSIGN(auto document, base::parse_json(text, kLimits));
  if (!document.is_object()) {
    return base::Error{base::Code::parse_error, "a session's log must be an object", ""};
  }
  SessionLog log;
  JsonLogReader(document, log).read();
  log.document = base::JsonBox(std::move(document));
  return log;
}

}  // namespace store

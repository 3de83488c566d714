#include "engine/decision_record.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/redacted.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kCommandBytesMax = 2000;
constexpr std::size_t kRecordedPathBytesMax = 1000;
constexpr std::size_t kRecordedSentenceBytesMax = 4000;  // Ours, but they may name the command.
constexpr std::size_t kPathsMax = 32;
constexpr std::string_view kCutMark = "…";

void put_text(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = text;
}

Json safe_list(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) {
    if (list.size() == kPathsMax) break;
    list.push_back(safe_text(text, kRecordedPathBytesMax));
  }
  return list;
}

// What a command would change, where it would change anything.
void put_effects(Json& json, const policy::shell::Analysis& shell) {
  std::vector<std::string> writes;
  for (const policy::shell::FileEffect& effect : shell.files) {
    if (effect.use != policy::shell::FileUse::read) writes.push_back(effect.path);
  }
  if (!writes.empty()) json["writes"] = safe_list(writes);
  if (!shell.opaque.empty()) json["opaque"] = safe_list(shell.opaque);
}

std::vector<std::string> texts_of(const Json& json, const char* key) {
  std::vector<std::string> texts;
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array()) return texts;
  for (const Json& item : *found) {
    if (item.is_string()) texts.push_back(item.get<std::string>());
  }
  return texts;
}

}  // namespace

std::string safe_text(std::string_view text, std::size_t bytes_max) {
  constexpr std::size_t kMarkRoom = 4;
  std::string head = redacted_head(text, bytes_max + kMarkRoom);
  if (head.size() <= bytes_max) return head;
  head.resize(base::clip_utf8(head, bytes_max).size());
  return head.append(kCutMark);
}

std::string fault_text(const base::Error& error) {
  constexpr std::size_t kFaultBytesMax = 400;
  return safe_text(error.message, kFaultBytesMax);
}

Json decision_to_json(const model::HostEvent& event, const model::GateDecision& decision,
                      const policy::shell::Analysis* shell) {
  const model::ToolCall& call = event.call;
  Json json{{"tool", safe_text(call.tool, kRecordedPathBytesMax)},
            {"allowed", decision.allowed},
            {"rule", model::name_of(decision.rule)},
            {"mode", decision.mode}};
  put_text(json, "call", safe_text(call.id, kRecordedPathBytesMax));
  put_text(json, "agent", safe_text(event.agent_id, kRecordedPathBytesMax));
  put_text(json, "folder", safe_text(event.folder, kRecordedPathBytesMax));
  if (!call.targets.empty()) json["targets"] = safe_list(call.targets);
  if (!call.memories.empty()) json["memories"] = safe_list(call.memories);
  put_text(json, "command", safe_text(call.command, kCommandBytesMax));
  if (shell != nullptr) put_effects(json, *shell);
  put_text(json, "message", safe_text(decision.message, kRecordedSentenceBytesMax));
  put_text(json, "missing", safe_text(decision.missing, kRecordedSentenceBytesMax));
  put_text(json, "next", safe_text(decision.next_step, kRecordedSentenceBytesMax));
  put_text(json, "person", safe_text(decision.for_person, kRecordedSentenceBytesMax));
  put_text(json, kAsksModeKey, decision.asks_mode);
  put_text(json, "warning", safe_text(decision.warning, kRecordedSentenceBytesMax));
  if (!decision.source.file.empty()) {
    json["source"] = {{"file", decision.source.file}, {"line", decision.source.line}};
  }
  if (!decision.unmet.empty()) {
    Json unmet = Json::array();
    for (const model::UnmetRequirement& one : decision.unmet) {
      unmet.push_back(
          Json{{"name", one.name}, {"standing", one.standing}, {"enforced", one.enforced}});
    }
    json["unmet"] = std::move(unmet);
  }
  if (!decision.bypassed.empty()) {
    Json bypassed = Json::array();
    for (const model::GateRule rule : decision.bypassed) bypassed.push_back(model::name_of(rule));
    json["bypassed"] = std::move(bypassed);
  }
  return json;
}

std::optional<PastDecision> decision_from_event(const model::RunId& run,
                                                const model::JournalEvent& event) {
  const Json& json = event.payload.get();
  const auto allowed = json.find("allowed");
  const bool asked = event.kind == "gate" || event.kind == "permission";
  if (!asked || allowed == json.end() || !allowed->is_boolean()) return std::nullopt;
  PastDecision past;
  past.id = decision_id(run, event.seq);
  past.run = run;
  past.at = event.at;
  past.folder = base::text_at(json, "folder");
  past.call = {.tool = base::text_at(json, "tool"),
               .id = base::text_at(json, "call"),
               .targets = texts_of(json, "targets"),
               .memories = texts_of(json, "memories"),
               .command = base::text_at(json, "command")};
  past.command_is_cut = past.call.command.size() + kCutMark.size() > kCommandBytesMax &&
                        past.call.command.ends_with(kCutMark);
  model::GateDecision& decision = past.decision;
  decision.allowed = allowed->get<bool>();
  decision.tool = past.call.tool;
  decision.mode = base::text_at(json, "mode");
  decision.message = base::text_at(json, "message");
  decision.missing = base::text_at(json, "missing");
  decision.next_step = base::text_at(json, "next");
  decision.for_person = base::text_at(json, "person");
  decision.asks_mode = base::text_at(json, kAsksModeKey);
  decision.warning = base::text_at(json, "warning");
  decision.rule =
      model::gate_rule_from_name(base::text_at(json, "rule")).value_or(model::GateRule::none);
  if (const auto source = json.find("source"); source != json.end() && source->is_object()) {
    decision.source.file = base::text_at(*source, "file");
    const auto line = source->find("line");
    if (line != source->end() && line->is_number_integer()) {
      decision.source.line = line->get<int>();
    }
  }
  if (const auto unmet = json.find("unmet"); unmet != json.end() && unmet->is_array()) {
    for (const Json& one : *unmet) {
      if (!one.is_object()) continue;
      decision.unmet.push_back({base::text_at(one, "name"), base::text_at(one, "standing"),
                                base::text_at(one, "enforced")});
    }
  }
  for (const std::string& name : texts_of(json, "bypassed")) {
    if (const auto rule = model::gate_rule_from_name(name)) decision.bypassed.push_back(*rule);
  }
  return past;
}

std::string decision_id(const model::RunId& run, std::uint64_t seq) {
  return run.brief() + "-" + std::to_string(seq);
}

}  // namespace engine

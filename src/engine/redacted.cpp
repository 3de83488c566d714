#include "engine/redacted.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "policy/redaction.h"
#include "policy/redaction_token.h"

namespace engine {

using base::Json;

namespace {

// How far behind a limit a secret is looked for that begins before it.
constexpr std::size_t kLookAheadBytes = 4096;

// Keys whose values others refer to. Changing one would break a chain, a signature or a link.
constexpr std::array<std::string_view, 24> kNames{
    "id",        "session_id", "sessionId", "hash",  "prev",          "mac",         "sha",
    "sha256",    "at",         "key",       "keyId", "projectId",     "signature",   "_signature",
    "etag",      "commit",     "version",   "run",   "hostSessionId", "resumedFrom", "timestamp",
    "createdAt", "updated_at", "seq",
};

bool is_name_key(std::string_view key) {
  return std::find(kNames.begin(), kNames.end(), key) != kNames.end() || key.ends_with("_at") ||
         key.ends_with("_sha") || key.ends_with("Hash");
}

// One word that no issuer of tokens is known to write. Only chance would make a secret of it.
bool is_name(std::string_view key, std::string_view value) {
  if (!is_name_key(key)) return false;
  const std::string_view word = value.substr(0, value.find_last_not_of('=') + 1);
  if (word.find_first_of(" \t\r\n=<&\"'`\\@") != std::string_view::npos) return false;
  policy::redaction::TokenMatcher tokens(word);
  return tokens.next(0, word.size()).begin == word.size();
}

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The text behind `key`, where the two say together what the text alone does not.
std::string redacted_behind(const std::string& key, std::string text) {
  bool changed = false;
  const std::string member = policy::redact(dump(Json{{key, text}}), &changed);
  if (!changed) return text;
  const auto read = base::parse_json(member);
  const bool is_whole = read.ok() && read->is_object() && read->contains(key) &&
                        read->at(key).is_string() && read->size() == 1;
  return is_whole ? read->at(key).get<std::string>() : "[REDACTED]";
}

std::size_t redact_text(Json& value, const std::string* key) {
  const auto& text = value.get_ref<const std::string&>();
  std::string safe = policy::redact(text);
  if (key != nullptr) safe = redacted_behind(*key, std::move(safe));
  if (safe == text) return 0;
  value = std::move(safe);
  return 1;
}

// A document is at most 128 levels deep (base::JsonLimits). What an array holds stands behind the
// array's key.
std::size_t redact_value(Json& value, const std::string* key) {
  if (value.is_string()) return redact_text(value, key);
  std::size_t changed = 0;
  if (value.is_object()) {
    for (auto member = value.begin(); member != value.end(); ++member) {
      const bool stays =
          member->is_string() && is_name(member.key(), member->get_ref<const std::string&>());
      if (!stays) changed += redact_value(*member, &member.key());
    }
  } else if (value.is_array()) {
    for (Json& element : value) changed += redact_value(element, key);
  }
  return changed;
}

void redact(std::string& text) { text = policy::redact(text); }

void redact(std::vector<std::string>& texts) {
  for (std::string& text : texts) redact(text);
}

void redact(base::JsonBox& box) {
  if (!box.get().is_null()) redact_texts(box.get());
}

}  // namespace

std::string redacted_head(std::string_view text, std::size_t bytes_max) {
  std::string safe = policy::redact(base::clip_utf8(text, bytes_max + kLookAheadBytes));
  if (safe.size() > bytes_max) safe.resize(base::clip_utf8(safe, bytes_max).size());
  return safe;
}

std::size_t redact_texts(Json& json) { return redact_value(json, nullptr); }

base::JsonBox redacted(base::JsonBox json) {
  redact(json);
  return json;
}

model::AgentInvocation redacted(model::AgentInvocation invocation) {
  redact(invocation.input.prompt);
  redact(invocation.input.context);
  redact(invocation.input.artifacts);
  redact(invocation.input.extra);
  if (invocation.output) invocation.output = redacted(*std::move(invocation.output));
  redact(invocation.handoff_reason);
  redact(invocation.extra);
  return invocation;
}

model::InvocationOutput redacted(model::InvocationOutput output) {
  redact(output.artifacts);
  redact(output.summary);
  redact(output.recommendations);
  redact(output.blockers);
  redact(output.extra);
  return output;
}

model::Decision redacted(model::Decision decision) {
  redact(decision.description);
  redact(decision.rationale);
  redact(decision.extra);
  return decision;
}

model::Verdict redacted(model::Verdict verdict) {
  redact(verdict.reasoning);
  if (verdict.conditions) redact(*verdict.conditions);
  if (verdict.blockers) redact(*verdict.blockers);
  redact(verdict.extra);
  return verdict;
}

model::Handoff redacted(model::Handoff handoff) {
  redact(handoff.reason);
  redact(handoff.context);
  redact(handoff.artifacts);
  if (handoff.preserved_context) redact(*handoff.preserved_context);
  redact(handoff.extra);
  return handoff;
}

}  // namespace engine

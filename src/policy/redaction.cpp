#include "policy/redaction.h"

#include <utility>

#include "policy/redaction_edit.h"
#include "policy/redaction_format.h"
#include "policy/redaction_pair.h"
#include "policy/redaction_private.h"
#include "policy/redaction_url.h"

namespace policy {
namespace {

// Each step judges a text by what the steps before it left. Returns whether `result` was written.
bool redact_once(std::string_view text, std::string& result) {
  bool changed = false;
  for (const auto step :
       {redaction::redact_formats, redaction::redact_urls, redaction::redact_pairs}) {
    redaction::Edit edit(text);
    step(text, edit);
    if (!edit.changed()) continue;
    result = std::move(edit).take();
    text = result;
    changed = true;
  }
  return changed;
}

}  // namespace

std::string redact(std::string_view text, bool* changed) {
  // A replacement can complete a pattern around it ("https://a@TOKEN=b@c" has two readings), so a
  // changed text is read again until nothing changes. The bound keeps the time linear.
  constexpr int kPassesMax = 8;
  std::string visible;
  const bool is_hidden = redaction::hide_private(text, visible);
  if (is_hidden) text = visible;
  std::string result;
  const bool is_redacted = redact_once(text, result);
  if (changed != nullptr && (is_hidden || is_redacted)) *changed = true;
  if (!is_redacted) return is_hidden ? std::move(visible) : std::string(text);
  for (int pass = 1; pass < kPassesMax; ++pass) {
    std::string next;
    if (!redact_once(result, next)) break;
    result = std::move(next);
  }
  return result;
}

}  // namespace policy

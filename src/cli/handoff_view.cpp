#include "cli/handoff_view.h"

#include <algorithm>

#include "base/text.h"
#include "cli/output.h"
#include "model/ids.h"

namespace cli {
namespace {

using model::HandoffPacket;

void add_part(std::vector<std::string>& parts, std::size_t count, std::string_view one,
              std::string_view many) {
  if (count == 0) return;
  parts.push_back(base::counted(count, one, many));
}

// "2 done, 1 next step"
std::string contents_of(const HandoffPacket& packet) {
  std::vector<std::string> parts;
  add_part(parts, packet.done.size(), "done", "done");
  add_part(parts, packet.failed.size(), "failed", "failed");
  add_part(parts, packet.decisions.size(), "decision", "decisions");
  add_part(parts, packet.next_steps.size(), "next step", "next steps");
  add_part(parts, packet.checks.size(), "check", "checks");
  return base::join(parts, ", ");
}

// "2 h ago, from session 7d1054b6 on main, for qa"
std::string origin_of(Context& context, const HandoffPacket& packet) {
  std::string text = ago(context, packet.created_at);
  if (text.empty()) text = "at an unknown time";
  if (packet.origin) {
    const bool has_member = !packet.origin->member.empty();
    text += ", from " + packet.origin->name + (has_member ? "/" + packet.origin->member : "") +
            " on another machine";
  }
  if (!packet.session.empty()) text += ", from session " + model::RunId{packet.session}.brief();
  if (!packet.branch.empty()) text += (packet.session.empty() ? ", on " : " on ") + packet.branch;
  if (!packet.to.empty()) text += ", for " + packet.to;
  return printable(text);
}

void add_facts(std::vector<Fact>& facts, std::string_view label,
               const std::vector<std::string>& items) {
  for (const std::string& item : items) {
    facts.push_back({&item == &items.front() ? label : "", printable(item)});
  }
}

}  // namespace

std::string ago(Context& context, const std::string& iso) {
  const auto at = base::instant_from_iso(iso);
  if (!at.ok()) return "";
  const base::Millis age = context.system.clock.now() - *at;
  // A clock that was set back makes nothing younger than now.
  return base::to_words(std::max(age, base::Millis{0})) + " ago";
}

void print_packet_brief(Context& context, const engine::WaitingPacket& waiting) {
  const Style style(context.system.environment);
  const HandoffPacket& packet = waiting.packet;
  Console& console = context.console;
  print_line(console,
             style.bold(printable(packet.id)) + "  " + style.dim(origin_of(context, packet)));
  print_line(console, "  " + printable(packet.goal));
  const std::string contents = contents_of(packet);
  if (!contents.empty()) print_line(console, "  " + style.dim(contents));
  if (waiting.age.is_stale) {
    print_line(console, "  " + style.yellow("may no longer hold: " + printable(waiting.age.words)));
  }
  if (packet.accepted_at.empty()) return;
  const std::string by = packet.accepted_by.empty() ? "" : " by " + packet.accepted_by;
  print_line(console,
             "  " + style.green(printable("accepted " + ago(context, packet.accepted_at) + by)));
}

void print_packet(Context& context, const HandoffPacket& packet) {
  std::vector<Fact> facts{{"goal", printable(packet.goal)}};
  add_facts(facts, "done", packet.done);
  add_facts(facts, "failed", packet.failed);
  add_facts(facts, "decided", packet.decisions);
  add_facts(facts, "next", packet.next_steps);
  add_facts(facts, "to check", packet.checks);
  facts.push_back({"written", origin_of(context, packet)});
  facts.push_back({"work session", printable(packet.work_session)});
  print_facts(context.console, facts);
}

}  // namespace cli

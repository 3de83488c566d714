#include "bench/requirements.h"

#include <fmt/format.h>

namespace bench {
namespace {

constexpr int kRequirements = 20;

std::string requirement(int number) {
  return fmt::format(
      "  requirement_{0}:\n"
      "    enabled: yes\n"
      "    type: blocking\n"
      "    scope: session\n"
      "    description: What has to be true before files change, number {0}\n"
      "    trigger_tools:\n"
      "      - Edit\n"
      "      - Write\n"
      "      - tool: Bash\n"
      "        command_pattern: 'git\\s+(commit|push)'\n"
      "    auto_resolve_skill: review-{0}\n"
      "    message: |\n"
      "      ## Blocked: {{req_name}}\n"
      "\n"
      "      Run `/{{auto_resolve_skill}}` on {{branch}} first.\n"
      "    checklist:\n"
      "      - The steps are written down\n"
      "      - Every step has a test\n"
      "      - Somebody else has read them\n",
      number);
}

std::string entry(std::string_view id) {
  return fmt::format(
      "        \"{}\": {{\n"
      "          \"session\": \"{}\",\n"
      "          \"triggered\": true,\n"
      "          \"triggered_at\": 1702345600,\n"
      "          \"satisfied\": true,\n"
      "          \"satisfied_at\": 1702345678,\n"
      "          \"satisfied_by\": \"skill\",\n"
      "          \"metadata\": {{\n"
      "            \"skill\": \"requirements-framework:arch-review\"\n"
      "          }},\n"
      "          \"expires_at\": null\n"
      "        }}",
      id.substr(0, 8), id);
}

}  // namespace

std::string requirements_yaml() {
  std::string text = "version: \"1.0\"\nenabled: true\nrequirements:\n";
  for (int i = 0; i < kRequirements; ++i) text += requirement(i);
  return text;
}

std::string branch_state(std::string_view branch, std::string_view run, int sessions) {
  std::string text = fmt::format(
      "{{\n  \"version\": \"1.0\",\n  \"branch\": \"{}\",\n  \"project\": \"/p\",\n"
      "  \"created_at\": 1702345678,\n  \"updated_at\": 1702345678,\n  \"requirements\": {{",
      branch);
  for (int i = 0; i < kRequirements; ++i) {
    text += fmt::format(
        "{}\n    \"requirement_{}\": {{\n      \"scope\": \"session\",\n      \"sessions\": {{",
        i == 0 ? "" : ",", i);
    for (int session = 1; session < sessions; ++session) {
      text += fmt::format("{}\n", session == 1 ? "" : ",") +
              entry(fmt::format("{:08x}-0000-4000-8000-000000000000", 0xabc00000U + session));
    }
    text += (sessions > 1 ? ",\n" : "\n") + entry(run) + "\n      }\n    }";
  }
  return text + "\n  }\n}";
}

}  // namespace bench

#include "host/judged_files.h"

#include <array>
#include <vector>

#include "host/claude_code/integration.h"
#include "host/edits.h"
#include "host/testing_installation.h"
#include "host/watched_files.h"

namespace host {
namespace {

using base::Json;
using engine::InstallScope;

class JudgedFilesTest : public InstallingTest {
 protected:
  JudgedFilesTest() {
    roots_.project_root = roots_.main_root = kRoot.native();
    roots_.home = "/home/dev";
  }

  void install_everywhere() {
    claude_code::Integration claude_code;
    auto changes = claude_code.plan_install(fake_.system(), target(InstallScope::local));
    ASSERT_TRUE(changes.ok());
    apply(*std::move(changes));
    for (const char* const name :
         {"codex", "gemini", "copilot", "cursor", "windsurf", "cline", "opencode"}) {
      FileIntegration one = host(name);
      install(one, InstallScope::local);
    }
    for (const char* const name : {"windsurf", "openclaw"}) {
      FileIntegration one = host(name);
      install(one, InstallScope::user);
    }
  }

  // What is said against a call of a file tool; empty where it passes.
  std::string objection(const char* tool, const std::string& path, const Json& input) {
    model::ToolCall call{.tool = tool, .targets = {path}};
    files_.take_edits(input, call);
    const std::vector<policy::GateTarget> targets{{.path = path, .real_path = path}};
    const std::string folder;
    os::System system = fake_.system();
    const auto found = files_.taken_away(system, {call, folder, roots_, targets, nullptr});
    return found ? found->what + ". " + found->use_this : "";
  }
  std::string objection_to(const std::string& path, const std::string& text) {
    return objection("Write", path, {{"file_path", path}, {"content", text}});
  }

  std::string text_of(const std::string& path) { return fake_.files.peek(path).value_or(""); }

  JudgedFiles files_;
  policy::GuardRoots roots_;
};

// A host that comes to the catalogue must not be left out.
TEST_F(JudgedFilesTest, TheNamesAreThoseOfTheCatalogue) {
  for (const HostDescription& host : descriptions()) {
    for (const auto& part : host.parts) {
      for (const std::string& place : {part->place().project, part->place().user}) {
        // The plugin's folder is wholly ours and guarded by its path.
        if (place.empty() || place.starts_with("holdfast-plugin/")) continue;
        EXPECT_TRUE(may_be_hosts_file(place)) << place;
      }
    }
  }
  for (const HostDescription& host : descriptions()) {
    for (const SwitchFile& file : host.switch_files) {
      for (const std::string& place : {file.place.project, file.place.user}) {
        EXPECT_TRUE(place.empty() || may_be_hosts_file(place)) << place;
      }
    }
  }
  for (const char* const path : {"package.json", "src/main.cpp", "tsconfig.json", "Makefile"}) {
    EXPECT_FALSE(may_be_hosts_file(path)) << path;
  }
  EXPECT_TRUE(files_.is_judged_by_text("/home/dev/project/.claude/settings.json"));
  EXPECT_TRUE(files_.is_judged_by_text("/home/dev/project/.mcp.json"));
  EXPECT_FALSE(files_.is_judged_by_text("/home/dev/project/src/settings.json"));
}

// G1: whatever is taken away of an entry, the file's name and what it loses are said.
TEST_F(JudgedFilesTest, AFileThatWouldLoseWhatIsOursIsNamed) {
  install_everywhere();
  for (const char* const path :
       {kLocalSettings, kServersFile, "/home/dev/project/.codex/hooks.json",
        "/home/dev/project/.codex/config.toml", "/home/dev/project/.gemini/settings.json",
        "/home/dev/project/.github/mcp.json", "/home/dev/project/.cursor/hooks.json",
        "/home/dev/project/.cursor/mcp.json", "/home/dev/project/.windsurf/hooks.json",
        "/home/dev/.codeium/windsurf/mcp_config.json",
        "/home/dev/project/.clinerules/hooks/PreToolUse",
        "/home/dev/project/.opencode/opencode.json", "/home/dev/.openclaw/openclaw.json"}) {
    SCOPED_TRACE(path);
    const std::string text = text_of(path);
    ASSERT_FALSE(text.empty());
    EXPECT_EQ(objection_to(path, text), "");
    for (const char* const after : {"", "{}", "{", "x"}) {
      EXPECT_NE(objection_to(path, after), "") << after;
    }
    EXPECT_NE(objection("mcp__fs__delete_file", path, {{"path", path}}), "");
    EXPECT_EQ(objection("Edit", path,
                        {{"file_path", path}, {"old_string", "nowhere"}, {"new_string", "x"}}),
              "");
    // Each text that names the program, one at a time.
    for (std::size_t at = text.find(kProgram); at != text.npos; at = text.find(kProgram, at + 1)) {
      std::string other = text;
      other.replace(at, kProgram.size(), "/tmp/evil/holdfast");
      EXPECT_NE(objection_to(path, other), "") << at;
    }
  }
}

// All texts that differ from `value` in one leaf, or by one member.
void add_changed(const Json& whole, const Json::json_pointer& place, std::vector<Json>& changed) {
  const Json& value = whole.at(place);
  if (value.is_structured() && !value.empty()) {
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
      add_changed(whole, place / i, changed);
    }
    for (const auto& member : value.items()) {
      if (!value.is_object()) break;
      Json without = whole;
      without.at(place).erase(member.key());
      changed.push_back(std::move(without));
      add_changed(whole, place / member.key(), changed);
    }
    return;
  }
  for (const Json& other : {Json("x"), Json(0), Json(false)}) {
    Json with = whole;
    with.at(place) = other;
    if (with != whole) changed.push_back(std::move(with));
  }
}

// G1: there is no harmless change inside an entry of ours.
TEST_F(JudgedFilesTest, EachLeafOfAHookOfOursCounts) {
  install_everywhere();
  for (const char* const path :
       {kLocalSettings, "/home/dev/project/.codex/hooks.json",
        "/home/dev/project/.gemini/settings.json", "/home/dev/project/.cursor/hooks.json",
        "/home/dev/project/.windsurf/hooks.json"}) {
    const Json whole = Json::parse(text_of(path));
    std::vector<Json> changed;
    add_changed(whole, Json::json_pointer("/hooks"), changed);
    EXPECT_GT(changed.size(), 30U);
    for (const Json& one : changed) {
      EXPECT_NE(objection_to(path, one.dump(2)), "") << path << "\n" << one.dump(2);
    }
  }
}

// Parsers differ in what they make of these, and the host's own counts.
TEST_F(JudgedFilesTest, ATextIsReadAsTheHostReadsIt) {
  install_everywhere();
  const std::string whole = text_of(kLocalSettings);
  const std::string rest = whole.substr(1);
  EXPECT_NE(objection_to(kLocalSettings, whole + std::string(1, '\0')), "");
  EXPECT_NE(objection_to(kLocalSettings, "{\"disable\\u0041llHooks\": true," + rest), "");
  EXPECT_NE(objection_to(kLocalSettings, whole.substr(0, whole.rfind('}')) + ",\"hooks\": {}}"),
            "");
  EXPECT_EQ(objection_to(kLocalSettings, "{\"hooks\": {}," + rest), "");
  EXPECT_NE(objection_to(kLocalSettings, "[" + whole + "]"), "");
  EXPECT_NE(objection_to(kLocalSettings, std::string(200000, '[')), "");
  EXPECT_NE(objection_to(kLocalSettings, "{'model': 'x'," + rest), "");
  EXPECT_NE(objection_to(kLocalSettings, "{model: 1," + rest), "");
  EXPECT_NE(objection_to("/home/dev/.openclaw/openclaw.json",
                         "{plugins: {deny: ['holdfast'],},} // mine"),
            "");
}

// Members with which no settings of ours has anything to do.
Json unrelated_value(std::size_t kind, std::size_t number) {
  const std::string text = "value " + std::to_string(number);
  switch (kind % 6) {
    case 0:
      return text;
    case 1:
      return number;
    case 2:
      return Json{{"allow", Json::array({"Bash(" + text + ")"})}};
    case 3:
      return Json::array({text, number, nullptr});
    case 4:
      return Json{{"nested", {{"deep", text}, {"flag", number % 2 == 0}}}};
    default:
      return number % 2 == 0;
  }
}

Json with_members_turned_round(const Json& value) {
  if (!value.is_object()) return value;
  std::vector<std::string> names;
  for (const auto& member : value.items()) names.push_back(member.key());
  Json turned = Json::object();
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    turned[*name] = with_members_turned_round(value[*name]);
  }
  return turned;
}

std::string with_crlf(const std::string& text) {
  std::string all;
  for (const char c : text) all += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return all;
}

// The first promise: a gate never denies wrongly. Several hundred edits that a person would make.
TEST_F(JudgedFilesTest, EditsThatLeaveOursAlonePass) {
  install_everywhere();
  std::size_t edits = 0;
  const auto passes = [&](const std::string& path, const std::string& text) {
    ++edits;
    EXPECT_EQ(objection_to(path, text), "") << path << "\n" << text;
  };
  const std::array<std::string, 6> names{"model", "permissions", "statusLine",
                                         "theme", "outputStyle", "cleanupPeriodDays"};
  for (const char* const path :
       {kLocalSettings, kServersFile, "/home/dev/project/.claude/settings.json",
        "/home/dev/.claude/settings.json", "/home/dev/project/.gemini/settings.json",
        "/home/dev/project/.cursor/hooks.json", "/home/dev/project/.codex/hooks.json",
        "/home/dev/project/.opencode/opencode.json", "/home/dev/.openclaw/openclaw.json"}) {
    const std::string before = text_of(path);
    const Json value = before.empty() ? Json::object() : Json::parse(before);
    for (std::size_t kind = 0; kind < 6; ++kind) {
      for (std::size_t number = 0; number < 3; ++number) {
        Json after = value;
        const std::string name = names[(kind + number) % names.size()];
        const bool needs_object = name == "permissions";
        after[name] = unrelated_value(needs_object ? 2 : kind, number);
        passes(path, number == 0 ? after.dump() : after.dump(static_cast<int>(number) * 2));
        passes(path, with_members_turned_round(after).dump(4));
        passes(path, with_crlf(after.dump(2)));
      }
    }
    passes(path, "\xEF\xBB\xBF" + value.dump(1, '\t'));
    Json servers = value;
    servers["mcpServers"]["notes"] = {{"command", "notes"}, {"args", {"mcp"}}};
    passes(path, servers.dump(2));
  }
  EXPECT_GE(edits, 300U);
}

// The same by hand: what people have in such files.
TEST_F(JudgedFilesTest, WhatPeopleWriteIntoSettingsPasses) {
  install_everywhere();
  const Json ours = Json::parse(text_of(kLocalSettings));
  for (const char* const patch :
       {R"({"env": {"NODE_ENV": "test", "DEBUG": "1"}})", R"({"env": {"PATH": "/usr/bin:/bin"}})",
        R"({"env": {"ANTHROPIC_MODEL": "x", "HTTP_PROXY": "http://x"}})",
        R"({"permissions": {"defaultMode": "acceptEdits", "deny": ["Read"]}})",
        R"({"hooks": {"Notification": [{"hooks": [{"type": "command", "command": "bell"}]}]}})",
        R"({"disableAllHooks": false})", R"({"enabledPlugins": {"x@y": false}})",
        R"({"statusLine": {"type": "command", "command": "date"}})",
        R"({"enabledMcpjsonServers": ["session-state", "notes"]})",
        R"({"extraKnownMarketplaces": {"x": {"source": {"source": "github", "repo": "x/y"}}}})"}) {
    Json after = ours;
    after.merge_patch(Json::parse(patch));
    EXPECT_EQ(objection_to(kLocalSettings, after.dump(2)), "") << patch;
    EXPECT_EQ(objection_to("/home/dev/.claude/settings.json", patch), "") << patch;
    EXPECT_EQ(objection_to("/home/dev/project/.claude/settings.json", patch), "") << patch;
  }
  // Comments, where the host takes them.
  for (const char* const path :
       {"/home/dev/project/.gemini/settings.json", "/home/dev/project/.opencode/opencode.json",
        "/home/dev/.openclaw/openclaw.json"}) {
    EXPECT_EQ(objection_to(path, "// mine\n" + text_of(path) + "/* end */\n"), "") << path;
  }
  EXPECT_NE(objection_to(kLocalSettings, "// mine\n" + text_of(kLocalSettings)), "");
  // Others' hooks come and go.
  Json more = ours;
  more["hooks"]["PreToolUse"][0]["hooks"].push_back({{"type", "command"}, {"command", "lint"}});
  EXPECT_EQ(objection_to(kLocalSettings, more.dump(2)), "");
  fake_.files.poke(kLocalSettings, more.dump(2));
  EXPECT_EQ(objection_to(kLocalSettings, ours.dump(2)), "");
}

// A state that is not well may get better, and stay as it is.
TEST_F(JudgedFilesTest, WhatMakesNothingWorsePasses) {
  const std::string path = "/home/dev/project/.claude/settings.json";
  fake_.files.poke(path, R"({"disableAllHooks": true, "env": {"HOLDFAST_GATE": "off"}})");
  EXPECT_EQ(objection_to(path, R"({"env": {"HOLDFAST_GATE": "off"}, "disableAllHooks": true})"),
            "");
  EXPECT_EQ(objection_to(path, R"({"env": {"HOLDFAST_GATE": "off"}})"), "");
  EXPECT_EQ(objection_to(path, "{}"), "");
  fake_.files.poke(path, R"({"model": "x",)");
  EXPECT_EQ(objection_to(path, R"({"model": "x"})"), "");
  EXPECT_EQ(objection_to(path, R"({"model": )"), "");
  EXPECT_NE(objection_to(path, R"({"disableAllHooks": true})"), "");
  // Broken, with ours in it: mended it has them again.
  claude_code::Integration claude_code;
  auto changes = claude_code.plan_install(fake_.system(), target(InstallScope::local));
  ASSERT_TRUE(changes.ok());
  apply(*std::move(changes));
  const std::string whole = text_of(kLocalSettings);
  fake_.files.poke(kLocalSettings, whole + ",");
  EXPECT_EQ(objection_to(kLocalSettings, whole), "");
  EXPECT_NE(objection_to(kLocalSettings, "{}"), "");
}

// A project's file for all who clone calls the program by its bare name.
TEST_F(JudgedFilesTest, APathMayNotMeanAnotherProgram) {
  claude_code::Integration claude_code;
  auto changes = claude_code.plan_install(fake_.system(), target(InstallScope::project));
  ASSERT_TRUE(changes.ok());
  apply(*std::move(changes));
  for (const char* const program : {"/usr/bin/holdfast", "/tmp/bin/holdfast"}) {
    fake_.files.poke(program, "x");
    ASSERT_TRUE(fake_.files.set_mode(program, 0755).ok());
  }
  fake_.environment.set("PATH", "/usr/bin");
  const auto with_path = [&](const std::string& value) {
    return objection_to("/home/dev/.claude/settings.json", Json{{"env", {{"PATH", value}}}}.dump());
  };
  EXPECT_EQ(with_path("/opt/x:/usr/bin"), "");
  EXPECT_NE(with_path("/tmp/bin:/usr/bin").find("another program"), std::string::npos);
  EXPECT_NE(with_path("/opt/x").find("without holdfast"), std::string::npos);
  EXPECT_NE(with_path("bin:/tmp/bin"), "");
}

// Files with nothing of ours, by which a host does not ask.
TEST_F(JudgedFilesTest, ASwitchInAFileOfItsOwnIsSeen) {
  struct Row {
    const char* path;
    const char* off;
    const char* on;
  };
  for (const Row& row :
       {Row{"/home/dev/.gemini/trustedFolders.json", R"({"/home/dev/project": "DO_NOT_TRUST"})",
            R"({"/home/dev/project": "TRUST_FOLDER"})"},
        Row{"/home/dev/project/.env", "A=1\nexport HOLDFAST_GATE=off\n", "A=1\nHOME=/x\n"},
        Row{"/home/dev/project/.gemini/.env", "HOLDFAST_GATE = off", "# HOLDFAST_GATE=off"},
        Row{"/home/dev/.copilot/settings.json", R"({"disableAllHooks": true})", "{}"},
        Row{"/home/dev/project/.github/copilot/settings.json", R"({"disableAllHooks": true})",
            R"({"disableAllHooks": false})"},
        Row{"/home/dev/.codex/config.toml", "[projects.\"/x\"]\ntrust_level = \"untrusted\"\n",
            "[projects.\"/x\"]\ntrust_level = \"trusted\"\n"}}) {
    EXPECT_NE(objection_to(row.path, row.off), "") << row.path;
    EXPECT_EQ(objection_to(row.path, row.on), "") << row.path;
    fake_.files.poke(row.path, row.off);
    EXPECT_EQ(objection_to(row.path, row.on), "") << row.path;
    EXPECT_EQ(objection_to(row.path, row.off), "") << row.path;
  }
}

// Another project's hooks are a person's too, and what else it has is nobody's here.
TEST_F(JudgedFilesTest, OfOtherProjectsOnlyOursCounts) {
  install_everywhere();
  const std::string other = "/home/dev/other/.claude/settings.local.json";
  EXPECT_EQ(objection_to(other, R"({"disableAllHooks": true})"), "");
  fake_.files.poke(other, text_of(kLocalSettings));
  EXPECT_NE(objection_to(other, "{}"), "");
  EXPECT_EQ(objection_to(other, text_of(kLocalSettings)), "");
}

// Gemini CLI takes the project's settings and the user's for one.
TEST_F(JudgedFilesTest, ASwitchInTheUsersFileIsOneForTheProject) {
  FileIntegration gemini = host("gemini");
  install(gemini, InstallScope::local);
  const std::string user = "/home/dev/.gemini/settings.json";
  const Json hooks = at("/home/dev/project/.gemini/settings.json")["hooks"]["BeforeTool"];
  const Json disabled{
      {"hooksConfig", {{"disabled", Json::array({hooks[0]["hooks"][0]["command"]})}}}};
  EXPECT_NE(objection_to(user, disabled.dump()), "");
  EXPECT_EQ(objection_to(user, R"({"hooksConfig": {"disabled": ["theirs"]}})"), "");
  EXPECT_NE(objection_to(user, R"({"hooksConfig": {"enabled": false}} // off\n)"), "");
}

}  // namespace
}  // namespace host

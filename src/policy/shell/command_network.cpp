#include <algorithm>
#include <string>

#include "policy/shell/arguments.h"
#include "policy/shell/command.h"
#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

struct NetworkCommand {
  std::string_view name;
  std::string_view verbs;  // Only with one of these as the first operand; empty for always.
};

constexpr std::string_view kPackageVerbs =
    "install i ci add update upgrade up dist-upgrade full-upgrade publish remove fetch get "
    "download search view info audit outdated login sync mod tap";

constexpr NetworkCommand kNetworkCommands[] = {
    {"ssh", ""},
    {"sftp", ""},
    {"ftp", ""},
    {"telnet", ""},
    {"nc", ""},
    {"ncat", ""},
    {"netcat", ""},
    {"socat", ""},
    {"mosh", ""},
    {"ping", ""},
    {"dig", ""},
    {"nslookup", ""},
    {"host", ""},
    {"whois", ""},
    {"traceroute", ""},
    {"http", ""},
    {"https", ""},
    {"gh", ""},
    {"glab", ""},
    {"aws", ""},
    {"gcloud", ""},
    {"gsutil", ""},
    {"az", ""},
    {"kubectl", ""},
    {"helm", ""},
    {"heroku", ""},
    {"vercel", ""},
    {"flyctl", ""},
    {"aria2c", ""},
    {"mail", ""},
    {"npm", kPackageVerbs},
    {"pnpm", kPackageVerbs},
    {"yarn", kPackageVerbs},
    {"bun", kPackageVerbs},
    {"pip", kPackageVerbs},
    {"pip3", kPackageVerbs},
    {"pipx", kPackageVerbs},
    {"uv", "add sync lock pip"},
    {"poetry", kPackageVerbs},
    {"cargo", "install add update fetch publish search"},
    {"go", "get install mod"},
    {"gem", kPackageVerbs},
    {"bundle", "install update"},
    {"composer", "install update require"},
    {"apt", kPackageVerbs},
    {"apt-get", kPackageVerbs},
    {"apk", kPackageVerbs},
    {"dnf", kPackageVerbs},
    {"yum", kPackageVerbs},
    {"brew", kPackageVerbs},
    {"conda", kPackageVerbs},
    {"docker", "pull push login search"},
    {"terraform", "init plan apply destroy"},
};

bool is_remote(const Word& word) {
  const std::size_t colon = word.text.find(':');
  return colon != std::string::npos && word.text.find('/') > colon;
}

// The name under which a file of an address is kept.
Word kept_as(const Word& address) {
  const std::string_view name = base_name(address.text);
  const bool tells = address.is_literal() && !address.text.ends_with('/') &&
                     name.find_first_of("?#") == std::string_view::npos;
  if (tells) return Word::literal(name);
  return {.text = "*", .varies = 0};
}

void run_curl(const Command& command, Walk& walk) {
  walk.report().network("curl");
  const Arguments given = read_arguments(
      command.arguments(),
      {"AbcCdDeEFhHKmoPQrtTuUwxXyYz",
       "output data header request user user-agent url form data-raw data-binary data-urlencode "
       "max-time connect-timeout retry retry-delay cookie cookie-jar dump-header proxy write-out "
       "upload-file cacert cert key resolve range referer output-dir json"});
  const Touch touch{.use = FileUse::write, .by = "curl -o"};
  const Scope::Mark mark = walk.scope().mark();
  if (const Word* folder = given.value("output-dir")) walk.scope().enter(*folder);
  for (const Option& option : given.options) {
    if (!lists("o output c cookie-jar D dump-header", option.name)) continue;
    if (!option.value.is("-")) walk.touch(option.value, touch);
  }
  for (const Option& option : given.options) {
    if (lists("T upload-file", option.name)) walk.touch(option.value, {.by = "curl -T"});
    const std::size_t at = option.value.text.find('@');
    const bool sends =
        lists("d data data-binary data-ascii data-urlencode F form json", option.name);
    if (sends && at != std::string::npos && !option.value.unknown) {
      walk.touch(option.value.behind(at + 1), {.by = "curl -d"});
    }
  }
  if (given.has("O remote-name remote-name-all J remote-header-name")) {
    for (const Word& address : given.operands) walk.touch(kept_as(address), touch);
  }
  walk.scope().rewind(mark);
}

void run_wget(const Command& command, Walk& walk) {
  walk.report().network("wget");
  const Arguments given = read_arguments(
      command.arguments(),
      {"oOaPiUeBtTwQADRIXl",
       "output-document output-file directory-prefix user-agent header post-data tries timeout "
       "input-file"});
  if (given.has("spider version help")) return;
  const Touch touch{
      .use = FileUse::write, .by = "wget", .whole_tree = given.has("r recursive m mirror")};
  if (const Word* log = given.value("o output-file a")) walk.touch(*log, touch);
  if (const Word* file = given.value("O output-document")) {
    if (!file->is("-")) walk.touch(*file, touch);
    return;
  }
  const Scope::Mark mark = walk.scope().mark();
  if (const Word* folder = given.value("P directory-prefix")) walk.scope().enter(*folder);
  if (touch.whole_tree || given.has("i input-file")) {
    walk.report().within_current(touch, walk.scope());
  } else {
    for (const Word& address : given.operands) walk.touch(kept_as(address), touch);
  }
  walk.scope().rewind(mark);
}

// `rsync -a a/ b` brings what is in a, `rsync -a a b` brings a itself.
void report_transfer(const Arguments& given, std::string_view by, Walk& walk) {
  const Word& target = given.operands.back();
  const bool excludes = given.has("exclude exclude-from filter f C include files-from");
  const bool replaces = !excludes && given.has(
                                         "delete delete-before delete-during delete-after "
                                         "del delete-excluded delete-delay");
  for (std::size_t i = 0; i + 1 < given.operands.size(); ++i) {
    const Word& source = given.operands[i];
    if (is_remote(source) || source.unknown) continue;
    const bool are_contents = (by == "rsync" && source.text.ends_with('/')) ||
                              source.text.ends_with("/.") || !source.is_literal();
    walk.report().tree_arrival(source,
                               are_contents ? target : joined(target, base_name(source.text)),
                               walk.scope(), replaces);
  }
}

// A file ends up under its own name where the target is a folder, which only the disk knows.
void touch_copies(const Words& operands, std::string_view by, Walk& walk) {
  for (std::size_t i = 0; i + 1 < operands.size(); ++i) {
    const Word& source = operands[i];
    if (!source.is_literal() || source.text.ends_with('/') || source.text.ends_with("/.")) continue;
    std::string_view name = base_name(source.text);
    if (is_remote(source)) name.remove_prefix(name.rfind(':') + 1);
    if (name.empty() || name == "." || name == "..") continue;
    walk.touch(joined(operands.back(), name), {.use = FileUse::write, .by = by});
  }
}

// `scp` and `rsync`: the last operand is the target, on this machine or on another.
void run_transfer(const Command& command, Walk& walk) {
  const Arguments given = read_arguments(
      command.arguments(), {"PiFcSloJeTBfM",
                            "rsh exclude include filter files-from exclude-from include-from "
                            "bwlimit out-format log-file temp-dir"});
  const std::string_view by = command.name();
  const Words& operands = given.operands;
  const bool reaches_out = by == "scp" || std::any_of(operands.begin(), operands.end(), is_remote);
  if (reaches_out) walk.report().network(by);
  if (operands.size() < 2 || given.has("n dry-run")) return;
  const bool is_tree = given.has("r a archive recursive");
  for (std::size_t i = 0; i + 1 < operands.size(); ++i) {
    if (is_remote(operands[i]) || operands[i].unknown) continue;
    walk.touch(operands[i], {.by = by, .whole_tree = is_tree});
  }
  if (is_remote(operands.back())) return;
  if (is_tree) report_transfer(given, by, walk);
  touch_copies(operands, by, walk);
  walk.touch(operands.back(), {.use = FileUse::write, .by = by, .whole_tree = true});
}

// `docker cp`, `kubectl cp`: only a target without a colon is on this machine.
void run_container_copy(const Command& command, Walk& walk) {
  const Arguments given = read_arguments(command.arguments(), {"nc", "namespace container"});
  const Words& operands = given.operands;
  if (operands.size() < 3 || !operands[0].is("cp") || is_remote(operands.back())) return;
  if (operands.back().is("-")) return;
  walk.touch(operands.back(), {.use = FileUse::write, .by = command.name(), .whole_tree = true});
}

}  // namespace

bool run_network_command(const Command& command, Walk& walk) {
  const std::string_view name = command.name();
  if (name == "curl") run_curl(command, walk);
  if (name == "wget") run_wget(command, walk);
  if (name == "scp" || name == "rsync") run_transfer(command, walk);
  if (lists("docker podman kubectl", name)) run_container_copy(command, walk);
  for (const NetworkCommand& row : kNetworkCommands) {
    if (row.name != name) continue;
    if (row.verbs.empty()) {
      walk.report().network(name);
      return true;
    }
    const Arguments given = read_arguments(command.arguments(), {"C", "prefix dir cwd filter"});
    if (given.operands.empty() || !lists(row.verbs, given.operands[0].text)) return true;
    walk.report().network(std::string(name) + " " + given.operands[0].text);
    return true;
  }
  return false;
}

}  // namespace policy::shell

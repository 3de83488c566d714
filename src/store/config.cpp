#include "store/config.h"

#include <algorithm>

#include "base/text.h"
#include "store/config_keys.h"
#include "store/layout.h"
#include "store/own_file.h"

namespace store {
namespace {

constexpr std::uint64_t kConfigBytesMax = 1024 * 1024;
constexpr std::string_view kConfigMagic = "holdfast-config 1\n";
constexpr std::string_view kRequirements = "*";  // The file has a block of requirements.
constexpr char kItemEnd = '\x1f';

// Which state of the file a cache was made from, and by which version, since another one may read
// the same file otherwise.
std::string source_line(const os::Path& file, const os::FileInfo& info) {
  return std::string("source ") + HOLDFAST_VERSION + " " + std::to_string(info.device) + " " +
         std::to_string(info.inode) + " " + std::to_string(info.size) + " " +
         std::to_string(info.mtime_ns) + " " + file.native() + "\n";
}

// "key\tline\tvalue", or "!\tline\tproblem"; newlines inside become item ends.
void append_config_line(std::string& text, std::string_view key, int line, std::string_view value) {
  text.append(key).append("\t").append(std::to_string(line)).append("\t").append(value);
  std::replace(text.end() - static_cast<std::ptrdiff_t>(value.size()), text.end(), '\n', kItemEnd);
  text.push_back('\n');
}

std::string compiled_config(const model::Config& config, const std::string& source,
                            const Key& key) {
  std::string text = std::string(kConfigMagic) + source;
  for (const auto& [name, value] : config.values) {
    append_config_line(text, name, config.line_of(name), value);
  }
  for (const model::ConfigProblem& problem : config.problems) {
    append_config_line(text, "!", problem.line, problem.message);
  }
  if (config.has_requirements) append_config_line(text, kRequirements, 0, "");
  return with_mac_line(std::move(text), key);
}

std::optional<model::Config> from_cache(std::string_view text, const std::string& source,
                                        const os::Path& file, const Key& key) {
  const std::size_t mac_at = text.rfind(kMacLabel);
  if (!text.starts_with(kConfigMagic) || mac_at == std::string_view::npos) return std::nullopt;
  std::string_view body = text.substr(0, mac_at);
  if (!body.substr(kConfigMagic.size()).starts_with(source)) return std::nullopt;
  const auto mac = base::digest_from_hex(base::trim(text.substr(mac_at + kMacLabel.size())));
  if (!mac || !base::equal_in_constant_time(*mac, base::hmac_sha256(key.secret, {body}))) {
    return std::nullopt;
  }
  model::Config config;
  config.file = file.native();
  body.remove_prefix(kConfigMagic.size() + source.size());
  while (!body.empty()) {
    const std::size_t end = body.find('\n');
    const std::string_view line = body.substr(0, end);
    body.remove_prefix(end + 1);
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (second == std::string_view::npos) return std::nullopt;
    const std::string name(line.substr(0, first));
    const int number =
        static_cast<int>(base::to_number(line.substr(first + 1, second - first - 1)).value_or(0));
    std::string value(line.substr(second + 1));
    std::replace(value.begin(), value.end(), kItemEnd, '\n');
    if (name == kRequirements) {
      config.has_requirements = true;
      continue;
    }
    if (name == "!") {
      config.problems.push_back({config.file, number, std::move(value)});
      continue;
    }
    const ConfigKey* const known = find_config_key(name);
    if (known == nullptr || !known->set(config, value)) return std::nullopt;
    config.lines[name] = number;
    config.values[name] = std::move(value);
  }
  return config;
}

model::Config read_file(os::System& system, const Project& project, const std::string& source,
                        Keyring& keys) {
  const os::Path& file = project.config_file;
  const os::Path cache = Layout({.local = project.local}).config_cache();
  const auto key = keys.signing();
  const bool has_cache = !source.empty() && key.ok();
  if (has_cache) {
    const auto text = system.files.read(cache, {.bytes_max = kConfigBytesMax});
    if (text.ok()) {
      if (auto config = from_cache(*text, source, file, **key)) return *std::move(config);
    }
  }
  auto yaml = system.files.read(file, {.bytes_max = kConfigBytesMax});
  if (!yaml.ok()) {
    model::Config config;
    config.file = file.native();
    config.problems.push_back({config.file, 0, "cannot be read: " + yaml.error().message});
    return config;
  }
  model::Config config = parse_config(*yaml, file.native());
  if (has_cache) keep_cache_file(system, cache, compiled_config(config, source, **key));
  return config;
}

model::Config read_config(os::System& system, const Project& project, Keyring& keys,
                          KeptConfigs* kept) {
  if (!project.opted_in) return {};  // Requirements alone: they have files of their own.
  const os::Path& file = project.config_file;
  const auto info = system.files.info(file);
  const std::string source = info.ok() ? source_line(file, *info) : std::string();
  if (kept != nullptr && info.ok()) {
    if (auto config = kept->find(file.native(), source)) return *std::move(config);
  }
  model::Config config = read_file(system, project, source, keys);
  if (kept != nullptr && info.ok()) kept->keep(source, config);
  return config;
}

// The environment goes over the file, and into no cache: the next process may have another one.
void take_environment(os::Environment& environment, model::Config& config) {
  constexpr const char* kDebugVariable = "CORTEX_SESSION_DEBUG";
  const std::string given = environment.text(kDebugVariable);
  if (given.empty()) return;
  const auto flag = to_flag(given);
  if (flag) {
    config.continuity.debug = *flag;
  } else {
    config.problems.push_back({config.file, 0,
                               std::string(kDebugVariable) + " must be true or false, not '" +
                                   std::string(base::clip_utf8(given, 60)) + "'"});
  }
}

}  // namespace

model::Config load_config(os::System system, const Project& project, Keyring& keys,
                          KeptConfigs* kept) {
  model::Config config = read_config(system, project, keys, kept);
  take_environment(system.environment, config);
  return config;
}

}  // namespace store

#include "store/config.h"

#include <algorithm>

#include "base/text.h"
#include "store/config_keys.h"
#include "store/kept_files.h"
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

// What a cache was made from and what is in it.
struct CompiledConfig {
  std::string source;
  model::Config config;
};

// The lines of a cache behind its source line.
std::optional<model::Config> config_of_lines(std::string_view body, const os::Path& file) {
  model::Config config;
  config.file = file.native();
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

std::optional<CompiledConfig> from_cache(std::string_view text, const os::Path& file,
                                         const Key& key) {
  const std::size_t mac_at = text.rfind(kMacLabel);
  if (!text.starts_with(kConfigMagic) || mac_at == std::string_view::npos) return std::nullopt;
  const std::string_view body = text.substr(0, mac_at);
  const auto mac = base::digest_from_hex(base::trim(text.substr(mac_at + kMacLabel.size())));
  if (!mac || !base::equal_in_constant_time(*mac, base::hmac_sha256(key.secret, {body}))) {
    return std::nullopt;
  }
  const std::string_view lines = body.substr(kConfigMagic.size());
  const std::size_t source_end = lines.find('\n');
  if (source_end == std::string_view::npos) return std::nullopt;
  // Of another file it tells nothing: a linked worktree may have one of its own.
  const std::string_view source = lines.substr(0, source_end + 1);
  if (!source.ends_with(" " + file.native() + "\n")) return std::nullopt;
  auto config = config_of_lines(lines.substr(source_end + 1), file);
  if (!config) return std::nullopt;
  return CompiledConfig{std::string(source), *std::move(config)};
}

os::Path compiled_path(const Project& project) {
  return Layout({.local = project.local}).config_cache();
}

std::optional<CompiledConfig> read_cache(os::System& system, const Project& project,
                                         Keyring& keys) {
  const auto key = keys.signing();
  if (!key.ok()) return std::nullopt;
  const auto text = system.files.read(compiled_path(project), {.bytes_max = kConfigBytesMax});
  return text.ok() ? from_cache(*text, project.config_file, **key) : std::nullopt;
}

// The configuration as it was kept with our other files, for who has no cache.
std::optional<model::Config> kept_config(os::System& system, const Project& project,
                                         Keyring& keys) {
  KeptFiles kept(system, project.local, keys);
  if (!kept.is_anything_kept()) return std::nullopt;
  const os::Path root = project.config_file.parent_path().parent_path();
  const auto files = kept.list(root);
  if (!files) return std::nullopt;
  for (const KeptFile& file : *files) {
    if (root / file.path != project.config_file) continue;
    if (const auto bytes = kept.bytes_of(file)) {
      return parse_config(*bytes, project.config_file.native());
    }
  }
  return std::nullopt;
}

model::Config last_config(os::System& system, const Project& project, Keyring& keys) {
  model::Config config;
  if (auto cached = read_cache(system, project, keys)) {
    config = std::move(cached->config);
  } else if (auto kept = kept_config(system, project, keys)) {
    config = *std::move(kept);
  }
  config.file = project.config_file.native();
  const bool is_there = system.files.exists(project.config_file);
  // First, so that it is what is shown.
  config.problems.insert(config.problems.begin(),
                         {config.file, 0,
                          std::string("a call of the agent ") +
                              (is_there ? "loosened it; what it said before still holds"
                                        : "took it away; what it said last still holds")});
  return config;
}

model::Config read_file(os::System& system, const Project& project, const std::string& source,
                        Keyring& keys) {
  const os::Path& file = project.config_file;
  std::optional<CompiledConfig> cached;
  if (!source.empty()) cached = read_cache(system, project, keys);
  if (cached && cached->source == source) return std::move(cached->config);
  auto yaml = system.files.read(file, {.bytes_max = kConfigBytesMax});
  if (!yaml.ok()) {
    model::Config config;
    config.file = file.native();
    config.problems.push_back({config.file, 0, "cannot be read: " + yaml.error().message});
    return config;
  }
  model::Config config = parse_config(*yaml, file.native());
  config.source = source;
  std::optional<model::Config> before;
  if (cached) before = std::move(cached->config);
  if (!before) before = kept_config(system, project, keys);
  if (before && before->values != config.values) {
    config.before = std::make_shared<const model::Config>(*std::move(before));
  } else {
    take_over_config(system, project, keys, config);
  }
  return config;
}

model::Config read_config(os::System& system, const Project& project, Keyring& keys,
                          KeptConfigs* kept) {
  if (!project.opted_in) return {};  // Requirements alone: they have files of their own.
  if (project.keeps_last_config) return last_config(system, project, keys);
  const os::Path& file = project.config_file;
  const auto info = system.files.info(file);
  const std::string source = info.ok() ? source_line(file, *info) : std::string();
  if (kept != nullptr && info.ok()) {
    if (auto config = kept->find(file.native(), source)) return *std::move(config);
  }
  model::Config config = read_file(system, project, source, keys);
  if (kept != nullptr && info.ok() && !config.before) {
    model::Config compiled = config;
    compiled.source.clear();
    kept->keep(source, compiled);
  }
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

void take_over_config(os::System system, const Project& project, Keyring& keys,
                      const model::Config& config) {
  const auto key = keys.signing();
  if (config.source.empty() || !key.ok()) return;
  keep_cache_file(system, compiled_path(project), compiled_config(config, config.source, **key));
}

}  // namespace store

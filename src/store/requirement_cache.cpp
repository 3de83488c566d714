#include "store/requirement_cache.h"

#include <cstring>
#include <type_traits>
#include <vector>

namespace store {
namespace {

constexpr std::string_view kMagic = "holdfast-requirements 1\n";

// Numbers as this machine has them: the cache never leaves it.
using Length = std::uint32_t;

class Writer {
 public:
  explicit Writer(std::string& bytes) : bytes_(bytes) {}

  template <typename... Fields>
  void operator()(const Fields&... fields) {
    (put(fields), ...);
  }

 private:
  template <typename Number>
  requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  void put(Number number) {
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof number);
    bytes_.append(raw, sizeof number);
  }
  void put(const std::string& text) {
    put(static_cast<Length>(text.size()));
    bytes_.append(text);
  }
  template <typename Item>
  void put(const std::vector<Item>& items) {
    put(static_cast<Length>(items.size()));
    for (const Item& item : items) put(item);
  }
  template <typename Value>
  void put(const std::optional<Value>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename Noun>
  requires std::is_class_v<Noun>
  void put(const Noun& noun) { pass(*this, noun); }

  std::string& bytes_;
};

// Reads what the writer wrote. After the first thing that does not fit, everything is empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <typename... Fields>
  void operator()(Fields&... fields) {
    (take(fields), ...);
  }
  bool is_done() const { return good_ && rest_.empty(); }

 private:
  template <typename Number>
  requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  void take(Number& number) {
    const std::string_view raw = take_bytes(sizeof number);
    if (raw.size() == sizeof number) std::memcpy(&number, raw.data(), sizeof number);
  }
  void take(std::string& text) { text = take_bytes(take_length()); }
  template <typename Item>
  void take(std::vector<Item>& items) {
    const Length count = take_length();
    items.clear();
    // Every item has a byte at least, so that no count makes memory out of nothing.
    if (count > rest_.size()) return fail();
    items.reserve(count);
    for (Length i = 0; i < count && good_; ++i) take(items.emplace_back());
  }
  template <typename Value>
  void take(std::optional<Value>& value) {
    bool is_there = false;
    take(is_there);
    value.reset();
    if (is_there) take(value.emplace());
  }
  template <typename Noun>
  requires std::is_class_v<Noun>
  void take(Noun& noun) { pass(*this, noun); }

  void fail() {
    good_ = false;
    rest_ = {};
  }
  Length take_length() {
    Length length = 0;
    take(length);
    return length;
  }
  std::string_view take_bytes(std::size_t size) {
    if (size > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  std::string_view rest_;
  bool good_ = true;
};

template <typename Type, typename Noun>
concept Is = std::is_same_v<std::remove_const_t<Type>, Noun>;

// One way through each noun for both directions. Naming all of its members makes one that is added
// and forgotten here an error of the compiler.
void pass(auto& archive, Is<model::ToolMatch> auto& match) {
  auto& [tool, pattern] = match;
  archive(tool, pattern);
}

void pass(auto& archive, Is<model::EvidenceRule> auto& rule) {
  auto& [folders, markers, verdict, max_age_s] = rule;
  archive(folders, markers, verdict, max_age_s);
}

void pass(auto& archive, Is<model::FingerprintRule> auto& rule) {
  auto& [paths, range] = rule;
  archive(paths, range);
}

void pass(auto& archive, Is<model::RuleSource> auto& source) {
  auto& [file, line] = source;
  archive(file, line);
}

void pass(auto& archive, Is<model::Requirement> auto& requirement) {
  auto& [name, type, scope, enabled, stop_only, enforcing, description, message, short_message,
         blocking_message, checklist, triggers, resolving_skill, satisfied_by, satisfied_by_tools,
         replan_ttl_s, evidence, fingerprint, guard, protected_branches, calculator, calculation,
         warn_at, block_at, cache_ttl_s, approval_ttl_s, deprecated, source] = requirement;
  archive(name, type, scope, enabled, stop_only, enforcing, description, message, short_message,
          blocking_message, checklist, triggers, resolving_skill, satisfied_by, satisfied_by_tools,
          replan_ttl_s, evidence, fingerprint, guard, protected_branches, calculator, calculation,
          warn_at, block_at, cache_ttl_s, approval_ttl_s, deprecated, source);
}

void pass(auto& archive, Is<model::CarryOver> auto& carry_over) {
  auto& [enabled, window_s, scopes] = carry_over;
  archive(enabled, window_s, scopes);
}

void pass(auto& archive, Is<model::RequirementHooks> auto& hooks) {
  auto& [inject_context, briefing, custom_header, carry_over, stop_verifies, stop_scopes,
         stop_max_blocks, clear_session_state] = hooks;
  archive(inject_context, briefing, custom_header, carry_over, stop_verifies, stop_scopes,
          stop_max_blocks, clear_session_state);
}

void pass(auto& archive, Is<model::ConfigProblem> auto& problem) {
  auto& [file, line, message] = problem;
  archive(file, line, message);
}

void pass(auto& archive, Is<model::Requirements> auto& requirements) {
  auto& [enabled, list, hooks, satisfy_on, resume_inherits, prune_days, prune_keep, files, problems,
         unused] = requirements;
  archive(enabled, list, hooks, satisfy_on, resume_inherits, prune_days, prune_keep, files,
          problems, unused);
}

// The hash of the bytes is authenticated, not the bytes: BLAKE2b takes half the time of SHA-256.
base::Digest mac_of(std::string_view bytes, const Key& key) {
  const base::Digest hash = base::blake2b(bytes);
  return base::hmac_sha256(key.secret,
                           {kMagic, {reinterpret_cast<const char*>(hash.data()), hash.size()}});
}

}  // namespace

std::string compiled_requirements(const model::Requirements& requirements, std::string_view sources,
                                  const Key& key) {
  std::string bytes(kMagic);
  Writer writer(bytes);
  writer(std::string(sources), requirements);
  const base::Digest mac = mac_of(bytes, key);
  return bytes.append(reinterpret_cast<const char*>(mac.data()), mac.size());
}

std::optional<model::Requirements> requirements_from_cache(std::string_view bytes,
                                                           std::string_view sources,
                                                           const Key& key) {
  base::Digest mac;
  if (!bytes.starts_with(kMagic) || bytes.size() < kMagic.size() + mac.size()) return std::nullopt;
  const std::string_view body = bytes.substr(0, bytes.size() - mac.size());
  std::memcpy(mac.data(), bytes.data() + body.size(), mac.size());
  if (!base::equal_in_constant_time(mac, mac_of(body, key))) return std::nullopt;
  Reader reader(body.substr(kMagic.size()));
  std::string made_from;
  reader(made_from);
  if (made_from != sources) return std::nullopt;
  model::Requirements requirements;
  reader(requirements);
  if (!reader.is_done()) return std::nullopt;
  return requirements;
}

}  // namespace store

#include "store/requirement_cache.h"

#include "store/archive.h"

// In the nouns' own namespace, where the archive finds them.
namespace model {

using store::archive::Is;

// One way through each noun for both directions. Naming all of its members makes one that is added
// and forgotten here an error of the compiler.
static void pass(auto& archive, Is<ToolMatch> auto& match) {
  auto& [tool, pattern] = match;
  archive(tool, pattern);
}

static void pass(auto& archive, Is<EvidenceRule> auto& rule) {
  auto& [folders, markers, verdict, max_age_s] = rule;
  archive(folders, markers, verdict, max_age_s);
}

static void pass(auto& archive, Is<FingerprintRule> auto& rule) {
  auto& [paths, range] = rule;
  archive(paths, range);
}

static void pass(auto& archive, Is<RuleSource> auto& source) {
  auto& [file, line] = source;
  archive(file, line);
}

static void pass(auto& archive, Is<Requirement> auto& requirement) {
  auto& [name, type, scope, enabled, stop_only, enforcing, description, message, short_message,
         blocking_message, checklist, triggers, resolving_skill, satisfied_by, satisfied_by_tools,
         replan_ttl_s, evidence, fingerprint, guard, protected_branches, calculator, calculation,
         warn_at, block_at, cache_ttl_s, approval_ttl_s, deprecated, source] = requirement;
  archive(name, type, scope, enabled, stop_only, enforcing, description, message, short_message,
          blocking_message, checklist, triggers, resolving_skill, satisfied_by, satisfied_by_tools,
          replan_ttl_s, evidence, fingerprint, guard, protected_branches, calculator, calculation,
          warn_at, block_at, cache_ttl_s, approval_ttl_s, deprecated, source);
}

static void pass(auto& archive, Is<CarryOver> auto& carry_over) {
  auto& [enabled, window_s, scopes] = carry_over;
  archive(enabled, window_s, scopes);
}

static void pass(auto& archive, Is<RequirementHooks> auto& hooks) {
  auto& [inject_context, briefing, custom_header, carry_over, stop_verifies, stop_scopes,
         stop_max_blocks, clear_session_state] = hooks;
  archive(inject_context, briefing, custom_header, carry_over, stop_verifies, stop_scopes,
          stop_max_blocks, clear_session_state);
}

static void pass(auto& archive, Is<ConfigProblem> auto& problem) {
  auto& [file, line, message] = problem;
  archive(file, line, message);
}

static void pass(auto& archive, Is<Requirements> auto& requirements) {
  auto& [enabled, list, hooks, satisfy_on, resume_inherits, prune_days, prune_keep, files, problems,
         unused] = requirements;
  archive(enabled, list, hooks, satisfy_on, resume_inherits, prune_days, prune_keep, files,
          problems, unused);
}

}  // namespace model

namespace store {

constexpr std::string_view kRequirementsMagic = "holdfast-requirements 1\n";

std::string compiled_requirements(const model::Requirements& requirements, std::string_view sources,
                                  const Key& key) {
  return archive::sealed(kRequirementsMagic, key, [&](archive::Writer& writer) {
    writer(std::string(sources), requirements);
  });
}

std::optional<model::Requirements> requirements_from_cache(std::string_view bytes,
                                                           std::string_view sources,
                                                           const Key& key) {
  const auto body = archive::unsealed(kRequirementsMagic, bytes, key);
  if (!body) return std::nullopt;
  archive::Reader reader(*body);
  std::string made_from;
  reader(made_from);
  if (made_from != sources) return std::nullopt;
  model::Requirements requirements;
  reader(requirements);
  if (!reader.is_done()) return std::nullopt;
  return requirements;
}

}  // namespace store

#include "mcp/resources/work_resources.h"

#include <array>
#include <nlohmann/json.hpp>

#include "engine/work.h"
#include "mcp/protocol_error.h"

namespace mcp {
namespace {

using Contents = std::vector<ResourceContent>;

constexpr std::string_view kPrefix = "session://work/";

struct WorkPart {
  const char* kind;
  const char* uri_template;
  const char* name;
  const char* title;
  const char* description;
  const char* mime_type;
};

constexpr std::array<WorkPart, 3> kParts{{
    {"state", "session://work/{slug}/state", "work-state", "State of a work session",
     "The manifest: phase, status, checkpoints, commits", "application/json"},
    {"spec", "session://work/{slug}/spec", "work-spec", "Specification of a work session",
     "spec.md: goals, open questions, decisions", "text/markdown"},
    {"plan", "session://work/{slug}/plan", "work-plan", "Plan of a work session",
     "plan.json: checkpoints and tasks", "application/json"},
}};

// What a URI names.
struct NamedPart {
  std::string slug;
  const WorkPart* part = nullptr;  // Null: the URI is none of ours.
};

NamedPart named_by(std::string_view uri) {
  if (!uri.starts_with(kPrefix)) return {};
  const std::string_view rest = uri.substr(kPrefix.size());
  const std::size_t slash = rest.find('/');
  if (slash == 0 || slash == std::string_view::npos) return {};
  for (const WorkPart& part : kParts) {
    if (rest.substr(slash + 1) == part.kind) return {std::string(rest.substr(0, slash)), &part};
  }
  return {};
}

bool is_absent(base::Code code) {
  return code == base::Code::not_found || code == base::Code::invalid_value ||
         code == base::Code::invalid_params;
}

class WorkResources final : public ResourceProvider {
 public:
  explicit WorkResources(const ServedProject& project) : project_(project) {}

  // Found by session_list and the templates: there may be hundreds.
  std::vector<ResourceDescription> list() override { return {}; }

  std::vector<ResourceDescription> templates() override {
    std::vector<ResourceDescription> all;
    for (const WorkPart& part : kParts) {
      all.push_back({part.uri_template, part.name, part.title, part.description, part.mime_type});
    }
    return all;
  }

  std::optional<Outcome<Contents>> read(std::string_view uri, CallContext& /*context*/) override {
    const NamedPart named = named_by(uri);
    if (named.part == nullptr) return std::nullopt;
    auto workspace = project_.open();
    if (!workspace.ok()) return internal_error(workspace.error());
    auto artifact = engine::read_work_artifact(*workspace, named.slug, named.part->kind);
    if (!artifact.ok()) {
      if (is_absent(artifact.error().code)) return std::nullopt;
      return internal_error(artifact.error());
    }
    return Contents{{std::string(uri), artifact->media_type, std::move(artifact->text)}};
  }

  std::vector<std::string> complete(std::string_view uri_template, std::string_view variable,
                                    std::string_view begun) override {
    std::vector<std::string> slugs;
    if (!uri_template.starts_with(kPrefix) || variable != "slug") return slugs;
    auto workspace = project_.open();
    if (!workspace.ok()) return slugs;
    for (std::string& slug : engine::work_slugs(*workspace)) {
      if (slug.starts_with(begun)) slugs.push_back(std::move(slug));
    }
    return slugs;
  }

  std::string version(std::string_view uri) override {
    const NamedPart named = named_by(uri);
    if (named.part == nullptr) return {};
    auto workspace = project_.open();
    if (!workspace.ok()) return std::string(base::code_name(workspace.error().code));
    return engine::work_artifact_stamp(*workspace, named.slug, named.part->kind);
  }

 private:
  const ServedProject& project_;
};

}  // namespace

std::shared_ptr<ResourceProvider> work_resources(const ServedProject& project) {
  return std::make_shared<WorkResources>(project);
}

}  // namespace mcp

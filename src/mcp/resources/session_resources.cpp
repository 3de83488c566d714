#include "mcp/resources/session_resources.h"

#include <array>
#include <nlohmann/json.hpp>

#include "engine/change_stamp.h"
#include "engine/protocol.h"
#include "mcp/protocol_error.h"
#include "mcp/resources/continuity_document.h"
#include "mcp/resources/session_documents.h"

namespace mcp {
namespace {

constexpr const char* kMimeType = "application/json";
constexpr std::string_view kStateOf = "session://state/";
constexpr const char* kStateTemplate = "session://state/{session_id}";
constexpr const char* kVariable = "session_id";

struct SessionResource {
  const char* uri;
  const char* name;
  const char* title;
  const char* description;
  engine::Watched watched;
  base::Result<base::JsonBox> (*document)(const ServedProject& project,
                                          engine::Workspace& workspace);
};

constexpr std::array<SessionResource, 6> kResources{{
    {"session://state", "state", "Session state",
     "The open session: phase, checklist, evidence, gates, violations", engine::Watched::session,
     state_document},
    {"session://checklist", "checklist", "Session checklist",
     "The steps of start and end, and which are done", engine::Watched::session,
     checklist_document},
    {"session://history", "history", "Past sessions", "What past sessions came to, newest first",
     engine::Watched::history, history_document},
    {"session://violations", "violations", "Violations",
     "Rules of the protocol that were not kept, newest first", engine::Watched::violations,
     violations_document},
    {"session://requirements", "requirements", "Requirements",
     "How the requirements of this branch stand", engine::Watched::requirements,
     requirements_document},
    {"session://continuity", "continuity", "Continuity",
     "Pins of the session, what it took over from, handoffs that wait", engine::Watched::continuity,
     continuity_document},
}};

const SessionResource* find_resource(std::string_view uri) {
  for (const SessionResource& resource : kResources) {
    if (uri == resource.uri) return &resource;
  }
  return nullptr;
}

// The session that a URI of the template names; empty where it is none.
std::string named_session(std::string_view uri) {
  return uri.starts_with(kStateOf) ? std::string(uri.substr(kStateOf.size())) : std::string();
}

using Contents = std::vector<ResourceContent>;

Outcome<Contents> contents_of(std::string_view uri, const base::Result<base::JsonBox>& document) {
  if (!document.ok()) return internal_error(document.error());
  return Contents{{std::string(uri), kMimeType, base::dump_line(document->get())}};
}

class SessionResources final : public ResourceProvider {
 public:
  explicit SessionResources(const ServedProject& project) : project_(project) {}

  std::vector<ResourceDescription> list() override {
    std::vector<ResourceDescription> all;
    for (const SessionResource& one : kResources) {
      all.push_back({one.uri, one.name, one.title, one.description, kMimeType});
    }
    return all;
  }

  std::vector<ResourceDescription> templates() override {
    return {{kStateTemplate, "state-of-session", "State of a session",
             "Any session by its id, also one that has ended", kMimeType}};
  }

  std::optional<Outcome<Contents>> read(std::string_view uri, CallContext& /*context*/) override {
    const SessionResource* const resource = find_resource(uri);
    const std::string session = named_session(uri);
    if (resource == nullptr && session.empty()) return std::nullopt;
    auto workspace = project_.open();
    if (!workspace.ok()) return contents_of(uri, workspace.error());
    if (resource != nullptr) return contents_of(uri, resource->document(project_, *workspace));
    const auto document = state_document_of(project_, *workspace, session);
    if (!document.ok() && is_absent(document.error().code)) return std::nullopt;
    return contents_of(uri, document);
  }

  std::vector<std::string> complete(std::string_view uri_template, std::string_view variable,
                                    std::string_view begun) override {
    std::vector<std::string> ids;
    if (uri_template != kStateTemplate || variable != kVariable) return ids;
    auto workspace = project_.open();
    if (!workspace.ok()) return ids;
    const auto add = [&](const std::string& id) {
      if (!id.empty() && id.starts_with(begun)) ids.push_back(id);
    };
    if (const auto state = state_document(project_, *workspace); state.ok()) {
      add(state->get().value("session_id", ""));
    }
    // Of sessions that only a memory tells of there is no state to read.
    for (const engine::PastSession& past : engine::past_sessions(*workspace, 0)) {
      if (!past.run.empty()) add(past.session_id);
    }
    for (const engine::RunLine& line : engine::list_sessions(*workspace)) add(line.id.text);
    return ids;
  }

  std::string version(std::string_view uri) override {
    const SessionResource* const resource = find_resource(uri);
    const std::string session = named_session(uri);
    if (resource == nullptr && session.empty()) return {};
    auto workspace = project_.open();
    if (!workspace.ok()) return std::string(base::code_name(workspace.error().code));
    const auto watched = resource != nullptr ? resource->watched : engine::Watched::session;
    const auto given = session.empty() ? std::nullopt : std::optional(session);
    return engine::change_stamp(*workspace, watched, project_.choice(given));
  }

 private:
  static bool is_absent(base::Code code) {
    return code == base::Code::no_session || code == base::Code::not_found ||
           code == base::Code::invalid_params || code == base::Code::ambiguous_id;
  }

  const ServedProject& project_;
};

}  // namespace

std::shared_ptr<ResourceProvider> session_resources(const ServedProject& project) {
  return std::make_shared<SessionResources>(project);
}

}  // namespace mcp

// What the session's resources say, one function a document.
#pragma once
#include "base/json.h"
#include "mcp/served_project.h"

namespace mcp {

// {"active":false} where there is no session.
base::Result<base::JsonBox> state_document(const ServedProject& project,
                                           engine::Workspace& workspace);
base::Result<base::JsonBox> checklist_document(const ServedProject& project,
                                               engine::Workspace& workspace);
// Newest first.
base::Result<base::JsonBox> history_document(const ServedProject& project,
                                             engine::Workspace& workspace);
base::Result<base::JsonBox> violations_document(const ServedProject& project,
                                                engine::Workspace& workspace);
base::Result<base::JsonBox> requirements_document(const ServedProject& project,
                                                  engine::Workspace& workspace);

// The session of a run, also of one that has ended. no_session where nobody has that name.
base::Result<base::JsonBox> state_document_of(const ServedProject& project,
                                              engine::Workspace& workspace,
                                              const std::string& session_id);

}  // namespace mcp

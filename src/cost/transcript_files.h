// Where the hosts keep what they write: the files that are there, and whether any came or went.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/time.h"
#include "cost/file_scan.h"
#include "os/files.h"

namespace cost {

struct Root {
  os::Path folder;
  FileKind kind = FileKind::claude;
};

struct FoundFile {
  std::string path;
  FileKind kind = FileKind::claude;
  os::FileInfo info;
};

struct FoundFolder {
  std::string path;
  os::FileInfo info;
};

struct FoundFiles {
  std::vector<FoundFile> files;  // In the order of their paths.
  std::vector<FoundFolder> folders;
  std::vector<std::string> problems;  // What could not be looked at.
};

// Every regular `*.jsonl` below the roots (of Codex: `rollout-*.jsonl`; of Gemini: in a project's
// folder `chats`, and there `session-*.json` too). No link is followed but a
// root itself, so that there is no loop; no folder is entered below a depth that hosts never reach.
FoundFiles find_transcripts(os::FileSystem& files, const std::vector<Root>& roots);

// Whose session a file is, by its path: "…/<session>.jsonl", "…/<session>/subagents/agent-x.jsonl",
// "…/rollout-<time>-<session>.jsonl", "…/chats/<session>/<agent>.jsonl". The name of a main
// conversation of Gemini has only a part of the session; the file itself tells it.
std::string session_of(std::string_view path, FileKind kind);

// The agent's type where the file is a subagent's: what the file beside it says, else "subagent".
// Empty for a main conversation.
std::string agent_of(os::FileSystem& files, std::string_view path, FileKind kind);

// The folder that the session was about where no line of the file tells it, but a file above it
// does: Gemini's `.project_root`. Empty where there is none.
std::string folder_of(os::FileSystem& files, std::string_view path, FileKind kind);

}  // namespace cost

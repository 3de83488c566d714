// A memory of many sessions: a section with one `### {session_id}` block a session, newest first.
// People and other tools write into it too, so what is not ours keeps its bytes.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "store/session_id.h"

namespace store {

struct SessionBlock {
  SessionId id;
  std::string text;  // From its heading on, without the empty lines behind it.
};

// What a memory is made of when there is none.
struct SectionFrame {
  std::string_view title;    // "# Session History"
  std::string intro;         // Between title and section; may be empty.
  std::string_view section;  // "Recent Sessions": of the section's heading, without "(Last 10)".
  std::string heading;       // "## Recent Sessions (Last 10)"
};

struct SessionBlocks {
  std::string head;  // All before the first block, the section's heading included.
  std::vector<SessionBlock> blocks;
  std::string tail;  // From the next heading of the section's level on.
};

// Text without the section is kept above it.
SessionBlocks read_blocks(std::string_view markdown, const SectionFrame& frame);

// Puts the block in place of those with its id; newest first.
void put_block(SessionBlocks& blocks, SessionBlock block);

std::string to_text(const SessionBlocks& blocks);

}  // namespace store

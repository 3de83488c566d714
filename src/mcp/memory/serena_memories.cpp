#include "mcp/memory/serena_memories.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "mcp/memory/memory_name.h"

namespace mcp::memory {
namespace {

constexpr std::string_view kSerenaServer = "Serena";

// Serena catches what its tools throw and returns it as text. A memory that begins with such a line
// would be taken for one: unavailable then, never absent.
bool is_failure_text(std::string_view text) {
  if (text.starts_with("Error executing tool")) return true;
  return text.starts_with("Error: ") && text.find('\n') == std::string_view::npos;
}

// "Memory file NAME not found, consider creating it with the `write_memory` tool": no error to it.
bool is_suggestion(std::string_view text) {
  return text.starts_with("Memory file ") && text.size() < 1000 &&
         text.find(" not found, consider creating it") != std::string_view::npos;
}

base::Result<void> collect(const base::Json& list, std::vector<std::string>& names) {
  if (!list.is_array()) return unavailable(kSerenaServer, "list_memories: not a list");
  for (const base::Json& item : list) {
    if (!item.is_string() || names.size() >= kListMax) continue;
    std::string name = item.get<std::string>();
    if (name.ends_with(".md")) name.resize(name.size() - 3);
    names.push_back(std::move(name));
  }
  return {};
}

class SerenaMemories final : public engine::MemoryStore {
 public:
  explicit SerenaMemories(std::unique_ptr<Connection> connection)
      : connection_(std::move(connection)) {}

  std::string_view kind() const override { return "serena"; }

  // {"memories":[...],"read_only_memories":[...]}, either may be missing; older ones a plain list.
  base::Result<std::vector<std::string>> list() override {
    TRY_ASSIGN(const Said said, call("list_memories", base::Json::object()));
    const auto json = base::parse_json(said.text);
    if (said.is_failure || !json.ok()) return unavailable(kSerenaServer, said.text);
    std::vector<std::string> names;
    if (!json->is_object()) {
      TRY(collect(*json, names));
      return names;
    }
    for (const char* key : {"memories", "read_only_memories"}) {
      if (json->contains(key)) TRY(collect((*json)[key], names));
    }
    return names;
  }

  base::Result<std::string> read(const std::string& name) override {
    TRY_ASSIGN(const base::JsonBox arguments, arguments_for("read_memory", name));
    TRY_ASSIGN(Said said, call("read_memory", arguments.get()));
    if (said.is_failure) return error_of(name, said.text);
    if (is_suggestion(said.text)) return absent(name);
    return std::move(said.text);
  }

  base::Result<void> write(const std::string& name, const std::string& content) override {
    TRY(check_content(content));
    TRY_ASSIGN(base::JsonBox arguments, arguments_for("write_memory", name));
    arguments.get()["content"] = content;
    TRY_ASSIGN(const client::ToolInfo tool, connection_->tool("write_memory"));
    // It refuses long ones by default.
    for (const char* limit : {"max_chars", "max_answer_chars"}) {
      if (tool.takes(limit)) arguments.get()[limit] = content.size() + 1;
    }
    TRY_ASSIGN(const Said said, call("write_memory", arguments.get()));
    if (said.is_failure) return unavailable(kSerenaServer, said.text);
    return {};
  }

  base::Result<void> remove(const std::string& name) override {
    TRY_ASSIGN(const base::JsonBox arguments, arguments_for("delete_memory", name));
    TRY_ASSIGN(const Said said, call("delete_memory", arguments.get()));
    if (said.is_failure) return error_of(name, said.text);
    if (is_suggestion(said.text)) return absent(name);
    return {};
  }

 private:
  struct Said {
    std::string text;
    bool is_failure = false;
  };

  // `memory_name` today, `memory_file_name` before: the server's own schema says which.
  base::Result<base::JsonBox> arguments_for(const std::string& tool_name, const std::string& name) {
    TRY_ASSIGN(const std::string checked, checked_name(name));
    TRY_ASSIGN(const client::ToolInfo tool, connection_->tool(tool_name));
    for (const char* key : {"memory_name", "memory_file_name"}) {
      if (tool.takes(key)) return base::JsonBox(base::Json{{key, checked}});
    }
    return unavailable(kSerenaServer, tool_name + " takes no name that is known here");
  }

  base::Result<Said> call(const std::string& tool, const base::Json& arguments) {
    TRY_ASSIGN(client::CallOutcome outcome, connection_->call(tool, arguments));
    const bool is_failure = outcome.is_error || is_failure_text(outcome.text);
    return Said{std::move(outcome.text), is_failure};
  }

  static base::Error error_of(const std::string& name, const std::string& text) {
    return says_absent(text) ? absent(name) : unavailable(kSerenaServer, text);
  }

  std::unique_ptr<Connection> connection_;
};

}  // namespace

std::unique_ptr<engine::MemoryStore> serena_memories(std::unique_ptr<Connection> connection) {
  return std::make_unique<SerenaMemories>(std::move(connection));
}

}  // namespace mcp::memory

#include "mcp/memory/basic_memories.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "mcp/memory/memory_name.h"
#include "mcp/memory/note_text.h"

namespace mcp::memory {
namespace {

constexpr std::string_view kBasicMemoryServer = "basic-memory";
constexpr std::string_view kFolder = "memories";
constexpr int kDepth = 8;

std::string identifier_of(const std::string& name) { return std::string(kFolder) + "/" + name; }

// The object that a tool means, wherever it has put it: FastMCP wraps what is not always one.
base::Json object_of(const client::CallOutcome& outcome) {
  base::Json json = outcome.structured.get();
  if (json.is_object() && json.size() == 1 && json.contains("result")) {
    base::Json inner = json["result"];
    json = std::move(inner);
  }
  if (json.is_object() || json.is_array() || json.is_boolean()) return json;
  auto parsed = base::parse_json(outcome.text);
  return parsed.ok() ? *std::move(parsed) : base::Json();
}

// "memories/a/b.md" or "/memories/a/b.md" to "a/b"; nothing for another folder.
void add_path(std::string_view path, std::vector<std::string>& names) {
  if (path.starts_with('/')) path.remove_prefix(1);
  if (!path.starts_with(identifier_of("")) || !path.ends_with(".md")) return;
  path.remove_prefix(kFolder.size() + 1);
  path.remove_suffix(3);
  if (names.size() < kListMax && checked_name(path).ok()) names.emplace_back(path);
}

// A line of the listing: "📄 NAME   memories/NAME.md | title | 2026-11-16".
void add_line(std::string_view line, std::vector<std::string>& names) {
  const std::size_t begin = line.find(" " + identifier_of(""));
  if (!line.starts_with("📄") || begin == std::string_view::npos) return;
  const std::string_view rest = line.substr(begin + 1);
  add_path(base::trim(rest.substr(0, rest.find(" | "))), names);
}

class BasicMemories final : public engine::MemoryStore {
 public:
  BasicMemories(std::unique_ptr<Connection> connection, std::string project)
      : connection_(std::move(connection)), project_(std::move(project)) {}

  std::string_view kind() const override { return "basic-memory"; }

  base::Result<std::vector<std::string>> list() override {
    const base::Json wanted{{"dir_name", "/" + std::string(kFolder)},
                            {"depth", kDepth},
                            {"file_name_glob", "*.md"},
                            {"output_format", "json"}};
    TRY_ASSIGN(const client::CallOutcome outcome, call("list_directory", wanted));
    std::vector<std::string> names;
    const base::Json json = object_of(outcome);
    const base::Json nodes = json.is_object() ? json.value("nodes", base::Json()) : json;
    if (nodes.is_array()) {
      for (const base::Json& node : nodes) {
        if (!node.is_object() || base::text_at(node, "type") == "directory") continue;
        const std::string path = base::text_at(node, "file_path");
        add_path(path.empty() ? base::text_at(node, "directory_path") : path, names);
      }
      return names;
    }
    const std::string_view text = outcome.text;
    const bool is_listing = text.starts_with("Contents of") || text.starts_with("Files in") ||
                            text.starts_with("No files found");
    if (outcome.is_error || !is_listing) return unavailable(kBasicMemoryServer, text);
    for (const std::string_view line : base::split(text, '\n')) add_line(line, names);
    return names;
  }

  base::Result<std::string> read(const std::string& name) override {
    TRY_ASSIGN(const std::string checked, checked_name(name));
    const base::Json wanted{{"identifier", identifier_of(checked)},
                            {"output_format", "json"},
                            {"include_frontmatter", false}};
    TRY_ASSIGN(const client::CallOutcome outcome, call("read_note", wanted));
    const base::Json json = object_of(outcome);
    if (outcome.is_error || !json.is_object()) return error_of(checked, outcome.text);
    if (const std::string error = base::text_at(json, "error"); !error.empty()) {
      return error == "NOTE_NOT_FOUND" ? absent(checked) : error_of(checked, error);
    }
    if (!json.contains("content")) return unavailable(kBasicMemoryServer, outcome.text);
    // It looks for titles that are alike where there is no such note.
    const std::string path = base::text_at(json, "file_path");
    const bool is_other = !path.empty() && path != identifier_of(checked) + ".md";
    if (!json["content"].is_string() || is_other) return absent(checked);
    return memory_from_note(json["content"].get_ref<const std::string&>());
  }

  base::Result<void> write(const std::string& name, const std::string& content) override {
    TRY(check_content(content));
    TRY_ASSIGN(const std::string checked, checked_name(name));
    const std::string path = identifier_of(checked);
    const std::size_t slash = path.rfind('/');
    const std::string folder = path.substr(0, slash);
    const base::Json wanted{{"title", path.substr(slash + 1)},
                            {"content", note_from_memory(content)},
                            {"directory", folder},
                            {"folder", folder},
                            {"overwrite", true},
                            {"output_format", "json"}};
    TRY_ASSIGN(const client::CallOutcome outcome, call("write_note", wanted));
    const base::Json json = object_of(outcome);
    const bool has_failed = json.is_object() && (base::text_at(json, "action") == "conflict" ||
                                                 !base::text_at(json, "error").empty());
    const bool is_refusal = !json.is_object() && !says_written(outcome.text);
    if (outcome.is_error || has_failed || is_refusal) {
      return unavailable(kBasicMemoryServer, outcome.text);
    }
    return {};
  }

  base::Result<void> remove(const std::string& name) override {
    TRY_ASSIGN(const std::string checked, checked_name(name));
    const base::Json wanted{{"identifier", identifier_of(checked)}, {"output_format", "json"}};
    TRY_ASSIGN(const client::CallOutcome outcome, call("delete_note", wanted));
    const base::Json json = object_of(outcome);
    if (json.is_boolean() || (json.is_object() && json.contains("deleted"))) {
      const base::Json deleted = json.is_boolean() ? json : json["deleted"];
      if (deleted == true) return {};
      const std::string error = base::text_at(json, "error");
      return error.empty() || error == "NOTE_NOT_FOUND" ? absent(checked)
                                                        : error_of(checked, error);
    }
    if (outcome.is_error || base::trim(outcome.text) != "true") {
      return error_of(checked, outcome.text);
    }
    return {};
  }

 private:
  // Those of `wanted` that the server's tool takes: older ones know fewer.
  base::Result<client::CallOutcome> call(const std::string& name, const base::Json& wanted) {
    TRY_ASSIGN(const client::ToolInfo tool, connection_->tool(name));
    base::Json arguments = base::Json::object();
    for (const auto& [key, value] : wanted.items()) {
      // `folder` is what `directory` was called.
      const bool is_alias = key == "folder" && tool.takes("directory");
      if (tool.takes(key) && !is_alias) arguments[key] = value;
    }
    if (!project_.empty() && tool.takes("project")) arguments["project"] = project_;
    return connection_->call(name, arguments);
  }

  static bool says_written(std::string_view text) {
    return text.starts_with("# Created note") || text.starts_with("# Updated note");
  }

  static base::Error error_of(const std::string& name, const std::string& text) {
    return says_absent(text) ? absent(name) : unavailable(kBasicMemoryServer, text);
  }

  std::unique_ptr<Connection> connection_;
  std::string project_;
};

}  // namespace

std::unique_ptr<engine::MemoryStore> basic_memories(std::unique_ptr<Connection> connection,
                                                    std::string project) {
  return std::make_unique<BasicMemories>(std::move(connection), std::move(project));
}

}  // namespace mcp::memory

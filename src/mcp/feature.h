// What a server offers, whoever asks and in whichever era: tools, resources, prompts, completions.
// Nothing here knows a wire format beyond the shape of MCP's own objects, which all eras share.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace mcp {

// A JSON-RPC error to answer with.
struct ProtocolError {
  int code = -32603;
  std::string message;
  base::JsonBox data;  // Null: none.
};

// A question to the client's user or model, without which the call cannot go on.
struct InputRequest {
  std::string key;
  std::string method;  // "elicitation/create", "sampling/createMessage", "roots/list"
  base::JsonBox params;
};

// The call needs answers first. The modern era sends it to the client, which calls again with the
// answers and `state`; in the legacy eras the server asks the client itself and calls again.
struct InputRequired {
  std::vector<InputRequest> requests;
  base::JsonBox state;  // What the next call must know. Sealed on the wire: see request_state.h.
};

struct ToolAnnotations {
  bool read_only = false;
  bool destructive = true;
  bool idempotent = false;
  bool open_world = false;
};

struct ToolDescription {
  std::string name;
  std::string title;
  std::string description;
  base::JsonBox input_schema;   // An object schema, JSON Schema 2020-12.
  base::JsonBox output_schema;  // Null: none.
  ToolAnnotations annotations;
  base::JsonBox meta;     // `_meta`; null: none.
  bool is_listed = true;  // One that is not can be called all the same.
  bool may_wait = false;  // Starts programs or waits: must not hold up other calls.
};

struct ToolResult {
  base::JsonBox content;     // An array of content blocks.
  base::JsonBox structured;  // Null: none.
  bool is_error = false;
};

// One text block.
ToolResult text_result(std::string text);
// The value as structuredContent, and its JSON as one text block, as the documents ask.
ToolResult structured_result(base::Json value);
// isError with {error:{code,message,details,retryable}} (model.md 4.10); the hint is in details.
ToolResult error_result(const base::Error& error);

enum class LogLevel { debug, info, notice, warning, error, critical, alert, emergency };
std::optional<LogLevel> log_level_from_name(std::string_view name);
std::string_view name_of(LogLevel level);

struct ClientInfo {
  std::string name;
  std::string version;
  std::string protocol;        // "2026-07-28"
  base::JsonBox capabilities;  // An object.
};

// What a handler is given besides its arguments. It lives as long as the call.
class CallContext {
 public:
  CallContext() = default;
  CallContext(const CallContext&) = delete;
  CallContext& operator=(const CallContext&) = delete;
  virtual ~CallContext() = default;

  virtual const ClientInfo& client() const = 0;
  // The client wants no answer any more.
  virtual bool is_cancelled() const = 0;
  // Sent only where the client gave a progress token.
  virtual void progress(double done, std::optional<double> total, std::string_view message) = 0;
  // Sent only where the client asked for messages of this level.
  virtual void log(LogLevel level, std::string_view logger, const base::Json& data) = 0;
  // The answers to an InputRequired, by key; null on a first call. And its state.
  virtual const base::Json& answers() const = 0;
  virtual const base::Json& state() const = 0;
  // Ends this answer's event stream with a retry time before the answer is ready; the client takes
  // it up again by Last-Event-ID. Nothing where the transport has no such thing.
  virtual void drop_stream() = 0;
};

template <typename T>
using Outcome = std::variant<T, InputRequired, ProtocolError>;

class Tool {
 public:
  Tool() = default;
  Tool(const Tool&) = delete;
  Tool& operator=(const Tool&) = delete;
  virtual ~Tool() = default;

  virtual const ToolDescription& description() const = 0;
  // `arguments` is an object that fits the input schema. Called from several threads at once.
  virtual Outcome<ToolResult> call(const base::Json& arguments, CallContext& context) = 0;
};

struct ResourceDescription {
  std::string uri;  // Or the URI template.
  std::string name;
  std::string title;
  std::string description;
  std::string mime_type;
};

struct ResourceContent {
  std::string uri;
  std::string mime_type;
  std::string text;
  bool is_binary = false;  // Then `text` holds the bytes, sent as base64.
};

// Resources of one kind; the catalogue asks one after the other.
class ResourceProvider {
 public:
  ResourceProvider() = default;
  ResourceProvider(const ResourceProvider&) = delete;
  ResourceProvider& operator=(const ResourceProvider&) = delete;
  virtual ~ResourceProvider() = default;

  virtual std::vector<ResourceDescription> list() = 0;
  virtual std::vector<ResourceDescription> templates() { return {}; }
  // Nothing where the URI is not one of its own.
  virtual std::optional<Outcome<std::vector<ResourceContent>>> read(std::string_view uri,
                                                                    CallContext& context) = 0;
  // Values for a variable of a template, best first.
  virtual std::vector<std::string> complete(std::string_view uri_template,
                                            std::string_view variable, std::string_view begun) {
    static_cast<void>(uri_template), static_cast<void>(variable), static_cast<void>(begun);
    return {};
  }
  // What changes whenever the resource does, cheap to ask; "" where it never does. Asked about
  // twice a second for every resource that somebody subscribed to.
  virtual std::string version(std::string_view uri) {
    static_cast<void>(uri);
    return {};
  }
};

struct PromptArgument {
  std::string name;
  std::string description;
  bool required = false;
};

struct PromptDescription {
  std::string name;
  std::string title;
  std::string description;
  std::vector<PromptArgument> arguments;
};

struct PromptResult {
  std::string description;
  base::JsonBox messages;  // An array of {role, content}.
};

class Prompt {
 public:
  Prompt() = default;
  Prompt(const Prompt&) = delete;
  Prompt& operator=(const Prompt&) = delete;
  virtual ~Prompt() = default;

  virtual const PromptDescription& description() const = 0;
  virtual Outcome<PromptResult> get(const base::Json& arguments, CallContext& context) = 0;
  virtual std::vector<std::string> complete(std::string_view argument, std::string_view begun) {
    static_cast<void>(argument), static_cast<void>(begun);
    return {};
  }
};

// What a server offers, in the order in which it was added. Additions and removals are rare, from
// any thread, and told to the clients (list_changed).
class Catalogue {
 public:
  void add(std::shared_ptr<Tool> tool);
  void add(std::shared_ptr<ResourceProvider> provider);
  void add(std::shared_ptr<Prompt> prompt);
  void remove_tool(std::string_view name);
  void remove_prompt(std::string_view name);

  std::vector<std::shared_ptr<Tool>> tools() const;  // Those that are listed.
  std::shared_ptr<Tool> tool(std::string_view name) const;
  std::vector<std::shared_ptr<ResourceProvider>> resources() const;
  std::vector<std::shared_ptr<Prompt>> prompts() const;
  std::shared_ptr<Prompt> prompt(std::string_view name) const;

  enum class Kind { tools, prompts, resources };
  // Called after each change, on the thread that made it.
  void on_changed(std::function<void(Kind)> callback);
  // What to tell clients that resources came or went.
  void resources_changed();

  Catalogue();
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;
  ~Catalogue();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ServerIdentity {
  std::string name;
  std::string title;
  std::string version;
  std::string instructions;
};

}  // namespace mcp

#include "mcp/client/client.h"

#include <nlohmann/json.hpp>
#include <set>

#include "mcp/client/stdio_transport.h"

namespace mcp::client {
namespace {

constexpr int kPagesMax = 100;
constexpr std::size_t kToolsMax = 10'000;
constexpr int kRoundsMax = 8;  // Of questions within one call.
constexpr std::size_t kErrorShownMax = 500;

base::Error nonsense(std::string message) {
  return {base::Code::parse_error, std::move(message), ""};
}

void append_text(const base::Json& block, std::string& text) {
  if (!block.is_object() || block.value("type", base::Json()) != "text") return;
  const auto found = block.find("text");
  if (found == block.end() || !found->is_string()) return;
  if (!text.empty()) text += '\n';
  text += found->get_ref<const std::string&>();
}

}  // namespace

TransportFactory child_server(os::Processes& processes, os::Clock& clock,
                              os::ChildRequest request) {
  return [&processes, &clock,
          request = std::move(request)]() -> base::Result<std::unique_ptr<Transport>> {
    TRY_ASSIGN(std::unique_ptr<os::Child> child, processes.start(request));
    return std::unique_ptr<Transport>(
        std::make_unique<StdioTransport>(std::move(child), request.argv.front(), clock));
  };
}

TransportFactory http_server(os::Clock& clock, HttpAddress address) {
  return [&clock, address = std::move(address)]() -> base::Result<std::unique_ptr<Transport>> {
    return std::unique_ptr<Transport>(std::make_unique<HttpTransport>(address, clock));
  };
}

struct Client::Parts {
  TransportFactory open;
  os::Clock& clock;
  ClientOptions options;
};

Client::Client(Parts parts)
    : open_(std::move(parts.open)),
      clock_(parts.clock),
      options_(std::move(parts.options)),
      questions_(options_.handlers) {}

Client::~Client() { close(); }

base::Result<std::unique_ptr<Client>> Client::connect(TransportFactory open, os::Clock& clock,
                                                      ClientOptions options) {
  std::unique_ptr<Client> client(new Client({std::move(open), clock, std::move(options)}));
  Handshake handshake(
      {client->open_, client->options_.identity, client->questions_, clock, client->last_id_},
      client->options_.connect_timeout);
  TRY_ASSIGN(client->server_, handshake.run(client->transport_));
  client->is_open_ = true;
  return client;
}

bool Client::is_open() const {
  const std::lock_guard lock(mutex_);
  return is_open_;
}

void Client::close() {
  const std::lock_guard lock(mutex_);
  if (std::exchange(is_open_, false)) transport_->close();
  transport_.reset();
}

base::Result<std::vector<ToolInfo>> Client::list_tools() {
  const std::lock_guard lock(mutex_);
  std::vector<ToolInfo> tools;
  std::set<std::string> cursors;
  base::Json params = base::Json::object();
  for (int page = 0; page < kPagesMax; ++page) {
    TRY_ASSIGN(const base::JsonBox box, ask("tools/list", params));
    const base::Json& result = box.get();
    const auto list = result.find("tools");
    if (list == result.end() || !list->is_array()) return nonsense("tools/list: no list of tools");
    for (const base::Json& json : *list) {
      auto tool = tool_from_json(json);
      if (tool.ok() && tools.size() < kToolsMax) tools.push_back(*std::move(tool));
    }
    const auto cursor = result.find("nextCursor");
    if (cursor == result.end() || !cursor->is_string()) {
      tools_ = tools;
      return tools;
    }
    if (!cursors.insert(cursor->get<std::string>()).second) break;
    params["cursor"] = *cursor;
  }
  return nonsense("tools/list: the pages do not end");
}

base::Result<CallOutcome> Client::call_tool(const std::string& name, const base::Json& arguments) {
  const std::lock_guard lock(mutex_);
  TRY_ASSIGN(const base::JsonBox box,
             ask("tools/call", {{"name", name}, {"arguments", arguments}}));
  const base::Json& result = box.get();
  CallOutcome outcome;
  const auto content = result.find("content");
  if (content != result.end() && !content->is_array()) return nonsense(name + ": no content");
  if (content != result.end()) {
    outcome.content = base::JsonBox(*content);
    for (const base::Json& block : *content) append_text(block, outcome.text);
  }
  if (result.contains("structuredContent")) {
    outcome.structured = base::JsonBox(result["structuredContent"]);
  }
  outcome.is_error = result.value("isError", base::Json()) == true;
  return outcome;
}

base::Result<base::JsonBox> Client::request(const std::string& method, base::Json params) {
  const std::lock_guard lock(mutex_);
  return ask(method, std::move(params));
}

base::Result<base::JsonBox> Client::ask(const std::string& method, base::Json params) {
  for (int round = 0; round < kRoundsMax; ++round) {
    TRY_ASSIGN(base::JsonBox box, ask_once(method, params));
    const base::Json& result = box.get();
    if (!result.is_object()) return nonsense(method + ": the result is no object");
    // An answer without a type is complete; so are all of the legacy era.
    const base::Json type = result.value("resultType", base::Json("complete"));
    if (server_.era == Era::legacy || type == "complete") return box;
    if (type != "input_required") return nonsense(method + ": a result of an unknown type");
    const auto requests = result.find("inputRequests");
    TRY_ASSIGN(base::JsonBox answers,
               questions_.answers(requests == result.end() ? base::Json::object() : *requests));
    params["inputResponses"] = std::move(answers.get());
    params.erase("requestState");
    if (result.contains("requestState")) params["requestState"] = result["requestState"];
  }
  return base::Error{base::Code::refused, method + ": the server asks back over and over", ""};
}

base::Result<base::JsonBox> Client::ask_once(const std::string& method, const base::Json& params) {
  if (!is_open_) return base::Error{base::Code::unavailable, "the connection is closed", ""};
  Answer answer = exchange(method, params);
  if (const auto* lost = std::get_if<Failure>(&answer);
      lost != nullptr && lost->kind == Failure::Kind::session_lost) {
    TRY(renew_session());
    answer = exchange(method, params);
  }
  if (const auto* failure = std::get_if<Failure>(&answer)) return error_of(*failure);
  auto& response = std::get<jsonrpc::Response>(answer);
  if (!response.error) return std::move(response.result);
  return base::Error{base::Code::refused,
                     method + ": " + response.error->message.substr(0, kErrorShownMax) + " (" +
                         std::to_string(response.error->code) + ")",
                     ""};
}

Answer Client::exchange(const std::string& method, const base::Json& params) {
  base::Json sent = params;
  Outgoing outgoing;
  outgoing.timeout = options_.call_timeout;
  if (server_.era == Era::modern) {
    sent["_meta"] = modern_meta(options_.identity, questions_.capabilities());
    if (method == "tools/call") outgoing.headers = headers_of_call(params);
  }
  const jsonrpc::Id id(++last_id_);
  outgoing.request = {id, method, base::JsonBox(std::move(sent))};
  Answer answer = transport_->request(outgoing, questions_);
  if (const auto* failure = std::get_if<Failure>(&answer);
      failure != nullptr && failure->kind == Failure::Kind::timed_out) {
    transport_->cancel(id);
  }
  return answer;
}

std::vector<std::pair<std::string, std::string>> Client::headers_of_call(
    const base::Json& params) const {
  const auto name = params.find("name");
  const auto arguments = params.find("arguments");
  if (name == params.end() || arguments == params.end()) return {};
  for (const ToolInfo& tool : tools_) {
    if (*name == tool.name) return headers_for(tool, *arguments);
  }
  return {};
}

base::Error Client::error_of(const Failure& failure) {
  switch (failure.kind) {
    case Failure::Kind::gone:
    case Failure::Kind::session_lost:
      is_open_ = false;
      transport_->close();
      return {base::Code::unavailable, failure.message, ""};
    case Failure::Kind::timed_out:
      return {base::Code::unavailable, failure.message, ""};
    case Failure::Kind::broken:
      return nonsense(failure.message);
  }
  return nonsense(failure.message);
}

base::Result<void> Client::renew_session() {
  Handshake handshake({open_, options_.identity, questions_, clock_, last_id_},
                      options_.connect_timeout);
  TRY_ASSIGN(server_, handshake.initialize(*transport_));
  return {};
}

}  // namespace mcp::client

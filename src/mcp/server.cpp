#include "mcp/server.h"

#include <exception>
#include <nlohmann/json.hpp>

#include "mcp/description.h"
#include "mcp/pagination.h"

namespace mcp {
namespace {

using base::Json;
using base::JsonBox;

// A page of `items` under `key`.
template <typename Item, typename NameOf, typename ToJson>
Outcome<JsonBox> page_result(const char* key, const std::vector<Item>& items, const Json& params,
                             std::size_t page_size, NameOf name_of, ToJson to_json) {
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const Item& item : items) names.push_back(name_of(item));
  const auto page = page_of(names, params, page_size);
  if (const auto* error = std::get_if<ProtocolError>(&page)) return *error;
  const Page& chosen = std::get<Page>(page);
  Json list = Json::array();
  for (std::size_t i = chosen.begin; i < chosen.end; ++i) list.push_back(to_json(items[i]));
  Json result = {{key, std::move(list)}};
  if (!chosen.next_cursor.empty()) result["nextCursor"] = chosen.next_cursor;
  return JsonBox(std::move(result));
}

// Given back when the call ends, by whichever way.
class Slot {
 public:
  Slot(std::atomic<std::size_t>& running, std::size_t calls_max) : running_(running) {
    is_taken_ = running_.fetch_add(1) < calls_max;
  }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  ~Slot() { running_.fetch_sub(1); }
  bool is_taken() const { return is_taken_; }

 private:
  std::atomic<std::size_t>& running_;  // Outlives this.
  bool is_taken_ = false;
};

}  // namespace

Question question_of(Era era, const Call& call) {
  return {era, call.request().method, call.request().params.get()};
}

Server::Server(Catalogue& catalogue, ServerOptions options, os::Clock& clock)
    : catalogue_(catalogue),
      options_(std::move(options)),
      clock_(clock),
      subscriptions_(catalogue),
      endings_(options_.listeners_max),
      workers_(options_.calls_max) {}

bool Server::run(bool on_worker, std::function<void()> work) {
  const auto slot = std::make_shared<Slot>(running_, options_.calls_max);
  if (!slot->is_taken()) return false;
  if (!on_worker) {
    work();
    return true;
  }
  return workers_.run([slot, work = std::move(work)] { work(); });
}

bool Server::go_on(std::function<void()> work) {
  // It has its place already, which ends with the run that it comes from.
  const auto slot = std::make_shared<Slot>(running_, options_.calls_max);
  return workers_.run([slot, work = std::move(work)] { work(); });
}

Json Server::capabilities() const {
  return {{"tools", {{"listChanged", true}}},
          {"resources", {{"subscribe", true}, {"listChanged", true}}},
          {"prompts", {{"listChanged", true}}},
          {"completions", Json::object()},
          {"logging", Json::object()}};
}

bool Server::may_wait(const Question& question) const {
  if (question.method != "tools/call" || !question.params.is_object()) return false;
  const auto name = question.params.find("name");
  if (name == question.params.end() || !name->is_string()) return false;
  const auto tool = catalogue_.tool(name->get_ref<const std::string&>());
  return tool && tool->description().may_wait;
}

std::optional<Outcome<JsonBox>> Server::answer(const Question& question, CallContext& context) {
  // A handler's mistake with a library must not end everybody's server.
  try {
    return dispatch(question, context);
  } catch (const std::exception&) {
    return ProtocolError{jsonrpc::kInternalError, "Internal error", {}};
  }
}

std::optional<Outcome<JsonBox>> Server::dispatch(const Question& question, CallContext& context) {
  const std::string_view method = question.method;
  if (method == "tools/list") return list_tools(question);
  if (method == "tools/call") return call_tool(question, context);
  if (method == "resources/list") return list_resources(question);
  if (method == "resources/templates/list") return list_templates(question);
  if (method == "resources/read") return read_resource(question, context);
  if (method == "prompts/list") return list_prompts(question);
  if (method == "prompts/get") return get_prompt(question, context);
  if (method == "completion/complete") return complete(question);
  return std::nullopt;
}

Outcome<JsonBox> Server::list_tools(const Question& question) const {
  return page_result(
      "tools", catalogue_.tools(), question.params, options_.page_size,
      [](const auto& tool) { return tool->description().name; },
      [&](const auto& tool) { return to_json(tool->description(), question.era); });
}

Outcome<JsonBox> Server::list_prompts(const Question& question) const {
  return page_result(
      "prompts", catalogue_.prompts(), question.params, options_.page_size,
      [](const auto& prompt) { return prompt->description().name; },
      [](const auto& prompt) { return to_json(prompt->description()); });
}

Outcome<JsonBox> Server::list_resources(const Question& question) const {
  std::vector<ResourceDescription> all;
  for (const auto& provider : catalogue_.resources()) {
    for (ResourceDescription& one : provider->list()) all.push_back(std::move(one));
  }
  return page_result(
      "resources", all, question.params, options_.page_size,
      [](const auto& resource) { return resource.uri; },
      [](const auto& resource) { return to_json(resource, "uri"); });
}

Outcome<JsonBox> Server::list_templates(const Question& question) const {
  std::vector<ResourceDescription> all;
  for (const auto& provider : catalogue_.resources()) {
    for (ResourceDescription& one : provider->templates()) all.push_back(std::move(one));
  }
  return page_result(
      "resourceTemplates", all, question.params, options_.page_size,
      [](const auto& resource) { return resource.uri; },
      [](const auto& resource) { return to_json(resource, "uriTemplate"); });
}

}  // namespace mcp

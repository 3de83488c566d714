#include "web/live_hub.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "web/query.h"
#include "web/static_files.h"

namespace web {
namespace {

using base::Json;

constexpr base::Millis kRetry{1000};

// The id that the browser saw last; its own header goes before what its page asks for.
std::string last_id_of(const http::Request& request) {
  const auto header = request.headers.get("last-event-id");
  if (header && !header->empty()) return std::string(*header);
  return Query(request.query).text("after").value_or("");
}

http::Response only_get() {
  http::Response refused =
      http::response(405, "application/json",
                     base::dump_line(Json{{"error",
                                           {{"code", "METHOD_NOT_ALLOWED"},
                                            {"message", "this address takes GET"},
                                            {"hint", nullptr}}}}));
  refused.headers.add("Allow", "GET");
  add_safety_headers(refused.headers);
  return refused;
}

}  // namespace

struct LiveHub::Shared {
  struct Kept {
    std::uint64_t number = 0;
    std::string text;  // As it goes out.
  };

  std::string id_of(std::uint64_t number) const { return instance + "-" + std::to_string(number); }
  // The number behind our own word; nothing for what is not ours.
  std::optional<std::uint64_t> number_of(std::string_view id) const;
  // Whether all that came behind `number` is still here.
  bool has_all_behind(std::uint64_t number) const {
    return number <= last && (number == last || kept.front().number <= number + 1);
  }
  void keep(Kept event);
  void drop(std::uint64_t key) {
    const std::lock_guard lock(mutex);
    streams.erase(key);
  }

  std::string instance;
  Limits limits;
  std::mutex mutex;
  std::uint64_t last = 0;  // The number of the newest event.
  std::deque<Kept> kept;
  std::size_t kept_bytes = 0;
  std::map<std::uint64_t, std::shared_ptr<http::EventStream>> streams;
  std::uint64_t last_key = 0;
  bool has_ended = false;
};

std::optional<std::uint64_t> LiveHub::Shared::number_of(std::string_view id) const {
  if (!id.starts_with(instance)) return std::nullopt;
  id.remove_prefix(instance.size());
  if (!id.starts_with('-')) return std::nullopt;
  return base::to_number(id.substr(1));
}

void LiveHub::Shared::keep(Kept event) {
  kept_bytes += event.text.size();
  kept.push_back(std::move(event));
  while (kept.size() > limits.events || (kept_bytes > limits.bytes && kept.size() > 1)) {
    kept_bytes -= kept.front().text.size();
    kept.pop_front();
  }
}

LiveHub::LiveHub(std::string instance, std::function<ServerInfo()> info, Limits limits)
    : info_(std::move(info)), shared_(std::make_shared<Shared>()) {
  shared_->instance = std::move(instance);
  shared_->limits = limits;
}

LiveHub::~LiveHub() { end(); }

void LiveHub::handle(const std::shared_ptr<http::Exchange>& exchange) {
  const http::Request& request = exchange->request();
  if (request.method != "GET") return exchange->respond(only_get());
  const std::string seen = last_id_of(request);
  http::Headers headers;
  add_safety_headers(headers);
  const auto stream = exchange->open_stream(std::move(headers));
  if (!stream) return;
  const std::string hello = base::dump_line(Json{{"server", to_json(info_())}});
  std::uint64_t key = 0;
  {
    // What is published meanwhile comes behind what was missed.
    const std::lock_guard lock(shared_->mutex);
    if (shared_->has_ended) return stream->close();
    const auto number = shared_->number_of(seen);
    const bool goes_on = number && shared_->has_all_behind(*number);
    // An id in any case, so that one who is cut off right now can say where.
    const std::string id = shared_->id_of(goes_on ? *number : shared_->last);
    stream->send({.data = hello, .id = id, .name = "hello", .retry = kRetry});
    if (goes_on) {
      for (const Shared::Kept& event : shared_->kept) {
        if (event.number > *number) stream->send_formatted(event.text);
      }
    } else if (!seen.empty()) {
      stream->send({.data = "{}", .id = id, .name = "resync", .retry = {}});
    }
    key = ++shared_->last_key;
    shared_->streams.emplace(key, stream);
  }
  // Without the lock: it may call at once.
  stream->on_closed([shared = shared_, key] { shared->drop(key); });
}

void LiveHub::publish(std::string_view name, std::string data) {
  const std::lock_guard lock(shared_->mutex);
  if (shared_->has_ended) return;
  const std::uint64_t number = ++shared_->last;
  shared_->keep({number, http::format_event({.data = std::move(data),
                                             .id = shared_->id_of(number),
                                             .name = std::string(name),
                                             .retry = {}})});
  // One that does not read is closed by its own backlog, and calls back.
  for (const auto& [key, stream] : shared_->streams) {
    stream->send_formatted(shared_->kept.back().text);
  }
}

std::size_t LiveHub::streams() const {
  const std::lock_guard lock(shared_->mutex);
  return shared_->streams.size();
}

void LiveHub::end() {
  std::map<std::uint64_t, std::shared_ptr<http::EventStream>> streams;
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->has_ended = true;
    streams.swap(shared_->streams);
  }
  for (const auto& [key, stream] : streams) stream->close();
}

}  // namespace web

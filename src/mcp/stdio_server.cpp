#include "mcp/stdio_server.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mcp/batch.h"
#include "mcp/meta.h"
#include "mcp/modern.h"

namespace mcp {
namespace {

constexpr const char* kPrincipal = "stdio";

class LineReply final : public Reply {
 public:
  explicit LineReply(std::shared_ptr<os::LineWriter> writer) : writer_(std::move(writer)) {}
  void send(const base::Json& message) override { writer_->write(base::dump_line(message)); }
  void finish(const jsonrpc::Response& response, int) override {
    writer_->write(line_of(response));
  }
  void abandon() override {}

 private:
  std::shared_ptr<os::LineWriter> writer_;  // Shared by all that is sent.
};

bool is_modern_request(const jsonrpc::Request& request) {
  return has_modern_meta(request.params.get()) || request.method == "server/discover" ||
         request.method == "subscriptions/listen";
}

// How many answers a batch will have.
std::size_t answers_of(const jsonrpc::DecodedText& text) {
  return static_cast<std::size_t>(
      std::count_if(text.items.begin(), text.items.end(), [](const jsonrpc::Decoded& item) {
        const auto* message = std::get_if<jsonrpc::Message>(&item);
        return message == nullptr || std::holds_alternative<jsonrpc::Request>(*message);
      }));
}

}  // namespace

StdioServer::StdioServer(Server& server, const StdioOptions& options)
    : server_(server),
      options_(options),
      reader_(options.input, server.options().message_bytes_max),
      writer_(std::make_shared<os::LineWriter>(options.output)),
      transport_(reader_, *writer_),
      session_(std::make_shared<LegacySession>([writer = writer_](const base::Json& message) {
        writer->write(base::dump_line(message));
      })),
      in_flight_(std::make_shared<InFlight>()) {}

void StdioServer::run() {
  const os::TerminationWatch watch(reader_);
  while (writer_->is_open() && !watch.has_come()) {
    const jsonrpc::CodecOptions codec{.limits = {.bytes_max = server_.options().message_bytes_max},
                                      .allow_batches = session_->version() == kBatchVersion};
    auto incoming = transport_.receive(std::nullopt, codec);
    if (incoming.kind == jsonrpc::LineTransport::Incoming::Kind::ended) break;
    if (incoming.kind == jsonrpc::LineTransport::Incoming::Kind::text)
      take(std::move(incoming.text));
  }
  end();
}

void StdioServer::take(jsonrpc::DecodedText text) {
  std::shared_ptr<Batch> batch;
  if (const std::size_t answers = answers_of(text); text.is_batch && answers > 0) {
    const auto write = [writer = writer_](const base::Json& message) {
      if (!message.is_null()) writer->write(base::dump_line(message));
    };
    batch = std::make_shared<Batch>(answers, Batch::Outlet{write, write});
  }
  for (jsonrpc::Decoded& item : text.items) {
    const std::shared_ptr<Reply> reply =
        batch ? batch->reply() : std::make_shared<LineReply>(writer_);
    if (const auto* refusal = std::get_if<jsonrpc::Response>(&item)) {
      reply->finish(*refusal);
    } else {
      take_message(std::get<jsonrpc::Message>(std::move(item)), reply);
    }
  }
}

void StdioServer::take_message(jsonrpc::Message message, const std::shared_ptr<Reply>& reply) {
  if (auto* response = std::get_if<jsonrpc::Response>(&message)) {
    session_->pending().settle(std::move(*response));
  } else if (const auto* notification = std::get_if<jsonrpc::Notification>(&message)) {
    take_notification(*notification);
  } else {
    auto& request = std::get<jsonrpc::Request>(message);
    if (is_modern_request(request)) {
      serve_modern(server_, {std::move(request), kPrincipal, reply, in_flight_});
    } else {
      serve_legacy(server_, session_, std::move(request), reply);
    }
  }
}

void StdioServer::take_notification(const jsonrpc::Notification& notification) {
  // An id is of one era or the other, and nobody says which.
  if (notification.method == "notifications/cancelled") {
    cancel_named(*in_flight_, notification.params.get());
  }
  note_legacy(server_, session_, notification);
}

void StdioServer::end() {
  // Nobody will answer what we asked.
  session_->pending().close();
  session_->in_flight().wait_until_empty(options_.grace);
  session_->end(server_.subscriptions());
  server_.endings().end_all();
  in_flight_->wait_until_empty(options_.grace);
  in_flight_->cancel_all();
}

}  // namespace mcp

#include "http/server.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <future>
#include <unordered_set>
#include <utility>
#include <vector>

#include "http/answer_text.h"
#include "http/connection_impl.h"
#include "http/handler_threads.h"

namespace http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// Every connection is a descriptor. The shell's usual 1,024 are too few; more than needed would
// pass to the programs that we start.
void raise_descriptor_limit(std::size_t connections) {
  constexpr rlim_t kOthers = 512;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = std::min<rlim_t>(limit.rlim_max, connections + kOthers);
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// How often connections are looked at: often enough for the shortest of the limits.
base::Millis tick_of(const Limits& limits) {
  const base::Millis shortest = std::min({limits.header_time, limits.idle_time, limits.body_time,
                                          limits.write_time, limits.keep_alive});
  return std::clamp(shortest / 4, base::Millis(10), base::Millis(1000));
}

class RealServer final : public Server, public ConnectionSite {
 public:
  RealServer(Handler handler, const Limits& with_limits)
      : handler_(std::move(handler)), acceptor_(io_), timer_(io_), signals_(io_) {
    limits = with_limits;
    // Shared with what handlers hold, which may live longer than the server.
    loop = std::make_shared<Loop>([this](Loop::Work work) { asio::post(io_, std::move(work)); });
  }
  ~RealServer() override { end(); }

  base::Result<void> open(const Address& address);

  Address address() const override { return address_; }
  void run() override;
  void stop() override;
  void on_terminate(std::function<void()> callback) override;
  std::size_t open_streams() const override { return open_streams_; }

 private:
  void dispatch(std::shared_ptr<Exchange> exchange) override;
  void forget(const std::shared_ptr<Connection>& connection) override;
  void stream_began() override { ++open_streams_; }
  void stream_ended() override { --open_streams_; }

  // What the server's thread does, until it hands that on with the first request to come.
  void lead();
  void handle(std::shared_ptr<Exchange> exchange);
  void wait_to_accept();
  void accept_all();
  void add_connection(int descriptor);
  void wait_to_check();
  void check_times();
  void wait_for_signal();
  void stop_now();
  void end();

  Handler handler_;
  Address address_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_;
  tcp protocol_ = tcp::v4();
  asio::steady_timer timer_;
  bool timer_runs_ = false;
  bool is_accepting_ = false;
  asio::signal_set signals_;
  std::function<void()> terminate_;
  std::unordered_set<std::shared_ptr<Connection>> connections_;  // Each lives on in what it awaits.
  std::optional<HandlerThreads> pool_;
  std::shared_ptr<Exchange> ready_;  // What the server's thread is to handle next.
  std::promise<void> led_to_the_end_;
  std::atomic<std::size_t> open_streams_ = 0;
};

base::Result<void> RealServer::open(const Address& address) {
  error_code error;
  const tcp::endpoint endpoint(asio::ip::make_address(address.host, error), address.port);
  if (error) return base::Error{base::Code::invalid_value, "not an address: " + address.host, ""};
  protocol_ = endpoint.protocol();
  acceptor_.open(protocol_, error);
  if (!error) ::fcntl(acceptor_.native_handle(), F_SETFD, FD_CLOEXEC);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.non_blocking(true, error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(tcp::acceptor::max_listen_connections, error);
  if (error) {
    return base::Error{base::Code::unavailable,
                       "cannot listen on " + address.host + " port " +
                           std::to_string(address.port) + ": " + error.message(),
                       "Choose another port, or 0 for any that is free."};
  }
  address_ = {address.host, acceptor_.local_endpoint(error).port()};
  return {};
}

void RealServer::run() {
  pool_.emplace(limits.handler_threads + 1);  // One more, for the sockets.
  if (!is_stopping) wait_to_accept();
  pool_->post([this] { lead(); });
  led_to_the_end_.get_future().wait();
  end();
}

void RealServer::lead() {
  while (io_.run_one() != 0) {
    if (!ready_) continue;
    auto exchange = std::exchange(ready_, nullptr);
    if (pool_->offer([this] { lead(); })) return handle(std::move(exchange));
    // As many are handled as may be; the sockets must not wait for them.
    pool_->post([this, exchange = std::move(exchange)]() mutable { handle(std::move(exchange)); });
  }
  led_to_the_end_.set_value();
}

// After it nothing reaches the server's thread any more, and no handler runs.
void RealServer::end() {
  loop->close();
  io_.restart();
  io_.poll();  // What was posted since the last connection ended.
  pool_.reset();
}

void RealServer::wait_to_accept() {
  if (std::exchange(is_accepting_, true)) return;
  acceptor_.async_wait(tcp::acceptor::wait_read, [this](const error_code& error) {
    is_accepting_ = false;
    if (!error) accept_all();
  });
}

void RealServer::accept_all() {
  constexpr int kAtOnce = 64;  // Those who have been accepted want to be served too.
  for (int i = 0; i < kAtOnce; ++i) {
    // The flag is set with the call: another thread may be starting a program right now.
    const int descriptor = ::accept4(acceptor_.native_handle(), nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor >= 0) {
      add_connection(descriptor);
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      return wait_to_check();  // Which tries again; at once would be a busy loop.
    } else if (errno == EAGAIN) {
      break;
    }
  }
  wait_to_accept();
}

void RealServer::add_connection(int descriptor) {
  tcp::socket socket(io_);
  error_code error;
  socket.assign(protocol_, descriptor, error);
  if (!error) socket.non_blocking(true, error);
  if (error) return;
  if (connections_.size() >= limits.connections) {
    const std::string answer =
        head_text(503, limits.refusal_headers, {.length = 0, .closes = true});
    socket.write_some(asio::buffer(answer), error);
    return;
  }
  const auto connection = std::make_shared<Connection>(std::move(socket), *this);
  connections_.insert(connection);
  connection->start();
  wait_to_check();
}

void RealServer::forget(const std::shared_ptr<Connection>& connection) {
  connections_.erase(connection);
  if (is_stopping && connections_.empty()) timer_.cancel();
}

// One timer for all connections, and none where there is none.
void RealServer::wait_to_check() {
  if (std::exchange(timer_runs_, true)) return;
  timer_.expires_after(tick_of(limits));
  timer_.async_wait([this](const error_code& error) {
    timer_runs_ = false;
    if (!error) check_times();
  });
}

void RealServer::check_times() {
  const auto now = Clock::now();
  // A copy, since one that ends leaves the set.
  const std::vector<std::shared_ptr<Connection>> all(connections_.begin(), connections_.end());
  for (const auto& connection : all) connection->check_time(now);
  if (!is_stopping) wait_to_accept();
  if (!connections_.empty()) wait_to_check();
}

void RealServer::dispatch(std::shared_ptr<Exchange> exchange) {
  // What the loop does in one step brings one request at most; were there another, it need not
  // wait.
  if (ready_) {
    pool_->post([this, other = std::move(exchange)]() mutable { handle(std::move(other)); });
    return;
  }
  ready_ = std::move(exchange);
}

void RealServer::handle(std::shared_ptr<Exchange> exchange) {
  try {
    handler_(std::move(exchange));
  } catch (...) {
    // Without an answer the exchange becomes a 500; other requests are not to blame.
  }
}

void RealServer::stop() {
  loop->post([this] { stop_now(); });
}

void RealServer::stop_now() {
  if (std::exchange(is_stopping, true)) return;
  error_code ignored;
  acceptor_.close(ignored);
  signals_.cancel(ignored);
  // From here on a second signal ends the process, whatever it waits for.
  signals_.clear(ignored);
  const std::vector<std::shared_ptr<Connection>> all(connections_.begin(), connections_.end());
  for (const auto& connection : all) connection->stop();
  if (connections_.empty()) {
    timer_.cancel();
    return;
  }
  wait_to_check();
}

void RealServer::on_terminate(std::function<void()> callback) {
  terminate_ = std::move(callback);
  error_code ignored;
  signals_.add(SIGTERM, ignored);
  signals_.add(SIGINT, ignored);
  wait_for_signal();
}

void RealServer::wait_for_signal() {
  signals_.async_wait([this](const error_code& error, int) {
    if (error || is_stopping) return;
    terminate_();
    if (!is_stopping) wait_for_signal();
  });
}

}  // namespace

base::Result<std::unique_ptr<Server>> Server::listen(const Address& address, Handler handler,
                                                     const Limits& limits) {
  raise_descriptor_limit(limits.connections);
  auto server = std::make_unique<RealServer>(std::move(handler), limits);
  TRY(server->open(address));
  return std::unique_ptr<Server>(std::move(server));
}

}  // namespace http

// Measures what a hook over HTTP costs on a connection that is kept open, beside the start of
// /bin/true and of a hook's own process in the same run. See README.md.
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bench/fixture.h"
#include "bench/report.h"
#include "bench/spawn.h"

namespace bench {
namespace {

namespace fs = std::filesystem;
using Nanoseconds = std::chrono::nanoseconds;

constexpr int kPatienceMs = 10'000;
constexpr int kWarmUp = 50;

struct Options {
  fs::path program = "build/release/holdfast";
  int requests = 2000;
  int starts = 200;  // Of /bin/true and of a hook's process.
  bool check = false;
};

base::Error broken(const std::string& what) { return {base::Code::failed, what, ""}; }

// `holdfast serve` as a child, until this ends.
class Server {
 public:
  static base::Result<std::unique_ptr<Server>> start(const fs::path& program,
                                                     const Fixture& fixture) {
    auto server = std::make_unique<Server>();
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return broken("no pipe");
    std::vector<char*> variables;
    for (const std::string& one : fixture.environment()) {
      variables.push_back(const_cast<char*>(one.c_str()));
    }
    variables.push_back(nullptr);
    server->process_ = ::fork();
    if (server->process_ == 0) {
      ::dup2(pipe[1], STDOUT_FILENO);
      ::dup2(::open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
      ::execle(program.c_str(), "holdfast", "serve", "--listen", "127.0.0.1:0", nullptr,
               variables.data());
      ::_exit(127);
    }
    ::close(pipe[1]);
    const std::string link = line_of(pipe[0]);
    ::close(pipe[0]);
    constexpr std::string_view kLead = "http://127.0.0.1:";
    if (!link.starts_with(kLead)) return broken("the server does not start");
    server->port_ = std::atoi(link.c_str() + kLead.size());
    return server;
  }
  Server() = default;
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    if (process_ <= 0) return;
    ::kill(process_, SIGTERM);
    ::waitpid(process_, nullptr, 0);
  }
  int port() const { return port_; }
  pid_t process() const { return process_; }

 private:
  static std::string line_of(int descriptor) {
    std::string line;
    for (char c = 0; !line.ends_with('\n');) {
      pollfd waited{descriptor, POLLIN, 0};
      if (::poll(&waited, 1, kPatienceMs) <= 0 || ::read(descriptor, &c, 1) != 1) break;
      line += c;
    }
    return line;
  }

  pid_t process_ = 0;
  int port_ = 0;
};

// One connection, one request after the other.
class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const int on = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_open_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;
  ~Client() { ::close(socket_); }

  struct Answer {
    std::string head;
    std::string body;
    Nanoseconds elapsed{0};
  };
  // The clock runs from the first byte sent to the last one read.
  base::Result<Answer> ask(const std::string& request) {
    if (!is_open_) return broken("no connection");
    Answer answer;
    std::string text;
    const auto begin = std::chrono::steady_clock::now();
    if (::send(socket_, request.data(), request.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(request.size())) {
      return broken("the request was not taken");
    }
    while (!is_whole(text, answer)) {
      std::array<char, 16384> bytes{};
      const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
      if (count <= 0) return broken("the server closed: " + text);
      text.append(bytes.data(), static_cast<std::size_t>(count));
    }
    answer.elapsed = std::chrono::steady_clock::now() - begin;
    return answer;
  }

 private:
  static bool is_whole(const std::string& text, Answer& answer) {
    const std::size_t end = text.find("\r\n\r\n");
    if (end == std::string::npos) return false;
    answer.head = text.substr(0, end);
    constexpr std::string_view kLength = "Content-Length: ";
    const std::size_t at = answer.head.find(kLength);
    const std::size_t length =
        at == std::string::npos
            ? 0
            : std::strtoul(answer.head.c_str() + at + kLength.size(), nullptr, 10);
    if (text.size() < end + 4 + length) return false;
    answer.body = text.substr(end + 4, length);
    return true;
  }

  int socket_;
  bool is_open_ = false;
};

std::string hook_request(int port, const std::string& token, const std::string& event) {
  return fmt::format(
      "POST /hook/claude-code HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n"
      "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
      port, token, event.size(), event);
}

struct Measured {
  Samples start;    // /bin/true
  Samples process;  // `holdfast hook PreToolUse`
  Samples posted;
};

base::Result<void> add_start(const Case& measured, const Fixture& fixture, Samples& samples) {
  TRY_ASSIGN(const auto outcome, spawn(measured.command, fixture.environment()));
  TRY(check_answer(measured, outcome));
  samples.times.push_back(outcome.elapsed);
  return {};
}

// A start of each goes between the requests, so that what slows the machine down slows down all.
base::Result<Measured> measure(const Options& options, const Fixture& fixture, int port) {
  std::string token;
  std::getline(std::ifstream(fixture.folder() / "home/.config/holdfast/mcp-token"), token);
  const std::string request = hook_request(port, token, fixture.allowed_event());
  const std::vector<Case> cases = fixture.cases();
  Measured measured{{.name = "/bin/true"}, {.name = "holdfast hook"}, {.name = "POST /hook"}};
  Client client(port);
  const int every = std::max(1, options.requests / options.starts);
  for (int i = -kWarmUp; i < options.requests; ++i) {
    TRY_ASSIGN(const auto answer, client.ask(request));
    if (!answer.head.starts_with("HTTP/1.1 200") || !answer.body.empty()) {
      return broken("not what it should answer: " + answer.head + answer.body);
    }
    if (i < 0) continue;
    measured.posted.times.push_back(answer.elapsed);
    if (i % every != 0) continue;
    TRY(add_start(cases[0], fixture, measured.start));
    TRY(add_start(cases[1], fixture, measured.process));
    // Other programs took the caches and the processor: not the server's doing.
    TRY(client.ask(request));
  }
  return measured;
}

base::Result<int> run(Options options) {
  constexpr double kMustMs = 0.3;
  std::error_code error;
  options.program = fs::canonical(options.program, error);
  if (error) return base::Error{base::Code::not_found, "--program: " + error.message(), ""};
  std::string pattern = (fs::temp_directory_path() / "holdfast-bench.XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) return broken("no temporary folder");
  const fs::path folder = pattern;
  struct Removal {
    const fs::path& path;
    ~Removal() {
      std::error_code ignored;
      fs::remove_all(path, ignored);
    }
  } const removal{folder};
  TRY_ASSIGN(const auto fixture, Fixture::create(options.program, folder));
  TRY_ASSIGN(const auto server, Server::start(options.program, fixture));
  fmt::print(stderr, "server: process {}\n", server->process());
  TRY_ASSIGN(const auto measured, measure(options, fixture, server->port()));
  const auto ms = [](const Samples& samples, double part) {
    return std::chrono::duration<double, std::milli>(percentile(samples.times, part)).count();
  };
  const double start = ms(measured.start, 0.5);
  fmt::print("{:<16}{:>10}{:>10}{:>12}\n", "", "p50 ms", "p95 ms", "/bin/true");
  for (const Samples* samples : {&measured.start, &measured.process, &measured.posted}) {
    fmt::print("{:<16}{:>10.3f}{:>10.3f}{:>12.2f}\n", samples->name, ms(*samples, 0.5),
               ms(*samples, 0.95), ms(*samples, 0.5) / start);
  }
  return options.check && ms(measured.posted, 0.5) > kMustMs ? 1 : 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  bench::Options options;
  CLI::App app("Measures what a hook over HTTP costs on a kept connection");
  app.add_option("--program", options.program, "The holdfast to measure")->capture_default_str();
  app.add_option("--requests", options.requests, "Hooks that are posted")
      ->capture_default_str()
      ->check(CLI::Range(1, 10'000'000));
  app.add_option("--starts", options.starts, "Starts of the programs beside it")
      ->capture_default_str()
      ->check(CLI::Range(1, 100'000));
  app.add_flag("--check", options.check, "Exit 1 where the median is over 0.3 ms");
  CLI11_PARSE(app, argc, argv);
  const auto result = bench::run(options);
  if (result.ok()) return *result;
  fmt::print(stderr, "serve_hook_bench: {}\n", result.error().message);
  return 1;
}

// The sessions of the legacy era over HTTP: an id that cannot be guessed, and what belongs to it.
#pragma once
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "mcp/http_resumption.h"
#include "mcp/legacy.h"
#include "os/random.h"

namespace mcp {

struct SessionLimits {
  std::size_t sessions = 1000;
  base::Millis idle{30 * 60 * 1000};  // A session without a request or an open stream ends then.
  ResumptionLimits resumption;
};

// Shared by the requests that are under way in it.
class HttpSession {
 public:
  HttpSession(std::string id, const SessionLimits& limits, os::Clock& clock);

  const std::string& id() const { return id_; }
  const LegacySessionPtr& legacy() const { return legacy_; }
  StreamShelf& streams() { return notices_->streams; }

  // The stream of the client's GET, for what belongs to no request. A new one takes the place of
  // the one before.
  std::shared_ptr<ResumableStream> begin_notices();
  void set_notices(std::shared_ptr<ResumableStream> stream);
  bool has_open_notices() const;

 private:
  // Apart from the session, since the session's own sender uses it.
  struct Notices {
    Notices(const SessionLimits& limits, os::Clock& clock) : streams(limits.resumption, clock) {}
    StreamShelf streams;
    mutable std::mutex mutex;
    std::shared_ptr<ResumableStream> stream;  // Null until the client has asked for one.
  };

  std::string id_;
  std::shared_ptr<Notices> notices_;
  LegacySessionPtr legacy_;
};

using HttpSessionPtr = std::shared_ptr<HttpSession>;

// Safe from any thread.
class HttpSessions {
 public:
  // Borrowed; all outlive this.
  HttpSessions(Server& server, const SessionLimits& limits, os::Clock& clock, os::Random& random)
      : server_(server), limits_(limits), clock_(clock), random_(random) {}

  // Null where there are too many.
  HttpSessionPtr create();
  // Null where there is none, or there was.
  HttpSessionPtr find(std::string_view id);
  // False where there is none.
  bool end(std::string_view id);
  void end_all();

 private:
  struct Row {
    HttpSessionPtr session;
    std::chrono::microseconds used{0};
  };
  void end_session(const HttpSessionPtr& session);
  std::vector<HttpSessionPtr> take_idle();

  Server& server_;
  SessionLimits limits_;
  os::Clock& clock_;
  os::Random& random_;
  std::mutex mutex_;
  std::map<std::string, Row, std::less<>> rows_;
};

}  // namespace mcp

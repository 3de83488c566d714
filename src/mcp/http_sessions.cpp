#include "mcp/http_sessions.h"

#include <nlohmann/json.hpp>

namespace mcp {
namespace {

constexpr std::size_t kIdBytes = 16;

}  // namespace

HttpSession::HttpSession(std::string id, const SessionLimits& limits, os::Clock& clock)
    : id_(std::move(id)),
      notices_(std::make_shared<Notices>(limits, clock)),
      legacy_(std::make_shared<LegacySession>([notices = notices_](const base::Json& message) {
        std::shared_ptr<ResumableStream> stream;
        {
          const std::lock_guard lock(notices->mutex);
          stream = notices->stream;
        }
        if (stream) stream->send(base::dump_line(message));
      })) {}

std::shared_ptr<ResumableStream> HttpSession::begin_notices() {
  auto stream = notices_->streams.make();
  set_notices(stream);
  return stream;
}

void HttpSession::set_notices(std::shared_ptr<ResumableStream> stream) {
  std::shared_ptr<ResumableStream> before = std::move(stream);
  {
    const std::lock_guard lock(notices_->mutex);
    if (notices_->stream == before) return;
    notices_->stream.swap(before);
  }
  if (before) before->finish();
}

bool HttpSession::has_open_notices() const {
  const std::lock_guard lock(notices_->mutex);
  return notices_->stream && notices_->stream->is_attached();
}

HttpSessionPtr HttpSessions::create() {
  for (const HttpSessionPtr& idle : take_idle()) end_session(idle);
  const std::lock_guard lock(mutex_);
  if (rows_.size() >= limits_.sessions) return nullptr;
  auto session = std::make_shared<HttpSession>(random_.hex(kIdBytes), limits_, clock_);
  rows_[session->id()] = {session, clock_.steady()};
  return session;
}

HttpSessionPtr HttpSessions::find(std::string_view id) {
  for (const HttpSessionPtr& idle : take_idle()) end_session(idle);
  const std::lock_guard lock(mutex_);
  const auto row = rows_.find(id);
  if (row == rows_.end()) return nullptr;
  row->second.used = clock_.steady();
  return row->second.session;
}

bool HttpSessions::end(std::string_view id) {
  HttpSessionPtr session;
  {
    const std::lock_guard lock(mutex_);
    const auto row = rows_.find(id);
    if (row == rows_.end()) return false;
    session = row->second.session;
    rows_.erase(row);
  }
  end_session(session);
  return true;
}

void HttpSessions::end_all() {
  std::map<std::string, Row, std::less<>> ended;
  {
    const std::lock_guard lock(mutex_);
    ended.swap(rows_);
  }
  for (const auto& [id, row] : ended) end_session(row.session);
}

void HttpSessions::end_session(const HttpSessionPtr& session) {
  session->legacy()->end(server_.subscriptions());
  session->streams().close_all();
}

std::vector<HttpSessionPtr> HttpSessions::take_idle() {
  std::vector<HttpSessionPtr> idle;
  const std::lock_guard lock(mutex_);
  const std::chrono::microseconds now = clock_.steady();
  std::erase_if(rows_, [&](auto& row) {
    if (now - row.second.used <= limits_.idle || row.second.session->has_open_notices()) {
      return false;
    }
    idle.push_back(row.second.session);
    return true;
  });
  return idle;
}

}  // namespace mcp

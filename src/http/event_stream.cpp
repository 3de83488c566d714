// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
#include "http/event_stream.h"

#include <utility>

#include "base/text.h"

namespace http {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_one_line(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

void append_lines(std::string& text, std::string_view field, std::string_view value) {
  while (true) {
    const std::size_t end = value.find_first_of("\r\n");
    text.append(field).append(value.substr(0, end)).append(1, '\n');
    if (end == std::string_view::npos) return;
    value.remove_prefix(end + (value.substr(end).starts_with("\r\n") ? 2 : 1));
  }
}

}  // namespace

std::string format_event(const Event& event) {
  std::string text;
  text.reserve(event.data.size() + event.id.size() + event.name.size() + 64);
  if (!event.name.empty() && is_one_line(event.name)) append_lines(text, "event: ", event.name);
  if (!event.id.empty() && is_one_line(event.id)) append_lines(text, "id: ", event.id);
  if (event.retry && event.retry->count() >= 0) {
    append_lines(text, "retry: ", std::to_string(event.retry->count()));
  }
  append_lines(text, "data: ", event.data);
  text += '\n';
  return text;
}

std::string format_comment(std::string_view comment) {
  std::string text;
  append_lines(text, ": ", comment);
  text += '\n';
  return text;
}

std::vector<Event> EventReader::read(std::string_view bytes) {
  for (const char c : bytes) {
    const bool ends_crlf = after_cr_ && c == '\n';
    after_cr_ = c == '\r';
    if (ends_crlf) continue;  // The line ended at the CR.
    if (c == '\r' || c == '\n') {
      end_line();
    } else if (line_.size() + event_.data.size() < bytes_max_) {
      line_ += c;
    } else {
      too_large_ = skips_event_ = true;
      event_ = {};
      has_data_ = false;
      line_.assign(1, ':');  // Not empty: an empty line would end the event.
    }
  }
  return std::exchange(done_, {});
}

void EventReader::end_line() {
  if (std::exchange(is_first_line_, false) && line_.starts_with(kByteOrderMark)) {
    line_.erase(0, kByteOrderMark.size());
  }
  if (line_.empty()) return end_event();
  if (!skips_event_) take_field(line_);
  line_.clear();
}

void EventReader::end_event() {
  if (has_data_ && !skips_event_) done_.push_back(std::move(event_));
  event_ = {};
  has_data_ = skips_event_ = false;
}

void EventReader::take_field(std::string_view line) {
  const std::size_t colon = line.find(':');
  const std::string_view field = line.substr(0, colon);
  std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (field == "data") {
    if (std::exchange(has_data_, true)) event_.data += '\n';
    event_.data += value;
  } else if (field == "event") {
    event_.name = value;
  } else if (field == "id") {
    if (value.find('\0') != std::string_view::npos) return;
    event_.id = last_id_ = value;
  } else if (field == "retry") {
    constexpr std::uint64_t kRetryMax = 86'400'000;
    if (const auto number = base::to_number(value); number && *number <= kRetryMax) {
      event_.retry = base::Millis(*number);
    }
  }
}

}  // namespace http

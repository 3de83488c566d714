#include "cost/json_walk.h"

#include <charconv>

#include "cost/byte_search.h"

namespace cost {

namespace {

constexpr int kDepthMax = 1000;

constexpr bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

void JsonWalk::skip_space() {
  while (at_ < end_ && is_json_space(*at_)) ++at_;
}

bool JsonWalk::take(char wanted) {
  skip_space();
  if (failed_ || at_ == end_ || *at_ != wanted) return false;
  ++at_;
  return true;
}

bool JsonWalk::read_key() {
  if (!take('"')) {
    fail();
    return false;
  }
  const auto key = rest_of_string();
  if (!key || !take(':')) {
    fail();
    return false;
  }
  key_ = *key;
  return true;
}

bool JsonWalk::open_object() {
  if (!take('{')) {
    skip();
    return false;
  }
  if (take('}')) return false;
  return read_key();
}

bool JsonWalk::next_member() {
  if (take(',')) return read_key();
  if (!take('}')) fail();
  return false;
}

bool JsonWalk::open_array() {
  if (!take('[')) {
    skip();
    return false;
  }
  return !take(']') && !failed_;
}

bool JsonWalk::next_item() {
  if (take(',')) return true;
  if (!take(']')) fail();
  return false;
}

std::optional<std::string_view> JsonWalk::rest_of_string() {
  const char* const begin = at_;
  const char* at = at_;
  for (;;) {
    at = find_quote_or_backslash(at, end_);
    if (at == end_) break;
    if (*at == '"') {
      at_ = at + 1;
      return std::string_view(begin, static_cast<std::size_t>(at - begin));
    }
    if (end_ - at < 2) break;
    at += 2;
  }
  at_ = end_;
  fail();
  return std::nullopt;
}

std::optional<std::string_view> JsonWalk::text() {
  if (take('"')) return rest_of_string();
  skip();
  return std::nullopt;
}

// The letters, digits and signs that come: a number, or true, false or null.
std::string_view JsonWalk::bare_word() {
  skip_space();
  const char* const begin = at_;
  while (at_ < end_ && *at_ != ',' && *at_ != '}' && *at_ != ']' && !is_json_space(*at_)) {
    if (*at_ == '"' || *at_ == '{' || *at_ == '[' || *at_ == ':') break;
    ++at_;
  }
  if (at_ == begin) fail();
  return {begin, static_cast<std::size_t>(at_ - begin)};
}

std::optional<std::uint64_t> JsonWalk::number() {
  skip_space();
  if (at_ < end_ && (*at_ == '"' || *at_ == '{' || *at_ == '[')) {
    skip();
    return std::nullopt;
  }
  const std::string_view word = bare_word();
  std::uint64_t value = 0;
  if (word == "null") return value;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc() || stop != word.data() + word.size())
    return std::nullopt;
  return value;
}

std::optional<double> JsonWalk::decimal() {
  skip_space();
  if (at_ < end_ && *at_ != '-' && (*at_ < '0' || *at_ > '9')) {
    skip();
    return std::nullopt;
  }
  const std::string_view word = bare_word();
  double value = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc() || stop != word.data() + word.size())
    return std::nullopt;
  return value;
}

bool JsonWalk::is_true() {
  skip_space();
  if (at_ < end_ && *at_ != 't') {
    skip();
    return false;
  }
  return bare_word() == "true";
}

void JsonWalk::skip() {
  skip_space();
  if (failed_ || at_ == end_) return fail();
  if (*at_ == '"') {
    ++at_;
    rest_of_string();
  } else if (*at_ == '{' || *at_ == '[') {
    skip_container();
  } else {
    bare_word();
  }
}

void JsonWalk::skip_container() {
  int depth = 0;
  while (at_ < end_) {
    const char c = *at_++;
    if (c == '"') {
      if (!rest_of_string()) return;
    } else if (c == '{' || c == '[') {
      if (++depth > kDepthMax) return fail();
    } else if (c == '}' || c == ']') {
      if (--depth == 0) return;
    }
  }
  fail();
}

bool JsonWalk::at_end() {
  skip_space();
  return !failed_ && at_ == end_;
}

}  // namespace cost

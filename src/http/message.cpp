#include "http/message.h"

#include <algorithm>

#include "base/text.h"

namespace http {
namespace {

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return base::to_lower(x) == base::to_lower(y); });
}

// Splits where `separator` stands outside of quotes: a parameter may be `x="a,b"`.
std::vector<std::string_view> split_unquoted(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  bool quoted = false;
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (quoted && text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[at] == separator) {
      parts.push_back(base::trim(text.substr(start, at - start)));
      start = at + 1;
    }
  }
  parts.push_back(base::trim(text.substr(start)));
  return parts;
}

// "q=0", "Q = 0.000"; what is no such parameter refuses nothing.
bool is_refusal(std::string_view parameter) {
  const std::size_t equals = parameter.find('=');
  if (equals == std::string_view::npos) return false;
  if (!same_name(base::trim(parameter.substr(0, equals)), "q")) return false;
  const std::string_view value = base::trim(parameter.substr(equals + 1));
  return !value.empty() && value.front() == '0' &&
         value.find_first_not_of("0.") == std::string_view::npos;
}

// How exactly a range of an Accept header names `type`: 0 not at all, 1 `*/*`, 2 `text/*`, 3 whole.
int closeness(std::string_view range, std::string_view type) {
  if (same_name(range, type)) return 3;
  if (range == "*/*") return 1;
  if (!range.ends_with("/*")) return 0;
  range.remove_suffix(1);
  return same_name(range, type.substr(0, range.size())) ? 2 : 0;
}

}  // namespace

void Headers::add(std::string name, std::string value) {
  list_.push_back({std::move(name), std::move(value)});
}

void Headers::set(std::string name, std::string value) {
  std::erase_if(list_, [&](const Header& header) { return same_name(header.name, name); });
  add(std::move(name), std::move(value));
}

std::optional<std::string_view> Headers::get(std::string_view name) const {
  for (const Header& header : list_) {
    if (same_name(header.name, name)) return header.value;
  }
  return std::nullopt;
}

std::size_t Headers::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(list_.begin(), list_.end(),
                    [&](const Header& header) { return same_name(header.name, name); }));
}

Response response(int status, std::string_view type, std::string body) {
  Response made;
  made.status = status;
  made.headers.add("Content-Type", std::string(type));
  made.body = std::move(body);
  return made;
}

bool accepts(const Headers& headers, std::string_view type) {
  if (headers.count("accept") == 0) return true;
  int closest = 0;
  bool accepted = false;
  for (const Header& header : headers.list()) {
    if (!same_name(header.name, "accept")) continue;
    for (const std::string_view range : split_unquoted(header.value, ',')) {
      const auto parts = split_unquoted(range, ';');
      const int close = closeness(parts.front(), type);
      if (close <= closest) continue;
      // The closest one decides: "text/html;q=0, */*" does not cover text/html.
      closest = close;
      accepted = std::none_of(parts.begin() + 1, parts.end(), is_refusal);
    }
  }
  return accepted;
}

std::string content_type(const Headers& headers) {
  const std::string_view value = headers.get("content-type").value_or("");
  return base::to_lower(base::trim(value.substr(0, value.find(';'))));
}

}  // namespace http

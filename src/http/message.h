// A request and an answer of HTTP/1.1, as handlers see them.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace http {

struct Header {
  std::string name;
  std::string value;
};

// In the order in which they came; names are compared without regard to case.
class Headers {
 public:
  Headers() = default;
  Headers(std::initializer_list<Header> headers) : list_(headers) {}

  void add(std::string name, std::string value);
  // Takes the place of all of that name.
  void set(std::string name, std::string value);
  // The first of that name.
  std::optional<std::string_view> get(std::string_view name) const;
  // How many there are: a second `Host` or `Origin` is an attack, not a list.
  std::size_t count(std::string_view name) const;
  const std::vector<Header>& list() const { return list_; }

 private:
  std::vector<Header> list_;
};

struct Request {
  std::string method;  // "POST"
  std::string path;    // "/mcp": decoded, without the query. Begins with '/'.
  std::string query;   // As it came, without '?'.
  Headers headers;
  std::string body;
};

struct Response {
  int status = 200;
  Headers headers;
  std::string body;
};

// An answer with this body; `type` is its Content-Type.
Response response(int status, std::string_view type, std::string body);

// Whether one of the media types of an Accept header covers `type` ("text/event-stream");
// parameters and q=0 are understood. No header covers everything.
bool accepts(const Headers& headers, std::string_view type);
// The media type of Content-Type without its parameters, in lower case.
std::string content_type(const Headers& headers);

}  // namespace http

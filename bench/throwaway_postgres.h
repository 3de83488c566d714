// A PostgreSQL server that is there for as long as a measurement. It keeps what it is told safe
// from a power cut, as servers do.
#pragma once
#include <filesystem>
#include <string>

namespace bench {

class ThrowawayPostgres {
 public:
  // `folder` exists, is written to, and outlives this.
  explicit ThrowawayPostgres(std::filesystem::path folder);
  ThrowawayPostgres(const ThrowawayPostgres&) = delete;
  ThrowawayPostgres& operator=(const ThrowawayPostgres&) = delete;
  ~ThrowawayPostgres();

  const std::string& url() const { return url_; }

 private:
  std::filesystem::path place_;
  std::string url_;
};

}  // namespace bench

#include "os/system_call.h"

#include <cstring>
#include <string>

namespace os {
namespace {

std::string reason_text(int error_number) {
  // Unlike strerror this one is thread-safe and knows no locale.
  const char* const text = strerrordesc_np(error_number);
  return text != nullptr ? text : "error " + std::to_string(error_number);
}

base::Code code_of(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return base::Code::not_found;
    case EEXIST:
      return base::Code::exists;
    default:
      return base::Code::io;
  }
}

std::string hint_for(int error_number, std::string_view path) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return "Free some disk space and try again.";
    case EROFS:
    case EACCES:
      return std::string("Check the permissions of ").append(path).append(".");
    default:
      return "";
  }
}

std::string sentence(std::string_view path, std::string_view reason) {
  return std::string(path).append(": ").append(reason);
}

}  // namespace

base::Error system_error(int error_number, std::string_view path) {
  return {code_of(error_number), sentence(path, reason_text(error_number)),
          hint_for(error_number, path)};
}

base::Error io_error(std::string_view path, std::string_view reason) {
  return {base::Code::io, sentence(path, reason), ""};
}

}  // namespace os

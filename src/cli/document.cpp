#include "cli/document.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace cli {
namespace {

constexpr std::string_view kHint = "Give a JSON object, or - to read it from standard input.";

// A parser's message may quote what it read, which has no limit.
constexpr std::size_t kMessageBytesMax = 240;

}  // namespace

base::Result<std::string> read_standard_input(Console& console) {
  // A person may be typing, or another program still working on it.
  constexpr base::Millis kPatience{60'000};
  os::InputOptions options;
  options.timeout = kPatience;
  os::Input input = console.read(options);
  if (input.failed) {
    return base::Error{base::Code::io, "standard input cannot be read", ""};
  }
  if (input.truncated) {
    return base::Error{base::Code::too_large, "standard input is larger than 16 MiB", ""};
  }
  if (input.timed_out) {
    return base::Error{base::Code::failed, "standard input did not end within 60 s", ""};
  }
  return std::move(input.bytes);
}

void input_option(Arguments& arguments, std::optional<std::string>& into, std::string_view help) {
  arguments.option({"--input", "JSON", help}, into);
}

base::Result<base::Json> read_document(Console& console, const std::string& input) {
  std::string text = input;
  if (input == "-") {
    TRY_ASSIGN(text, read_standard_input(console));
  }
  auto json = base::parse_json(text);
  if (!json.ok()) {
    base::Error error = base::with_context(std::move(json).error(), "--input");
    error.message = std::string(base::clip_utf8(error.message, kMessageBytesMax));
    error.hint = kHint;
    return error;
  }
  if (!json->is_object()) {
    return base::Error{base::Code::parse_error, "--input: not a JSON object", std::string(kHint)};
  }
  return json;
}

}  // namespace cli

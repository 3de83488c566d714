#include "policy/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/text.h"

namespace policy {

// What Pattern::Code is made of. The header declares Code, so the types of its members cannot be of
// an anonymous namespace.
namespace regex {

struct Free {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
  void operator()(pcre2_compile_context* context) const { pcre2_compile_context_free(context); }
  void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
  void operator()(pcre2_match_data* data) const { pcre2_match_data_free(data); }
};
template <typename T>
using Owned = std::unique_ptr<T, Free>;

// One for each part of the expression that is tried, and one for this many characters passed.
constexpr std::int64_t kWorkMax = 2'000'000;
constexpr std::int64_t kCharactersPerWork = 16;

struct Work {
  std::int64_t left = kWorkMax;
  std::int64_t last_place = 0;
};

// An expression in the library's dialect.
struct Translated {
  std::string text;
  std::vector<std::size_t>
      added;  // Where, in `text`, characters stand that the user has not given.

  std::size_t place_given(std::size_t place) const {
    const auto before = std::count_if(added.begin(), added.end(),
                                      [&](std::size_t position) { return position < place; });
    return place - static_cast<std::size_t>(before);
  }
};

}  // namespace regex

namespace {

constexpr std::size_t kExpressionMax = 4096;
constexpr std::size_t kTextMax = 65536;
// Limits of the library. The first counts anew for each place where a match could begin, so that a
// long text needs the work below as well.
constexpr std::uint32_t kStepsMax = 100000;
constexpr std::uint32_t kMatchDepthMax = 1000;
constexpr std::uint32_t kHeapKibMax = 1024;
constexpr std::uint32_t kGroupDepthMax = 100;

enum class Characters { utf8, bytes };

// The library calls this before each part of the expression that it tries.
int count_work(pcre2_callout_block* block, void* data) {
  regex::Work& work = *static_cast<regex::Work*>(data);
  const auto place = static_cast<std::int64_t>(block->current_position);
  work.left -= 1 + std::abs(place - work.last_place) / regex::kCharactersPerWork;
  work.last_place = place;
  return work.left > 0 ? 0 : PCRE2_ERROR_MATCHLIMIT;
}

// Behind the class that begins at `at`; the end of the text where it is not closed.
std::size_t behind_class(std::string_view text, std::size_t at) {
  ++at;
  if (at < text.size() && text[at] == '^') ++at;
  if (at < text.size() && text[at] == ']') ++at;
  for (; at < text.size() && text[at] != ']'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

// Whether a `{,3}` or `{,}` begins here.
bool is_open_count(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) != "{,") return false;
  at += 2;
  while (at < text.size() && base::is_digit(text[at])) ++at;
  return at < text.size() && text[at] == '}';
}

regex::Translated translated(std::string_view given) {
  regex::Translated result;
  for (std::size_t at = 0; at < given.size();) {
    if (given[at] == '\\') {
      const std::string_view escape = given.substr(at, 2);
      result.text += escape == "\\Z" ? "\\z" : escape;
      at += escape.size();
    } else if (given[at] == '[') {
      const std::size_t end = behind_class(given, at);
      result.text += given.substr(at, end - at);
      at = end;
    } else if (is_open_count(given, at)) {
      result.added.push_back(result.text.size() + 1);
      result.text += "{0";
      ++at;
    } else {
      result.text += given[at++];
    }
  }
  return result;
}

const unsigned char* bytes_of(std::string_view text) {
  // The library refuses a null pointer even for an empty text.
  return reinterpret_cast<const unsigned char*>(text.empty() ? "" : text.data());
}

struct Fault {
  int code = 0;
  std::size_t place = 0;

  bool is_of_utf8() const {
    return code <= PCRE2_ERROR_UTF8_ERR1 && code >= PCRE2_ERROR_UTF8_ERR21;
  }
  base::Error error() const {
    std::array<unsigned char, 256> text{};
    pcre2_get_error_message(code, text.data(), text.size());
    return {base::Code::invalid_value, "the regular expression does not compile at character " +
                                           std::to_string(place + 1) + ": " +
                                           reinterpret_cast<const char*>(text.data())};
  }
};

regex::Owned<pcre2_code> compiled(const regex::Translated& expression, Characters characters,
                                  Fault& fault) {
  const regex::Owned<pcre2_compile_context> context(pcre2_compile_context_create(nullptr));
  if (!context) return nullptr;
  pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
  pcre2_set_parens_nest_limit(context.get(), kGroupDepthMax);
  std::uint32_t options = PCRE2_CASELESS | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT;
  if (characters == Characters::utf8) options |= PCRE2_UTF | PCRE2_UCP;
  regex::Owned<pcre2_code> code(pcre2_compile(bytes_of(expression.text), expression.text.size(),
                                              options, &fault.code, &fault.place, context.get()));
  fault.place = expression.place_given(fault.place);
  return code;
}

}  // namespace

struct Pattern::Code {
  regex::Translated expression;
  regex::Owned<pcre2_code> utf8;   // Null for an expression that is no UTF-8.
  regex::Owned<pcre2_code> bytes;  // For text that is none; made when the first one comes.
  bool bytes_tried = false;
  regex::Owned<pcre2_match_context> context;
  regex::Owned<pcre2_match_data> data;
  regex::Work work;

  const pcre2_code* code_for_bytes() {
    if (!std::exchange(bytes_tried, true)) {
      Fault ignored;
      bytes = compiled(expression, Characters::bytes, ignored);
    }
    return bytes.get();
  }

  int match(const pcre2_code* code, std::string_view text, std::uint32_t options) {
    if (code == nullptr || work.left <= 0) return PCRE2_ERROR_NOMATCH;
    work.last_place = 0;
    return pcre2_match(code, bytes_of(text), text.size(), 0, options, data.get(), context.get());
  }
};

Pattern::Pattern(std::unique_ptr<Code> code) : code_(std::move(code)) {}
Pattern::Pattern(Pattern&&) noexcept = default;
Pattern& Pattern::operator=(Pattern&&) noexcept = default;
Pattern::~Pattern() = default;

base::Result<Pattern> Pattern::compile(std::string_view expression) {
  if (expression.size() > kExpressionMax) {
    return base::Error{base::Code::invalid_value, "the regular expression is over 4 KiB"};
  }
  auto code = std::make_unique<Code>();
  code->expression = translated(expression);
  Fault fault;
  code->utf8 = compiled(code->expression, Characters::utf8, fault);
  if (!code->utf8 && fault.is_of_utf8()) {
    code->bytes = compiled(code->expression, Characters::bytes, fault);
    code->bytes_tried = true;
  }
  if (!code->utf8 && !code->bytes) return fault.error();
  code->context.reset(pcre2_match_context_create(nullptr));
  // Whether something matches is all that is asked: no room for groups.
  code->data.reset(pcre2_match_data_create(1, nullptr));
  if (!code->context || !code->data) {
    return base::Error{base::Code::io, "no memory for a regular expression"};
  }
  pcre2_set_match_limit(code->context.get(), kStepsMax);
  pcre2_set_depth_limit(code->context.get(), kMatchDepthMax);
  pcre2_set_heap_limit(code->context.get(), kHeapKibMax);
  pcre2_set_callout(code->context.get(), count_work, &code->work);
  return Pattern(std::move(code));
}

bool Pattern::matches(std::string_view text, Where where) const {
  text = base::clip_utf8(text, kTextMax);
  const std::uint32_t options = where == Where::at_start ? PCRE2_ANCHORED : 0;
  int outcome = PCRE2_ERROR_UTF8_ERR1;
  if (code_->utf8) outcome = code_->match(code_->utf8.get(), text, options);
  if (Fault{outcome}.is_of_utf8()) outcome = code_->match(code_->code_for_bytes(), text, options);
  // Zero: it matches, and there was no room for the groups.
  return outcome >= 0;
}

}  // namespace policy

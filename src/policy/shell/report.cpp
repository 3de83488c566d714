#include "policy/shell/report.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace policy::shell {
namespace {

constexpr std::string_view kNoFiles[] = {"/dev/null",   "/dev/stdin",  "/dev/stdout",
                                         "/dev/stderr", "/dev/tty",    "/dev/zero",
                                         "/dev/full",   "/dev/random", "/dev/urandom"};

bool is_file_name(std::string_view path) {
  if (path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/")) return false;
  return std::find(std::begin(kNoFiles), std::end(kNoFiles), path) == std::end(kNoFiles);
}

// More of one kind than anybody reads.
constexpr std::size_t kListMax = 100;
constexpr std::size_t kFilesMax = 10000;
constexpr std::size_t kCallsMax = 2000;
constexpr std::size_t kCallBytesMax = 65536;
constexpr std::size_t kCallWordMax = 1024;

// What is known of a word.
std::string told(const Word& word) {
  constexpr std::string_view kRest = "…";
  std::string_view known = word.text;
  if (word.unknown) known = known.substr(0, word.told);
  const std::string_view kept = base::clip_utf8(known, kCallWordMax);
  std::string text(kept);
  if (word.unknown || kept.size() < known.size()) text += kRest;
  return text;
}

}  // namespace

void Report::once(std::vector<std::string>& list, std::string_view text) {
  if (list.size() >= kListMax || std::find(list.begin(), list.end(), text) != list.end()) return;
  list.emplace_back(text);
}

void Report::add(FileEffect effect) {
  if (!analysis_.files.empty()) {
    const FileEffect& last = analysis_.files.back();
    if (last.use == effect.use && last.certainty == effect.certainty && last.path == effect.path &&
        last.whole_tree == effect.whole_tree && last.by == effect.by &&
        last.pattern == effect.pattern) {
      return;
    }
  }
  if (analysis_.files.size() >= kFilesMax) return opaque("a command that touches too much to list");
  analysis_.files.push_back(std::move(effect));
}

void Report::call(const Words& words, const Scope& scope) {
  // Left over from a group.
  if (words.front().is("}")) return;
  if (analysis_.calls.size() >= kCallsMax || call_bytes_ >= kCallBytesMax) {
    analysis_.has_unread_calls = true;
    return;
  }
  ProgramCall call{.words = {}, .path = told(words.front()), .folder = scope.folder().value_or("")};
  call_bytes_ += call.path.size() + call.folder.size();
  call.words.emplace_back(base_name(call.path));
  for (std::size_t at = 1; at < words.size() && call_bytes_ < kCallBytesMax; ++at) {
    call.words.push_back(told(words[at]));
    call_bytes_ += call.words.back().size() + 1;
  }
  analysis_.has_unread_calls |= call.words.size() < words.size();
  analysis_.calls.push_back(std::move(call));
}

void Report::file(const Word& path, const Touch& touch, const Scope& scope) {
  file(path, touch, scope, Wildcards::told);
}

void Report::file(const Word& path, const Touch& touch, const Scope& scope, Wildcards wildcards) {
  if (path.stream || path.text.empty()) return;
  FileEffect effect{.use = touch.use,
                    .certainty = Certainty::unknown,
                    .path = path.text,
                    .whole_tree = touch.whole_tree,
                    .by = std::string(touch.by)};
  if (path.unknown) return add(std::move(effect));
  std::string_view known = path.text;
  if (path.varies != Word::kNone) {
    const std::string_view open = known.substr(std::min(path.varies, known.size()));
    effect.whole_tree |= open.find('/') != std::string_view::npos || open.starts_with("**");
    const std::size_t slash = known.rfind('/', path.varies);
    effect.pattern = known.substr(slash == std::string_view::npos ? 0 : slash + 1);
    known = slash == std::string_view::npos ? "." : known.substr(0, slash + 1);
  }
  if (known.starts_with("/dev/tcp/") || known.starts_with("/dev/udp/")) return network("/dev/tcp");
  const auto absolute = scope.absolute(known);
  if (!absolute) return add(std::move(effect));
  if (!is_file_name(*absolute)) return;
  effect.path = *absolute;
  if (wildcards == Wildcards::made_up) effect.pattern.clear();
  if (!effect.pattern.empty()) {
    effect.pattern.insert(0, absolute->ends_with('/') ? *absolute : *absolute + "/");
    effect.takes_hidden = path.hidden;
    effect.takes_trees = touch.whole_tree;
    effect.spared = spared_;
  }
  effect.certainty = path.varies == Word::kNone ? Certainty::exact : Certainty::within;
  add(std::move(effect));
}

void Report::within(const Word& folder, const Touch& touch, const Scope& scope) {
  Word anything = folder;
  if (!anything.unknown && anything.varies == Word::kNone) {
    if (!anything.text.empty()) anything.text += '/';
    anything.varies = anything.text.size();
    anything.text += '*';
  }
  file(anything, touch, scope, Wildcards::made_up);
}

void Report::within_current(const Touch& touch, const Scope& scope) {
  within(Word::literal("."), touch, scope);
}

void Report::link(const Word& path, const Word& target, const Scope& scope) {
  if (!path.is_literal() || !target.is_literal() || analysis_.links.size() >= kListMax) return;
  const auto made = scope.absolute(path.text);
  const auto meant = scope.absolute(target.text);
  if (made && meant) analysis_.links.push_back({*made, *meant});
}

void Report::arrival(Arrival::Kind kind, const Word& source, const Word& folder, const Scope& scope,
                     std::size_t strip) {
  if (!source.is_literal() || !folder.is_literal()) return;
  const auto to = scope.absolute(folder.text);
  const auto from = source.text.empty() ? std::string() : scope.absolute(source.text);
  if (!to || !from || analysis_.arrivals.size() >= kListMax) return;
  analysis_.arrivals.push_back({.kind = kind, .source = *from, .folder = *to, .strip = strip});
}

void Report::tree_arrival(const Word& source, const Word& folder, const Scope& scope,
                          bool replaces) {
  if (source.unknown || source.text.empty()) return;
  const std::size_t count = analysis_.arrivals.size();
  if (source.is_literal()) {
    arrival(Arrival::Kind::tree, source, folder, scope);
  } else {
    const std::size_t slash = source.text.rfind('/', source.varies);
    const bool has_folder = slash != std::string::npos;
    const std::string names = has_folder ? source.text.substr(slash + 1) : source.text;
    if (names.find('/') != std::string::npos) return;
    const Word from = Word::literal(has_folder ? source.text.substr(0, slash + 1) : ".");
    arrival(Arrival::Kind::tree, from, folder, scope);
    if (analysis_.arrivals.size() > count) analysis_.arrivals.back().names = names;
  }
  if (analysis_.arrivals.size() > count) analysis_.arrivals.back().replaces = replaces;
}

Word joined(const Word& folder, std::string_view name) {
  Word path = folder;
  if (!path.text.empty() && path.text.back() != '/') path.text += '/';
  path.text += name;
  return path;
}

std::string_view base_name(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view without_version(std::string_view program) {
  while (program.size() > 1 && (base::is_digit(program.back()) || program.back() == '.')) {
    program.remove_suffix(1);
  }
  return program;
}

}  // namespace policy::shell

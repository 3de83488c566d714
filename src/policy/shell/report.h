// Gathers the effects of a command; knows which names are files and where they lie.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/shell/analysis.h"
#include "policy/shell/scope.h"
#include "policy/shell/word.h"

namespace policy::shell {

struct Touch {
  FileUse use = FileUse::read;
  std::string_view by;
  bool whole_tree = false;
};

class Report {
 public:
  explicit Report(Analysis& analysis) : analysis_(analysis) {}

  // A pipe, a device or an empty name is no file and is left out.
  void file(const Word& path, const Touch& touch, const Scope& scope);
  // Something in the folder, which may not be known.
  void within(const Word& folder, const Touch& touch, const Scope& scope);
  void within_current(const Touch& touch, const Scope& scope);

  // Left out where a word does not tell.
  void link(const Word& path, const Word& target, const Scope& scope);
  void arrival(Arrival::Kind kind, const Word& source, const Word& folder, const Scope& scope,
               std::size_t strip = 0);
  // The names that match the wildcard at the end of `source`, or what comes out of a tree alone.
  void tree_arrival(const Word& source, const Word& folder, const Scope& scope,
                    bool replaces = false);

  void network(std::string_view by) { once(analysis_.network, by); }
  void opaque(std::string_view by) { once(analysis_.opaque, by); }
  // Opaque, and shell code: what it calls is not among the calls.
  void unread(std::string_view by) {
    analysis_.has_unread_calls = true;
    opaque(by);
  }
  void call(const Words& words, const Scope& scope);
  // From here on searches leave out what matches these.
  void spare(std::vector<std::string> patterns) { spared_ = std::move(patterns); }
  void git(GitOperation operation) { analysis_.git.push_back(std::move(operation)); }

 private:
  static void once(std::vector<std::string>& list, std::string_view text);
  void add(FileEffect effect);
  enum class Wildcards { told, made_up };
  void file(const Word& path, const Touch& touch, const Scope& scope, Wildcards wildcards);

  Analysis& analysis_;
  std::size_t call_bytes_ = 0;
  std::vector<std::string> spared_;
};

// `dir/name`, with what is not known of either.
Word joined(const Word& folder, std::string_view name);
// Behind the last slash.
std::string_view base_name(std::string_view path);
// `python3.11` is `python`, `lua5.4` is `lua`. One character is left in any case: `.` is a program.
std::string_view without_version(std::string_view program);

}  // namespace policy::shell

// Takes values out of the tree of the requirement files, and says of each that is wrong in which
// line of which file it stands.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/config.h"
#include "store/requirement_tree.h"

namespace store {

// What there is to say about the files. A file may be wrong in every line of it, so that the lists
// have an end.
class Findings {
 public:
  static constexpr std::size_t kListedMax = 200;

  // `files`: what TreePlace::file counts.
  explicit Findings(std::vector<std::string> files) : files_(std::move(files)) {}

  const std::string& file(TreePlace place) const;
  void problem(TreePlace place, std::string_view message);
  void unused(TreePlace place, std::string_view message);

  std::vector<model::ConfigProblem> take_problems() { return std::move(problems_); }
  std::vector<model::ConfigProblem> take_unused() { return std::move(unused_); }

 private:
  void add(std::vector<model::ConfigProblem>& list, TreePlace place, std::string_view message);

  std::vector<std::string> files_;
  std::vector<model::ConfigProblem> problems_;
  std::vector<model::ConfigProblem> unused_;
};

// A text of a file as it may be repeated in a message: the beginning, without control characters.
std::string shown(std::string_view text);

// Of one requirement, or of the document around them. A reader sets its target, or leaves it alone
// where there is nothing or the wrong thing; `name` is the key with those above it.
class Values {
 public:
  // Empty: the document.
  Values(Findings& findings, std::string_view requirement);

  bool ok() const { return ok_; }
  Findings& findings() { return findings_; }
  // The value cannot be used, and neither can a requirement that has it.
  void refuse(TreePlace place, std::string_view message);
  // Something is odd, and everything stays.
  void remark(TreePlace place, std::string_view message);

  void flag(std::string_view name, const TreeNode& node, bool& target);
  struct Range {
    std::int64_t least = 0;
    std::int64_t most = 100LL * 366 * 24 * 3600;
  };
  void number(std::string_view name, const TreeNode& node, Range range, std::int64_t& target);
  void number(std::string_view name, const TreeNode& node, Range range,
              std::optional<std::int64_t>& target);
  // Any finite number that is not negative.
  void measure(std::string_view name, const TreeNode& node, std::optional<double>& target);
  // For people: lines and tabs, but no other control characters.
  void prose(std::string_view name, const TreeNode& node, std::string& target);
  void prose(std::string_view name, const TreeNode& node, std::vector<std::string>& target);
  // For programs: never empty, no control characters. One of them is a list too.
  void word(std::string_view name, const TreeNode& node, std::string& target);
  void words(std::string_view name, const TreeNode& node, std::vector<std::string>& target);
  // Words that are paths inside the project.
  void paths(std::string_view name, const TreeNode& node, std::vector<std::string>& target);

  // `choices` is what `from_name` knows, for the message.
  template <typename Choice>
  void choice(std::string_view name, const TreeNode& node,
              std::optional<Choice> (*from_name)(std::string_view), std::string_view choices,
              Choice& target) {
    if (node.is_nothing()) return;
    const auto chosen = node.kind == TreeNode::Kind::text ? from_name(node.text) : std::nullopt;
    if (!chosen) return refuse_value(name, node, choices);
    target = *chosen;
  }

  // "`name` must be <takes>, not '…'".
  void refuse_value(std::string_view name, const TreeNode& node, std::string_view takes);
  // The items of a list, or the one value that stands in its place.
  std::vector<const TreeNode*> items(std::string_view name, const TreeNode& node);

 private:
  std::optional<std::int64_t> number_of(std::string_view name, const TreeNode& node, Range range);
  std::optional<std::string> prose_of(std::string_view name, const TreeNode& node);
  bool is_word(std::string_view name, const TreeNode& node);

  Findings& findings_;  // Outlives this.
  std::string refusal_lead_;
  std::string remark_lead_;
  bool ok_ = true;
};

// One key of a map and what is done with its value; without `read` the key is known but not used.
template <typename Target>
struct KeyRow {
  std::string_view key;
  void (*read)(Values& values, std::string_view name, const TreeNode& node, Target& target);
};

// Reads a map by a table of its keys. `name` is that of the map itself; empty for the outermost.
// Keys that begin with "x-" are the author's own, to hang anchors on.
template <typename Target, typename Rows>
void read_map(Values& values, std::string_view name, const TreeNode& node, const Rows& rows,
              Target& target) {
  if (node.is_nothing()) return;
  if (node.kind != TreeNode::Kind::map) return values.refuse_value(name, node, "a mapping");
  const std::string prefix = name.empty() ? std::string() : std::string(name) + ".";
  for (const TreeMember& member : node.members) {
    if (member.key.starts_with("x-")) continue;
    const KeyRow<Target>* known = nullptr;
    for (const KeyRow<Target>& row : rows) {
      if (row.key == member.key) known = &row;
    }
    const std::string whole = prefix + member.key;
    if (known == nullptr) {
      values.remark(member.place, "unknown key `" + shown(whole) + "`");
    } else if (known->read != nullptr) {
      known->read(values, whole, member.value, target);
    } else if (!member.value.is_nothing()) {
      values.findings().unused(member.place,
                               "`" + whole + "` is known, but this version does not act on it");
    }
  }
}

}  // namespace store

#include "store/requirement_tree.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace store {
namespace {

constexpr std::string_view kMergeKey = "<<";

std::string key_text(std::string_view key) {
  return "key `" + std::string(base::clip_utf8(key, kShownBytesMax)) + "`";
}

TreeMember* find_tree_member(TreeNode& map, std::string_view key) {
  return const_cast<TreeMember*>(std::as_const(map).find(key));
}

}  // namespace

const TreeMember* TreeNode::find(std::string_view key) const {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const TreeMember& member) { return member.key == key; });
  return found == members.end() ? nullptr : &*found;
}

void merge_tree(TreeNode& weaker, TreeNode stronger) {
  using Kind = TreeNode::Kind;
  if (stronger.is_nothing() && weaker.kind == Kind::map) return;
  if (weaker.kind != Kind::map || stronger.kind != Kind::map) {
    weaker = std::move(stronger);
    return;
  }
  for (TreeMember& member : stronger.members) {
    if (TreeMember* const known = find_tree_member(weaker, member.key)) {
      known->place = member.place;
      merge_tree(known->value, std::move(member.value));
    } else {
      weaker.members.push_back(std::move(member));
    }
  }
}

bool TreeBuilder::fail(int line, std::string message) {
  // The first one is the cause of those after it.
  if (!tree_.fault) tree_.fault = TreeIssue{line, std::move(message)};
  return false;
}

void TreeBuilder::report(int line, std::string message) {
  const bool is_ours =
      options_.section.empty() || (!levels_.empty() && levels_.front().key == options_.section);
  if (is_ours && tree_.issues.size() < options_.limits.issues_max) {
    tree_.issues.push_back({line, std::move(message)});
  }
}

TreeNode TreeBuilder::new_node(TreeNode::Kind kind, int line) const {
  TreeNode node;
  node.kind = kind;
  node.place = {options_.file, line};
  return node;
}

TreeBuilder::Weight TreeBuilder::weigh(const TreeNode& node) {
  Weight weight{1, node.text.size(), 0};
  const auto add = [&weight](const TreeNode& child) {
    const Weight part = weigh(child);
    weight.nodes += part.nodes;
    weight.text_bytes += part.text_bytes;
    weight.height = std::max(weight.height, part.height);
  };
  for (const TreeNode& item : node.items) add(item);
  for (const TreeMember& member : node.members) {
    add(member.value);
    weight.text_bytes += member.key.size();
  }
  if (node.kind == TreeNode::Kind::list || node.kind == TreeNode::Kind::map) ++weight.height;
  return weight;
}

// Before anything is made or copied: an alias of aliases would grow without an end.
bool TreeBuilder::charge(int line, const Weight& weight) {
  const TreeLimits& limits = options_.limits;
  spent_.nodes += weight.nodes;
  spent_.text_bytes += weight.text_bytes;
  if (levels_.size() + weight.height > limits.depth_max) {
    return fail(line, "more than " + std::to_string(limits.depth_max) + " levels");
  }
  if (spent_.nodes > limits.nodes_max) {
    return fail(line, "more than " + std::to_string(limits.nodes_max) +
                          " values, with those that aliases repeat");
  }
  if (spent_.text_bytes > limits.text_bytes_max) {
    return fail(line, "more than " + std::to_string(limits.text_bytes_max) +
                          " bytes of text, with those that aliases repeat");
  }
  return true;
}

bool TreeBuilder::open(TreeNode::Kind kind, int line, Anchor anchor) {
  if (!charge(line, {.nodes = 1, .text_bytes = 0, .height = 1})) return false;
  Level level;
  level.node = new_node(kind, line);
  level.anchor = anchor;
  levels_.push_back(std::move(level));
  return true;
}

bool TreeBuilder::end() {
  if (levels_.empty()) return fail(0, "something ends that has not begun");
  if (!resolve_merges(levels_.back())) return false;
  Level level = std::move(levels_.back());
  levels_.pop_back();
  return add(std::move(level.node), level.anchor, Quoting::quoted);
}

bool TreeBuilder::text(int line, std::string_view text, Quoting quoting, Anchor anchor) {
  if (!base::is_utf8(text)) return fail(line, "text that is not UTF-8");
  if (!charge(line, {.nodes = 1, .text_bytes = text.size(), .height = 0})) return false;
  TreeNode node = new_node(TreeNode::Kind::text, line);
  node.text = text;
  return add(std::move(node), anchor, quoting);
}

bool TreeBuilder::nothing(int line, Anchor anchor) {
  if (!charge(line, {.nodes = 1, .text_bytes = 0, .height = 0})) return false;
  // A parser notices that a value is missing only at what comes next, lines below its key.
  if (!levels_.empty() && levels_.back().node.kind == TreeNode::Kind::map &&
      levels_.back().awaits != Level::Awaits::key) {
    line = levels_.back().key_line;
  }
  return add(new_node(TreeNode::Kind::nothing, line), anchor, Quoting::quoted);
}

bool TreeBuilder::alias(int line, Anchor anchor) {
  const auto found = anchored_.find(anchor);
  if (found == anchored_.end()) return fail(line, "an alias inside of what it stands for");
  if (!charge(line, found->second.weight)) return false;
  return add(found->second.node, 0, Quoting::quoted);
}

bool TreeBuilder::add(TreeNode node, Anchor anchor, Quoting quoting) {
  if (anchor != 0) {
    const Weight weight = weigh(node);
    if (!charge(node.place.line, weight)) return false;
    anchored_.insert_or_assign(anchor, Anchored{node, weight});
  }
  if (levels_.empty()) {
    tree_.root = std::move(node);
    return true;
  }
  Level& level = levels_.back();
  if (level.node.kind == TreeNode::Kind::map) return add_to_map(level, std::move(node), quoting);
  level.node.items.push_back(std::move(node));
  return true;
}

bool TreeBuilder::add_to_map(Level& level, TreeNode node, Quoting quoting) {
  const Level::Awaits awaited = std::exchange(level.awaits, Level::Awaits::key);
  switch (awaited) {
    case Level::Awaits::key:
      take_key(level, std::move(node), quoting);
      return true;
    case Level::Awaits::value:
      return put_member(level, std::move(node));
    case Level::Awaits::value_to_merge:
      level.merged.push_back(std::move(node));
      return true;
    case Level::Awaits::value_of_nothing:
      return true;
  }
  return true;
}

void TreeBuilder::take_key(Level& level, TreeNode node, Quoting quoting) {
  level.key_line = node.place.line;
  level.key = std::move(node.text);
  if (node.kind != TreeNode::Kind::text) {
    level.awaits = Level::Awaits::value_of_nothing;
    report(level.key_line, "a key must be a word");
  } else if (quoting == Quoting::plain && level.key == kMergeKey) {
    level.awaits = Level::Awaits::value_to_merge;
  } else {
    level.awaits = Level::Awaits::value;
  }
}

bool TreeBuilder::put_member(Level& level, TreeNode value) {
  const TreePlace place{options_.file, level.key_line};
  if (TreeMember* const known = find_tree_member(level.node, level.key)) {
    report(level.key_line, key_text(level.key) + " occurs twice; the last one counts");
    known->place = place;
    known->value = std::move(value);
    return true;
  }
  if (level.node.members.size() == options_.limits.members_max) {
    return fail(level.key_line, "more than " + std::to_string(options_.limits.members_max) +
                                    " keys in one mapping");
  }
  level.node.members.push_back({level.key, place, std::move(value)});
  return true;
}

// What stands in the map itself goes before what `<<` brings, and of several the first.
bool TreeBuilder::resolve_merges(Level& level) {
  for (const TreeNode& merged : std::exchange(level.merged, {})) {
    if (merged.kind == TreeNode::Kind::list) {
      for (const TreeNode& item : merged.items) {
        if (!merge_members(level.node, item)) return false;
      }
    } else if (!merge_members(level.node, merged)) {
      return false;
    }
  }
  return true;
}

bool TreeBuilder::merge_members(TreeNode& map, const TreeNode& merged) {
  if (merged.kind != TreeNode::Kind::map) {
    report(merged.place.line, "`<<` takes a mapping or a list of mappings");
    return true;
  }
  for (const TreeMember& member : merged.members) {
    if (map.find(member.key) != nullptr) continue;
    if (map.members.size() == options_.limits.members_max) {
      return fail(member.place.line, "more than " + std::to_string(options_.limits.members_max) +
                                         " keys in one mapping");
    }
    map.members.push_back(member);
  }
  return true;
}

Tree TreeBuilder::take() {
  if (tree_.fault) tree_.root = TreeNode();
  return std::move(tree_);
}

}  // namespace store

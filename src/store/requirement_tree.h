// A file of requirements as a tree in which every value knows its place, so that whoever reads it
// can say which line of which file is wrong. Files are hostile until read: what they may cost is
// limited here.
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace store {

// How much of a file's text a message repeats.
inline constexpr std::size_t kShownBytesMax = 60;

struct TreePlace {
  int file = 0;  // Which file of the cascade.
  int line = 0;
};

struct TreeMember;

struct TreeNode {
  enum class Kind { nothing, text, list, map };
  Kind kind = Kind::nothing;
  TreePlace place;
  std::string text;                 // As it is written, without quotes: "yes", "250".
  std::vector<TreeNode> items;      // Of a list.
  std::vector<TreeMember> members;  // Of a map, in the order of the file; no key twice.

  bool is_nothing() const { return kind == Kind::nothing; }
  // Null where there is none.
  const TreeMember* find(std::string_view key) const;
};

using TreeKind = TreeNode::Kind;

struct TreeMember {
  std::string key;
  TreePlace place;  // Of the key.
  TreeNode value;
};

// The deep merge of the cascade: maps are joined, everything else is replaced. A key without a
// value says nothing against a map and unsets anything else.
void merge_tree(TreeNode& weaker, TreeNode stronger);

struct TreeLimits {
  std::size_t bytes_max = 1024UL * 1024;           // Of a file.
  std::size_t depth_max = 32;                      // Levels of lists and maps.
  std::size_t nodes_max = 100'000;                 // Counting what aliases repeat.
  std::size_t text_bytes_max = 4UL * 1024 * 1024;  // The same of their texts.
  std::size_t members_max = 1000;                  // Of one map.
  std::size_t issues_max = 50;                     // That are told of one file.
};

struct TreeIssue {
  int line = 0;
  std::string message;
};

struct Tree {
  TreeNode root;
  std::vector<TreeIssue> issues;   // What was left out or is odd.
  std::optional<TreeIssue> fault;  // Nothing can be read; `root` is then nothing.
};

// Builds a tree out of the events of a parser, aliases and merge keys (`<<`) resolved. Every call
// says whether to go on; after a false one the tree has a fault.
class TreeBuilder {
 public:
  struct Options {
    int file = 0;
    // Only this member of the outermost map is wanted; issues elsewhere are not ours to tell.
    std::string section;
    TreeLimits limits;
  };
  explicit TreeBuilder(Options options) : options_(std::move(options)) {}

  using Anchor = std::size_t;  // 0: none.
  enum class Quoting { plain, quoted };

  bool start_map(int line, Anchor anchor) { return open(TreeNode::Kind::map, line, anchor); }
  bool start_list(int line, Anchor anchor) { return open(TreeNode::Kind::list, line, anchor); }
  bool end();
  bool text(int line, std::string_view text, Quoting quoting, Anchor anchor);
  bool nothing(int line, Anchor anchor);
  bool alias(int line, Anchor anchor);
  bool fail(int line, std::string message);
  // At most TreeLimits::issues_max are kept.
  void report(int line, std::string message);

  Tree take();

 private:
  struct Weight {
    std::size_t nodes = 0;
    std::size_t text_bytes = 0;
    std::size_t height = 0;
  };
  struct Anchored {
    TreeNode node;
    Weight weight;
  };
  // A list or map that is not complete yet.
  struct Level {
    TreeNode node;
    Anchor anchor = 0;
    enum class Awaits { key, value, value_to_merge, value_of_nothing } awaits = Awaits::key;
    std::string key;
    int key_line = 0;
    std::vector<TreeNode> merged;  // The values of `<<`.
  };

  static Weight weigh(const TreeNode& node);
  TreeNode new_node(TreeNode::Kind kind, int line) const;
  bool open(TreeNode::Kind kind, int line, Anchor anchor);
  bool charge(int line, const Weight& weight);
  bool add(TreeNode node, Anchor anchor, Quoting quoting);
  bool add_to_map(Level& level, TreeNode node, Quoting quoting);
  void take_key(Level& level, TreeNode node, Quoting quoting);
  bool put_member(Level& level, TreeNode value);
  bool resolve_merges(Level& level);
  bool merge_members(TreeNode& map, const TreeNode& merged);

  Options options_;
  Tree tree_;
  std::vector<Level> levels_;
  std::map<Anchor, Anchored> anchored_;
  Weight spent_;
};

}  // namespace store

#include "store/requirement_edit.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "store/requirement_yaml.h"
#include "store/yaml_edit.h"

namespace store {
namespace {

using base::Json;

TreeNode node_from_json(const Json& value) {
  TreeNode node;
  if (value.is_string()) {
    node.kind = TreeKind::text;
    node.text = value.get<std::string>();
  } else if (value.is_array()) {
    node.kind = TreeKind::list;
    for (const Json& item : value) node.items.push_back(node_from_json(item));
  } else if (value.is_object()) {
    node.kind = TreeKind::map;
    for (const auto& [key, member] : value.items())
      node.members.push_back({key, {}, node_from_json(member)});
  } else if (!value.is_null()) {
    node.kind = TreeKind::text;
    node.text = base::dump_line(value);
  }
  return node;
}

void set_in_tree(TreeNode& node, const std::vector<std::string>& path, std::size_t depth,
                 const Json& value) {
  if (depth == path.size()) {
    node = node_from_json(value);
    return;
  }
  node.kind = TreeKind::map;
  auto member = std::find_if(node.members.begin(), node.members.end(),
                             [&](const TreeMember& one) { return one.key == path[depth]; });
  if (member == node.members.end()) {
    member = node.members.insert(member, {path[depth], {}, {}});
  }
  set_in_tree(member->value, path, depth + 1, value);
}

// Wherever they stand.
bool is_same(const TreeNode& a, const TreeNode& b) {
  if (a.kind != b.kind || a.text != b.text || a.items.size() != b.items.size() ||
      a.members.size() != b.members.size()) {
    return false;
  }
  if (!std::equal(a.items.begin(), a.items.end(), b.items.begin(), is_same)) return false;
  return std::all_of(a.members.begin(), a.members.end(), [&](const TreeMember& member) {
    const TreeMember* const other = b.find(member.key);
    return other != nullptr && is_same(member.value, other->value);
  });
}

base::Result<TreeNode> readable_tree(std::string_view text, TreeFormat format,
                                     std::string_view file) {
  Tree tree = parse_tree(text, format, {});
  if (!tree.fault) return std::move(tree.root);
  return base::Error{
      base::Code::parse_error,
      std::string(file) + ":" + std::to_string(tree.fault->line) + ": " + tree.fault->message,
      "Correct the file in an editor; it was not changed."};
}

std::string key_of(const std::vector<std::string>& path) { return base::join(path, "."); }

base::Result<std::string> with_setting(std::string text, std::string_view file,
                                       const RequirementSetting& setting) {
  const TreeFormat format = tree_format_of(file);
  TRY_ASSIGN(TreeNode wanted, readable_tree(text, format, file));
  const TreeNode before = wanted;
  set_in_tree(wanted, setting.path, 0, setting.value.get());
  if (is_same(before, wanted)) return text;
  auto edited = set_in_yaml(text, setting.path, setting.value.get(),
                            format == TreeFormat::json ? Spelling::json : Spelling::yaml);
  if (!edited.ok()) return base::with_context(std::move(edited).error(), file);
  const auto after = readable_tree(*edited, format, file);
  if (after.ok() && is_same(*after, wanted)) return edited;
  return base::Error{base::Code::refused,
                     std::string(file) + ": `" + key_of(setting.path) +
                         "` cannot be set without changing something else",
                     "Change the file in an editor; it was not changed."};
}

Json json_from_node(const TreeNode& node) {
  switch (node.kind) {
    case TreeKind::nothing:
      return {};
    case TreeKind::text:
      return node.text;
    case TreeKind::list: {
      Json list = Json::array();
      for (const TreeNode& item : node.items) list.push_back(json_from_node(item));
      return list;
    }
    case TreeKind::map: {
      Json map = Json::object();
      for (const TreeMember& member : node.members) map[member.key] = json_from_node(member.value);
      return map;
    }
  }
  return {};
}

void list_values(const TreeNode& map, const std::string& prefix, const std::string& file,
                 std::vector<SourcedValue>& values) {
  for (const TreeMember& member : map.members) {
    const std::string key = prefix + member.key;
    if (member.value.kind == TreeKind::map) {
      list_values(member.value, key + ".", file, values);
      continue;
    }
    const bool is_text = member.value.kind == TreeKind::text;
    values.push_back({key,
                      is_text ? member.value.text : base::dump_line(json_from_node(member.value)),
                      file, member.place.line});
  }
}

}  // namespace

base::Result<std::string> with_requirement_settings(
    std::string_view text, std::string_view file, const std::vector<RequirementSetting>& settings) {
  // The parser counts its places behind the mark.
  const bool has_mark = text.starts_with(base::kByteOrderMark);
  if (has_mark) text.remove_prefix(base::kByteOrderMark.size());
  std::string edited(text);
  if (base::trim(edited).empty() && tree_format_of(file) == TreeFormat::json) edited = "{}\n";
  for (const RequirementSetting& setting : settings) {
    TRY_ASSIGN(edited, with_setting(std::move(edited), file, setting));
  }
  return has_mark ? std::string(base::kByteOrderMark) + edited : edited;
}

std::vector<SourcedValue> values_in_file(std::string_view text, const std::string& file,
                                         std::string_view section, std::string_view requirement) {
  std::vector<SourcedValue> values;
  TreeBuilder::Options options;
  options.section = section;
  const Tree tree = parse_tree(text, tree_format_of(file), options);
  const TreeMember* const all = tree.root.find("requirements");
  const TreeMember* const own = all == nullptr ? nullptr : all->value.find(requirement);
  if (own != nullptr) list_values(own->value, "", file, values);
  return values;
}

}  // namespace store

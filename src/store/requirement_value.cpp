#include "store/requirement_value.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "store/config_keys.h"

namespace store {
namespace {

constexpr std::size_t kFindingBytesMax = 400;
constexpr std::size_t kListItemsMax = 1000;
constexpr std::size_t kWordBytesMax = 1000;

bool is_control_in_prose(char c) { return base::is_control(c) && c != '\n' && c != '\t'; }

std::string in_quotes(std::string_view name) { return "`" + std::string(name) + "`"; }

std::optional<double> to_measure(std::string_view text) {
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return whole && std::isfinite(number) && number >= 0 ? std::optional(number) : std::nullopt;
}

}  // namespace

std::string shown(std::string_view text) {
  std::string part(base::clip_utf8(text, kShownBytesMax));
  if (part.size() < text.size()) part += "…";
  std::replace_if(part.begin(), part.end(), base::is_control, '?');
  return part;
}

const std::string& Findings::file(TreePlace place) const {
  return files_.at(static_cast<std::size_t>(place.file));
}

void Findings::problem(TreePlace place, std::string_view message) {
  add(problems_, place, message);
}

void Findings::unused(TreePlace place, std::string_view message) { add(unused_, place, message); }

void Findings::add(std::vector<model::ConfigProblem>& list, TreePlace place,
                   std::string_view message) {
  if (list.size() > kListedMax) return;
  if (list.size() == kListedMax) message = "there is more, which is not listed";
  std::string text(base::clip_utf8(message, kFindingBytesMax));
  std::replace_if(text.begin(), text.end(), base::is_control, '?');
  list.push_back({file(place), place.line, std::move(text)});
}

Values::Values(Findings& findings, std::string_view requirement) : findings_(findings) {
  if (requirement.empty()) return;
  remark_lead_ = "requirement `" + shown(requirement) + "`";
  refusal_lead_ = remark_lead_ + " is left out: ";
  remark_lead_ += ": ";
}

void Values::refuse(TreePlace place, std::string_view message) {
  ok_ = false;
  findings_.problem(place, refusal_lead_ + std::string(message));
}

void Values::remark(TreePlace place, std::string_view message) {
  findings_.problem(place, remark_lead_ + std::string(message));
}

void Values::refuse_value(std::string_view name, const TreeNode& node, std::string_view takes) {
  std::string message = in_quotes(name) + " must be " + std::string(takes);
  if (node.kind == TreeNode::Kind::text) message += ", not '" + shown(node.text) + "'";
  refuse(node.place, message);
}

void Values::flag(std::string_view name, const TreeNode& node, bool& target) {
  if (node.is_nothing()) return;
  const auto flag = node.kind == TreeNode::Kind::text ? to_flag(node.text) : std::nullopt;
  if (!flag) return refuse_value(name, node, "true or false");
  target = *flag;
}

std::optional<std::int64_t> Values::number_of(std::string_view name, const TreeNode& node,
                                              Range range) {
  const auto number = node.kind == TreeNode::Kind::text ? base::to_number(node.text) : std::nullopt;
  if (number && *number >= static_cast<std::uint64_t>(range.least) &&
      *number <= static_cast<std::uint64_t>(range.most)) {
    return static_cast<std::int64_t>(*number);
  }
  refuse_value(
      name, node,
      "a whole number from " + std::to_string(range.least) + " to " + std::to_string(range.most));
  return std::nullopt;
}

void Values::number(std::string_view name, const TreeNode& node, Range range,
                    std::int64_t& target) {
  if (node.is_nothing()) return;
  target = number_of(name, node, range).value_or(target);
}

void Values::number(std::string_view name, const TreeNode& node, Range range,
                    std::optional<std::int64_t>& target) {
  if (!node.is_nothing()) target = number_of(name, node, range);
}

void Values::measure(std::string_view name, const TreeNode& node, std::optional<double>& target) {
  if (node.is_nothing()) return;
  target = node.kind == TreeNode::Kind::text ? to_measure(node.text) : std::nullopt;
  if (!target) refuse_value(name, node, "a number, 0 or more");
}

std::optional<std::string> Values::prose_of(std::string_view name, const TreeNode& node) {
  if (node.kind != TreeNode::Kind::text) {
    refuse_value(name, node, "text");
    return std::nullopt;
  }
  std::string text = node.text;
  // They would reach a terminal, which obeys them.
  if (std::erase_if(text, is_control_in_prose) > 0) {
    remark(node.place, in_quotes(name) + " has control characters, which are left out");
  }
  return text;
}

void Values::prose(std::string_view name, const TreeNode& node, std::string& target) {
  if (node.is_nothing()) return;
  target = prose_of(name, node).value_or(target);
}

void Values::prose(std::string_view name, const TreeNode& node, std::vector<std::string>& target) {
  if (node.is_nothing()) return;
  target.clear();
  for (const TreeNode* item : items(name, node)) {
    if (auto text = prose_of(name, *item)) target.push_back(*std::move(text));
  }
}

bool Values::is_word(std::string_view name, const TreeNode& node) {
  if (node.kind == TreeNode::Kind::text && !node.text.empty() &&
      node.text.size() <= kWordBytesMax &&
      std::none_of(node.text.begin(), node.text.end(), base::is_control)) {
    return true;
  }
  refuse_value(name, node, "text of 1 to " + std::to_string(kWordBytesMax) + " bytes in one line");
  return false;
}

void Values::word(std::string_view name, const TreeNode& node, std::string& target) {
  if (!node.is_nothing() && is_word(name, node)) target = node.text;
}

void Values::words(std::string_view name, const TreeNode& node, std::vector<std::string>& target) {
  if (node.is_nothing()) return;
  target.clear();
  for (const TreeNode* item : items(name, node)) {
    if (is_word(name, *item)) target.push_back(item->text);
  }
}

void Values::paths(std::string_view name, const TreeNode& node, std::vector<std::string>& target) {
  if (node.is_nothing()) return;
  target.clear();
  for (const TreeNode* item : items(name, node)) {
    if (!is_word(name, *item)) continue;
    // A home is outside, and no shell is there to find it.
    if (!is_inside(item->text) || item->text.front() == '~') {
      refuse_value(name, *item, "a path inside the project");
    } else {
      target.push_back(item->text);
    }
  }
}

std::vector<const TreeNode*> Values::items(std::string_view name, const TreeNode& node) {
  std::vector<const TreeNode*> found;
  if (node.kind != TreeNode::Kind::list) {
    found.push_back(&node);
  } else if (node.items.size() > kListItemsMax) {
    refuse(node.place,
           in_quotes(name) + " has more than " + std::to_string(kListItemsMax) + " items");
  } else {
    for (const TreeNode& item : node.items) found.push_back(&item);
  }
  return found;
}

}  // namespace store

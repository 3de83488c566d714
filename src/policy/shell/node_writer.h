// Writes the nodes of a tree while its text is being read.
#pragma once
#include <string_view>
#include <utility>
#include <vector>

#include "policy/shell/tree.h"

namespace policy::shell {

class NodeWriter {
 public:
  explicit NodeWriter(std::string_view text) : text_(text) {}

  std::vector<Node> take() { return std::move(nodes_); }

 protected:
  bool at_end() const { return at_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool starts(std::string_view what) const { return text_.substr(at_, what.size()) == what; }
  void spaces() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }
  void blank() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n') ++at_;
  }

  void open(Kind kind) {
    open_.push_back(static_cast<NodeIndex>(nodes_.size()));
    nodes_.push_back({.kind = kind, .begin = static_cast<std::uint32_t>(at_)});
  }
  // True, so that a function can end with it.
  bool close() {
    nodes_[open_.back()].end = static_cast<std::uint32_t>(at_);
    nodes_[open_.back()].next = static_cast<NodeIndex>(nodes_.size());
    open_.pop_back();
    return true;
  }
  // What was read since `begin`, without anything inside.
  void leaf(Kind kind, std::size_t begin) {
    nodes_.push_back({.kind = kind,
                      .begin = static_cast<std::uint32_t>(begin),
                      .end = static_cast<std::uint32_t>(at_),
                      .next = static_cast<NodeIndex>(nodes_.size() + 1)});
  }
  void token(std::size_t length) {
    at_ += length;
    leaf(Kind::token, at_ - length);
  }

  std::string_view text_;
  std::size_t at_ = 0;

 private:
  std::vector<Node> nodes_;
  std::vector<NodeIndex> open_;
};

}  // namespace policy::shell

// What a session is about, counted from what it does (S3-98 to S3-105, B3-28).
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace policy {

// Words by weight: labels 3, categories, projects and subjects 2, prompts and parameters 1. Every
// text is redacted before it is taken apart; stop words, tool names, numbers, hexadecimal ids and
// what is left of a secret are no topics. Safe with any bytes.
class TopicCounter {
 public:
  void add_label(std::string_view label);
  void add_category(std::string_view category);
  void add_subject(std::string_view subject);  // A message's or commit's subject, a branch.
  void add_project(std::string_view name);     // Also an active project.
  void add_prompt(std::string_view text);
  // File names without their folders, and the words of a command that are neither options nor
  // programs everybody uses (ls, git, cd …).
  void add_path(std::string_view path);
  void add_command(std::string_view command);

  // The most frequent first, equal ones by the alphabet.
  std::vector<std::string> top(std::size_t count) const;
  std::vector<std::string> projects() const;  // At most 10, the most frequent first.

  // For keeping between two turns: "weight word\n", and "project weight name\n". What cannot be
  // read is passed over. At most kCountersMax are kept: the rarest go.
  std::string text() const;
  static TopicCounter from_text(std::string_view text);

  static constexpr std::size_t kCountersMax = 400;
  static constexpr std::size_t kTopicsMax = 20;
  static constexpr std::size_t kProjectsMax = 50;          // Of which projects() names ten.
  static constexpr std::size_t kTextBytesMax = 16 * 1024;  // What is looked at of one text.

 private:
  void count(std::string_view word, std::uint32_t weight);
  void add_words(std::string_view redacted, std::uint32_t weight);

  std::map<std::string, std::uint32_t, std::less<>> words_;
  std::map<std::string, std::uint32_t, std::less<>> projects_;
};

// The words of a text that can be topics, lower case, each once, in their order.
std::vector<std::string> topic_words(std::string_view text);

}  // namespace policy

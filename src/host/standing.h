// What a host's file says about our being asked: what of ours is in it, and what speaks against it.
// Two texts of one file are compared by it, so that an edit can be judged before it is made.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace host {

struct Mark {
  std::string key;    // What is compared.
  std::string words;  // "the hook for PreToolUse"
};

struct Standing {
  // How the text can be read: `loose` is JSON with comments, trailing commas and what else JSON5
  // has, which not every host takes.
  enum class Reading { plain, loose, broken };
  Reading reading = Reading::plain;
  std::vector<Mark> ours;
  std::vector<Mark> against;
  bool names_us = false;  // Somewhere in the text, however it is read.
  // The PATH that the host would give its hooks.
  std::optional<std::string> search_path = std::nullopt;

  void add_ours(std::string key, std::string words);
  void add_against(std::string key, std::string words);
};

// What became worse, as the end of a sentence that begins with the file's name: "would lose the
// hook for PreToolUse". Empty where nothing did.
std::string loss(const Standing& before, const Standing& after, bool takes_comments);

// The document, however it can be read; null where it cannot. Says so in `standing`.
base::Json read_loosely(std::string_view text, Standing& standing);

// The same text for the same value, whatever the order of its members.
std::string canonical(const base::Json& value);

// Variables that a host gives to our hooks.
void take_environment(const base::Json& environment, Standing& standing);
// Of a file with a variable a line, which is mostly about other programs: those that are ours.
void take_variables_of_ours(std::string_view lines, Standing& standing);

}  // namespace host

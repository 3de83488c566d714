// How results and errors look: plain text for people, JSON for programs.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "cli/console.h"
#include "os/environment.h"

namespace cli {

enum class Form { text, json };

// One line each.
void print_line(Console& console, std::string_view text);
void print_json(Console& console, const base::Json& json);

// To standard error: `holdfast: <message>` and the hint, or {"error":{code,message,hint}}.
void print_error(Console& console, const base::Error& error, Form form);

// Text of others (agents, hosts, files) as one line that cannot steer a terminal.
std::string printable(std::string_view text);

// "2026-01-18 09:30:00" of "2026-01-18T09:30:00.123Z", in UTC; anything else as it is.
std::string short_time(std::string_view iso);

// Colour, where standard output is a terminal and NO_COLOR does not forbid it.
class Style {
 public:
  explicit Style(os::Environment& environment);

  std::string bold(std::string_view text) const { return paint("1", text); }
  std::string dim(std::string_view text) const { return paint("2", text); }
  std::string red(std::string_view text) const { return paint("31", text); }
  std::string green(std::string_view text) const { return paint("32", text); }
  std::string yellow(std::string_view text) const { return paint("33", text); }

 private:
  std::string paint(std::string_view code, std::string_view text) const;

  bool colour_ = false;
};

// Rows of a label and its text, the texts below each other; a row without text is left out.
struct Fact {
  std::string_view label;
  std::string text;
};
void print_facts(Console& console, const std::vector<Fact>& facts);

// Columns as wide as their widest cell, two spaces between them. The first row is the heading.
void print_table(Console& console, const std::vector<std::vector<std::string>>& rows);

}  // namespace cli

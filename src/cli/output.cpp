#include "cli/output.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/time.h"

namespace cli {
namespace {

// Characters, not bytes: what lines up columns. Wide and combining ones are not told apart.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t own = width_of(text);
  if (own < width) text.append(width - own, ' ');
  return text;
}

}  // namespace

void print_line(Console& console, std::string_view text) {
  console.write(std::string(text) + "\n");
}

void print_json(Console& console, const base::Json& json) {
  console.write(base::dump_line(json) + "\n");
}

void print_error(Console& console, const base::Error& error, Form form) {
  if (form == Form::json) {
    const base::Json body{{"code", std::string(base::code_name(error.code))},
                          {"message", error.message},
                          {"hint", error.hint}};
    console.write_error(base::dump_line(base::Json{{"error", body}}) + "\n");
    return;
  }
  std::string text = "holdfast: " + printable(error.message) + "\n";
  if (!error.hint.empty()) text += "  hint: " + printable(error.hint) + "\n";
  console.write_error(text);
}

std::string printable(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // The C1 controls, which some terminals obey as they do ESC, are C2 80 to C2 9F in UTF-8.
    const bool is_c1 = byte == 0xC2U && i + 1 < text.size() &&
                       static_cast<unsigned char>(text[i + 1]) >= 0x80U &&
                       static_cast<unsigned char>(text[i + 1]) < 0xA0U;
    if (is_c1) ++i;
    if (byte == '\n' || byte == '\t') {
      line += ' ';
    } else if (byte < 0x20U || byte == 0x7FU || is_c1) {
      line += '?';
    } else {
      line += text[i];
    }
  }
  return line;
}

std::string short_time(std::string_view iso) {
  const auto instant = base::instant_from_iso(iso);
  if (!instant.ok()) return printable(iso);
  std::string text = base::to_iso(*instant).substr(0, 19);
  text[10] = ' ';
  return text;
}

Style::Style(os::Environment& environment)
    : colour_(environment.output_is_terminal() && environment.text("NO_COLOR").empty()) {}

std::string Style::paint(std::string_view code, std::string_view text) const {
  if (!colour_ || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

void print_facts(Console& console, const std::vector<Fact>& facts) {
  std::size_t width = 0;
  for (const Fact& fact : facts) {
    if (!fact.text.empty()) width = std::max(width, width_of(fact.label));
  }
  for (const Fact& fact : facts) {
    if (fact.text.empty()) continue;
    print_line(console, "  " + padded(std::string(fact.label), width) + "  " + fact.text);
  }
}

void print_table(Console& console, const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      line += i + 1 == row.size() ? row[i] : padded(row[i], widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    print_line(console, line);
  }
}

}  // namespace cli

// The arguments of a program, split into options and operands.
#pragma once
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "policy/shell/word.h"

namespace policy::shell {

// Which options take a value. Long names are separated by spaces and stand without dashes.
struct OptionRules {
  std::string_view letters;  // "ot": -o FILE and -oFILE, -t DIR and -tDIR.
  std::string_view words;    // "output target-directory"
};

enum class Order { mixed, options_first };  // The latter: the first operand ends the options.

struct Option {
  std::string name;  // "o" or "output".
  Word value;        // Empty where it has none.
};

struct Arguments {
  std::vector<Option> options;
  Words operands;
  std::size_t dashes = Word::kNone;  // How many operands stand before `--`, where there is one.
  std::size_t rest = 0;              // Where, in the words given, the operands begin.

  // Whether one of these options was given; names are separated by spaces.
  bool has(std::string_view names) const;
  // The last value given to one of these options.
  const Word* value(std::string_view names) const;
};

Arguments read_arguments(std::span<const Word> words, const OptionRules& rules,
                         Order order = Order::mixed);

// Whether `list` (separated by spaces) has this word.
bool lists(std::string_view list, std::string_view word);

}  // namespace policy::shell

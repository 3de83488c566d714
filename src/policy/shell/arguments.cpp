#include "policy/shell/arguments.h"

#include <utility>

namespace policy::shell {

bool lists(std::string_view list, std::string_view word) {
  if (word.empty()) return false;
  for (std::size_t at = list.find(word); at != std::string_view::npos;
       at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

bool Arguments::has(std::string_view names) const {
  for (const Option& option : options) {
    if (lists(names, option.name)) return true;
  }
  return false;
}

const Word* Arguments::value(std::string_view names) const {
  const Word* found = nullptr;
  for (const Option& option : options) {
    if (lists(names, option.name)) found = &option.value;
  }
  return found;
}

namespace {

class ArgumentReader {
 public:
  ArgumentReader(std::span<const Word> words, const OptionRules& rules)
      : words_(words), rules_(rules) {}

  Arguments read(Order order) {
    while (at_ < words_.size()) {
      const Word& word = words_[at_];
      // A value that is not known may begin with a dash, but it is a name far more often.
      const bool is_option = word.text.size() > 1 && word.text[0] == '-';
      if (!is_option) {
        if (order == Order::options_first) break;
        found_.operands.push_back(words_[at_++]);
      } else if (word.text == "--") {
        ++at_;
        found_.dashes = found_.operands.size();
        break;
      } else if (word.text[1] == '-') {
        long_option();
      } else {
        short_options();
      }
    }
    found_.rest = at_;
    while (at_ < words_.size()) found_.operands.push_back(words_[at_++]);
    return std::move(found_);
  }

 private:
  Word next() { return at_ < words_.size() ? words_[at_++] : Word{}; }

  void long_option() {
    const Word& word = words_[at_++];
    const std::size_t equals = word.text.find('=');
    std::string name = word.text.substr(2, equals == std::string::npos ? equals : equals - 2);
    if (equals != std::string::npos) {
      found_.options.push_back({std::move(name), word.behind(equals + 1)});
    } else if (lists(rules_.words, name)) {
      found_.options.push_back({std::move(name), next()});
    } else {
      found_.options.push_back({std::move(name), {}});
    }
  }

  void short_options() {
    const Word& word = words_[at_++];
    for (std::size_t i = 1; i < word.text.size(); ++i) {
      const std::string name(1, word.text[i]);
      if (rules_.letters.find(word.text[i]) == std::string_view::npos) {
        found_.options.push_back({name, {}});
        continue;
      }
      const bool attached = i + 1 < word.text.size();
      found_.options.push_back({name, attached ? word.behind(i + 1) : next()});
      return;
    }
  }

  std::span<const Word> words_;
  const OptionRules& rules_;
  std::size_t at_ = 0;
  Arguments found_;
};

}  // namespace

Arguments read_arguments(std::span<const Word> words, const OptionRules& rules, Order order) {
  return ArgumentReader(words, rules).read(order);
}

}  // namespace policy::shell

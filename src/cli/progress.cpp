#include "cli/progress.h"

#include <algorithm>

namespace cli {

Progress::Progress(Context& context, std::string label)
    : console_(context.console),
      label_(std::move(label)),
      is_seen_(context.system.environment.has_terminal()) {}

Progress::~Progress() {
  if (!shown_.empty()) console_.write_error("\r\x1b[K");
}

void Progress::show(std::size_t done, std::size_t total) {
  constexpr std::size_t kWidth = 30;
  if (!is_seen_ || total == 0) return;
  done = std::min(done, total);
  const std::size_t filled = kWidth * done / total;
  std::string line = label_ + " [" + std::string(filled, '#') + std::string(kWidth - filled, ' ') +
                     "] " + std::to_string(done) + "/" + std::to_string(total);
  if (line == shown_) return;
  console_.write_error("\r" + line);
  shown_ = std::move(line);
}

}  // namespace cli

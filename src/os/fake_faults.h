// Counts the primitive calls of a FakeDisk and says which of them go wrong. Private to os/.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "os/fake.h"

namespace os {

class FakeFaults {
 public:
  enum class Effect { none, short_write };

  // Every primitive starts here. An error is to be returned before anything is done.
  base::Result<Effect> enter(std::string_view path);

  void arm(Fault fault);
  void disarm();
  std::size_t calls() const { return calls_; }
  void reset_calls() { calls_ = 0; }

  // After a short write the disk takes no more bytes.
  bool is_full() const { return is_full_; }
  void fill_up() { is_full_ = true; }

  // The number of the process that uses the disk now: a crash or a kill ends one, and its locks and
  // open files with it.
  std::uint64_t process() const { return process_; }
  void end_process();

 private:
  std::optional<Fault> fault_;
  std::size_t calls_ = 0;
  bool is_full_ = false;
  bool is_crashed_ = false;
  std::uint64_t process_ = 1;
};

}  // namespace os

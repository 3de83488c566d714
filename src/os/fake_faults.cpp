#include "os/fake_faults.h"

#include "os/system_call.h"

namespace os {

base::Result<FakeFaults::Effect> FakeFaults::enter(std::string_view path) {
  const std::size_t call = calls_++;
  if (is_crashed_) return io_error(path, "crashed");
  if (!fault_ || fault_->at_call != call) return Effect::none;
  switch (fault_->kind) {
    case Fault::Kind::error:
      return system_error(ENOSPC, path);
    case Fault::Kind::short_write:
      return Effect::short_write;
    case Fault::Kind::crash:
      is_crashed_ = true;
      return io_error(path, "crashed");
  }
  return Effect::none;
}

void FakeFaults::arm(Fault fault) {
  fault_ = fault;
  calls_ = 0;
  is_full_ = false;
}

void FakeFaults::disarm() {
  fault_.reset();
  is_full_ = false;
}

void FakeFaults::end_process() {
  disarm();
  is_crashed_ = false;
  ++process_;
}

}  // namespace os

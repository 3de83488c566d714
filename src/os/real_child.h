// A running program of this machine. Private to os/.
#pragma once
#include "os/child.h"
#include "os/spawn.h"

namespace os {

class RealChild final : public Child {
 public:
  static base::Result<std::unique_ptr<Child>> start(const ChildRequest& request);
  RealChild(const ChildRequest& request, std::unique_ptr<Pipes> pipes, pid_t pid);
  ~RealChild() override;

  base::Result<void> write_line(std::string_view line, base::Millis timeout) override;
  LineReader::Read read_line(base::Millis timeout) override;
  std::string error_output() override;
  std::optional<int> end() override;

 private:
  void take_error_output();
  bool wait_for_exit(base::Millis timeout);
  base::Error write_error(std::string_view what);

  std::string name_;
  std::size_t error_output_max_;
  std::unique_ptr<Pipes> pipes_;
  LineReader output_;
  std::string error_output_;
  pid_t pid_;
  bool has_ended_ = false;
};

}  // namespace os

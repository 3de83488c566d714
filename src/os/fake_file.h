// An open file of a FakeDisk. Private to os/.
#pragma once
#include "os/fake_faults.h"
#include "os/fake_tree.h"

namespace os {

class FakeFile final : public File {
 public:
  struct Disk {
    FakeTree& tree;  // Both outlive every use of this, but not its destructor.
    FakeFaults& faults;
  };
  struct Opened {
    FakeInodePtr inode;
    std::string path;
    std::uint64_t id = 0;  // Unique on its disk.
    bool write = false;
    bool append = false;
  };

  FakeFile(Disk disk, Opened opened);
  ~FakeFile() override;

  base::Result<std::string> read_at(std::uint64_t offset, std::size_t size) override;
  base::Result<std::size_t> write(std::string_view bytes) override;
  base::Result<std::size_t> write_at(std::uint64_t offset, std::string_view bytes) override;
  base::Result<void> sync() override;
  void start_sync() override {}  // The pessimist's disk does nothing before it must.
  base::Result<void> truncate(std::uint64_t size) override;
  base::Result<FileInfo> info() override;
  base::Result<bool> try_lock() override;

 private:
  base::Result<FakeFaults::Effect> enter();

  Disk disk_;
  Opened opened_;
  std::uint64_t process_;
  std::uint64_t position_ = 0;  // Of the next write.
};

}  // namespace os

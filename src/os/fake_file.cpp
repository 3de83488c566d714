#include "os/fake_file.h"

#include <algorithm>
#include <utility>

#include "os/system_call.h"

namespace os {

FakeFile::FakeFile(Disk disk, Opened opened)
    : disk_(disk), opened_(std::move(opened)), process_(disk.faults.process()) {}

FakeFile::~FakeFile() {
  FakeInode& inode = *opened_.inode;
  if (inode.lock_holder == opened_.id) inode.lock_holder = 0;
}

base::Result<FakeFaults::Effect> FakeFile::enter() {
  TRY_ASSIGN(const FakeFaults::Effect effect, disk_.faults.enter(opened_.path));
  if (process_ != disk_.faults.process()) {
    return io_error(opened_.path, "was opened by a process that has ended");
  }
  return effect;
}

base::Result<std::string> FakeFile::read_at(std::uint64_t offset, std::size_t size) {
  TRY(enter());
  if (opened_.inode->kind == FileKind::folder) return system_error(EISDIR, opened_.path);
  const std::string& bytes = opened_.inode->bytes;
  return offset >= bytes.size() ? std::string() : bytes.substr(offset, size);
}

base::Result<std::size_t> FakeFile::write(std::string_view bytes) {
  if (opened_.append) position_ = opened_.inode->bytes.size();
  TRY_ASSIGN(const std::size_t written, write_at(position_, bytes));
  position_ += written;
  return written;
}

base::Result<std::size_t> FakeFile::write_at(std::uint64_t offset, std::string_view bytes) {
  TRY_ASSIGN(const FakeFaults::Effect effect, enter());
  if (!opened_.write) return system_error(EBADF, opened_.path);
  if (disk_.faults.is_full()) return system_error(ENOSPC, opened_.path);
  if (effect == FakeFaults::Effect::short_write) {
    bytes = bytes.substr(0, bytes.size() / 2);
    disk_.faults.fill_up();
  }
  if (bytes.empty()) return std::size_t{0};
  std::string& content = opened_.inode->bytes;
  content.resize(std::max<std::size_t>(content.size(), offset + bytes.size()));
  std::copy(bytes.begin(), bytes.end(), content.begin() + static_cast<std::ptrdiff_t>(offset));
  disk_.tree.touch(*opened_.inode);
  return bytes.size();
}

base::Result<void> FakeFile::sync() {
  TRY(enter());
  opened_.inode->make_durable();
  return {};
}

base::Result<void> FakeFile::truncate(std::uint64_t size) {
  TRY(enter());
  if (!opened_.write) return system_error(EINVAL, opened_.path);
  opened_.inode->bytes.resize(size);
  disk_.tree.touch(*opened_.inode);
  return {};
}

base::Result<FileInfo> FakeFile::info() {
  TRY(enter());
  return fake_info(*opened_.inode);
}

base::Result<bool> FakeFile::try_lock() {
  TRY(enter());
  FakeInode& inode = *opened_.inode;
  const bool is_held = inode.lock_holder != 0 && inode.lock_process == disk_.faults.process();
  if (is_held && inode.lock_holder != opened_.id) return false;
  inode.lock_holder = opened_.id;
  inode.lock_process = process_;
  return true;
}

}  // namespace os

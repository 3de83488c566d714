// What is tested on the fake disk holds on the real one only if the two behave alike.
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>

#include "os/fake.h"
#include "os/real_files.h"
#include "os/test_support.h"

namespace os {
namespace {

constexpr std::size_t kSeeds = 15;
constexpr std::size_t kSteps = 60;

std::string outcome(const base::Result<void>& result) {
  return result.ok() ? "ok" : std::string(base::code_name(result.error().code));
}

template <typename T, typename Show>
std::string outcome(const base::Result<T>& result, Show show) {
  return result.ok() ? show(*result) : std::string(base::code_name(result.error().code));
}

std::string show_info(const FileInfo& info) {
  const std::uint64_t size = info.kind == FileKind::folder ? 0 : info.size;
  return std::to_string(static_cast<int>(info.kind)) + " " + std::to_string(size) + " " +
         std::to_string(info.kind == FileKind::link ? 0 : info.mode);
}

std::string show_names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    // The names of temporary files differ, by design.
    text += name.rfind(".tmp-", 0) == 0 ? ".tmp" : name;
    text += ' ';
  }
  return text;
}

std::string write_to(FileSystem& files, const Path& path, const OpenOptions& options) {
  const auto file = files.open(path, options);
  if (!file.ok()) return std::string(base::code_name(file.error().code));
  return outcome(write_all(**file, "text"));
}

std::string use_temporary(FileSystem& files, const Path& folder, const Path& target) {
  const auto temporary = files.open_temporary(folder, 0640);
  if (!temporary.ok()) return std::string(base::code_name(temporary.error().code));
  const base::Result<void> renamed = files.rename(temporary->path, target);
  if (!renamed.ok()) {
    EXPECT_TRUE(files.remove(temporary->path).ok());
  }
  return outcome(renamed);
}

// One thing done to a disk, told in a way that two disks can be compared by.
using Step = std::function<std::string(FileSystem&)>;

Step step(Random& random, const Path& a, const Path& b) {
  switch (random.below(16)) {
    case 0:
      return [=](FileSystem& f) { return write_to(f, a, {.append = true, .create = true}); };
    case 1:
      return [=](FileSystem& f) { return write_to(f, a, {.write = true}); };
    case 2:
      return [=](FileSystem& f) {
        return write_to(f, a, {.write = true, .create = true, .follow_links = false});
      };
    case 3:
      return [=](FileSystem& f) { return outcome(f.create(a, "created", 0640)); };
    case 4:
      return [=](FileSystem& f) { return outcome(f.replace(a, "replaced")); };
    case 5:
      return [=](FileSystem& f) { return outcome(f.rename(a, b)); };
    case 6:
      return [=](FileSystem& f) { return outcome(f.remove(a)); };
    case 7:
    case 8:
      return [=](FileSystem& f) { return outcome(f.make_folder(a, 0750)); };
    case 9:
      return [=](FileSystem& f) { return outcome(f.make_folders(a)); };
    case 10:
      return [=](FileSystem& f) { return outcome(f.set_mode(a, 0700)); };
    case 11:
      return [=](FileSystem& f) { return outcome(f.sync_folder(a)); };
    case 12:
      return [=](FileSystem& f) { return use_temporary(f, a, b); };
    case 14:
      return [=](FileSystem& f) { return outcome(f.exchange(a, b)); };
    case 13:
      return [=](FileSystem& f) {
        return outcome(f.read(a, {.follow_links = false}), [](auto& bytes) { return bytes; });
      };
    default:
      return [=](FileSystem& f) {
        return outcome(f.real_path(a), [](auto& path) { return path.native(); });
      };
  }
}

std::string whole_state(FileSystem& files, const std::vector<Path>& paths) {
  std::string text;
  for (const Path& path : paths) {
    text += path.native() + ": " + outcome(files.info(path), show_info) + ", " +
            outcome(files.link_info(path), show_info) + ", " +
            outcome(files.list(path), show_names) + ", " +
            outcome(files.read(path), [](auto& bytes) { return bytes; }) + "\n";
  }
  return text;
}

TEST(FakeAndRealDiskTest, DoTheSame) {
  const mode_t mask = ::umask(022);
  for (std::size_t seed = 0; seed < kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    TemporaryFolder folder;
    RealFileSystem real;
    FakeDisk fake;
    FakeRandom random(seed * 1'000'000);
    ASSERT_TRUE(fake.make_folders(folder.path()).ok());
    const std::vector<std::pair<const char*, const char*>> links = {
        {"to_a", "a"}, {"to_none", "none"}, {"to_self", "to_self"}, {"to_deep", "./a/../a/b"}};
    for (const auto& [name, target] : links) {
      ASSERT_EQ(::symlink(target, (folder / name).c_str()), 0);
      fake.make_link(folder / name, target);
    }
    std::vector<Path> paths;
    for (const char* name :
         {"", "a", "b", "none", "a/b", "a/c", "a/b/c", "b/a", "to_a", "to_a/b", "to_none",
          "to_self", "to_self/a", "to_deep", "to_deep/c", "a/../b", "b/./a"}) {
      paths.push_back(*name == '\0' ? folder.path() : folder / name);
    }
    for (std::size_t i = 0; i < kSteps; ++i) {
      const Path& a = paths[1 + random.below(paths.size() - 1)];
      const Path& b = paths[1 + random.below(paths.size() - 1)];
      const Step todo = step(random, a, b);
      ASSERT_EQ(todo(fake), todo(real)) << "step " << i << ": " << a << " " << b;
      ASSERT_EQ(whole_state(fake, paths), whole_state(real, paths)) << "after step " << i;
    }
  }
  ::umask(mask);
}

}  // namespace
}  // namespace os

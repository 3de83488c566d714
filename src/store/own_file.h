// Files of a person's own that are read whole and replaced whole: nobody else's word is taken for
// theirs, and folders are made only where one is found missing, since most often they are there.
// Private to store/.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "base/time.h"
#include "os/system.h"

namespace store {

// The bits of a mode that let anybody but the owner in.
inline constexpr std::uint32_t kAnybodyElse = 0077;
// How long a writer waits for another one, which holds the lock for a moment only.
inline constexpr base::Millis kWriterLockTimeout{2000};
// How often a change is made anew when a program that knows nothing of our lock was quicker.
inline constexpr int kChangeAttemptsMax = 3;

struct OwnFileRules {
  std::uint64_t bytes_max = 1024ULL * 1024;
  // Another program's files: many systems let a person's own group write what they make.
  bool may_be_group_writable = false;
  // A secret is one no more where others can read it.
  bool is_secret = false;
};

// untrusted where the file is another user's, or others may write it, or read it if it is a secret.
base::Result<void> check_own(const os::System& system, const os::Path& path,
                             const os::FileInfo& info, const OwnFileRules& rules);

// Of a regular file. A link is not followed (io). not_found, untrusted, too_large, io.
base::Result<std::string> read_own_file(const os::System& system, const os::Path& path,
                                        const OwnFileRules& rules);

// All or nothing, 0600; makes the folder (0700) where there is none.
base::Result<void> replace_own_file(const os::System& system, const os::Path& path,
                                    std::string_view bytes, const os::ReplaceOptions& options);

// The file of a cache, made with its folder. A convenience: what cannot be kept is made anew the
// next time.
void keep_cache_file(const os::System& system, const os::Path& path, std::string_view bytes);

// A lock file that stays for ever; makes the folder where there is none.
base::Result<std::unique_ptr<os::File>> lock_own_file(const os::System& system,
                                                      const os::Path& path, base::Millis timeout);

}  // namespace store

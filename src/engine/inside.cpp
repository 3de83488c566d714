#include "engine/inside.h"

namespace engine {
namespace {

bool is_below(const os::Path& root, const os::Path& path) {
  const os::Path relative = path.lexically_relative(root);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

base::Result<void> check_inside(os::FileSystem& files, const os::Path& root, const os::Path& path) {
  TRY_ASSIGN(const os::Path real_root, files.real_path(root));
  TRY_ASSIGN(const os::Path real, files.real_path(path));
  if (is_below(real_root, real)) return {};
  return base::Error{base::Code::unavailable,
                     path.native() + " leads out of the project to " + real.native(),
                     "Nothing is written through it."};
}

base::Result<std::string> file_inside(os::FileSystem& files, const os::Path& root,
                                      const std::string& name) {
  const os::Path path = os::normalised(root, name);
  if (!is_below(root, path)) {
    return base::Error{base::Code::unavailable, name + " is not in the project", ""};
  }
  TRY_ASSIGN(const os::FileInfo info, files.info(path));
  if (info.kind != os::FileKind::regular) {
    return base::Error{base::Code::not_found, name + " is not a file", ""};
  }
  TRY(check_inside(files, root, path));
  return path.lexically_relative(root).native();
}

}  // namespace engine

#include "store/shared_document.h"

#include <nlohmann/json.hpp>

#include "base/time.h"
#include "os/lock.h"
#include "store/own_file.h"
#include "store/python_json.h"
#include "store/set_aside.h"

namespace store {
namespace {

constexpr std::uint64_t kDocumentBytesMax = 4ULL * 1024 * 1024;
constexpr const char* kVersion = "1.0";

base::Error unreadable_document(const os::Path& file, std::string_view problem) {
  return {base::Code::parse_error, file.native() + ": " + std::string(problem), ""};
}

// Whether what holds other members is what it should be.
bool has_shape_of(const base::Json& json, const base::Json& fresh) {
  for (const auto& member : fresh.items()) {
    if (!member.value().is_structured()) continue;
    const auto found = json.find(member.key());
    if (found != json.end() && found->type() != member.value().type()) return false;
  }
  return true;
}

std::uint32_t mode_for(os::FileSystem& files, const os::Path& file) {
  const auto info = files.link_info(file);
  return info.ok() ? info->mode : os::ReplaceOptions{}.mode;
}

// The document as it is, or a fresh one in the place of none or of a bad one.
base::Result<base::JsonBox> read_document_to_change(os::System& system,
                                                    const SharedDocument& document) {
  auto read = read_shared_document(system.files, document);
  if (read.ok() || read.error().code == base::Code::not_found) {
    return read.ok() ? *std::move(read) : document.fresh;
  }
  if (read.error().code != base::Code::parse_error) return read;
  TRY(set_aside(system, document.file, "corrupt"));
  return document.fresh;
}

}  // namespace

base::Result<base::JsonBox> read_shared_document(os::FileSystem& files,
                                                 const SharedDocument& document) {
  const os::Path& file = document.file;
  TRY_ASSIGN(const std::string text,
             files.read(file, {.bytes_max = kDocumentBytesMax, .follow_links = false}));
  auto json = parse_python_json(text);
  if (!json.ok()) return unreadable_document(file, json.error().message);
  if (!json->is_object()) return unreadable_document(file, "is not an object");
  const auto version = json->find("version");
  if (version == json->end()) return unreadable_document(file, "has no version");
  if (*version != kVersion) {
    return base::Error{base::Code::unavailable,
                       file.native() + ": is of a version that is not understood",
                       "It is left as it is."};
  }
  if (!has_shape_of(*json, document.fresh.get()))
    return unreadable_document(file, "has a wrong shape");
  return base::JsonBox(*std::move(json));
}

base::Result<void> update_shared_document(os::System& system, const SharedDocument& document,
                                          const DocumentChange& change) {
  TRY(system.files.make_folders(document.lock.parent_path()));
  TRY_ASSIGN(const auto held, os::lock_file(system.files, system.clock, system.random,
                                            document.lock, kWriterLockTimeout));
  const std::uint32_t mode = mode_for(system.files, document.file);
  TRY_ASSIGN(const base::JsonBox before, read_document_to_change(system, document));
  base::JsonBox after = before;
  try {
    change(after.get());
  } catch (const base::Json::exception&) {
    return unreadable_document(document.file, "a member is not of the type that it should be");
  }
  if (after == before) return {};
  return system.files.replace(document.file, dump_python_json(after.get()), {.mode = mode});
}

}  // namespace store

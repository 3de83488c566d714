#include "store/project_identity.h"

#include "base/digest.h"
#include "base/text.h"

namespace store {
namespace {

constexpr std::uint64_t kIdentityBytesMax = 16 * 1024;
constexpr std::string_view kIdentityMagic = "holdfast-identity 1\n";

os::Path identity_file(const os::Path& local) { return local / "identity"; }
os::Path place_file(const os::Path& local) { return local / "place"; }

// What the id is made of: the common git folder, or the root.
const os::Path& place_of(const Project& project) {
  return project.common_dir.empty() ? project.root : project.common_dir;
}

// A project's id and where it has it.
struct PlacedId {
  model::ProjectId id;
  os::Path place;
};

std::string signed_part(const PlacedId& placed, const Key& key) {
  return std::string(kIdentityMagic) + "id " + placed.id.text + "\nplace " + placed.place.native() +
         "\nkey " + key.id + "\n";
}

std::string signed_text(const PlacedId& placed, const Key& key) {
  return with_mac_line(signed_part(placed, key), key);
}

// The value of "label value\n" at the front of `text`, which is moved behind it.
std::string take_labelled_line(std::string_view& text, std::string_view label) {
  const std::size_t end = text.find('\n');
  if (!text.starts_with(label) || end == std::string_view::npos) return {};
  const std::string value(text.substr(label.size(), end - label.size()));
  text.remove_prefix(end + 1);
  return value;
}

// Nothing where there is no such file, or where no key of ours has signed it: what came with an
// archive or was written by an agent must not make a project of another's trust.
std::optional<PlacedId> read_signed(os::FileSystem& files, const os::Path& path, Keyring& keys) {
  const auto text = files.read(path, {.bytes_max = kIdentityBytesMax, .follow_links = false});
  if (!text.ok()) return std::nullopt;
  std::string_view rest = *text;
  if (!rest.starts_with(kIdentityMagic)) return std::nullopt;
  rest.remove_prefix(kIdentityMagic.size());
  PlacedId placed{{take_labelled_line(rest, "id ")}, take_labelled_line(rest, "place ")};
  const std::string key_id = take_labelled_line(rest, "key ");
  const auto mac = base::digest_from_hex(take_labelled_line(rest, kMacLabel));
  const Key* const key = key_id.empty() ? nullptr : keys.find(key_id);
  if (key == nullptr || !mac) return std::nullopt;
  const std::string text_signed = signed_part(placed, *key);
  if (!base::equal_in_constant_time(*mac, base::hmac_sha256(key->secret, {text_signed}))) {
    return std::nullopt;
  }
  return placed;
}

// Whether the project that was here under this id still is.
bool is_still_there(os::FileSystem& files, const PlacedId& last, const Project& project,
                    Keyring& keys) {
  const bool is_git = !project.common_dir.empty();
  const os::Path local = is_git ? last.place / "holdfast" : last.place / ".holdfast" / "local";
  const auto there = read_signed(files, place_file(local), keys);
  return there && there->id == last.id;
}

}  // namespace

model::ProjectId identity_of(os::FileSystem& files, const Project& project, Keyring& keys) {
  const auto carried = read_signed(files, identity_file(project.local), keys);
  return carried && carried->place == place_of(project) ? carried->id : project.id;
}

bool was_moved(os::FileSystem& files, const Project& project, Keyring& keys) {
  const auto last = read_signed(files, place_file(project.local), keys);
  return last && last->place != place_of(project);
}

base::Result<Identity> settle_identity(os::System system, const Homes& homes,
                                       const Project& project, Keyring& keys) {
  TRY_ASSIGN(const Key* const key, keys.signing());
  Identity identity{identity_of(system.files, project, keys), false};
  const os::Path& place = place_of(project);
  const auto last = read_signed(system.files, place_file(project.local), keys);
  const bool is_elsewhere = last && last->place != place;
  if (is_elsewhere && !is_still_there(system.files, *last, project, keys)) {
    identity = {last->id, true};
    TRY(system.files.replace(identity_file(project.local), signed_text({last->id, place}, *key)));
  }
  if (!last || is_elsewhere || last->id != identity.id) {
    TRY(system.files.make_folders(project.local));
    TRY(system.files.replace(place_file(project.local), signed_text({identity.id, place}, *key)));
  }
  ProjectRecord record = record_of(system.files, project);
  record.id = identity.id;
  TRY(ProjectRegistry(system, homes).remember(record));
  return identity;
}

}  // namespace store

#include "engine/server_access.h"

#include <algorithm>

#include "base/text.h"
#include "engine/stores.h"

namespace engine {
namespace {

constexpr std::size_t kTokenCharsMin = 16;
constexpr std::uint64_t kTokenFileBytesMax = 4096;
constexpr std::uint32_t kForOthers = 0077;

// A header carries it, so it has no spaces and no control characters.
base::Result<ServerToken> checked(std::string_view text, std::string place) {
  const std::string_view token = base::trim(text);
  const bool is_plain =
      std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < '\x7f'; });
  if (token.size() >= kTokenCharsMin && is_plain) {
    return ServerToken{std::string(token), std::move(place), false};
  }
  return base::Error{base::Code::invalid_value,
                     place + " must hold a token of at least 16 characters without spaces",
                     "Make one with `openssl rand -hex 32`."};
}

base::Result<ServerToken> token_in(os::FileSystem& files, const os::Path& path) {
  const auto info = files.info(path);
  if (!info.ok()) {
    base::Error error = base::with_context(info.error(), "reading the token");
    error.hint = "Make one with `openssl rand -hex 32`, in a file that only you can read.";
    return error;
  }
  if ((info->mode & kForOthers) != 0) {
    return base::Error{base::Code::refused, path.string() + " can be read by others",
                       "Run `chmod 600 " + path.string() + "` and change the token."};
  }
  TRY_ASSIGN(const std::string text, files.read(path, {.bytes_max = kTokenFileBytesMax}));
  return checked(text, path.string());
}

}  // namespace

base::Result<void> check_secret(os::System system) {
  store::Keyring keys(system, store::homes_of(system.environment), {});
  TRY(keys.signing());
  return {};
}

base::Result<base::SecretKey> derived_key(Workspace& workspace, std::string_view purpose) {
  TRY_ASSIGN(const store::Key* const key, workspace.stores().keys.signing());
  const base::Digest derived = base::hmac_sha256(key->secret, {"holdfast-derived-1", purpose});
  return base::SecretKey(
      std::string_view(reinterpret_cast<const char*>(derived.data()), derived.size()));
}

std::string_view token_variable(TokenOf whose) {
  return whose == TokenOf::owner ? "HOLDFAST_SERVE_TOKEN" : "HOLDFAST_MCP_TOKEN";
}

base::Result<ServerToken> server_token(os::System system, TokenOf whose,
                                       const std::optional<os::Path>& file) {
  const std::string variable(token_variable(whose));
  const std::string given = system.environment.text(variable);
  if (!given.empty()) return checked(given, variable);
  if (file) return token_in(system.files, *file);
  const store::Homes homes = store::homes_of(system.environment);
  if (homes.config.empty()) {
    return base::Error{base::Code::failed, "no place for the token: HOME is not set",
                       "Set " + variable + "."};
  }
  const os::Path path =
      whose == TokenOf::owner ? store::serve_token_path(homes) : store::mcp_token_path(homes);
  TRY(system.files.make_folders(homes.config));
  std::string text = system.random.hex(kTokenBytes);
  const auto created = system.files.create(path, text + "\n");
  if (created.ok()) return ServerToken{std::move(text), path.string(), true};
  if (created.error().code != base::Code::exists) return created.error();
  return token_in(system.files, path);
}

}  // namespace engine

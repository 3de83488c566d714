#include "mcp/meta.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "mcp/era.h"
#include "mcp/protocol_error.h"

namespace mcp {
namespace {

constexpr std::size_t kNameBytesMax = 200;

// Null where there is none.
const base::Json& meta_of(const base::Json& params) {
  static const base::Json kNone;
  if (!params.is_object()) return kNone;
  const auto meta = params.find("_meta");
  return meta == params.end() || !meta->is_object() ? kNone : *meta;
}

std::string text_member(const base::Json& object, const char* key) {
  const auto member = object.find(key);
  if (member == object.end() || !member->is_string()) return {};
  return std::string(base::clip_utf8(member->get_ref<const std::string&>(), kNameBytesMax));
}

ProtocolError unsupported(const std::string& requested) {
  return {kUnsupportedVersion, "Unsupported protocol version: " + requested,
          base::JsonBox(base::Json{{"supported", base::Json::array({kModernVersion})},
                                   {"requested", requested}})};
}

ProtocolError missing(const char* key) {
  return invalid_params(std::string("_meta[\"") + key + "\"] is missing or has the wrong type");
}

}  // namespace

bool has_modern_meta(const base::Json& params) {
  const base::Json& meta = meta_of(params);
  return meta.is_object() && (meta.contains(kMetaVersion) || meta.contains(kMetaCapabilities) ||
                              meta.contains(kMetaClientInfo));
}

std::string meta_version(const base::Json& params) {
  const base::Json& meta = meta_of(params);
  return meta.is_object() ? text_member(meta, kMetaVersion) : std::string();
}

std::variant<RequestMeta, ProtocolError> read_meta(const base::Json& params) {
  const base::Json& meta = meta_of(params);
  if (!meta.is_object()) return invalid_params("_meta is missing");
  RequestMeta read;
  const auto version = meta.find(kMetaVersion);
  if (version == meta.end() || !version->is_string()) return missing(kMetaVersion);
  read.client.protocol = text_member(meta, kMetaVersion);
  if (read.client.protocol != kModernVersion) return unsupported(read.client.protocol);
  const auto capabilities = meta.find(kMetaCapabilities);
  if (capabilities == meta.end() || !capabilities->is_object()) return missing(kMetaCapabilities);
  read.client.capabilities = base::JsonBox(*capabilities);
  if (const auto info = meta.find(kMetaClientInfo); info != meta.end()) {
    if (!info->is_object()) return missing(kMetaClientInfo);
    read_client_info(*info, read.client);
  }
  if (const auto level = meta.find(kMetaLogLevel); level != meta.end()) {
    if (level->is_string()) read.log_level = log_level_from_name(level->get<std::string>());
    if (!read.log_level) return missing(kMetaLogLevel);
  }
  read.progress_token = progress_token(params);
  return read;
}

base::JsonBox progress_token(const base::Json& params) {
  const base::Json& meta = meta_of(params);
  if (!meta.is_object()) return {};
  const auto token = meta.find("progressToken");
  if (token == meta.end() || (!token->is_string() && !token->is_number_integer())) return {};
  return base::JsonBox(*token);
}

void read_client_info(const base::Json& info, ClientInfo& client) {
  if (!info.is_object()) return;
  client.name = text_member(info, "name");
  client.version = text_member(info, "version");
}

}  // namespace mcp

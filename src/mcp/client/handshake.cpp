#include "mcp/client/handshake.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mcp/meta.h"
#include "mcp/protocol_error.h"

namespace mcp::client {
namespace {

constexpr std::size_t kHandshakeShownMax = 200;

base::Json implementation(const Identity& identity) {
  return {{"name", identity.name}, {"version", identity.version}};
}

bool has_version(const base::Json& object, const char* key, std::string_view version) {
  if (!object.is_object()) return false;
  const auto list = object.find(key);
  return list != object.end() && list->is_array() &&
         std::any_of(list->begin(), list->end(),
                     [&](const base::Json& item) { return item == version; });
}

void read_description(const base::Json& result, ServerDescription& server) {
  base::Json info = result.value("serverInfo", base::Json());
  const auto meta = result.find("_meta");
  if (info.is_null() && meta != result.end() && meta->is_object()) {
    info = meta->value(kMetaServerInfo, base::Json());
  }
  server.name = base::text_at(info, "name").substr(0, kHandshakeShownMax);
  server.server_version = base::text_at(info, "version").substr(0, kHandshakeShownMax);
  server.instructions = base::text_at(result, "instructions");
  const auto capabilities = result.find("capabilities");
  server.capabilities = base::JsonBox(capabilities != result.end() && capabilities->is_object()
                                          ? *capabilities
                                          : base::Json::object());
}

base::Error unavailable(std::string message) {
  return {base::Code::unavailable, std::move(message), ""};
}

}  // namespace

base::Json modern_meta(const Identity& identity, const base::Json& capabilities) {
  return {{kMetaVersion, kModernVersion},
          {kMetaClientInfo, implementation(identity)},
          {kMetaCapabilities, capabilities}};
}

Handshake::Handshake(Parts parts, base::Millis timeout)
    : parts_(parts), timeout_(timeout), deadline_(parts.clock.steady() + timeout) {}

base::Millis Handshake::left() const {
  const auto left = std::chrono::ceil<base::Millis>(deadline_ - parts_.clock.steady());
  return std::max(base::Millis{0}, left);
}

base::Result<ServerDescription> Handshake::run(std::unique_ptr<Transport>& transport) {
  TRY_ASSIGN(transport, parts_.open());
  ServerDescription server;
  const Probe probe = discover(*transport, server);
  if (probe == Probe::modern) return server;
  if (probe == Probe::gone) {
    // Some servers of the legacy era end when the first message is not `initialize`.
    TRY_ASSIGN(transport, parts_.open());
  }
  auto legacy = initialize(*transport);
  if (legacy.ok() || probe != Probe::unanswered || left() == base::Millis{0}) return legacy;
  // It was only slow to start, and is modern after all.
  if (discover(*transport, server) == Probe::modern) return server;
  return legacy;
}

Handshake::Probe Handshake::discover(Transport& transport, ServerDescription& server) {
  transport.use(Era::modern, kModernVersion);
  // Twice: a server may name the versions that it speaks, and ours may be one of them.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const base::Json params{
        {"_meta", modern_meta(parts_.identity, parts_.questions.capabilities())}};
    const Outgoing outgoing{{next_id(), "server/discover", base::JsonBox(params)},
                            std::max(base::Millis{1}, std::min(timeout_ / 2, left())),
                            {}};
    Answer answer = transport.request(outgoing, parts_.questions);
    if (const auto* failure = std::get_if<Failure>(&answer)) {
      if (failure->kind == Failure::Kind::gone) return Probe::gone;
      return failure->kind == Failure::Kind::timed_out ? Probe::unanswered : Probe::legacy;
    }
    const auto& response = std::get<jsonrpc::Response>(answer);
    if (!response.error) {
      const base::Json& result = response.result.get();
      if (!has_version(result, "supportedVersions", kModernVersion)) return Probe::legacy;
      server.era = Era::modern;
      server.version = kModernVersion;
      read_description(result, server);
      return Probe::modern;
    }
    if (response.error->code != kUnsupportedVersion ||
        !has_version(response.error->data.get(), "supported", kModernVersion)) {
      return Probe::legacy;
    }
  }
  return Probe::legacy;
}

base::Result<ServerDescription> Handshake::initialize(Transport& transport) {
  transport.use(Era::legacy, "");
  const base::Json params{{"protocolVersion", kLegacyVersions.front()},
                          {"capabilities", parts_.questions.capabilities()},
                          {"clientInfo", implementation(parts_.identity)}};
  const Outgoing outgoing{
      {next_id(), "initialize", base::JsonBox(params)}, std::max(base::Millis{1}, left()), {}};
  Answer answer = transport.request(outgoing, parts_.questions);
  if (const auto* failure = std::get_if<Failure>(&answer)) return unavailable(failure->message);
  const auto& response = std::get<jsonrpc::Response>(answer);
  if (response.error) {
    return unavailable("the server refuses to begin: " +
                       response.error->message.substr(0, kHandshakeShownMax));
  }
  const base::Json& result = response.result.get();
  const std::string version = base::text_at(result, "protocolVersion");
  if (!is_legacy_version(version)) {
    return unavailable("the server speaks no version of MCP that is known here: " +
                       version.substr(0, kHandshakeShownMax));
  }
  ServerDescription server;
  server.era = Era::legacy;
  server.version = version;
  read_description(result, server);
  transport.use(Era::legacy, version);
  if (!transport.notify({"notifications/initialized", {}})) {
    return unavailable("the server went away while it was greeted");
  }
  // Without a handler there is nothing to ask, and no thread for it.
  if (!parts_.questions.capabilities().empty()) transport.listen(parts_.questions);
  return server;
}

}  // namespace mcp::client

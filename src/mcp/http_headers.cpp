#include "mcp/http_headers.h"

#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/text.h"
#include "mcp/era.h"
#include "mcp/meta.h"
#include "mcp/protocol_error.h"

namespace mcp {
namespace {

using base::Json;

constexpr std::string_view kEncodedLead = "=?base64?";
constexpr std::string_view kEncodedTail = "?=";

ProtocolError mismatch(const std::string& what) {
  return {kHeaderMismatch, "Header mismatch: " + what, {}};
}

// The member of `params` that Mcp-Name repeats; null where the method has none.
const char* name_member(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  return method == "resources/read" ? "uri" : nullptr;
}

std::optional<ProtocolError> version_problem(const http::Headers& headers, const Json& params) {
  const auto header = single_header(headers, kVersionHeader);
  if (!header) return mismatch(std::string(kVersionHeader) + " is missing");
  const std::string version = meta_version(params);
  if (!version.empty() && version != *header) {
    return mismatch(std::string(kVersionHeader) + " is not the version in _meta");
  }
  return std::nullopt;
}

std::optional<ProtocolError> name_problem(const http::Headers& headers,
                                          const jsonrpc::Request& request) {
  const char* member = name_member(request.method);
  const Json& params = request.params.get();
  if (member == nullptr || !params.is_object() || !params.contains(member)) return std::nullopt;
  const auto header = single_header(headers, kNameHeader);
  if (!header) return mismatch(std::string(kNameHeader) + " is missing");
  const auto name = decoded_header(*header);
  if (!name || params[member] != *name) {
    return mismatch(std::string(kNameHeader) + " is not params." + member);
  }
  return std::nullopt;
}

bool says(const std::string& text, const Json& value) {
  if (value.is_string()) return value.get_ref<const std::string&>() == text;
  if (base::dump_line(value) == text) return true;
  // A number has more than one spelling.
  if (!value.is_number()) return false;
  const auto number = base::parse_json(text);
  return number && number->is_number() && *number == value;
}

std::optional<ProtocolError> param_problem(const http::Headers& headers, const std::string& header,
                                           const Json* value) {
  const std::string name = kParamHeaderLead + header;
  const auto given = single_header(headers, name);
  if (value == nullptr || value->is_null()) {
    if (headers.count(name) == 0) return std::nullopt;
    return mismatch(name + " stands for an argument that is not there");
  }
  if (!given) return mismatch(name + " is missing");
  const auto text = decoded_header(*given);
  if (!text || !says(*text, *value)) return mismatch(name + " is not the argument");
  return std::nullopt;
}

std::optional<ProtocolError> params_problem(const http::Headers& headers,
                                            const jsonrpc::Request& request,
                                            const Catalogue& catalogue) {
  const Json& params = request.params.get();
  if (request.method != "tools/call" || !params.is_object()) return std::nullopt;
  const auto name = params.find("name");
  if (name == params.end() || !name->is_string()) return std::nullopt;
  const auto tool = catalogue.tool(name->get_ref<const std::string&>());
  if (!tool) return std::nullopt;
  const Json& schema = tool->description().input_schema.get();
  if (!schema.is_object() || !schema.contains("properties")) return std::nullopt;
  const auto arguments = params.find("arguments");
  for (const auto& property : schema["properties"].items()) {
    if (!property.value().is_object()) continue;
    const auto header = property.value().find("x-mcp-header");
    if (header == property.value().end() || !header->is_string()) continue;
    const Json* value = nullptr;
    if (arguments != params.end() && arguments->is_object() &&
        arguments->contains(property.key())) {
      value = &(*arguments)[property.key()];
    }
    if (auto problem = param_problem(headers, header->get<std::string>(), value)) return problem;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> single_header(const http::Headers& headers, std::string_view name) {
  if (headers.count(name) != 1) return std::nullopt;
  return std::string(base::trim(*headers.get(name)));
}

std::optional<std::string> decoded_header(std::string_view value) {
  if (!value.starts_with(kEncodedLead) || !value.ends_with(kEncodedTail) ||
      value.size() < kEncodedLead.size() + kEncodedTail.size()) {
    return std::string(value);
  }
  value.remove_prefix(kEncodedLead.size());
  value.remove_suffix(kEncodedTail.size());
  return base::bytes_from_base64(value);
}

bool is_modern(const http::Headers& headers, const Json& params) {
  return single_header(headers, kVersionHeader) == kModernVersion || has_modern_meta(params);
}

std::optional<ProtocolError> header_problem(const http::Headers& headers,
                                            const jsonrpc::Request& request,
                                            const Catalogue& catalogue) {
  if (auto problem = version_problem(headers, request.params.get())) return problem;
  const auto method = single_header(headers, kMethodHeader);
  if (!method) return mismatch(std::string(kMethodHeader) + " is missing");
  if (*method != request.method) return mismatch(std::string(kMethodHeader) + " is not the method");
  if (auto problem = name_problem(headers, request)) return problem;
  return params_problem(headers, request, catalogue);
}

}  // namespace mcp

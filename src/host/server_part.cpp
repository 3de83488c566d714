#include "host/server_part.h"

#include <nlohmann/json.hpp>

namespace host {

using base::Json;

ServerPart::ServerPart(PartPlace place, std::string_view container, ServerShape shape)
    : Part(std::move(place)),
      dialect_{.container = container,
               .shape = shape,
               .hint = "Correct the file: it must be plain JSON to be edited."} {}

bool ServerPart::may_be_in(std::string_view text) const {
  return text.find(kServerName) != std::string_view::npos;
}

base::Result<std::vector<OurHook>> ServerPart::find(const std::string& text) const {
  TRY_ASSIGN(const base::JsonText document, parse_server_file(text, dialect_));
  const Json value = document.value();
  const ServerEntry entry = server_entry(value, dialect_);
  if (entry == ServerEntry::none || entry == ServerEntry::foreign) return std::vector<OurHook>{};
  const Json& command = value[dialect_.container][kServerName]["command"];
  return std::vector<OurHook>{{"", (command.is_array() ? command[0] : command).get<std::string>()}};
}

base::Result<std::string> ServerPart::with_ours(const std::optional<std::string>& text,
                                                const PartForm& form) const {
  return with_server(text, form.program, dialect_);
}

base::Result<std::optional<std::string>> ServerPart::without_ours(
    const std::string& text, std::optional<HookKind> kind) const {
  if (!kind) {
    TRY_ASSIGN(const auto kept, without_ours(text, HookKind::own));
    if (!kept) return kept;
    return without_ours(*kept, HookKind::shared);
  }
  return without_server(text, *kind == HookKind::own ? ServerEntry::own : ServerEntry::shared,
                        dialect_);
}

void ServerPart::take_standing(const std::string& text, Standing& standing) const {
  const Json document = read_loosely(text, standing);
  take_server(base::member_at(document, dialect_.container), dialect_.shape, "", standing);
}

std::string ServerPart::by_hand(const PartForm& form) const {
  const Json entry = new_server_entry(form.program, dialect_.shape);
  return base::dump_line(Json{{dialect_.container, Json{{kServerName, entry}}}});
}

}  // namespace host

#include "model/fields.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace model {

using base::Json;

FieldReader::FieldReader(const Json& json) : json_(json) {
  if (!json.is_object()) error_ = base::Error{base::Code::parse_error, "not a JSON object", ""};
}

const Json* FieldReader::find(std::string_view key) {
  if (error_) return nullptr;
  const auto found = json_.find(std::string(key));
  if (found == json_.end()) return nullptr;
  read_.emplace_back(key);
  return &*found;
}

void FieldReader::fail(std::string_view key, std::string_view expected) {
  if (error_) return;
  error_ = base::Error{base::Code::parse_error,
                       std::string(key) + ": missing or not " + std::string(expected), ""};
}

void FieldReader::fail_inside(std::string_view key, base::Error error) {
  if (error_) return;
  error.message = std::string(key) + "." + error.message;
  error_ = std::move(error);
}

void FieldReader::required(std::string_view key) {
  if (!error_ && !json_.contains(std::string(key))) fail(key, "there");
}

void FieldReader::text(std::string_view key, std::string& into) {
  const Json* const member = find(key);
  if (member == nullptr) return;
  if (!member->is_string()) return fail(key, "a string");
  into = member->get<std::string>();
}

void FieldReader::text(std::string_view key, std::optional<std::string>& into) {
  const Json* const member = find(key);
  if (member == nullptr || member->is_null()) return;
  if (!member->is_string()) return fail(key, "a string");
  into = member->get<std::string>();
}

void FieldReader::text_or_null(std::string_view key, std::string& into) {
  std::optional<std::string> known;
  text(key, known);
  into = std::move(known).value_or("");
}

void FieldReader::flag(std::string_view key, bool& into) {
  const Json* const member = find(key);
  if (member == nullptr) return;
  if (!member->is_boolean()) return fail(key, "true or false");
  into = member->get<bool>();
}

void FieldReader::number(std::string_view key, std::int64_t& into) {
  const Json* const member = find(key);
  if (member == nullptr) return;
  if (!member->is_number_integer()) return fail(key, "a whole number");
  into = member->get<std::int64_t>();
}

void FieldReader::number(std::string_view key, std::uint64_t& into) {
  const Json* const member = find(key);
  if (member == nullptr) return;
  if (!member->is_number_unsigned()) return fail(key, "a whole number");
  into = member->get<std::uint64_t>();
}

void FieldReader::number(std::string_view key, double& into) {
  const Json* const member = find(key);
  if (member == nullptr) return;
  if (!member->is_number()) return fail(key, "a number");
  into = member->get<double>();
}

void FieldReader::texts(std::string_view key, std::vector<std::string>& into) {
  std::optional<std::vector<std::string>> all;
  texts(key, all);
  if (all) into = *std::move(all);
}

void FieldReader::texts(std::string_view key, std::optional<std::vector<std::string>>& into) {
  const Json* const member = find(key);
  if (member == nullptr || member->is_null()) return;
  if (!member->is_array()) return fail(key, "a list of strings");
  std::vector<std::string> all;
  for (const Json& item : *member) {
    if (!item.is_string()) return fail(key, "a list of strings");
    all.push_back(item.get<std::string>());
  }
  into = std::move(all);
}

void FieldReader::text_map(std::string_view key, std::map<std::string, std::string>& into) {
  const Json* const member = find(key);
  if (member == nullptr) return;
  if (!member->is_object()) return fail(key, "an object of strings");
  into.clear();
  for (const auto& item : member->items()) {
    if (!item.value().is_string()) return fail(key, "an object of strings");
    into[item.key()] = item.value().get<std::string>();
  }
}

void FieldReader::any(std::string_view key, base::JsonBox& into) {
  const Json* const member = find(key);
  if (member != nullptr) into = base::JsonBox(*member);
}

void FieldReader::object(std::string_view key,
                         const std::function<base::Result<void>(const Json&)>& read) {
  const Json* const member = find(key);
  if (member == nullptr || member->is_null()) return;
  if (!member->is_object()) return fail(key, "an object");
  auto done = read(*member);
  if (!done.ok()) fail_inside(key, std::move(done).error());
}

void FieldReader::each(std::string_view key,
                       const std::function<base::Result<void>(const Json&)>& read) {
  const Json* const member = find(key);
  if (member == nullptr || member->is_null()) return;
  if (!member->is_array()) return fail(key, "a list");
  for (std::size_t i = 0; i < member->size(); ++i) {
    auto done = read((*member)[i]);
    if (!done.ok()) {
      return fail_inside(std::string(key) + "[" + std::to_string(i) + "]", std::move(done).error());
    }
  }
}

base::Result<void> FieldReader::finish() const {
  if (error_) return *error_;
  return {};
}

base::Result<void> FieldReader::finish(base::JsonBox& extra) {
  if (error_) return *error_;
  Json rest = Json::object();
  for (const auto& item : json_.items()) {
    if (std::find(read_.begin(), read_.end(), item.key()) == read_.end()) {
      rest[item.key()] = item.value();
    }
  }
  extra = rest.empty() ? base::JsonBox() : base::JsonBox(std::move(rest));
  return {};
}

void put_known(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = text;
}

void put_known(Json& json, const char* key, const std::optional<std::string>& text) {
  if (text) json[key] = *text;
}

void append_extra(Json& json, const base::JsonBox& extra) {
  if (!extra.get().is_object()) return;
  for (const auto& item : extra.get().items()) json[item.key()] = item.value();
}

}  // namespace model

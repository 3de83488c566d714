// Reads the members of a JSON object one by one and remembers which it has not read: those are
// kept, so that what a newer version wrote survives our saving it. Private to model/.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "model/named.h"

namespace model {

// A member of the wrong type is an error that names it; the first one wins. A missing member
// leaves the target as it is, unless it is `required`.
class FieldReader {
 public:
  // `json` outlives the reader.
  explicit FieldReader(const base::Json& json);

  void required(std::string_view key);
  void text(std::string_view key, std::string& into);
  void text(std::string_view key, std::optional<std::string>& into);  // null: none.
  // Empty where the member is null, and where it is missing.
  void text_or_null(std::string_view key, std::string& into);
  void flag(std::string_view key, bool& into);
  void number(std::string_view key, std::int64_t& into);
  void number(std::string_view key, std::uint64_t& into);
  void number(std::string_view key, double& into);
  void texts(std::string_view key, std::vector<std::string>& into);
  void texts(std::string_view key, std::optional<std::vector<std::string>>& into);
  void text_map(std::string_view key, std::map<std::string, std::string>& into);
  void any(std::string_view key, base::JsonBox& into);
  // An object or null; calls `read` for an object.
  void object(std::string_view key,
              const std::function<base::Result<void>(const base::Json&)>& read);
  void each(std::string_view key, const std::function<base::Result<void>(const base::Json&)>& read);

  template <typename E>
  void name(std::string_view key, Named<E>& into) {
    std::string text_value = into.text();
    text(key, text_value);
    into = Named<E>(std::move(text_value));
  }
  template <typename E>
  void name(std::string_view key, std::optional<Named<E>>& into) {
    std::optional<std::string> text_value;
    text(key, text_value);
    if (text_value) into = Named<E>(*std::move(text_value));
  }
  template <typename E>
  void names(std::string_view key, std::vector<Named<E>>& into) {
    std::vector<std::string> all;
    texts(key, all);
    into.clear();
    for (std::string& one : all) into.push_back(Named<E>(std::move(one)));
  }

  // The first error. For types whose unknown members are kept elsewhere.
  base::Result<void> finish() const;
  // The first error, or the members that nobody asked for.
  base::Result<void> finish(base::JsonBox& extra);

 private:
  const base::Json* find(std::string_view key);
  void fail(std::string_view key, std::string_view expected);
  void fail_inside(std::string_view key, base::Error error);

  const base::Json& json_;
  std::vector<std::string> read_;
  std::optional<base::Error> error_;
};

// A text that is not known (empty, or none) has no member.
void put_known(base::Json& json, const char* key, const std::string& text);
void put_known(base::Json& json, const char* key, const std::optional<std::string>& text);

// Puts the kept members behind the known ones.
void append_extra(base::Json& json, const base::JsonBox& extra);

}  // namespace model

#include "store/branch_view.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <rapidjson/stream.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace store {
namespace {

// Follows the reader down to the entries of one session and lets everything else go by. The reader
// decodes strings in place, so that those it hands out last as long as the buffer.
class Handler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
 public:
  explicit Handler(const SessionKeys& keys) : keys_(keys) {}

  bool Null() { return true; }
  bool Bool(bool value) {
    if (skipped_ == 0 && entry_ != nullptr && field_) set_flag(*entry_, *field_, value);
    return true;
  }
  bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
    if (skipped_ == 0 && entry_ != nullptr && field_) {
      set_number(*entry_, *field_, {text, length});
    }
    return true;
  }
  bool String(const char* text, rapidjson::SizeType length, bool) {
    if (skipped_ > 0) return true;
    const std::string_view value(text, length);
    if (level_ == Level::file) take_file_string(value);
    if (entry_ == nullptr) return true;
    if (field_) set_text(*entry_, *field_, value);
    if (level_ == Level::entry && key_ == "session") seen_entry_->owner = value;
    return true;
  }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    if (skipped_ > 0) return true;
    key_ = {text, length};
    // What an earlier member of that key gave does not count any more.
    switch (level_) {
      case Level::outside:
        break;
      case Level::file:
        forget_file_member();
        break;
      case Level::requirements:
        requirement_ = &(requirements[key_] = {});
        break;
      case Level::requirement:
        field_ = entry_field(key_);
        if (key_ == "sessions") requirement_->entries.clear();
        if (field_) {
          requirement_->has_root = true;
          reset_field(*entry_, *field_);
        }
        break;
      case Level::sessions:
        if (keys_.is_any(key_)) requirement_->entries.push_back({.key = key_});
        break;
      case Level::entry:
        field_ = entry_field(key_);
        if (field_) reset_field(*entry_, *field_);
        if (key_ == "session") seen_entry_->owner = {};
        break;
    }
    return true;
  }
  bool StartObject() {
    if (!go_deeper()) return false;
    if (skipped_ > 0 || !enter()) ++skipped_;
    return true;
  }
  bool EndObject(rapidjson::SizeType) {
    --depth_;
    if (skipped_ > 0) {
      --skipped_;
    } else {
      leave();
    }
    return true;
  }
  bool StartArray() {
    ++skipped_;
    return go_deeper();
  }
  bool EndArray(rapidjson::SizeType) {
    --depth_;
    --skipped_;
    return true;
  }

  bool is_object = false;
  bool has_version = false;
  bool is_known_version = false;
  bool has_requirements = false;
  bool requirements_are_object = false;
  std::string_view branch;
  std::string_view anchor;
  SeenRequirements requirements;

 private:
  enum class Level { outside, file, requirements, requirement, sessions, entry };

  bool go_deeper() { return ++depth_ <= kBranchDepthMax; }

  void forget_file_member() {
    if (key_ == "version") {
      has_version = true;
      is_known_version = false;
    } else if (key_ == "branch") {
      branch = {};
    } else if (key_ == "anchor") {
      anchor = {};
    } else if (key_ == "requirements") {
      has_requirements = true;
      requirements_are_object = false;
      requirements.clear();
    }
  }

  void take_file_string(std::string_view value) {
    if (key_ == "version") is_known_version = value == kBranchVersion;
    if (key_ == "branch") branch = value;
    if (key_ == "anchor") anchor = value;
  }

  // Whether the object that begins here holds anything of interest.
  bool enter() {
    switch (level_) {
      case Level::outside:
        is_object = true;
        level_ = Level::file;
        return true;
      case Level::file:
        if (key_ != "requirements") return false;
        requirements_are_object = true;
        level_ = Level::requirements;
        return true;
      case Level::requirements:
        requirement_->is_object = true;
        level_ = Level::requirement;
        entry_ = &requirement_->root;
        field_.reset();
        return true;
      case Level::requirement:
        if (key_ != "sessions") return false;
        level_ = Level::sessions;
        entry_ = nullptr;
        return true;
      case Level::sessions:
        if (!keys_.is_any(key_)) return false;
        seen_entry_ = &requirement_->entries.back();
        seen_entry_->is_object = true;
        entry_ = &seen_entry_->entry;
        field_.reset();
        level_ = Level::entry;
        return true;
      case Level::entry:
        return false;
    }
    return false;
  }

  void leave() {
    switch (level_) {
      case Level::outside:
        break;
      case Level::file:
        level_ = Level::outside;
        break;
      case Level::requirements:
        level_ = Level::file;
        break;
      case Level::requirement:
        level_ = Level::requirements;
        entry_ = nullptr;
        break;
      case Level::sessions:
        level_ = Level::requirement;
        entry_ = &requirement_->root;
        field_.reset();
        break;
      case Level::entry:
        level_ = Level::sessions;
        entry_ = nullptr;
        break;
    }
  }

  const SessionKeys& keys_;
  Level level_ = Level::outside;
  int depth_ = 0;
  int skipped_ = 0;  // How many levels below the last one of interest.
  std::string_view key_;
  std::optional<EntryField> field_;
  model::RequirementEntry* entry_ = nullptr;  // The one that `field_` belongs to.
  SeenRequirement* requirement_ = nullptr;
  SeenRequirement::Entry* seen_entry_ = nullptr;
};

bool is_ascii(std::string_view bytes) {
  unsigned char all = 0;
  for (const char byte : bytes) all |= static_cast<unsigned char>(byte);
  return all < 0x80;
}

constexpr std::size_t kCharacterBytesMax = 4;

// Recursive, which is quicker: the handler ends what is nested too deep.
template <unsigned extra_flags>
rapidjson::ParseResult parse(std::string& bytes, Handler& handler) {
  constexpr unsigned kFlags = rapidjson::kParseInsituFlag | rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseNanAndInfFlag | extra_flags;
  // The check of a character that is cut off at the end reads on behind the NUL: to here.
  bytes.append(kCharacterBytesMax, '\0');
  rapidjson::InsituStringStream stream(bytes.data());
  rapidjson::Reader reader;
  return reader.Parse<kFlags>(stream, handler);
}

// Ends the reading at the file's own member "branch".
class NameHandler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, NameHandler> {
 public:
  bool Default() { return true; }
  bool Key(const char* text, rapidjson::SizeType length, bool) {
    is_branch_ = depth_ == 1 && std::string_view(text, length) == "branch";
    return true;
  }
  bool String(const char* text, rapidjson::SizeType length, bool) {
    if (!is_branch_ || depth_ != 1) return true;
    name.emplace(text, length);
    return false;
  }
  bool StartObject() { return ++depth_ <= kBranchDepthMax; }
  bool StartArray() { return ++depth_ <= kBranchDepthMax; }
  bool EndObject(rapidjson::SizeType) { return --depth_ >= 0; }
  bool EndArray(rapidjson::SizeType) { return --depth_ >= 0; }

  std::optional<std::string> name;

 private:
  int depth_ = 0;
  bool is_branch_ = false;
};

// Python's dictionaries: the last value, at the first one's place.
void drop_repeated(std::vector<SeenRequirement::Entry>& entries) {
  std::map<std::string_view, std::size_t> places;
  std::vector<SeenRequirement::Entry> kept;
  for (SeenRequirement::Entry& entry : entries) {
    const auto [place, is_new] = places.emplace(entry.key, kept.size());
    if (is_new) {
      kept.push_back(std::move(entry));
    } else {
      kept[place->second] = std::move(entry);
    }
  }
  entries = std::move(kept);
}

// The one with the newer satisfaction gives everything about that, and the first on a tie; either
// can have been triggered. As BranchDocument::migrate_keys does it to the file.
model::RequirementEntry merged(model::RequirementEntry first, model::RequirementEntry second) {
  const bool is_newer = second.satisfied_at != first.satisfied_at
                            ? second.satisfied_at > first.satisfied_at
                            : second.satisfied && !first.satisfied;
  if (is_newer) std::swap(first, second);
  first.triggered = first.triggered || second.triggered;
  if (!first.triggered_at || (second.triggered_at && *second.triggered_at < *first.triggered_at)) {
    first.triggered_at = second.triggered_at;
  }
  if (first.pending.empty()) first.pending = std::move(second.pending);
  return first;
}

}  // namespace

std::optional<std::string> branch_named_in(std::string bytes) {
  NameHandler handler;
  rapidjson::InsituStringStream stream(bytes.data());
  rapidjson::Reader reader;
  reader.Parse<rapidjson::kParseInsituFlag | rapidjson::kParseNumbersAsStringsFlag |
               rapidjson::kParseNanAndInfFlag | rapidjson::kParseIterativeFlag>(stream, handler);
  return handler.name;
}

std::optional<EntryField> entry_field(std::string_view key) {
  constexpr std::array<std::pair<std::string_view, EntryField>, 8> kFields{
      {{"satisfied", EntryField::satisfied},
       {"satisfied_at", EntryField::satisfied_at},
       {"satisfied_by", EntryField::satisfied_by},
       {"expires_at", EntryField::expires_at},
       {"triggered", EntryField::triggered},
       {"triggered_at", EntryField::triggered_at},
       {"fingerprint", EntryField::fingerprint},
       {"pending", EntryField::pending}}};
  for (const auto& [name, field] : kFields) {
    if (name == key) return field;
  }
  return std::nullopt;
}

void reset_field(model::RequirementEntry& entry, EntryField field) {
  set_flag(entry, field, false);
  set_text(entry, field, "");
  set_number(entry, field, "");
}

void set_flag(model::RequirementEntry& entry, EntryField field, bool value) {
  if (field == EntryField::satisfied) entry.satisfied = value;
  if (field == EntryField::triggered) entry.triggered = value;
}

void set_text(model::RequirementEntry& entry, EntryField field, std::string_view text) {
  if (field == EntryField::satisfied_by) entry.satisfied_by = text;
  if (field == EntryField::fingerprint) entry.fingerprint = text;
  if (field == EntryField::pending) entry.pending = text;
}

void set_number(model::RequirementEntry& entry, EntryField field, std::string_view number) {
  if (field == EntryField::satisfied_at) entry.satisfied_at = seconds_from_text(number);
  if (field == EntryField::expires_at) entry.expires_at = seconds_from_text(number);
  if (field == EntryField::triggered_at) entry.triggered_at = seconds_from_text(number);
}

std::optional<std::int64_t> seconds_from_text(std::string_view number) {
  using Limits = std::numeric_limits<std::int64_t>;
  const char* const end = number.data() + number.size();
  std::int64_t whole = 0;
  const auto as_whole = std::from_chars(number.data(), end, whole);
  if (as_whole.ptr == end && as_whole.ec == std::errc{}) return whole;
  if (as_whole.ptr == end && as_whole.ec == std::errc::result_out_of_range) {
    return number.starts_with('-') ? Limits::min() : Limits::max();
  }
  double value = 0;
  const auto as_double = std::from_chars(number.data(), end, value);
  if (as_double.ptr != end || as_double.ec != std::errc{} || std::isnan(value)) return std::nullopt;
  constexpr double kBeyond = 9223372036854775808.0;  // 2^63
  if (value >= kBeyond) return Limits::max();
  if (value < -kBeyond) return Limits::min();
  return static_cast<std::int64_t>(value);
}

model::BranchView assembled(SeenRequirements seen, SessionKeys& keys) {
  for (auto& [name, requirement] : seen) {
    if (requirement.entries.size() > 1) drop_repeated(requirement.entries);
    for (const SeenRequirement::Entry& entry : requirement.entries) {
      if (entry.is_object) keys.see(entry.key, entry.owner);
    }
  }
  model::BranchView view;
  for (auto& [name, requirement] : seen) {
    if (!requirement.is_object) continue;
    model::RequirementRecord& record = view.records[std::string(name)];
    if (requirement.has_root) record.root = std::move(requirement.root);
    for (SeenRequirement::Entry& entry : requirement.entries) {
      if (!entry.is_object || !keys.is_own(entry.key, entry.owner)) continue;
      record.own = record.own ? merged(*std::move(record.own), std::move(entry.entry))
                              : std::move(entry.entry);
    }
  }
  return view;
}

base::Error not_a_branch_file(const std::string& what) {
  return {base::Code::parse_error, "not a branch file: " + what, ""};
}

base::Result<BranchFileView> read_branch_view(std::string bytes, std::string_view session) {
  if (bytes.size() > kBranchBytesMax) {
    return base::Error{base::Code::too_large,
                       "a branch file of " + std::to_string(bytes.size()) + " bytes", ""};
  }
  // The library takes a NUL for the end of the text and looks no further.
  if (bytes.find('\0') != std::string::npos) return not_a_branch_file("it has a NUL byte");
  SessionKeys keys(session);
  Handler handler(keys);
  // The other tool writes ASCII alone, in which nothing can be wrong.
  const rapidjson::ParseResult result =
      is_ascii(bytes) ? parse<0>(bytes, handler)
                      : parse<rapidjson::kParseValidateEncodingFlag>(bytes, handler);
  if (result.IsError()) return not_a_branch_file(rapidjson::GetParseError_En(result.Code()));
  if (!handler.is_object) return not_a_branch_file("it is no object");
  if (!handler.has_version) return not_a_branch_file("version: missing");
  BranchFileView file;
  if (handler.is_known_version) {
    if (handler.has_requirements && !handler.requirements_are_object) {
      return not_a_branch_file("requirements: not an object");
    }
    file.view = assembled(std::move(handler.requirements), keys);
    file.anchor = handler.anchor;
  }
  file.view.read_only = !handler.is_known_version;
  file.view.branch = handler.branch;
  return file;
}

}  // namespace store

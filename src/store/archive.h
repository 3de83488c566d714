// Nouns as bytes and back, for caches that are read on every hook: length-prefixed fields under a
// MAC. Numbers are as this machine has them: a cache never leaves it. Each noun has a function
// `pass(archive, noun)` that names all of its members, for both directions. Private to store/.
#pragma once
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "store/keyring.h"

namespace store::archive {

using Length = std::uint32_t;

class Writer {
 public:
  explicit Writer(std::string& bytes) : bytes_(bytes) {}

  template <typename... Fields>
  void operator()(const Fields&... fields) {
    (put(fields), ...);
  }

 private:
  template <typename Number>
  requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  void put(Number number) {
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof number);
    bytes_.append(raw, sizeof number);
  }
  void put(const std::string& text) {
    put(static_cast<Length>(text.size()));
    bytes_.append(text);
  }
  template <typename Item>
  void put(const std::vector<Item>& items) {
    put(static_cast<Length>(items.size()));
    for (const Item& item : items) put(item);
  }
  template <typename Value>
  void put(const std::optional<Value>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <typename Noun>
  requires std::is_class_v<Noun>
  void put(const Noun& noun) { pass(*this, noun); }

  std::string& bytes_;
};

// Reads what the writer wrote. After the first thing that does not fit, everything is empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  template <typename... Fields>
  void operator()(Fields&... fields) {
    (take(fields), ...);
  }
  bool is_good() const { return good_; }
  bool is_done() const { return good_ && rest_.empty(); }

 private:
  template <typename Number>
  requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  void take(Number& number) {
    const std::string_view raw = take_bytes(sizeof number);
    if (raw.size() == sizeof number) std::memcpy(&number, raw.data(), sizeof number);
  }
  void take(std::string& text) { text = take_bytes(take_length()); }
  template <typename Item>
  void take(std::vector<Item>& items) {
    const Length count = take_length();
    items.clear();
    // Every item has a byte at least, so that no count makes memory out of nothing.
    if (count > rest_.size()) return fail();
    items.reserve(count);
    for (Length i = 0; i < count && good_; ++i) take(items.emplace_back());
  }
  template <typename Value>
  void take(std::optional<Value>& value) {
    bool is_there = false;
    take(is_there);
    value.reset();
    if (is_there) take(value.emplace());
  }
  template <typename Noun>
  requires std::is_class_v<Noun>
  void take(Noun& noun) { pass(*this, noun); }

  void fail() {
    good_ = false;
    rest_ = {};
  }
  Length take_length() {
    Length length = 0;
    take(length);
    return length;
  }
  std::string_view take_bytes(std::size_t size) {
    if (size > rest_.size()) {
      fail();
      return {};
    }
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  std::string_view rest_;
  bool good_ = true;
};

template <typename Type, typename Noun>
concept Is = std::is_same_v<std::remove_const_t<Type>, Noun>;

base::Digest mac_of(std::string_view magic, std::string_view bytes, const Key& key);

// `magic` and what `write` puts behind it, then the MAC.
template <typename Write>
std::string sealed(std::string_view magic, const Key& key, const Write& write) {
  std::string bytes(magic);
  Writer writer(bytes);
  write(writer);
  const base::Digest mac = mac_of(magic, bytes, key);
  return bytes.append(reinterpret_cast<const char*>(mac.data()), mac.size());
}

// What stands between the magic and the MAC; nothing where either is wrong.
std::optional<std::string_view> unsealed(std::string_view magic, std::string_view bytes,
                                         const Key& key);

}  // namespace store::archive

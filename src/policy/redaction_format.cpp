#include "policy/redaction_format.h"

#include <algorithm>
#include <cstddef>

#include "policy/redaction_character.h"
#include "policy/redaction_filter.h"
#include "policy/redaction_plain.h"
#include "policy/redaction_randomness.h"
#include "policy/redaction_token.h"

namespace policy::redaction {
namespace {

constexpr std::string_view kPemBegin = "-----BEGIN";
constexpr std::string_view kPemEnd = "-----END";
constexpr std::string_view kPemDashes = "-----";

constexpr bool is_pem_label(char c) { return is_of(c, kUpper | kDigit) || c == ' '; }

// `at` is behind "-----BEGIN". Returns the end of the block, that of the text where it has none,
// or npos where it is no private key.
std::size_t private_key_end(std::string_view text, std::size_t at) {
  constexpr std::size_t kLabelBytesMax = 64;
  const std::string_view head = text.substr(at, kLabelBytesMax);
  const auto label_end = std::find_if_not(head.begin(), head.end(), is_pem_label);
  const std::string_view label(head.begin(), label_end);
  if (label.find("PRIVATE KEY") == kNone) return kNone;
  if (!text.substr(at + label.size()).starts_with(kPemDashes)) return kNone;
  const std::size_t body = at + label.size() + kPemDashes.size();
  if (body < text.size() && is_of(text[body], kQuote)) return kNone;  // Only the name of a block.
  std::size_t end = text.find(kPemEnd, body);
  if (end == kNone) return text.size();
  end += kPemEnd.size();
  while (end < text.size() && is_pem_label(text[end])) ++end;
  const bool is_closed = text.substr(end).starts_with(kPemDashes);
  return is_closed ? end + kPemDashes.size() : run_end(text, end, kToken);
}

// Digests are as random as secrets are, and say what they are: "sha512-", "SHA256:", "h1:".
bool ends_in_digest_label(std::string_view before) {
  if (!before.ends_with(':') && !before.ends_with('=')) return false;
  before.remove_suffix(1);
  for (const std::string_view label : {"sha256", "sha512", "sha384", "sha1", "md5", "h1"}) {
    if (ends_with_word(before, label) && starts_word(before, before.size() - label.size()))
      return true;
  }
  return false;
}

// Images and fonts inside a style sheet or a page: `data:image/png;base64,`.
bool ends_in_picture_label(std::string_view before) {
  constexpr std::string_view kEncoding = ";base64,";
  constexpr std::size_t kLabelBytesMax = 40;
  if (!before.ends_with(kEncoding)) return false;
  before.remove_suffix(kEncoding.size());
  before.remove_prefix(before.size() - std::min(before.size(), kLabelBytesMax));
  for (const std::string_view label : {"data:image/", "data:font/", "data:application/font"}) {
    if (before.rfind(label) != kNone) return true;
  }
  return false;
}

// `ssh-ed25519 AAAA`: the length of the algorithm's name is what every such key begins with.
bool is_public_key(std::string_view before, std::string_view piece) {
  if (!piece.starts_with("AAAA")) return false;
  for (const std::string_view label :
       {"ssh-ed25519 ", "ssh-rsa ", "ecdsa-sha2-nistp256 ", "ecdsa-sha2-nistp384 "}) {
    if (before.ends_with(label)) return true;
  }
  return false;
}

bool says_what_it_is(std::string_view before, std::string_view piece) {
  return is_digest(piece) || ends_in_digest_label(before) || ends_in_picture_label(before) ||
         is_public_key(before, piece);
}

class FormatScanner {
 public:
  FormatScanner(std::string_view text, Edit& edit) : text_(text), edit_(edit), tokens_(text) {}

  void scan() {
    for (std::size_t at = find_long_run(text_, 0); at < text_.size();
         at = find_long_run(text_, at)) {
      at = scan_run(at, run_end(text_, at, kToken));
    }
  }

 private:
  // Returns where to go on.
  std::size_t scan_run(std::size_t begin, std::size_t end) {
    const bool at_pem = text_.substr(begin, end - begin).ends_with(kPemBegin);
    const std::size_t key_end = at_pem ? private_key_end(text_, end) : kNone;
    const std::size_t tokens_end = key_end == kNone ? end : end - kPemBegin.size();
    scan_tokens(skip_escape(text_, begin, tokens_end), tokens_end);
    if (key_end == kNone) return end;
    edit_.replace(tokens_end, key_end);
    return key_end;
  }

  void scan_tokens(std::size_t begin, std::size_t end);
  void scan_pieces(std::size_t begin, std::size_t end);

  std::string_view text_;
  Edit& edit_;
  TokenMatcher tokens_;
};

void FormatScanner::scan_tokens(std::size_t begin, std::size_t end) {
  if (end - begin < kTokenBytesMin) return;
  for (std::size_t piece = begin;;) {
    const TokenMatcher::Range token = tokens_.next(piece, end);
    // What is left beside a token is judged as it will be when the text comes again.
    scan_pieces(piece, token.begin);
    if (token.begin == token.end) return;
    edit_.replace(token.begin, token.end);
    piece = token.end;
  }
}

void FormatScanner::scan_pieces(std::size_t begin, std::size_t end) {
  constexpr std::size_t kTailBytesMax = 2;
  while (end - begin >= kRandomBytesMin) {
    const std::size_t dot = text_.substr(begin, end - begin).find('.');
    const std::size_t piece_end = dot == kNone ? end : begin + dot;
    const std::string_view piece = text_.substr(begin, piece_end - begin);
    const std::size_t floor = edit_.replaced_end();
    const std::string_view before = text_.substr(floor, begin - floor);
    if (looks_random(piece) && !says_what_it_is(before, piece)) {
      std::size_t tail = piece_end;
      while (tail < text_.size() && text_[tail] == '=' && tail - piece_end < kTailBytesMax) ++tail;
      if (tail < text_.size() && is_of(text_[tail], kToken)) tail = piece_end;
      edit_.replace(begin, tail);
    }
    begin = std::min(piece_end + 1, end);
  }
}

}  // namespace

void redact_formats(std::string_view text, Edit& edit) { FormatScanner(text, edit).scan(); }

}  // namespace policy::redaction

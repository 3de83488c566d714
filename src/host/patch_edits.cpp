#include "host/patch_edits.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "host/mended_names.h"

namespace host {
namespace {

using model::TextEdit;

class PatchReader {
 public:
  PatchReader(std::string target, std::vector<TextEdit>& found)
      : target_(std::move(target)), found_(found) {}

  void read(std::string_view patch) {
    if (patch.ends_with('\n')) patch.remove_suffix(1);
    for (std::string_view line : base::split(patch, '\n')) {
      if (line.ends_with('\r')) line.remove_suffix(1);
      take_line(line);
    }
    end_piece();
  }

 private:
  enum class In { nothing, added_file, hunk, search, replacement };

  void take_line(std::string_view line) {
    if (is_block_sign(line)) return;
    if (in_ == In::search) return append(piece_.before, line);
    if (in_ == In::replacement) return append(piece_.after, line);
    if (is_head(line)) return;
    if (line.starts_with("@@")) {
      end_piece();
      in_ = In::hunk;
      return;
    }
    take_patch_line(line);
  }

  void take_patch_line(std::string_view line) {
    // Editors take blanks at a line's end away, so an empty one stands for an empty line.
    const char sign = line.empty() ? ' ' : line.front();
    const std::string_view rest = line.empty() ? line : line.substr(1);
    const bool is_in_patch = in_ == In::hunk || in_ == In::added_file;
    if (!is_in_patch) return;
    if (sign == '+' || (sign == ' ' && in_ == In::hunk)) append(piece_.after, rest);
    if ((sign == '-' || sign == ' ') && in_ == In::hunk) append(piece_.before, rest);
  }

  // "*** Add File: a.txt", "*** End Patch", "diff --git …".
  bool is_head(std::string_view line) {
    constexpr std::string_view kAdd = "*** Add File:";
    constexpr std::string_view kUpdate = "*** Update File:";
    constexpr std::string_view kDelete = "*** Delete File:";
    constexpr std::string_view kMove = "*** Move to:";
    const std::string_view head = trim_blanks(line);
    if (!head.starts_with("*** ") && !head.starts_with("diff --git ") &&
        !head.starts_with("--- ") && !head.starts_with("+++ ")) {
      return false;
    }
    // Of a difference these two are heads only before the first piece.
    if (head.starts_with("--- ") || head.starts_with("+++ ")) return in_ == In::nothing;
    end_piece();
    in_ = In::nothing;
    if (head.starts_with(kAdd)) {
      begin_file(head.substr(kAdd.size()));
      in_ = In::added_file;
    } else if (head.starts_with(kUpdate)) {
      begin_file(head.substr(kUpdate.size()));
      in_ = In::hunk;  // A first piece may come without "@@".
    } else if (head.starts_with(kDelete)) {
      begin_file(head.substr(kDelete.size()));
      found_.push_back({.kind = TextEdit::Kind::whole, .target = target_});
    } else if (head.starts_with(kMove)) {
      // The old name is gone, and what comes to the new one is told only together with the old.
      found_.push_back({.kind = TextEdit::Kind::whole, .target = target_});
      found_.push_back(
          {.kind = TextEdit::Kind::unknown, .target = name_in(head.substr(kMove.size()))});
      in_ = In::hunk;
    }
    return true;
  }

  bool is_block_sign(std::string_view line) {
    const std::string_view word = base::trim(line);
    const auto is_sign = [&](char sign, std::string_view name) {
      const std::size_t signs = word.find_first_not_of(sign);
      return signs != std::string_view::npos && signs >= 3 && word.substr(signs) == name;
    };
    if (is_sign('-', " SEARCH") || is_sign('<', " SEARCH") || is_sign('-', " SEARCH>")) {
      end_piece();
      in_ = In::search;
      return true;
    }
    const bool is_middle = in_ == In::search && word.size() >= 3 &&
                           word.find_first_not_of('=') == std::string_view::npos;
    if (is_middle) {
      in_ = In::replacement;
      return true;
    }
    if (in_ == In::replacement && (is_sign('+', " REPLACE") || is_sign('>', " REPLACE"))) {
      // Nothing to look for means all of the file.
      const bool is_whole = piece_.before.empty();
      piece_.kind = is_whole ? TextEdit::Kind::whole : TextEdit::Kind::part;
      found_.push_back(std::move(piece_));
      piece_ = {};
      piece_.target = target_;
      in_ = In::nothing;
      return true;
    }
    return false;
  }

  static std::string name_in(std::string_view rest) { return std::string(trim_blanks(rest)); }

  void begin_file(std::string_view name) {
    target_ = name_in(name);
    piece_ = {};
  }

  static void append(std::string& text, std::string_view line) {
    text += line;
    text += '\n';
  }

  void end_piece() {
    const bool is_empty = piece_.before.empty() && piece_.after.empty();
    if (in_ == In::added_file || (in_ == In::hunk && !is_empty)) {
      piece_.target = target_;
      piece_.kind = TextEdit::Kind::part;
      if (in_ == In::added_file)
        piece_.kind = TextEdit::Kind::whole;
      else if (piece_.before.empty())
        piece_.kind = TextEdit::Kind::append;
      found_.push_back(std::move(piece_));
    }
    piece_ = {};
  }

  std::string target_;
  std::vector<TextEdit>& found_;
  TextEdit piece_;
  In in_ = In::nothing;
};

}  // namespace

bool is_patch(std::string_view text) {
  constexpr std::array<std::string_view, 6> kSigns{
      "*** Begin Patch",  "*** Update File:", "*** Add File:",
      "*** Delete File:", "\n@@ -",           " SEARCH"};
  return std::any_of(kSigns.begin(), kSigns.end(),
                     [&](std::string_view sign) { return text.find(sign) != text.npos; });
}

void take_patch_edits(std::string_view patch, const std::string& target,
                      std::vector<TextEdit>& edits) {
  PatchReader(target, edits).read(patch);
}

}  // namespace host

#include "store/claim_file.h"

#include <algorithm>

#include "base/digest.h"
#include "base/text.h"
#include "store/own_file.h"

namespace store {
namespace {

constexpr std::string_view kClaimsMagic = "holdfast-claims 1";
constexpr std::string_view kRunMark = "run";
constexpr std::size_t kFieldBytesMax = 300;

// One field of a line: nothing that would end it.
std::string field(std::string_view text) {
  std::string plain(base::clip_utf8(text, kFieldBytesMax));
  for (char& c : plain) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return plain;
}

void add_line(std::string& text, std::initializer_list<std::string_view> fields) {
  const char* separator = "";
  for (const std::string_view one : fields) {
    text.append(separator).append(field(one));
    separator = "\t";
  }
  text += '\n';
}

std::optional<ClaimLine> claim_from(std::string_view line) {
  const auto fields = base::split(line, '\t');
  if (fields.size() != 5 || !base::digest_from_hex(fields[0])) return std::nullopt;
  return ClaimLine{std::string(fields[0]), std::string(fields[1]), std::string(fields[2]),
                   std::string(fields[3]), std::string(fields[4])};
}

std::optional<ClaimRunLine> run_from(std::string_view line) {
  const auto fields = base::split(line, '\t');
  if (fields.size() != 5 || fields[0] != kRunMark) return std::nullopt;
  return ClaimRunLine{std::string(fields[1]), std::string(fields[2]), std::string(fields[3]),
                      std::string(fields[4])};
}

std::string_view line_at(std::string_view text, std::size_t start) {
  return text.substr(start, text.find('\n', start) - start);
}

}  // namespace

base::Result<void> keep_claims(os::System system, const Layout& layout, const KeptClaims& claims) {
  std::vector<ClaimLine> sorted = claims.claims;
  if (sorted.size() > kClaimsMax) sorted.resize(kClaimsMax);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const ClaimLine& a, const ClaimLine& b) { return a.file < b.file; });
  std::string text;
  add_line(text, {kClaimsMagic, claims.as_of, claims.repository});
  const auto is_full = [&] { return text.size() + 5 * kFieldBytesMax > kClaimBytesMax; };
  std::size_t runs = 0;
  for (const ClaimRunLine& one : claims.runs) {
    if (is_full() || ++runs > kClaimRunsMax) break;
    add_line(text, {kRunMark, one.work_slug, one.heard_at, one.run, one.who});
  }
  for (const ClaimLine& one : sorted) {
    if (is_full()) break;
    add_line(text, {one.file, one.touched_at, one.run, one.who, one.path});
  }
  return replace_own_file(system, claims_path(layout), text, {.sync = false});
}

base::Result<void> forget_claims(os::System system, const Layout& layout) {
  auto removed = system.files.remove(claims_path(layout));
  if (!removed.ok() && removed.error().code != base::Code::not_found) return removed;
  return {};
}

std::optional<ClaimFile> ClaimFile::read(os::System system, const Layout& layout) {
  auto text = read_own_file(system, claims_path(layout), {.bytes_max = kClaimBytesMax});
  if (!text.ok()) return std::nullopt;
  const auto head = base::split(line_at(*text, 0), '\t');
  if (head.size() != 3 || head[0] != kClaimsMagic || head[2].empty()) return std::nullopt;
  ClaimFile file;
  file.as_of_ = std::string(head[1]);
  file.repository_ = std::string(head[2]);
  file.text_ = *std::move(text);
  return file;
}

std::vector<ClaimLine> ClaimFile::claims_on(std::string_view file) const {
  std::vector<ClaimLine> found;
  const std::string wanted = "\n" + std::string(file) + "\t";
  for (std::size_t at = text_.find(wanted); at != std::string::npos;
       at = text_.find(wanted, at + 1)) {
    if (auto claim = claim_from(line_at(text_, at + 1))) found.push_back(*std::move(claim));
  }
  return found;
}

KeptClaims ClaimFile::all() const {
  KeptClaims kept{.as_of = as_of_, .repository = repository_};
  for (const std::string_view line : base::split(text_, '\n')) {
    if (auto run = run_from(line)) kept.runs.push_back(*std::move(run));
    if (auto claim = claim_from(line)) kept.claims.push_back(*std::move(claim));
  }
  return kept;
}

}  // namespace store

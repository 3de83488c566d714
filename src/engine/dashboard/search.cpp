#include "engine/dashboard/search.h"

#include "base/text.h"
#include "engine/dashboard/list_source.h"
#include "engine/dashboard/places.h"

namespace engine::dashboard {
namespace {

constexpr char kMatchBegins = '\x02';
constexpr char kMatchEnds = '\x03';
// More words than anybody types; each costs a walk.
constexpr std::size_t kSearchBytesMax = 500;

void add_part(std::vector<SearchPart>& parts, std::string_view text, bool is_match) {
  if (!text.empty()) parts.push_back({std::string(text), is_match});
}

// The marks that the index puts around what matched, as parts.
std::vector<SearchPart> parts_of(std::string_view excerpt) {
  std::vector<SearchPart> parts;
  while (!excerpt.empty()) {
    const std::size_t begin = excerpt.find(kMatchBegins);
    add_part(parts, excerpt.substr(0, begin), false);
    if (begin == std::string_view::npos) break;
    excerpt.remove_prefix(begin + 1);
    const std::size_t end = excerpt.find(kMatchEnds);
    add_part(parts, excerpt.substr(0, end), true);
    excerpt.remove_prefix(end == std::string_view::npos ? excerpt.size() : end + 1);
  }
  return parts;
}

}  // namespace

base::Result<std::vector<SearchHit>> search(Dashboard& dashboard, const SearchQuestion& question) {
  indexing::DocumentQuery query{
      .text = std::string(base::clip_utf8(question.text, kSearchBytesMax)),
      .limit = question.limit};
  ListSource source(dashboard.parts(), question.scope);
  TRY_ASSIGN(query.project, project_id_of(dashboard, source, question.project));
  TRY_ASSIGN(const auto found,
             source.ask([&](indexing::Lists& lists) { return lists.search(query); }));
  std::vector<SearchHit> hits;
  for (const indexing::DocumentHit& hit : found) {
    hits.push_back({.kind = hit.document.kind,
                    .project = hit.document.project_id,
                    .id = hit.document.owner,
                    .title = hit.document.title,
                    .excerpt = parts_of(hit.document.body),
                    .at = hit.document.at,
                    .machine = source.machine_of(hit.machine),
                    .machine_name = source.name_of(hit.machine)});
  }
  return hits;
}

}  // namespace engine::dashboard

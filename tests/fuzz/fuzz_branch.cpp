// Any bytes where a branch's state of requirements should be: reading never breaks, the quick view
// and the document agree on what they say, and what was read is written so that it reads the same.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/check.h"
#include "store/branch_document.h"
#include "store/branch_view.h"
#include "store/test_view.h"

namespace {

constexpr std::string_view kSession = "cad0ac4d-3933-45ad-9a1c-14aec05bb940";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto quick = store::read_branch_view(bytes, kSession);
  auto document = store::BranchDocument::parse(bytes);
  [[maybe_unused]] const auto name = store::branch_named_in(bytes);
  if (!document.ok()) return 0;
  CHECK(quick.ok());
  CHECK(store::text_of(quick->view) == store::text_of(document->view(kSession)));
  const std::string text = document->text();
  const auto again = store::BranchDocument::parse(text);
  CHECK(again.ok() && again->text() == text);
  document->migrate_keys();
  document->trigger({"r", model::RequirementScope::session, kSession}, 1'700'000'000);
  document->satisfy({"r", model::RequirementScope::session, kSession}, {.at = 1'700'000'000,
                                                                        .by = "skill",
                                                                        .metadata = {},
                                                                        .expires_at = std::nullopt,
                                                                        .fingerprint = ""});
  const auto changed = store::read_branch_view(document->text(), kSession);
  CHECK(changed.ok());
  const model::RequirementRecord* const record = changed->view.find("r");
  CHECK(record != nullptr && record->own && record->own->satisfied && record->own->triggered);
  return 0;
}

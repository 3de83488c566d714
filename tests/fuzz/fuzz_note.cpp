// Any bytes where a signed note should be: reading them never breaks, and whatever JSON object they
// are can be sealed, opened and mapped without losing anything.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/check.h"
#include "model/run.h"
#include "os/fake.h"
#include "store/head_record.h"
#include "store/keyring.h"
#include "store/signed_note.h"

namespace {

constexpr const char* kSecret = "the one secret of the fuzz targets, of any length over 32";

// A run that was read is written and read again as the same run.
void check_mapping(const base::Json& document, store::Keyring& keys) {
  const auto run = model::run_from_json(document);
  if (!run.ok()) return;
  const base::Json written = model::to_json(*run);
  const auto again = model::run_from_json(written);
  CHECK(again.ok());
  CHECK(model::to_json(*again) == written);
  const store::HeadRecord head = store::head_of(*run, "", "");
  if (run->version < 0) return;  // Never saved: versions count from 1.
  const auto read = store::head_from_text(store::head_text(head, *keys.signing().value()), keys);
  // Ids with line breaks in them are refused long before they come here.
  CHECK(read.ok() || run->id.text.find('\n') != std::string::npos ||
        run->project.text.find('\n') != std::string::npos);
}

void check_sealing(const base::Json& document, store::Keyring& keys) {
  const auto sealed = store::seal_note(document, *keys.signing().value());
  if (!sealed.ok()) return;
  const auto opened = store::open_note(sealed->bytes, keys);
  CHECK(opened.ok());
  CHECK(opened->signature == sealed->signature);
  CHECK(opened->document == sealed->document);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  os::FakeSystem machine;
  machine.environment.set("BRAIN_SESSION_SECRET", kSecret);
  store::Keyring keys(machine.system(), store::homes_of(machine.environment), {});

  const auto opened = store::open_note(bytes, keys);
  if (opened.ok()) check_mapping(opened->document.get(), keys);
  static_cast<void>(store::head_from_text(bytes, keys).ok());
  static_cast<void>(store::head_from_file(bytes, keys).ok());

  const auto document = base::parse_json(bytes);
  if (!document.ok() || !document->is_object()) return 0;
  check_sealing(*document, keys);
  check_mapping(*document, keys);
  return 0;
}

#include "engine/bundle_import.h"

#include <nlohmann/json.hpp>
#include <set>

#include "engine/bundle_items.h"
#include "engine/work_record.h"
#include "os/lock.h"
#include "store/bundle_reader.h"
#include "store/machine_key.h"

namespace engine {
namespace {

using base::Json;
using store::BundleItem;
using store::BundleKind;

constexpr base::Millis kImportLockTimeout{5000};

base::Error stranger(const BundleSigner& signer) {
  return {
      base::Code::untrusted,
      "The bundle is signed by a machine that is not known here: " + signer.fingerprint + " (" +
          signer.machine_name + ")",
      "Compare it with what `holdfast export` said there, then: holdfast import FILE --accept " +
          signer.fingerprint};
}

class BundleImporter {
 public:
  BundleImporter(Workspace& workspace, os::File& file, const ImportRequest& request,
                 const ImportProgress& progress)
      : stores_(workspace.stores()), file_(file), request_(request), progress_(progress) {}

  base::Result<ImportReport> run();

 private:
  base::Result<void> check_signer(const store::BundleHeader& header);
  base::Result<void> verify();
  base::Result<void> apply();
  base::Result<void> take_all(BundleIntake& intake, store::BundleReader& reader);
  base::Result<void> record();
  void show(std::uint64_t bytes, std::uint64_t pass) {
    if (progress_) progress_(bytes + pass * seal_.offset, 2 * seal_.offset);
  }

  Stores& stores_;
  os::File& file_;
  const ImportRequest& request_;
  const ImportProgress& progress_;
  store::BundleSeal seal_;
  bool is_own_ = false;
  std::string own_machine_;
  bool is_accepted_ = false;
  std::set<std::string> with_manifest_;
  ImportReport report_;
};

base::Result<void> BundleImporter::check_signer(const store::BundleHeader& header) {
  report_.signer = {base::fingerprint_of(seal_.key), header.machine, header.machine_name};
  report_.made_at = header.made_at;
  report_.project_name = header.project_name;
  const std::string& fingerprint = report_.signer.fingerprint;
  if (request_.accept && *request_.accept != fingerprint) {
    return base::Error{base::Code::untrusted,
                       "The bundle is signed by " + fingerprint + ", not by " + *request_.accept,
                       "Compare it with what `holdfast export` said there."};
  }
  TRY_ASSIGN(const auto own, store::existing_machine_key(stores_.system, stores_.homes));
  const bool is_this_machine = own && own->public_key() == seal_.key;
  if (own) own_machine_ = store::machine_id_of(own->public_key());
  is_own_ = is_this_machine && header.project == stores_.project.id.text;
  const store::Signers signers(stores_.system, stores_.homes);
  TRY_ASSIGN(const bool is_known, signers.is_accepted(fingerprint));
  is_accepted_ = is_this_machine || is_known;
  if (is_accepted_ || request_.accept) return {};
  // Before anything but the header is unpacked.
  if (request_.ask && request_.ask(report_.signer)) return {};
  return stranger(report_.signer);
}

// Every item, before the first is taken in.
base::Result<void> BundleImporter::verify() {
  TRY_ASSIGN(seal_, store::check_bundle_seal(file_));
  TRY_ASSIGN(const auto reader, store::BundleReader::open(file_, seal_));
  TRY(check_signer(reader->header()));
  while (true) {
    TRY_ASSIGN(const auto item, reader->next());
    if (!item) break;
    if (item->kind == BundleKind::work && item->path == store::kWorkStateFile) {
      with_manifest_.insert(item->name);
    }
    show(reader->bytes_read(), 0);
  }
  report_.skipped = reader->skipped();
  report_.newly_accepted = !is_accepted_;
  if (is_accepted_ || request_.dry_run) return {};
  const store::Signers signers(stores_.system, stores_.homes);
  return signers.accept({.fingerprint = report_.signer.fingerprint,
                         .accepted_at = base::to_iso(stores_.system.clock.now()),
                         .name = report_.signer.machine_name});
}

base::Result<void> BundleImporter::take_all(BundleIntake& intake, store::BundleReader& reader) {
  RunIntake runs(intake);
  WorkIntake works(intake);
  ContinuityIntake continuity(intake);
  while (true) {
    TRY_ASSIGN(const auto item, reader.next());
    if (!item) return runs.finish();
    switch (item->kind) {
      case BundleKind::note:
      case BundleKind::journal:
        TRY(runs.take(*item));
        break;
      case BundleKind::work:
        TRY(works.take(*item, with_manifest_));
        break;
      case BundleKind::mirror:
        TRY(continuity.take_mirror(*item));
        break;
      case BundleKind::handoff:
        TRY(continuity.take_handoff(*item));
        break;
    }
    show(reader.bytes_read(), 1);
  }
}

base::Result<void> BundleImporter::apply() {
  TRY_ASSIGN(const auto reader, store::BundleReader::open(file_, seal_));
  BundleIntake intake{stores_, reader->header(), request_.dry_run, is_own_, own_machine_, report_};
  TRY(take_all(intake, *reader));
  for (const ImportCount* count :
       {&report_.runs, &report_.work_files, &report_.mirrors, &report_.handoffs}) {
    if (count->added + count->updated + count->merged > 0) report_.changed = true;
  }
  return {};
}

// Who signed what came in, where changes outside of runs are recorded.
base::Result<void> BundleImporter::record() {
  if (request_.dry_run || !report_.changed) return {};
  const auto counted = [](const ImportCount& count) {
    return count.added + count.updated + count.merged;
  };
  return WorkRecord(stores_, "")
      .note({}, Json{{"what", "import"},
                     {"signer", report_.signer.fingerprint},
                     {"machine", report_.signer.machine_name},
                     {"made_at", report_.made_at},
                     {"runs", counted(report_.runs)},
                     {"work_files", counted(report_.work_files)},
                     {"mirrors", counted(report_.mirrors)},
                     {"handoffs", counted(report_.handoffs)},
                     {"conflicts", report_.conflicts.size()}});
}

base::Result<ImportReport> BundleImporter::run() {
  TRY(verify());
  os::System& system = stores_.system;
  std::unique_ptr<os::File> held;
  if (!request_.dry_run) {
    TRY(system.files.make_folders(stores_.layout.locks()));
    TRY_ASSIGN(held, os::lock_file(system.files, system.clock, system.random,
                                   stores_.layout.locks() / "import.lock", kImportLockTimeout));
  }
  TRY(apply());
  const auto recorded = record();
  if (!recorded.ok()) report_.problems.push_back("not recorded: " + recorded.error().message);
  return std::move(report_);
}

}  // namespace

base::Result<ImportReport> import_bundle(Workspace& workspace, os::File& file,
                                         const ImportRequest& request,
                                         const ImportProgress& progress) {
  return BundleImporter(workspace, file, request, progress).run();
}

BundleSpool::BundleSpool(os::FileSystem& files, os::TemporaryFile temporary)
    : files_(files), temporary_(std::move(temporary)) {}

BundleSpool::BundleSpool(BundleSpool&& other) noexcept
    : files_(other.files_), temporary_(std::move(other.temporary_)), size_(other.size_) {
  other.temporary_.path.clear();
}

BundleSpool::~BundleSpool() {
  if (temporary_.path.empty()) return;
  [[maybe_unused]] const auto gone = files_.remove(temporary_.path);
}

base::Result<BundleSpool> BundleSpool::open(Workspace& workspace) {
  os::FileSystem& files = workspace.system().files;
  TRY(files.make_folders(workspace.local()));
  TRY_ASSIGN(os::TemporaryFile temporary, files.open_temporary(workspace.local(), 0600));
  return BundleSpool(files, std::move(temporary));
}

base::Result<void> BundleSpool::add(std::string_view bytes) {
  size_ += bytes.size();
  if (size_ > store::BundleLimits{}.file_bytes) {
    return base::Error{base::Code::too_large, "the bundle is larger than 4 GiB", ""};
  }
  return os::write_all(*temporary_.file, bytes);
}

}  // namespace engine

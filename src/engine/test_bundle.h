// Two made-up machines that work on clones of one project, for tests of bundles. To be included
// behind <nlohmann/json.hpp>, which no header may include itself.
#pragma once
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "engine/bundle_export.h"
#include "engine/bundle_import.h"
#include "engine/continuity.h"
#include "engine/handoff_packet.h"
#include "engine/hook_event.h"
#include "engine/stores.h"
#include "engine/work.h"
#include "os/fake.h"

namespace engine {

struct BundleMachine {
  static constexpr const char* kSlug = "2026-01-18_dark-mode_a1b2c3";

  BundleMachine(const std::string& name, std::uint64_t seed) : root("/home/dev/" + name) {
    // Another machine has other luck.
    for (std::uint64_t at = 0; at < seed; ++at) fake.random.uuid();
    fake.processes.set_host_name(name);
    fake.environment.set_folder(root);
    fake.files.poke(root / ".git/HEAD", "ref: refs/heads/main\n");
    fake.files.poke(root / ".holdfast/config.yaml", "gate:\n  initial_mode: coding\n");
    fake.files.poke("/home/dev/.config/holdfast/secret",
                    std::string(40, static_cast<char>('0' + seed)) + name + "\n");
    os::ProcessInfo host;
    host.pid = 50;
    host.name = "node";
    fake.processes.add(host);
  }

  Workspace workspace() {
    auto opened = Workspace::open(fake.system(), root);
    return *std::move(opened);
  }

  model::HostReply tell(model::EventKind kind, const std::string& run,
                        const std::string& tool = "") {
    model::HostEvent event;
    event.kind = kind;
    event.host = "claude-code";
    event.host_id = run;
    event.folder = root.native();
    event.owner_pid = 50;
    event.call.tool = tool;
    event.source = "startup";
    event.reason = "other";
    if (!tool.empty()) event.call.targets = {"src/a.cpp"};
    model::HostReply reply = handle_event(fake.system(), event);
    if (reply.when_told) reply.when_told();
    return reply;
  }

  std::string bundle(const ExportRequest& request = {}) {
    Workspace at = workspace();
    std::string bytes;
    const auto report = export_bundle(at, request,
                                      [&](std::string_view some) -> base::Result<void> {
                                        bytes += some;
                                        return {};
                                      },
                                      {});
    EXPECT_TRUE(report.ok()) << report.error().message;
    if (report.ok()) exported = *report;
    return bytes;
  }

  // The fault comes when the project and the bundle are open.
  base::Result<ImportReport> import(const std::string& bytes, ImportRequest request = {},
                                    std::optional<os::Fault> fault = {}) {
    fake.files.poke("/tmp/bundle", bytes);
    if (!request.ask && !request.accept && accepts_all) {
      request.ask = [](const BundleSigner&) { return true; };
    }
    TRY_ASSIGN(auto at, Workspace::open(fake.system(), root));
    TRY_ASSIGN(const auto file, fake.files.open("/tmp/bundle", {}));
    if (fault) fake.files.arm(*fault);
    return import_bundle(at, *file, request, {});
  }

  os::Path local() const { return root / ".git/holdfast"; }
  std::string file(const os::Path& path) const { return fake.files.peek(path).value_or(""); }
  os::Path work(const std::string& path) const { return root / "agents/sessions" / kSlug / path; }

  // Every file below the folder with its text, names relative to it.
  std::map<std::string, std::string> below(const os::Path& folder) const {
    std::map<std::string, std::string> found;
    for (const os::Path& path : fake.files.all_files()) {
      const std::string prefix = folder.native() + "/";
      if (!path.native().starts_with(prefix)) continue;
      found[path.native().substr(prefix.size())] = file(path);
    }
    return found;
  }
  // Of the whole disk, but for locks, caches and the bundle itself.
  std::map<std::string, std::string> everything() const {
    auto all = below("/home");
    std::erase_if(all, [](const auto& one) {
      return one.first.find("/locks/") != std::string::npos ||
             one.first.find("/holdfast/cache/") != std::string::npos;
    });
    return all;
  }

  os::FakeSystem fake;
  os::Path root;
  ExportReport exported;
  bool accepts_all = true;
};

}  // namespace engine

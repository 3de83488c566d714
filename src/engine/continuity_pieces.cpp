#include "engine/continuity_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/continuity_capture.h"
#include "engine/handoff_briefing.h"
#include "engine/requirement_journal.h"
#include "policy/pin_inheritance.h"
#include "policy/preamble.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kToldLineBytesMax = 300;
constexpr std::size_t kPinBytesMax = 1000;
constexpr std::size_t kPromptsMax = 3;
constexpr std::size_t kDecisionsMax = 5;
constexpr std::size_t kRecentFilesMax = 10;

std::string line(std::string_view text) { return policy::told_line(text, kToldLineBytesMax); }

// What was asked and what was written, from the end of the journal.
struct Recent {
  std::vector<std::string> prompts;
  std::vector<std::string> files;
};

void keep_last(std::vector<std::string>& list, std::string item, std::size_t max) {
  std::erase(list, item);
  list.push_back(std::move(item));
  if (list.size() > max) list.erase(list.begin());
}

bool is_writing_tool(std::string_view tool) {
  return tool == "Write" || tool == "Edit" || tool == "MultiEdit" || tool == "NotebookEdit";
}

Recent read_recent_work(Stores& stores, const model::RunId& run) {
  Recent recent;
  const std::string root = stores.project.root.native() + "/";
  const auto add_files = [&](const Json& call) {
    const auto targets = call.find("targets");
    if (targets == call.end() || !targets->is_array()) return;
    for (const Json& target : *targets) {
      if (!target.is_string()) continue;
      std::string path = target.get<std::string>();
      if (path.starts_with(root)) path.erase(0, root.size());
      keep_last(recent.files, std::move(path), kRecentFilesMax);
    }
  };
  read_recent(stores, run, kRecentBytes, [&](const model::JournalEvent& event) {
    const Json& payload = event.payload.get();
    if (event.kind == "prompt") {
      std::string text = base::text_at(payload, "text");
      if (!text.empty()) keep_last(recent.prompts, std::move(text), kPromptsMax);
    }
    const bool is_allowed = event.kind == "gate" && payload.value("allowed", Json()) == Json(true);
    if (is_allowed && is_writing_tool(base::text_at(payload, "tool"))) add_files(payload);
  });
  return recent;
}

class Pieces {
 public:
  Pieces(ContinuityScene& scene, const model::RunId& run) : scene_(scene), run_(run) {}

  std::vector<policy::BriefingPiece> take() {
    const auto note = scene_.stores.runs.view(run_);
    const Recent recent = read_recent_work(scene_.stores, run_);
    if (note.ok()) goal(**note);
    for (const std::string& prompt : recent.prompts) add("prompt", "Asked: " + line(prompt));
    pins();
    tasks();
    for (policy::BriefingPiece& piece : packet_pieces(scene_.stores)) {
      pieces_.push_back(std::move(piece));
    }
    if (note.ok()) decisions(**note);
    files(recent);
    return std::move(pieces_);
  }

 private:
  void add(const char* kind, std::string text) { pieces_.push_back({kind, std::move(text)}); }

  void goal(const model::Run& run) {
    if (run.protocol && !run.protocol->objective.empty()) {
      add("goal", "Objective: " + line(run.protocol->objective));
    }
    if (run.active_feature) add("goal", "Feature: " + line(*run.active_feature));
    if (run.active_task) add("goal", "Task: " + line(*run.active_task));
    if (run.work_session) work(*run.work_session);
  }

  void work(const std::string& slug) {
    const auto folder = scene_.stores.work.find(slug, scene_.stores.project.root);
    if (!folder.ok()) return;
    const auto work = scene_.stores.work.read(*folder);
    if (!work.ok()) return;
    const model::BuildProgress& build = work->session.build;
    std::string text =
        fmt::format("Work session {}: phase {}", line(slug), line(work->session.phase.text()));
    if (build.total > 0) {
      text += fmt::format(", {} of {} checkpoints done", build.completed.size(), build.total);
    }
    if (build.current) text += fmt::format(", at checkpoint {}", *build.current);
    add("work", text + ".");
  }

  void pins() {
    const auto all = scene_.pins.read();
    if (!all.ok()) return;
    std::vector<model::Pin> own = store::pins_of(*all, run_.text, scene_.places);
    std::stable_partition(own.begin(), own.end(), policy::is_critical);
    for (const model::Pin& pin : own) {
      const std::string label = policy::origin_label(pin);
      std::string text = label.empty() ? "Pin: " : "Pin (" + line(label) + "): ";
      add("pin", text + policy::told_line(pin.content, kPinBytesMax));
    }
  }

  // Those of pins are told by the pins.
  void tasks() {
    const auto pipeline = read_pipeline(scene_.stores);
    if (!pipeline) return;
    for (const model::PendingTask& task : policy::pending_tasks(*pipeline, {})) {
      add("task", fmt::format("Pending: [{}] {} (stage: {})", line(task.task_id), line(task.title),
                              line(task.stage)));
    }
  }

  void decisions(const model::Run& run) {
    if (!run.workflow) return;
    const auto& all = run.workflow->decisions;
    const std::size_t first = all.size() > kDecisionsMax ? all.size() - kDecisionsMax : 0;
    for (std::size_t i = first; i < all.size(); ++i) {
      add("decision", "Decided: " + line(all[i].description));
    }
  }

  void files(const Recent& recent) {
    if (recent.files.empty()) return;
    std::string text = "Files written last:";
    for (const std::string& file : recent.files) text += " " + line(file);
    add("files", std::move(text));
  }

  ContinuityScene& scene_;
  const model::RunId& run_;
  std::vector<policy::BriefingPiece> pieces_;
};

}  // namespace

std::vector<policy::BriefingPiece> state_pieces(ContinuityScene& scene, const model::RunId& run) {
  return Pieces(scene, run).take();
}

}  // namespace engine

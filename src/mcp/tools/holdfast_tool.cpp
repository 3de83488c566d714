#include "mcp/tools/holdfast_tool.h"

#include <nlohmann/json.hpp>

#include "mcp/tools/kept_answers.h"

namespace mcp {
namespace {

using base::Json;

class HoldfastTool final : public Tool {
 public:
  HoldfastTool(const ServedProject& project, ToolPlan plan)
      : project_(project), plan_(std::move(plan)) {}

  const ToolDescription& description() const override { return plan_.description; }

  Outcome<ToolResult> call(const Json& arguments, CallContext& context) override {
    std::string question;
    if (plan_.reads_state_alone) {
      question = base::dump_line(arguments);
      if (auto kept = kept_.find(question, project_.files())) return *std::move(kept);
    }
    auto workspace = project_.open(plan_.needs);
    if (!workspace.ok()) return error_result(workspace.error());
    ToolCall call(project_, *workspace, arguments, context);
    std::optional<engine::Freshness> freshness;
    if (plan_.reads_state_alone) {
      if (const auto run = call.run(); run.ok()) {
        freshness = engine::Freshness::of(*workspace, *run);
      }
    }
    auto result = plan_.answer(call);
    if (!result.ok()) return error_result(result.error());
    if (freshness) kept_.keep(question, *std::move(freshness), *result);
    return *std::move(result);
  }

 private:
  const ServedProject& project_;
  ToolPlan plan_;
  KeptAnswers kept_;
};

}  // namespace

std::optional<std::string> ToolCall::given(const char* name) const {
  const auto member = arguments_.find(name);
  if (member == arguments_.end() || !member->is_string()) return std::nullopt;
  return member->get<std::string>();
}

bool ToolCall::flag(const char* name) const {
  const auto member = arguments_.find(name);
  return member != arguments_.end() && member->is_boolean() && member->get<bool>();
}

std::vector<std::string> ToolCall::texts(const char* name) const {
  std::vector<std::string> texts;
  const auto member = arguments_.find(name);
  if (member == arguments_.end() || !member->is_array()) return texts;
  for (const Json& one : *member) {
    if (one.is_string()) texts.push_back(one.get<std::string>());
  }
  return texts;
}

std::shared_ptr<Tool> make_tool(const ServedProject& project, ToolPlan plan) {
  return std::make_shared<HoldfastTool>(project, std::move(plan));
}

ToolResult error_result_named(std::string_view code, const base::Error& error) {
  Json structured = error_result(error).structured.get();
  structured["error"]["code"] = code;
  ToolResult result = structured_result(std::move(structured));
  result.is_error = true;
  return result;
}

}  // namespace mcp

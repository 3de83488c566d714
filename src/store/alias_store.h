// Other names of a run, and which run people mean when they name none.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/ids.h"
#include "os/system.h"
#include "store/layout.h"
#include "store/run_store.h"

namespace store {

// The run of a host's conversation id: the id itself where it is a UUID, else one made of project,
// host and id, so that no hook needs to look anything up. invalid_params for an unsafe id.
base::Result<model::RunId> run_of_host_id(const model::ProjectId& project, std::string_view host,
                                          std::string_view host_id);

class AliasStore {
 public:
  // All outlive this.
  AliasStore(os::System system, const Layout& layout, RunStore& runs)
      : system_(system), layout_(layout), runs_(runs) {}

  // The run that `text` names: canonical id, host id, protocol or custom alias, then a unique
  // prefix of at least six characters. not_found, ambiguous_id (the message lists them),
  // invalid_params.
  base::Result<model::RunId> resolve(std::string_view text);

  // Code::exists where the alias belongs to another run; the same one again is fine.
  base::Result<void> add(std::string_view kind, std::string_view value, const model::RunId& run);

  // The run that a person switched to last; nothing where there is none.
  std::optional<model::RunId> current();
  base::Result<void> set_current(const model::RunId& run);
  // Only where it points to `run`.
  base::Result<void> clear_current(const model::RunId& run);

 private:
  bool is_there(const model::RunId& run);
  os::System system_;
  const Layout& layout_;
  RunStore& runs_;
};

}  // namespace store

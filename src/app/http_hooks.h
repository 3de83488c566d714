// The hooks that hosts post to `holdfast serve`, on the way that a hook's process takes.
#pragma once
#include "host/remote_caller.h"
#include "os/system.h"
#include "web/hook_endpoint.h"

namespace app {

class HttpHooks {
 public:
  // Both outlive this.
  HttpHooks(os::System system, web::Metrics& metrics);

  web::Endpoint endpoint() { return endpoint_.endpoint(); }

 private:
  host::RemoteCaller caller_;
  web::HookEndpoint endpoint_;
};

}  // namespace app

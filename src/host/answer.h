// What adapters say: the pieces that every host's form of an answer is made of.
#pragma once
#include <string>

#include "base/json.h"
#include "host/adapter.h"
#include "model/host_event.h"

namespace host {

bool is_denied(const model::HostReply& reply);
// Why, and what to do; empty where nothing is denied.
std::string denial_of(const model::HostReply& reply);
// What is a person's to do or to know about a call, and what they must hear of, with our name;
// mostly empty. It stands where the host shows it to them and not to the model.
std::string word_for_person(const model::HostReply& reply);
// Of it what they must hear of, whatever the call.
std::string alarm_of(const model::HostReply& reply);
// What a person is to read, each line with our name; empty for nothing.
std::string warnings_of(const model::HostReply& reply);
// For the model, within what hosts take without putting it aside.
std::string context_of(const model::HostReply& reply);

// The JSON as the whole of standard output, nothing where it has no members, and warnings beside
// it.
HookOutput as_json(const base::Json& answer, const model::HostReply& reply);
// The form that every host with command hooks honours: exit code 2, the reason on standard error,
// and nothing on standard output, which some hosts would read first.
HookOutput as_exit_code(const std::string& reason);

}  // namespace host

// One name for a repository on all machines that have a clone of it: what its remote says, however
// it is spelled.
#pragma once
#include <string>
#include <string_view>

namespace policy {

// "example.org/shop/web" of https://ana:secret@Example.org/shop/web.git, of
// ssh://git@example.org:22/shop/web and of git@example.org:shop/web.git. Empty where there is no
// such name: without a remote, or where it is a path, which means nothing on another machine.
std::string repository_name(std::string_view remote);

// The SHA-256 of the name as 64 digits, which is what others are told; empty where there is none.
std::string repository_key(std::string_view remote);

}  // namespace policy

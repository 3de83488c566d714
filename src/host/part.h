// One file of a host and what of ours belongs into it: hooks, a server, a script, a plugin.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "host/our_hook.h"
#include "host/standing.h"

namespace host {

// Empty: the host has no such file there.
struct PartPlace {
  std::string project;        // Below the project's root.
  std::string user;           // Below the host's folder of the user.
  std::string variable = {};  // Names the user's file instead, where it is set.
};

// What installing writes: the program, for whom, and where the user's files are.
struct PartForm {
  os::Path program;
  HookKind kind = HookKind::own;
  os::Path home = {};
  os::Path user_folder = {};  // The host's.
};

// The host's file of the other scope, where the host takes both for one.
struct OtherFile {
  std::string text;
  bool is_stronger = false;  // What both have, this one decides.
};

// How somebody else's text in the place of a part calls us.
enum class OthersCall { none, in_its_own_way, as_advised };

class Part {
 public:
  explicit Part(PartPlace place) : place_(std::move(place)) {}
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  virtual ~Part() = default;

  const PartPlace& place() const { return place_; }
  // The host does not call us without it. What is not needed is left to the person where a file
  // cannot take it.
  virtual bool is_needed() const = 0;
  virtual std::string description() const = 0;  // "add 10 hooks"
  virtual std::uint32_t mode() const { return 0644; }

  // Whether a file can be expected to have it: cheap, and true also where the text is broken.
  virtual bool may_be_in(std::string_view text) const = 0;
  // Ours in the text; what is no hook has no event, and what another part names the program for has
  // no program.
  virtual base::Result<std::vector<OurHook>> find(const std::string& text) const = 0;
  // The same bytes where nothing is to change. exists where somebody else has the place.
  virtual base::Result<std::string> with_ours(const std::optional<std::string>& text,
                                              const PartForm& form) const = 0;
  // Every kind where none is given. Nothing: the whole file was ours.
  virtual base::Result<std::optional<std::string>> without_ours(
      const std::string& text, std::optional<HookKind> kind) const = 0;
  // What else in the file keeps the host from calling us, as a sentence. A person wants it so, and
  // it stays; empty where nothing does.
  virtual std::string obstacle(const std::string&) const { return {}; }
  // Whether the host takes the project's file and the user's for one, so that either may have it.
  virtual bool is_merged() const { return false; }
  // What in the other file keeps the host from calling what `text` has of ours.
  virtual std::string obstacle_in_other(const std::string& /*text*/,
                                        const OtherFile& /*other*/) const {
    return {};
  }
  // Adds what the text says about our being asked.
  virtual void take_standing(const std::string& text, Standing& standing) const = 0;
  // Whether a text can keep the host from calling us that has nothing of ours.
  virtual bool may_switch_off() const { return false; }
  // Of a text for which with_ours says `exists`.
  virtual OthersCall others_call(const std::string& /*text*/, const PartForm& /*form*/) const {
    return OthersCall::none;
  }
  // What to put in by hand; empty where nobody would.
  virtual std::string by_hand(const PartForm& form) const = 0;
  // How a person puts it there, as the end of a sentence.
  virtual std::string how_to_add(const std::string& file, const PartForm& form) const {
    return "put this into " + file + ": " + by_hand(form);
  }
  // The same where `text` is there and stands in the way.
  virtual std::string how_to_add_to(const std::string& /*text*/, const std::string& file,
                                    const PartForm& form) const {
    return how_to_add(file, form);
  }

 private:
  PartPlace place_;
};

}  // namespace host

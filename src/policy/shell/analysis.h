// What a shell command would do, as far as its text tells. A decision asks this before the command
// runs; what the text does not tell is said to be unknown, never guessed.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace policy::shell {

enum class FileUse { read, write, remove };

// How much of a path the text tells.
enum class Certainty {
  exact,    // `path` is the file or folder.
  within,   // A glob, or a tree as git changes it: something in the folder `path`.
  unknown,  // A variable or a substitution: `path` is what is written, for messages alone.
};

struct FileEffect {
  FileUse use = FileUse::read;
  Certainty certainty = Certainty::exact;
  std::string path;         // Absolute and normalised, but for `unknown`.
  bool whole_tree = false;  // Everything below it as well: `rm -r`, `mv` of a folder.
  std::string by;           // "sed -i", ">", "git checkout": what does it, for messages.
  // Where a wildcard decides, or a search: all of it, absolute ("/repo/.git/hold*"); `**` is any
  // number of folders. Empty where anything in the folder may be meant.
  std::string pattern{};
  bool takes_hidden = false;          // The wildcards match a leading dot too.
  bool takes_trees = false;           // What they match goes with everything below it.
  std::vector<std::string> spared{};  // Patterns of what the search leaves out.
};

// A link, soft or hard: what is done to `path` from here on is done to `target`.
struct LinkMade {
  std::string path;
  std::string target;
};

// What ends up in a folder, and that only the disk can list.
struct Arrival {
  enum class Kind { tree, patch, archive };
  Kind kind = Kind::tree;
  std::string source;     // Empty: standard input.
  std::string folder;     // Where it lands: `source/x` becomes `folder/x`.
  std::string names{};    // Of a tree: the wildcard that its first names match; empty: all come.
  std::size_t strip = 0;  // Of a patch: how many folders its names lose.
  bool replaces = false;  // What the source does not have is removed.
};

struct GitOperation {
  std::string folder;  // Where it works, as -C and `cd` say; empty where the text does not tell.
  std::string verb;    // "commit"
  std::vector<std::string> arguments;  // After the verb, as the shell would hand them over.
};

// One program call, as the shell would make it: those inside `sh -c`, `sudo`, `xargs` and the like
// as well as those around them.
struct ProgramCall {
  // The program without its folder first. Where a word, or the rest of one, is not told by the text
  // or is too long to keep, "…" stands. A wildcard stands as it is written.
  std::vector<std::string> words;
  std::string path;    // The program with its folder: "./deploy.sh".
  std::string folder;  // Where it runs; empty where the text does not tell.
};

struct Analysis {
  std::vector<ProgramCall> calls;  // In the order in which they would run.
  // Shell code was not read to its end, or there was too much of it: there may be more calls.
  bool has_unread_calls = false;
  std::vector<FileEffect> files;
  std::vector<LinkMade> links;
  std::vector<Arrival> arrivals;
  std::vector<GitOperation> git;
  std::vector<std::string> network;  // "curl", "git push": what reaches out.
  std::vector<std::string> opaque;   // "python3 -c", "a pipe into sh", "eval": code not to be read.
};

// Where the command would start.
struct Surroundings {
  std::string folder;  // Absolute.
  std::string home;    // For `~`; empty where not known.
};

// Never fails: text that does not parse is opaque, with what could be read of it beside that.
Analysis analyse(std::string_view command, const Surroundings& at);

}  // namespace policy::shell

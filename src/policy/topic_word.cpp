#include "policy/topic_word.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace policy::topic {
namespace {

constexpr auto kStopWords = std::to_array<std::string_view>(
    {"a",          "about",     "above",      "after",        "again",        "against",
     "all",        "almost",    "already",    "also",         "although",     "always",
     "am",         "an",        "and",        "another",      "any",          "anyone",
     "anything",   "apply",     "applypatch", "are",          "aren",         "around",
     "as",         "ask",       "at",         "away",         "back",         "bash",
     "be",         "became",    "because",    "been",         "before",       "behind",
     "being",      "below",     "best",       "better",       "between",      "bin",
     "both",       "but",       "by",         "call",         "called",       "can",
     "cannot",     "case",      "cc",         "change",       "changed",      "changes",
     "check",      "claude",    "com",        "could",        "cpp",          "css",
     "csv",        "cxx",       "dev",        "did",          "didn",         "different",
     "do",         "does",      "doesn",      "doing",        "don",          "done",
     "down",       "during",    "each",       "edit",         "either",       "else",
     "end",        "enough",    "etc",        "even",         "ever",         "every",
     "everything", "example",   "exec",       "execute",      "false",        "few",
     "file",       "files",     "find",       "fine",         "first",        "fix",
     "following",  "for",       "found",      "from",         "full",         "further",
     "get",        "gets",      "getting",    "gif",          "give",         "given",
     "glob",       "go",        "goes",       "going",        "gone",         "good",
     "got",        "great",     "grep",       "had",          "has",          "hasn",
     "have",       "haven",     "having",     "he",           "hello",        "help",
     "her",        "here",      "hers",       "hi",           "him",          "his",
     "home",       "how",       "however",    "hpp",          "htm",          "html",
     "http",       "https",     "if",         "in",           "ini",          "instead",
     "into",       "is",        "isn",        "it",           "its",          "itself",
     "java",       "jpeg",      "jpg",        "js",           "json",         "jsonl",
     "jsx",        "just",      "keep",       "kind",         "know",         "known",
     "last",       "later",     "least",      "left",         "less",         "let",
     "lib",        "like",      "line",       "lines",        "list",         "little",
     "ll",         "localhost", "look",       "looks",        "lot",          "lua",
     "made",       "make",      "makes",      "making",       "many",         "may",
     "maybe",      "mcp",       "md",         "me",           "mean",         "means",
     "might",      "mjs",       "more",       "most",         "much",         "multiedit",
     "must",       "my",        "name",       "named",        "need",         "needed",
     "needs",      "net",       "never",      "new",          "next",         "no",
     "none",       "nor",       "not",        "notebookedit", "notebookread", "nothing",
     "now",        "null",      "of",         "off",          "ok",           "okay",
     "old",        "on",        "once",       "one",          "only",         "onto",
     "opt",        "or",        "org",        "other",        "others",       "otherwise",
     "our",        "ours",      "out",        "over",         "own",          "part",
     "pdf",        "php",       "please",     "png",          "possible",     "proc",
     "put",        "py",        "pyc",        "quite",        "rather",       "rb",
     "re",         "read",      "readfile",   "really",       "redacted",     "right",
     "rs",         "rst",       "run",        "running",      "said",         "same",
     "say",        "says",      "see",        "seem",         "seems",        "sh",
     "shall",      "she",       "should",     "show",         "since",        "skill",
     "so",         "some",      "something",  "soon",         "sql",          "src",
     "stderr",     "stdin",     "stdout",     "still",        "such",         "sure",
     "svg",        "take",      "task",       "than",         "thank",        "thanks",
     "that",       "the",       "their",      "them",         "then",         "there",
     "these",      "they",      "thing",      "things",       "think",        "this",
     "those",      "though",    "three",      "through",      "thus",         "tmp",
     "to",         "todo",      "todoread",   "todowrite",    "together",     "toml",
     "too",        "tool",      "tools",      "true",         "try",          "ts",
     "tsx",        "two",       "txt",        "undefined",    "under",        "until",
     "up",         "upon",      "us",         "use",          "used",         "uses",
     "using",      "usr",       "usually",    "value",        "values",       "var",
     "ve",         "very",      "via",        "want",         "wants",        "was",
     "wasn",       "way",       "we",         "webfetch",     "websearch",    "well",
     "went",       "were",      "weren",      "what",         "when",         "where",
     "whether",    "which",     "while",      "who",          "whole",        "whose",
     "why",        "will",      "with",       "within",       "without",      "won",
     "word",       "words",     "work",       "working",      "works",        "would",
     "write",      "www",       "xml",        "yaml",         "yes",          "yet",
     "yml",        "you",       "your",       "yours"});
static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end()));

constexpr auto kCommonPrograms = std::to_array<std::string_view>(
    {"add",    "apt",     "awk",    "bash",   "branch",   "brew",    "build",  "bun",
     "bundle", "cargo",   "cat",    "cd",     "checkout", "chmod",   "chown",  "clang",
     "clone",  "cmake",   "commit", "cp",     "ctest",    "curl",    "cut",    "date",
     "deno",   "df",      "diff",   "dnf",    "docker",   "du",      "echo",   "env",
     "exit",   "export",  "false",  "fetch",  "file",     "find",    "gcc",    "gh",
     "git",    "go",      "gradle", "grep",   "gunzip",   "gzip",    "head",   "helm",
     "init",   "install", "jq",     "kill",   "kubectl",  "less",    "ln",     "ls",
     "main",   "make",    "master", "md5sum", "merge",    "mkdir",   "mv",     "mvn",
     "nano",   "ninja",   "node",   "npm",    "nproc",    "npx",     "od",     "origin",
     "pip",    "pip3",    "pkill",  "pnpm",   "podman",   "printf",  "ps",     "pull",
     "push",   "pwd",     "pytest", "python", "python3",  "rebase",  "reset",  "rg",
     "rm",     "rmdir",   "rsync",  "rustc",  "scp",      "sed",     "sh",     "sha256sum",
     "sleep",  "sort",    "source", "ssh",    "stash",    "stat",    "status", "sudo",
     "tail",   "tar",     "tee",    "test",   "time",     "timeout", "touch",  "tr",
     "tree",   "true",    "tsc",    "uniq",   "unzip",    "uv",      "vi",     "vim",
     "wait",   "watch",   "wc",     "wget",   "which",    "xargs",   "yarn",   "zip",
     "zsh"});
static_assert(std::is_sorted(kCommonPrograms.begin(), kCommonPrograms.end()));

// Of two letters, and a topic all the same.
constexpr auto kShortTopics =
    std::to_array<std::string_view>({"ai", "ci", "db", "io", "ml", "os", "qa", "ui", "ux", "vm"});
static_assert(std::is_sorted(kShortTopics.begin(), kShortTopics.end()));

template <typename Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::binary_search(words.begin(), words.end(), word);
}

// "oauth2", "utf8", "sha256": a name with a version. "k8s", "s3", "i18n": too short for a secret.
bool is_name_with_digits(std::string_view word) {
  constexpr std::size_t kShort = 4;
  constexpr std::size_t kVersionDigitsMax = 4;
  if (word.size() <= kShort) return base::is_alpha(word.front());
  std::size_t letters = 0;
  while (letters < word.size() && !base::is_digit(word[letters])) ++letters;
  const std::string_view version = word.substr(letters);
  return letters >= 2 && version.size() <= kVersionDigitsMax &&
         std::all_of(version.begin(), version.end(), [](char c) { return base::is_digit(c); });
}

}  // namespace

bool is_stop_word(std::string_view lower) { return is_one_of(kStopWords, lower); }

bool is_common_program(std::string_view lower) { return is_one_of(kCommonPrograms, lower); }

bool has_topic_shape(std::string_view lower) {
  constexpr std::size_t kBytesMin = 3;
  constexpr std::size_t kHexBytesMin = 6;
  constexpr std::size_t kHexWithoutDigitBytesMin = 8;
  if (lower.size() > kWordBytesMax) return false;
  if (lower.size() < kBytesMin) return is_one_of(kShortTopics, lower);
  bool has_digit = false;
  bool is_number = true;
  bool is_hex = true;
  bool is_ascii = true;
  for (const char c : lower) {
    const bool is_byte_of_ascii = static_cast<unsigned char>(c) < 0x80;
    if (is_byte_of_ascii && !base::is_lower(c) && !base::is_digit(c)) return false;
    has_digit = has_digit || base::is_digit(c);
    is_number = is_number && base::is_digit(c);
    is_hex = is_hex && base::is_hex_digit(c);
    is_ascii = is_ascii && is_byte_of_ascii;
  }
  if (is_number ||
      (is_hex && lower.size() >= (has_digit ? kHexBytesMin : kHexWithoutDigitBytesMin)))
    return false;
  if (!is_ascii) return base::is_utf8(lower);
  return !has_digit || is_name_with_digits(lower);
}

std::size_t separator_bytes(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) return base::is_alnum(text[at]) ? 0 : 1;
  // The signs of Latin-1; dashes, quotes, arrows, boxes; the signs of East Asia; emoji.
  const bool is_cjk_sign = first == 0xE3 && text.substr(at + 1).starts_with('\x80');
  if (first != 0xC2 && first != 0xE2 && first != 0xEF && first != 0xF0 && !is_cjk_sign) return 0;
  std::size_t bytes = 1;
  while (at + bytes < text.size() && bytes < 4 &&
         (static_cast<unsigned char>(text[at + bytes]) & 0xC0U) == 0x80U) {
    ++bytes;
  }
  return bytes;
}

}  // namespace policy::topic

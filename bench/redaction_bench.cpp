// Issue 7: how many megabytes a second redaction reads, of texts without secrets, of texts full of
// them, and of texts made to be slow. `--check` ends with 1 where a text misses the limit.
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "policy/redaction.h"

namespace {

constexpr std::size_t kBytes = 1'000'000;
constexpr double kMillisecondsMax = 10.0;  // 100 MB/s.

struct Text {
  std::string_view name;
  std::string content;
};

std::string word(std::mt19937& random) {
  constexpr std::array<std::string_view, 24> kWords{
      "session", "the",    "of",      "a",      "journal", "index", "reader", "with",
      "value",   "is",     "written", "before", "path",    "name",  "result", "every",
      "state",   "branch", "commit",  "when",   "size",    "to",    "and",    "project"};
  return std::string(kWords[random() % kWords.size()]);
}

std::string random_of(std::mt19937& random, std::string_view alphabet, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) text += alphabet[random() % alphabet.size()];
  return text;
}

std::string hex(std::mt19937& random, std::size_t size) {
  return random_of(random, "0123456789abcdef", size);
}

std::string base64(std::mt19937& random, std::size_t size) {
  return random_of(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
                   size);
}

std::string source_line(std::mt19937& random) {
  switch (random() % 6) {
    case 0:
      return "// " + word(random) + " " + word(random) + " is " + word(random) + " here.\n";
    case 1:
      return "  const std::string " + word(random) + "_name = " + word(random) + ".find(\"" +
             word(random) + "\", " + std::to_string(random() % 100) + ");\n";
    case 2:
      return "  if (" + word(random) + " == " + word(random) + "->" + word(random) +
             "()) return {};\n";
    case 3:
      return "#include \"" + word(random) + "/" + word(random) + ".h\"\n\n";
    case 4:
      return "  for (const auto& " + word(random) + " : " + word(random) +
             "s) sum += " + word(random) + ".size();\n";
    default:
      return "}  // namespace " + word(random) + "\n";
  }
}

std::string prose_line(std::mt19937& random) {
  std::string line;
  for (int i = 0; i < 14; ++i) line += word(random) + (i == 13 ? ".\n" : i == 6 ? ", " : " ");
  return line;
}

std::string json_line(std::mt19937& random) {
  return R"({"at":"2026-07-28T12:00:00.123Z","id":")" + hex(random, 8) + "-" + hex(random, 4) +
         "-4" + hex(random, 3) + "-9" + hex(random, 3) + "-" + hex(random, 12) +
         R"(","kind":"tool.call","tool":"Read","path":"/home/anna/src/)" + word(random) + "/" +
         word(random) + R"(.cpp","hash":")" + hex(random, 64) + R"(","input_tokens":)" +
         std::to_string(random() % 100000) + "}\n";
}

std::string transcript_line(std::mt19937& random) {
  switch (random() % 5) {
    case 0:
      return "$ git log --oneline --since=2026-07-01 -- src/" + word(random) + "\n";
    case 1:
      return hex(random, 8) + " " + word(random) + ": " + word(random) + " " + word(random) + "\n";
    case 2:
      return "-rw-r--r-- 1 anna anna " + std::to_string(random() % 100000) + " Jul 28 12:00 " +
             word(random) + "_" + word(random) + ".cpp\n";
    case 3:
      return "[" + std::to_string(random() % 400) + "/400] Building CXX object src/CMakeFiles/" +
             word(random) + ".dir/" + word(random) + ".cpp.o\n";
    default:
      return "src/" + word(random) + ".cpp:" + std::to_string(random() % 900) +
             ":12: warning: " + word(random) + " [-Wunused]\n";
  }
}

std::string secret(std::mt19937& random) {
  switch (random() % 8) {
    case 0:
      return "DB_PASSWORD=" + base64(random, 12) + "\n";
    case 1:
      return R"({"client_secret": ")" + base64(random, 20) + "\"}\n";
    case 2:
      return "Authorization: Bearer " + base64(random, 30) + "\n";
    case 3:
      return "gh" + ("p_" + hex(random, 36)) + "\n";
    case 4:
      return "https://anna:" + hex(random, 12) + "@example.com/x\n";
    case 5:
      return "key sk" + ("-proj-" + hex(random, 40)) + "\n";
    case 6:
      return "eyJ" + hex(random, 20) + "." + hex(random, 30) + "." + hex(random, 30) + "\n";
    default:
      return base64(random, 64) + "\n";
  }
}

template <typename Line>
std::string filled(Line line) {
  std::mt19937 random(7);
  std::string text;
  while (text.size() < kBytes) text += line(random);
  text.resize(kBytes);
  return text;
}

std::string repeated(std::string_view pattern) {
  return filled([&](std::mt19937&) { return std::string(pattern); });
}

std::vector<Text> texts() {
  std::vector<Text> all{
      {"source code", filled(source_line)},
      {"prose", filled(prose_line)},
      {"JSON lines", filled(json_line)},
      {"a shell transcript", filled(transcript_line)},
      {"prose, a secret every 300 bytes", filled([](auto& random) {
         return prose_line(random) + prose_line(random) + prose_line(random) + secret(random);
       })},
      {"JSON lines, a secret in each",
       filled([](auto& random) { return json_line(random) + secret(random); })},
      {"nothing but secrets", filled(secret)},
      {"base64 without an end", filled([](auto& random) { return base64(random, 1000); })},
      {"base64 in lines of 76", filled([](auto& random) { return base64(random, 76) + "\n"; })},
  };
  constexpr std::string_view kPatterns[] = {
      "=",       ":",         "\"",        "'",        "\\",         "<",
      "-",       "a",         "sk-",       "eyJ",      "://",        "a://b@",
      "token=",  "token: \"", "password=", "token=<",  "password='", "-----BEGIN ",
      "key: ",   "Bearer ",   "a1=b2:",    "A1b/",     "<private>",  "</private><private>",
      "<privat", "AKIA",      "secret",    "--token ", "a@",         "Authorization: Digest \\\"",
  };
  for (const std::string_view pattern : kPatterns) all.push_back({pattern, repeated(pattern)});
  return all;
}

// The median of several calls: milliseconds of the processor for a megabyte. Redaction waits for
// nothing, so that they are those of the clock unless something else wants the processor.
double measure(const std::string& text) {
  constexpr int kRounds = 15;
  std::vector<double> times_ms;
  for (int i = 0; i < kRounds; ++i) {
    const std::clock_t start = std::clock();
    const std::string redacted = policy::redact(text);
    times_ms.push_back(1000.0 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    CHECK(!redacted.empty());
  }
  std::nth_element(times_ms.begin(), times_ms.begin() + kRounds / 2, times_ms.end());
  return times_ms[kRounds / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const bool check = argc > 1 && std::string_view(argv[1]) == "--check";
  int missed = 0;
  std::printf("%-36s %8s %8s\n", "1 MB of", "ms", "MB/s");
  for (const Text& text : texts()) {
    const double ms = measure(text.content);
    const bool is_slow = ms > kMillisecondsMax;
    missed += is_slow ? 1 : 0;
    std::printf("%-36.*s %8.2f %8.0f%s\n", static_cast<int>(text.name.size()), text.name.data(), ms,
                1000.0 / ms, is_slow ? "  over the limit" : "");
  }
  return check && missed > 0 ? 1 : 0;
}

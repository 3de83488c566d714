// What the bench of the index works on: manifests, journals and rows, all made up.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>

#include "index/index.h"

namespace bench {

// "000042"
std::string number_text(std::size_t number, int digits);

// 16 digits, as projects have them: one word to the full-text search.
std::string project_id(std::size_t number);

void write_file(const std::filesystem::path& path, const std::string& bytes);

// A repository with `count` work sessions, whose manifests have 2 KB each; gives their folder.
std::filesystem::path make_manifests(const std::filesystem::path& root, std::size_t count);

// A journal as docs/format/journal.md has it; the index checks neither chain nor MAC. Each run
// begins when half of the one before it is over.
void make_journal(const std::filesystem::path& file, std::size_t run, std::size_t events);

// Runs of one year in forty projects, with a prompt each: "please" is in all of them, "unicorn" in
// every ten thousandth.
void fill_with_runs(indexing::Index& index, std::size_t runs);

}  // namespace bench

// How a program call reads to an expression that names an operation.
#pragma once
#include <string>
#include <vector>

#include "policy/shell/analysis.h"

namespace policy {

// One or more texts, each of them the words with one space between them; a word that is empty or
// has white space in it stands in single quotes:
// - all words, with the program's name: "git -C x push"
// - without the options between a program and its verb: "git push"
// - with the program as it is written: "./deploy.sh prod", and "deploy.sh prod" for it without "./"
// - a script or module that an interpreter is given, as if it were the program: "deploy.sh prod" of
//   "bash -x deploy.sh prod", "pytest -q" of "python3 -m pytest -q"
std::vector<std::string> readings_of(const shell::ProgramCall& call);

}  // namespace policy

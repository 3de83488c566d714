// The program: a hook call goes straight to the engine, everything else to the command line.
#include "app/program.h"

int main(int argc, char** argv) { return app::run_program(argc, argv, nullptr); }

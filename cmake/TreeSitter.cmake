# Shell commands are parsed by tree-sitter: Debian has its library, and the grammar of bash comes from
# npm as generated C, installed by tools/npm/install.sh. The target tree_sitter_bash is both.
enable_language(C)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${ccache} ${CCACHE})
endif()

find_library(TREE_SITTER_STATIC NAMES libtree-sitter.a REQUIRED)
find_path(TREE_SITTER_INCLUDE tree_sitter/api.h REQUIRED)
set(grammar ${PROJECT_SOURCE_DIR}/build/npm/grammar/node_modules/tree-sitter-bash/src)
if(NOT EXISTS ${grammar}/parser.c)
  message(FATAL_ERROR "The grammar of bash is missing. Run tools/install_packages.sh run")
endif()

# Not ours: no warnings and no sanitizers. Of its tables nothing is to be optimised.
add_library(tree_sitter_bash STATIC ${grammar}/parser.c ${grammar}/scanner.c)
target_include_directories(tree_sitter_bash PRIVATE ${grammar})
target_compile_options(tree_sitter_bash PRIVATE -w -O1 -ffunction-sections -fdata-sections)
if(HOLDFAST_STATIC)
  target_compile_options(tree_sitter_bash PRIVATE -fno-pie)
endif()
target_link_libraries(tree_sitter_bash PUBLIC ${TREE_SITTER_STATIC})

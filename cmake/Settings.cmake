# What every target of ours is compiled with: the interface target holdfast_settings.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

find_program(CCACHE ccache)
if(CCACHE)
  # Objects are shared between clones: the folder's name is kept out of ccache's keys. Without the
  # last two it passes over whatever uses precompiled headers.
  set(ccache env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros)
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${ccache} ${PROJECT_SOURCE_DIR}/cmake/ccache_clang.sh)
  else()
    set(CMAKE_CXX_COMPILER_LAUNCHER ${ccache} ${CCACHE})
  endif()
endif()

add_library(holdfast_settings INTERFACE)
target_include_directories(holdfast_settings INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(holdfast_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wno-missing-field-initializers
  -Werror=unused-result -Werror=switch -Werror=return-type
  -ffunction-sections -fdata-sections)
target_compile_definitions(holdfast_settings INTERFACE
  FMT_HEADER_ONLY HOLDFAST_VERSION="${PROJECT_VERSION}")
if(HOLDFAST_STDLIB_ASSERTIONS)
  target_compile_definitions(holdfast_settings INTERFACE _GLIBCXX_ASSERTIONS)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 sees copies of strings onto themselves where there are none.
  target_compile_options(holdfast_settings INTERFACE -Wno-restrict)
endif()
if(HOLDFAST_SANITIZE)
  # The list is named by a relative path, so that ccache finds the objects of another clone.
  file(RELATIVE_PATH ignored ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR}/cmake/unsanitized.txt)
  target_compile_options(holdfast_settings INTERFACE
    -fsanitize=${HOLDFAST_SANITIZE} -fsanitize-ignorelist=${ignored}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(holdfast_settings INTERFACE -fsanitize=${HOLDFAST_SANITIZE})
endif()
if(HOLDFAST_FUZZ)
  target_compile_options(holdfast_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(HOLDFAST_STATIC)
  # A position-independent or dynamic program costs a gate more than all of its own work does.
  set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(holdfast_settings INTERFACE -fno-pie)
  # But for what needs a library that Debian has no static one of: its target is HOLDFAST_DYNAMIC.
  target_link_options(holdfast_settings INTERFACE
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:HOLDFAST_DYNAMIC>>>:-static> -no-pie -Wl,--gc-sections)
endif()

# Links several times as fast as the default one, and can put functions into an order; see
# tools/hook_order.py. Without it everything works, and a hook takes a quarter longer.
find_program(LLD ld.lld)
if(LLD)
  target_link_options(holdfast_settings INTERFACE -fuse-ld=lld)
endif()

# A layer is a folder of src/, a namespace and a static library. Tests lie beside the code as
# x_test.cpp and are gathered into one executable a layer.
#
#   holdfast_layer(store USES base os model LIBRARIES yaml-cpp)
#
# A part of a layer can be a library of its own: the layer is then made WITHOUT what begins so, and the
# part is made from its FOLDER. TESTS are files that its tests have besides their own. DYNAMIC is for
# tests of what cannot be linked statically.
#
# tools/check_layers.py refuses an include that the table in ARCHITECTURE.md does not allow.

# What nearly all files include is compiled once: that is a third of a test's time. Where nobody
# waits for the sanitizers' builds but the full check, the layers themselves do so too; else not, so
# that a file which forgets an include is found.
function(holdfast_precompile name)
  cmake_parse_arguments(PARSE_ARGV 1 HEADERS "" "" "OPTIONS;LIBRARIES;LIST")
  file(WRITE ${PROJECT_BINARY_DIR}/generated/${name}.cpp "")
  add_library(${name} OBJECT ${PROJECT_BINARY_DIR}/generated/${name}.cpp)
  target_link_libraries(${name} PRIVATE holdfast_settings ${HEADERS_LIBRARIES})
  target_compile_options(${name} PRIVATE ${HEADERS_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${HEADERS_LIST})
endfunction()
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  # Two compilations of the same headers are the same to ccache.
  set(pch_options "SHELL:-Xclang -fno-pch-timestamp")
endif()

# Sets OUT to what is compiled in place of the sources that follow: with HOLDFAST_JUMBO some generated
# files that include about COUNT of them each, so that the headers they share are read once. They name
# them as our includes do, not by an absolute path, so that ccache finds the objects of another clone.
# Whatever files meet in one of them, no two of a layer define the same name for themselves:
# tools/check_layers.py.
function(holdfast_jumbo out name count)
  set(sources ${ARGN})
  if(NOT HOLDFAST_JUMBO)
    set(${out} ${sources} PARENT_SCOPE)
    return()
  endif()
  list(SORT sources)
  list(LENGTH sources all)
  # All about alike: the last one shall not be one file alone.
  math(EXPR jumbos "(${all} + ${count} - 1) / ${count}")
  math(EXPR each "(${all} + ${jumbos} - 1) / ${jumbos}")
  math(EXPR last "${all} - 1")
  set(generated "")
  foreach(first RANGE 0 ${last} ${each})
    list(SUBLIST sources ${first} ${each} some)
    list(TRANSFORM some REPLACE "^${PROJECT_SOURCE_DIR}/src/(.*)$" "#include \"\\1\"\n")
    list(JOIN some "" text)
    set(jumbo ${PROJECT_BINARY_DIR}/generated/jumbo/${name}_${first}.cpp)
    file(CONFIGURE OUTPUT ${jumbo} CONTENT "${text}" @ONLY)
    list(APPEND generated ${jumbo})
  endforeach()
  set(${out} ${generated} PARENT_SCOPE)
endfunction()

function(holdfast_layer name)
  cmake_parse_arguments(LAYER "DYNAMIC" "FOLDER;WITHOUT" "USES;LIBRARIES;TESTS" ${ARGN})
  if(NOT LAYER_FOLDER)
    set(LAYER_FOLDER ${name})
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${LAYER_FOLDER}/*.cpp)
  if(LAYER_WITHOUT)
    list(FILTER sources EXCLUDE REGEX "/${name}/${LAYER_WITHOUT}")
  endif()
  set(tests ${sources} ${LAYER_TESTS})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  holdfast_jumbo(sources ${name} 12 ${sources})
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC holdfast_settings ${LAYER_USES} PRIVATE ${LAYER_LIBRARIES})
  if(HOLDFAST_JUMBO)
    target_compile_options(${name} PRIVATE ${pch_options})
    target_precompile_headers(${name} REUSE_FROM layer_headers)
  endif()
  if(tests)
    holdfast_jumbo(tests ${name}_test 8 ${tests})
    add_executable(${name}_test ${tests})
    # Their own code need not be fast, and half of a build's time would go into making it so.
    target_compile_options(${name}_test PRIVATE -O0 ${pch_options})
    target_precompile_headers(${name}_test REUSE_FROM test_headers)
    target_link_libraries(${name}_test PRIVATE
      ${name} ${LAYER_LIBRARIES} ${RAPIDCHECK_STATIC} GTest::gtest GTest::gmock GTest::gtest_main)
    set_target_properties(${name}_test PROPERTIES HOLDFAST_DYNAMIC ${LAYER_DYNAMIC})
    set_property(GLOBAL APPEND PROPERTY HOLDFAST_UNIT_TESTS ${name}_test)
  endif()
endfunction()

# A layer is a folder of src/, a namespace and a static library. Tests lie beside the code as
# x_test.cpp and are gathered into one executable a layer.
#
#   holdfast_layer(store USES base os model LIBRARIES yaml-cpp)
#
# tools/check_layers.py refuses an include that the table in ARCHITECTURE.md does not allow.
function(holdfast_layer name)
  cmake_parse_arguments(LAYER "" "" "USES;LIBRARIES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  add_library(${name} STATIC ${sources})
  target_link_libraries(${name} PUBLIC holdfast_settings ${LAYER_USES} PRIVATE ${LAYER_LIBRARIES})
  if(tests)
    add_executable(${name}_test ${tests})
    # Their own code need not be fast, and half of a build's time would go into making it so.
    target_compile_options(${name}_test PRIVATE -O0)
    target_link_libraries(${name}_test PRIVATE
      ${name} ${LAYER_LIBRARIES} ${RAPIDCHECK_STATIC} GTest::gtest GTest::gmock GTest::gtest_main)
    set_property(GLOBAL APPEND PROPERTY HOLDFAST_UNIT_TESTS ${name}_test)
  endif()
endfunction()

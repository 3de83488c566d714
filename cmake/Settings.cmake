# What every target of ours is compiled with: the interface target holdfast_settings.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
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
if(HOLDFAST_SANITIZE)
  target_compile_options(holdfast_settings INTERFACE
    -fsanitize=${HOLDFAST_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(holdfast_settings INTERFACE -fsanitize=${HOLDFAST_SANITIZE})
endif()
if(HOLDFAST_FUZZ)
  target_compile_options(holdfast_settings INTERFACE
    -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  target_link_options(holdfast_settings INTERFACE -fsanitize=address,undefined)
endif()
if(HOLDFAST_STATIC)
  # A position-independent or dynamic program costs a gate more than all of its own work does.
  set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(holdfast_settings INTERFACE -fno-pie)
  target_link_options(holdfast_settings INTERFACE -static -no-pie -Wl,--gc-sections)
endif()

# The dashboard's page: built from web/ by npm's packages, which tools/npm/install.sh has put into
# build/npm/web, and turned into a source file, so that the program needs no file at run time.
# Gives HOLDFAST_WEB_ASSETS.
find_program(NODE node REQUIRED)
set(web ${PROJECT_SOURCE_DIR}/web)
set(packages ${PROJECT_SOURCE_DIR}/build/npm/web)
if(NOT EXISTS ${packages}/node_modules/vite)
  message(FATAL_ERROR "The packages of the page are missing. Run tools/install_packages.sh run")
endif()

file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${web}/src/* ${web}/public/*)
file(GLOB web_settings CONFIGURE_DEPENDS ${web}/*.ts ${web}/*.js ${web}/*.json ${web}/index.html)
set(HOLDFAST_WEB_ASSETS ${PROJECT_BINARY_DIR}/generated/web_assets.cpp)
add_custom_command(
  OUTPUT ${HOLDFAST_WEB_ASSETS}
  COMMAND ${NODE} ${web}/tools/build.mjs ${packages}/node_modules ${PROJECT_BINARY_DIR}/web
          ${HOLDFAST_WEB_ASSETS}
  DEPENDS ${web_sources} ${web_settings} ${web}/tools/build.mjs
  COMMENT "Building the page"
  VERBATIM)

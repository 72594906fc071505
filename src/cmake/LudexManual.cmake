# Makes the manual pages and the scripts of completion from src/manual/ and the tables of options.
# Their generator is a program of this build; where that cannot run here (cross-compiling), name one that was built for
# this machine: -D LUDEX_MANUAL_GENERATOR=/path/to/ludex-manual

set(LUDEX_MANUAL_GENERATOR "" CACHE FILEPATH "A prebuilt ludex-manual, for cross-compiling")

file(GLOB generator_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/manual/generator/*.cpp)
list(REMOVE_ITEM generator_sources ${CMAKE_CURRENT_SOURCE_DIR}/manual/generator/main.cpp)
add_library(ludex_manual STATIC EXCLUDE_FROM_ALL ${generator_sources})
target_link_libraries(ludex_manual PUBLIC ludex_options)
add_executable(ludex-manual EXCLUDE_FROM_ALL manual/generator/main.cpp)
set_target_properties(ludex-manual PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
target_link_libraries(ludex-manual PRIVATE ludex_manual)
set(manual_generator ludex-manual)
if(LUDEX_MANUAL_GENERATOR)
  set(manual_generator ${LUDEX_MANUAL_GENERATOR})
elseif(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  message(FATAL_ERROR "build ludex-manual for this machine first, and name it: -D LUDEX_MANUAL_GENERATOR=...")
endif()

set(ludex_manual_dir ${PROJECT_BINARY_DIR}/manual)
file(GLOB manual_pages CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/manual/*.md)
set(ludex_man_pages "")
foreach(page IN LISTS manual_pages)
  cmake_path(GET page STEM LAST_ONLY name)
  if(name MATCHES "\\.[17]$")
    list(APPEND ludex_man_pages ${ludex_manual_dir}/man/${name})
  endif()
endforeach()
set(ludex_completions ${ludex_manual_dir}/completion/ludex ${ludex_manual_dir}/completion/_ludex
                      ${ludex_manual_dir}/completion/ludex.fish)
set(ludex_manual_source ${ludex_manual_dir}/embedded_manual.cpp)  # for the pages of `serve`
add_custom_command(
  OUTPUT ${ludex_man_pages} ${ludex_completions} ${ludex_manual_source}
  COMMAND ${manual_generator} ${CMAKE_CURRENT_SOURCE_DIR}/manual ${ludex_manual_dir} ${PROJECT_VERSION}
  DEPENDS ${manual_generator} ${manual_pages}
  COMMENT "Manual pages and completion"
  VERBATIM)
add_custom_target(ludex_manual_files ALL DEPENDS ${ludex_man_pages} ${ludex_completions})
set_property(TARGET ludex_manual_files PROPERTY LUDEX_MAN_PAGES ${ludex_man_pages})

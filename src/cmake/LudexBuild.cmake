# Compiler flags of our own targets, and what every one of them shares.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

option(LUDEX_WERROR "Warnings are errors" ON)
set(LUDEX_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize= (address,undefined or thread)")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
if(NOT CMAKE_CXX_FLAGS_DEV)  # the sanitizer presets bring their own
  set(CMAKE_CXX_FLAGS_DEV "-O2 -g -D_GLIBCXX_ASSERTIONS")
endif()

find_program(LUDEX_CCACHE ccache)
if(LUDEX_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LUDEX_CCACHE})
endif()

# Folders are compiled as a few units: headers cost more than our code. Names in the anonymous
# namespaces of one folder therefore differ. OFF compiles each file alone, which shows includes that are missing.
option(LUDEX_UNITY "Compile the files of a folder together" ON)
function(ludex_unite target files_per_unit)
  if(NOT LUDEX_UNITY)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(MAKE_C_IDENTIFIER ${folder} folder)
    set(part 0${count_${folder}})
    math(EXPR count_${folder} "${part} + 1")
    math(EXPR part "${part} / ${files_per_unit}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${part})
  endforeach()
endfunction()

add_library(ludex_flags INTERFACE)
target_compile_options(ludex_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
                                             -Woverloaded-virtual $<$<BOOL:${LUDEX_WERROR}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlaps in std::string's operator+ that are not there (GCC bug 105651).
  target_compile_options(ludex_flags INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND LUDEX_UNITY)
  # A file compiled with others is no main file, and GCC takes its private types for a header's.
  target_compile_options(ludex_flags INTERFACE -Wno-subobject-linkage)
endif()
option(LUDEX_LIBFUZZER "Link the fuzz targets with libFuzzer, which sees into the library (clang)" OFF)
if(LUDEX_LIBFUZZER)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(LUDEX_SANITIZE)
  add_compile_definitions(LUDEX_SANITIZED)
  add_compile_options(-fsanitize=${LUDEX_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${LUDEX_SANITIZE})
  find_program(LUDEX_LLD ld.lld)
  if(LUDEX_LLD AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    add_link_options(-fuse-ld=lld)  # takes a third of the time of ld
  endif()
  # GCC sees false ones in instrumented code, and says so in its manual.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  if(LUDEX_SANITIZE MATCHES thread)
    # Asio has fences, which GCC's thread sanitizer does not see; what it warns of are system headers.
    add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-tsan>)
  endif()
endif()

# Linked by what tests do not wait for: half of the library, the program and the light tests. With sanitizers
# -O1 takes clang twice as long as -O0.
add_library(ludex_quick_build INTERFACE)
if(LUDEX_SANITIZE AND NOT LUDEX_LIBFUZZER)
  target_compile_options(ludex_quick_build INTERFACE -O0)
endif()

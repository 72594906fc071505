# The program and the extension are linked so that a mistake in them is hard to abuse: they are loaded anywhere, the tables
# of the linker are read-only before anything runs, and no stack is code. tests/style/hardening.py reads the result.

option(LUDEX_HARDENING "Link a program that resists attacks on its memory" ON)
option(LUDEX_HARDENED_CODE "Compile checks into the code, too: fortified functions and canaries" ON)
if(LUDEX_SANITIZE)
  return()
endif()
if(LUDEX_HARDENING AND CMAKE_SYSTEM_NAME STREQUAL Linux)
  include(CheckPIESupported)
  check_pie_supported(LANGUAGES CXX)
  # All symbols are bound at the start, which takes 0.1 to 0.2 ms (building.md).
  add_link_options(LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endif()
if(LUDEX_HARDENED_CODE)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  # Landing pads and the shadow stack (CET) work only where the C library has them, too: there the compiler sets them.
  add_compile_options(-fstack-protector-strong -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
  # Only optimized calls are fortified. -U: some compilers set a level of their own.
  add_compile_options($<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=3>)
endif()

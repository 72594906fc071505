# libarchive and ICU are loaded when they are needed (src/core/late_library.hpp). The program then has to know the name under
# which the loader finds each: the SONAME that linking would have written into it.

option(LUDEX_LATE_LIBRARIES "Load libarchive and ICU when they are needed, where the linker's readelf tells their names" ON)

function(ludex_soname_of target name_variable file_variable)
  foreach(property IMPORTED_LOCATION IMPORTED_LOCATION_RELEASE IMPORTED_LOCATION_NONE)
    get_target_property(file ${target} ${property})
    if(file)
      break()
    endif()
  endforeach()
  file(REAL_PATH "${file}" file)
  execute_process(COMMAND ${CMAKE_READELF} --dynamic --wide ${file} OUTPUT_VARIABLE dynamic ERROR_QUIET)
  if(dynamic MATCHES "\\(SONAME\\)[^[]*\\[([^]]+)\\]")
    set(${name_variable} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
  set(${file_variable} ${file} PARENT_SCOPE)
endfunction()

if(LUDEX_LATE_LIBRARIES AND CMAKE_READELF)
  ludex_soname_of(LibArchive::LibArchive LUDEX_LIBARCHIVE_FILE libarchive_path)
  ludex_soname_of(ICU::i18n LUDEX_ICU_FILE icu_path)
endif()
if(LUDEX_LIBARCHIVE_FILE AND LUDEX_ICU_FILE)
  set(LUDEX_LOADS_LATE ON)
  set(ludex_late_paths ${libarchive_path} ${icu_path})
else()
  set(LUDEX_LOADS_LATE OFF)
endif()

# Gives `target` the headers of these libraries, and either the libraries or their names.
function(ludex_use_late_libraries target)
  if(NOT LUDEX_LOADS_LATE)
    target_link_libraries(${target} PRIVATE LibArchive::LibArchive ICU::i18n ICU::uc)
    return()
  endif()
  foreach(library LibArchive::LibArchive ICU::i18n)
    target_include_directories(
      ${target} SYSTEM PRIVATE $<BUILD_INTERFACE:$<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>>)
  endforeach()
  target_link_libraries(${target} PRIVATE ${CMAKE_DL_LIBS})
  target_compile_definitions(${target} PRIVATE LUDEX_LATE_LIBRARIES LUDEX_LIBARCHIVE_FILE="${LUDEX_LIBARCHIVE_FILE}"
                                               LUDEX_ICU_FILE="${LUDEX_ICU_FILE}")
endfunction()

# What linking would have told packaging: the Debian packages that these libraries are from.
function(ludex_late_packages variable)
  set(packages)
  foreach(path IN LISTS ludex_late_paths)
    execute_process(COMMAND dpkg-query --search ${path} OUTPUT_VARIABLE owner ERROR_QUIET)
    if(owner MATCHES "^([a-z0-9.+-]+)")
      list(APPEND packages ${CMAKE_MATCH_1})
    endif()
  endforeach()
  list(JOIN packages ", " packages)
  set(${variable} "${packages}" PARENT_SCOPE)
endfunction()

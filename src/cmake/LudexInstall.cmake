# Installs the program with its manual, completion and extension (component `runtime`), and the library with what
# find_package(ludex) and pkg-config need (component `development`).

include(CMakePackageConfigHelpers)
set(ludex_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ludex)

install(TARGETS ludex EXPORT ludexTargets ARCHIVE COMPONENT development LIBRARY COMPONENT development
                FILE_SET HEADERS COMPONENT development)
if(TARGET ludex_sqlite)
  install(TARGETS ludex_sqlite LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime)
endif()
if(TARGET ludex-cli)
  install(TARGETS ludex-cli COMPONENT runtime)
endif()
install(EXPORT ludexTargets NAMESPACE ludex:: DESTINATION ${ludex_package_dir} COMPONENT development)

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/src/games/shogi/PIECES-LICENSE
              ${PROJECT_SOURCE_DIR}/src/manual/changes.md ${PROJECT_SOURCE_DIR}/src/manual/security.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT runtime)

get_property(man_pages TARGET ludex_manual_files PROPERTY LUDEX_MAN_PAGES)
foreach(section 1 7)
  set(pages ${man_pages})
  list(FILTER pages INCLUDE REGEX "\\.${section}$")
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT runtime)
endforeach()
set(completion_dir ${PROJECT_BINARY_DIR}/manual/completion)
install(FILES ${completion_dir}/ludex DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT runtime)
install(FILES ${completion_dir}/_ludex DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT runtime)
install(FILES ${completion_dir}/ludex.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT runtime)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/ludexConfig.cmake.in ${PROJECT_BINARY_DIR}/ludexConfig.cmake
                              INSTALL_DESTINATION ${ludex_package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ludexConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ludexConfig.cmake ${PROJECT_BINARY_DIR}/ludexConfigVersion.cmake
        DESTINATION ${ludex_package_dir} COMPONENT development)

# The prefix is found from the place of the file, so that an installed tree can be moved.
file(RELATIVE_PATH ludex_prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(ludex_linked_late)
if(NOT LUDEX_LOADS_LATE)
  set(ludex_linked_late "libarchive icu-i18n icu-uc")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/ludex.pc.in ${PROJECT_BINARY_DIR}/ludex.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ludex.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# Installs the program, the library and what find_package(ludex) needs.

include(CMakePackageConfigHelpers)
set(ludex_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ludex)

install(TARGETS ludex EXPORT ludexTargets FILE_SET HEADERS)
if(TARGET ludex_sqlite)
  install(TARGETS ludex_sqlite LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET ludex-cli)
  install(TARGETS ludex-cli)
endif()
install(EXPORT ludexTargets NAMESPACE ludex:: DESTINATION ${ludex_package_dir})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/ludexConfig.cmake.in ${PROJECT_BINARY_DIR}/ludexConfig.cmake
                              INSTALL_DESTINATION ${ludex_package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/ludexConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/ludexConfig.cmake ${PROJECT_BINARY_DIR}/ludexConfigVersion.cmake
        DESTINATION ${ludex_package_dir})

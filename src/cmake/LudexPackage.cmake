# `cpack -G DEB` makes the Debian packages `ludex` and `libludex-dev`. DebianFiles.cmake adds what Debian's policy wants.

set(LUDEX_MAINTAINER "The Ludex authors <ludex@packages.invalid>" CACHE STRING "Who maintains the packages")

set(CPACK_PACKAGE_NAME ludex)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT ${LUDEX_MAINTAINER})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/DebianFiles.cmake)
set(CPACK_LUDEX_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_LUDEX_ARCHITECTURE ${CMAKE_LIBRARY_ARCHITECTURE})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 0ludex1)  # not one that Debian made
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has its own
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME ludex)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION database)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
ludex_late_packages(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION
    "index and search of game records
Ludex reads archives of game records (SGF, CSA, CGP, GCG) of Go, shogi,
Hex, Twixt, Othello, Gomoku and crossword games into one SQLite file. It
finds games by player, event, date, result and position.
.
This package has the program, its manual and an extension for SQLite.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libludex-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    libarchive-dev libboost-iostreams-dev libbz2-dev libfmt-dev libicu-dev liblzma-dev libsqlite3-dev libsqlitecpp-dev
    libtbb-dev libutf8proc-dev libxxhash-dev libzstd-dev nlohmann-json3-dev zlib1g-dev)
list(JOIN CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
    "index and search of game records (development files)
Ludex reads archives of game records (SGF, CSA, CGP, GCG) of Go, shogi,
Hex, Twixt, Othello, Gomoku and crossword games into one SQLite file. It
finds games by player, event, date, result and position.
.
This package has the static library, its headers, and files for CMake
and pkg-config.")

include(CPack)

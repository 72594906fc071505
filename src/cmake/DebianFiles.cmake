# Run by cpack after it has installed the components into a folder of its own, and before it packs them: adds what
# Debian's policy wants of a package, and compresses manual pages.

if(NOT CPACK_GENERATOR STREQUAL DEB)
  return()
endif()

function(compress)
  execute_process(COMMAND gzip -9nf ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(STRINGS ${CPACK_LUDEX_SOURCE_DIR}/src/manual/changes.md release REGEX "^## \\[[0-9.]+\\] - ")
list(GET release 0 release)
string(REGEX MATCH "[0-9]+-[0-9]+-[0-9]+$" day ${release})
execute_process(COMMAND date --utc --rfc-email --date ${day} OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
file(READ ${CPACK_LUDEX_SOURCE_DIR}/LICENSE license)
file(READ ${CPACK_LUDEX_SOURCE_DIR}/src/games/shogi/PIECES-LICENSE pieces_license)

foreach(pair runtime=ludex development=libludex-dev)
  string(REPLACE "=" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
  set(doc ${root}/share/doc/${package})
  file(WRITE ${doc}/copyright "Ludex\n\n${license}\n\nThe outlines of Japanese characters in pictures of shogi:\n\n${pieces_license}")
  file(WRITE ${doc}/changelog.Debian
       "ludex (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
       "  * Version ${CPACK_PACKAGE_VERSION}; its changes are in changelog.gz of the package ludex.\n\n"
       " -- ${CPACK_PACKAGE_CONTACT}  ${day}\n")
  compress(${doc}/changelog.Debian)
endforeach()

set(root ${CPACK_TEMPORARY_DIRECTORY}/runtime/usr)
file(REMOVE ${root}/share/doc/ludex/LICENSE ${root}/share/doc/ludex/PIECES-LICENSE)  # in `copyright`
file(RENAME ${root}/share/doc/ludex/changes.md ${root}/share/doc/ludex/changelog)
file(GLOB pages ${root}/share/man/man*/*.[17])
compress(${pages} ${root}/share/doc/ludex/changelog)
# Where Debian's zsh looks, and a folder that the linker does not search: programs do not link the extension.
set(extension_dir ${root}/lib/${CPACK_LUDEX_ARCHITECTURE}/sqlite3)
file(MAKE_DIRECTORY ${root}/share/zsh/vendor-completions ${extension_dir})
file(RENAME ${root}/share/zsh/site-functions/_ludex ${root}/share/zsh/vendor-completions/_ludex)
file(REMOVE_RECURSE ${root}/share/zsh/site-functions)
file(GLOB_RECURSE extension ${root}/lib/libludex_sqlite.so)
file(RENAME ${extension} ${extension_dir}/libludex_sqlite.so)

# The file for pkg-config is that of one processor, and so one folder deeper than where it was made.
set(root ${CPACK_TEMPORARY_DIRECTORY}/development/usr)
if(CPACK_LUDEX_ARCHITECTURE AND EXISTS ${root}/lib/pkgconfig/ludex.pc)
  file(READ ${root}/lib/pkgconfig/ludex.pc text)
  string(REPLACE "prefix=\${pcfiledir}/" "prefix=\${pcfiledir}/../" text "${text}")
  file(WRITE ${root}/lib/${CPACK_LUDEX_ARCHITECTURE}/pkgconfig/ludex.pc "${text}")
  file(REMOVE_RECURSE ${root}/lib/pkgconfig)
endif()
file(GLOB_RECURSE libraries ${root}/lib/libludex.a)
execute_process(COMMAND strip --strip-debug --enable-deterministic-archives --remove-section=.comment
                        --remove-section=.note ${libraries} COMMAND_ERROR_IS_FATAL ANY)

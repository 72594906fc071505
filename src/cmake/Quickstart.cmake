# `cmake --workflow --preset quickstart`: builds the program, indexes the sample archive, and asks who played and where
# a position occurs. What it shows can be pasted; README.md shows it too. It builds all that `cmake --install` installs.

if(NOT TARGET ludex-cli)
  return()
endif()

file(RELATIVE_PATH quickstart_dir ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
set(quickstart_ludex ${quickstart_dir}/ludex)
set(quickstart_db ${quickstart_dir}/games.db)
set(quickstart_moves "moves:pd dp cd qp op oq nq pq cn fq mp")
set(show ${CMAKE_COMMAND} -E echo)
add_custom_target(
  quickstart
  COMMAND ${CMAKE_COMMAND} -E rm -f ${quickstart_db}
  COMMAND ${show} ""
  COMMAND ${show} "$ ${quickstart_ludex} index ${quickstart_db} tests/data/sample"
  COMMAND ${quickstart_ludex} index ${quickstart_db} tests/data/sample
  COMMAND ${show} ""
  COMMAND ${show} "$ ${quickstart_ludex} find ${quickstart_db} --player shusaku"
  COMMAND ${quickstart_ludex} find ${quickstart_db} --player shusaku
  COMMAND ${show} ""
  COMMAND ${show} "$ ${quickstart_ludex} find ${quickstart_db} --position '${quickstart_moves}'"
  COMMAND ${quickstart_ludex} find ${quickstart_db} --position ${quickstart_moves}
  COMMAND ${show} ""
  COMMAND ${show} "See the boards in a browser: ${quickstart_ludex} serve ${quickstart_db} --open"
  DEPENDS ludex-cli
  WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
  COMMENT "Index the sample archive and ask it two questions"
  USES_TERMINAL VERBATIM)
add_dependencies(quickstart ludex_manual_files)
if(TARGET ludex_sqlite)
  add_dependencies(quickstart ludex_sqlite)
endif()

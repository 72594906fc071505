# Configures Ludex with a prebuilt generator of the manual, makes the manual alone, and compares it.
# Needs: GENERATOR, MANUAL (what the build made), SOURCE_DIR, WORK_DIR, CXX_COMPILER

file(REMOVE_RECURSE ${WORK_DIR})
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE_DIR} -B ${WORK_DIR} -DCMAKE_CXX_COMPILER=${CXX_COMPILER}
                        -DLUDEX_TESTS=OFF -DLUDEX_MANUAL_GENERATOR=${GENERATOR}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK_DIR} --target ludex_manual_files OUTPUT_VARIABLE steps
                COMMAND_ERROR_IS_FATAL ANY)
if(steps MATCHES "Building CXX")
  message(FATAL_ERROR "something was compiled:\n${steps}")
endif()
file(GLOB_RECURSE files RELATIVE ${MANUAL} ${MANUAL}/*)
foreach(file IN LISTS files)
  file(SHA256 ${MANUAL}/${file} built)
  file(SHA256 ${WORK_DIR}/manual/${file} made)
  if(NOT built STREQUAL made)
    message(FATAL_ERROR "${file} differs")
  endif()
endforeach()

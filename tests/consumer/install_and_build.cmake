# Installs Ludex below WORK_DIR, then configures, builds and runs the consumer against it.
# Needs: BUILD_DIR, SOURCE_DIR, WORK_DIR, SAMPLE, CXX_COMPILER, CXX_FLAGS

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
if(EXISTS ${WORK_DIR}/prefix/bin/ludex)
  run(${WORK_DIR}/prefix/bin/ludex --version)
else()
  message(FATAL_ERROR "the program is not installed")
endif()
run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE_DIR} -B ${WORK_DIR}/build -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix
    -DCMAKE_CXX_COMPILER=${CXX_COMPILER} -DCMAKE_CXX_FLAGS=${CXX_FLAGS})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
run(${WORK_DIR}/build/consumer ${SAMPLE} WORKING_DIRECTORY ${WORK_DIR})

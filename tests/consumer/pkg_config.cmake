# The installed library is found by pkg-config, also where its tree was moved, and a program is built with nothing else.
# Needs: PREFIX (where Ludex is installed), SOURCE_DIR, WORK_DIR, SAMPLE, CXX_COMPILER, CXX_FLAGS

find_program(pkg_config pkg-config REQUIRED)
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
file(COPY ${PREFIX}/ DESTINATION ${WORK_DIR}/moved)
file(GLOB_RECURSE files ${WORK_DIR}/moved/ludex.pc)
list(GET files 0 file)
cmake_path(GET file PARENT_PATH folder)
set(ENV{PKG_CONFIG_PATH} ${folder})
execute_process(COMMAND ${pkg_config} --cflags --libs ludex OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${CXX_FLAGS} ${flags}")
execute_process(COMMAND ${CXX_COMPILER} -std=c++20 ${SOURCE_DIR}/main.cpp -o ${WORK_DIR}/consumer ${flags}
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK_DIR}/consumer ${SAMPLE} WORKING_DIRECTORY ${WORK_DIR} COMMAND_ERROR_IS_FATAL ANY)

# Writes commit.cpp, which says what commit is built. Run at each build; the file changes with the commit only.
# Needs: SOURCE_DIR, OUTPUT; COMMIT where the builder knows it, as makers of packages do. A tree without git has none.

cmake_minimum_required(VERSION 3.25)
if(NOT COMMIT)
  execute_process(COMMAND git -C ${SOURCE_DIR} rev-parse --short=10 HEAD RESULT_VARIABLE status OUTPUT_VARIABLE COMMIT
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT status EQUAL 0 OR NOT EXISTS ${SOURCE_DIR}/.git)
    set(COMMIT "")  # not ours: a tarball inside somebody else's repository
  endif()
endif()
file(
  CONFIGURE
  OUTPUT ${OUTPUT}
  CONTENT
    "#include \"cli/version.hpp\"

namespace ludex::cli {

std::string_view built_from_commit() { return \"@COMMIT@\"; }

}  // namespace ludex::cli
"
  @ONLY)

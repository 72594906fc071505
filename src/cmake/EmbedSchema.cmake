# Builds schema/NNNN_*.sql into the program: build/embedded_schema.cpp holds each file as a raw string.

file(GLOB ludex_schema_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/schema/*.sql)
list(SORT ludex_schema_files)
set(ludex_schema_source ${CMAKE_CURRENT_BINARY_DIR}/embedded_schema.cpp)
set(entries "")
foreach(file IN LISTS ludex_schema_files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  get_filename_component(name ${file} NAME)
  string(REGEX MATCH "^[0-9]+" number ${name})
  math(EXPR number "${number}")  # drops leading zeros
  file(READ ${file} text)
  string(APPEND entries "    {${number}, \"${name}\", R\"LUDEX_SQL(${text})LUDEX_SQL\"},\n")
endforeach()
file(
  CONFIGURE
  OUTPUT ${ludex_schema_source}
  CONTENT
    "#include \"store/migrations.hpp\"

namespace ludex {

std::span<const Migration> embedded_migrations() {
  static constexpr Migration kMigrations[] = {
@entries@  };
  return kMigrations;
}

}  // namespace ludex
"
  @ONLY)

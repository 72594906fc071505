# Builds web/pages/* into the program: build/embedded_pages.cpp holds each file as a raw string.
# Their common version is a hash of all names and contents, so that addresses change with them.

file(GLOB ludex_page_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/web/pages/*)
list(SORT ludex_page_files)
set(ludex_pages_source ${CMAKE_CURRENT_BINARY_DIR}/embedded_pages.cpp)
set(type_js "text/javascript; charset=utf-8")
set(type_css "text/css; charset=utf-8")
set(type_html "text/html; charset=utf-8")
set(type_svg "image/svg+xml")
set(entries "")
set(hashes "")
foreach(file IN LISTS ludex_page_files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  get_filename_component(name ${file} NAME)
  string(REGEX MATCH "[a-z]+$" ending ${name})
  if(NOT DEFINED type_${ending})
    message(FATAL_ERROR "web/pages/${name}: which content type has it?")
  endif()
  file(SHA256 ${file} hash)
  string(APPEND hashes "${name} ${hash}\n")
  file(READ ${file} text)
  string(APPEND entries "    {\"${name}\", \"${type_${ending}}\",\n     R\"LUDEX_PAGE(${text})LUDEX_PAGE\"},\n")
endforeach()
string(SHA256 version "${hashes}")
string(SUBSTRING ${version} 0 12 version)
file(
  CONFIGURE
  OUTPUT ${ludex_pages_source}
  CONTENT
    "#include \"web/assets.hpp\"

namespace ludex::web {

std::string_view pages_version() { return \"@version@\"; }

std::span<const PageFile> page_files() {
  static constexpr PageFile kFiles[] = {
@entries@  };
  return kFiles;
}

}  // namespace ludex::web
"
  @ONLY)

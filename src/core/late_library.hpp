#pragma once

#include <string>

namespace ludex {

/// A shared library that is loaded when it is first needed, and stays loaded. Most commands need
/// neither libarchive nor ICU, and loading them with the libraries that they bring takes a third of
/// such a command's time. Any thread.
class LateLibrary {
 public:
  /// \param file     as the loader searches it: "libarchive.so.13".
  /// \param purpose  what it is needed for: "to read tar, zip and 7z".
  /// \throws Error   "libarchive.so.13: cannot open shared object file: ...; install it to read
  /// ..."
  LateLibrary(const char* file, const char* purpose);

  /// \throws Error if neither the library nor one that it needs has such a function.
  template <class Function>
  [[nodiscard]] Function get(const char* name) const {
    return reinterpret_cast<Function>(address_of(name));
  }

 private:
  [[nodiscard]] void* address_of(const char* name) const;

  void* handle_;
};

}  // namespace ludex

// A member of a table of functions that has the function's name and type; `library` is the table's
// LateLibrary. Macros, because a name has to become a text, and after ICU's own macros have changed
// it (ucnv_open to ucnv_open_72). Where the build can't tell the names of the files
// (LateLibraries.cmake), the libraries are linked as all others.
#ifdef LUDEX_LATE_LIBRARIES
#define LUDEX_NAME_OF(function) #function
#define LUDEX_FUNCTION(function) \
  decltype(&::function) function = library.get<decltype(&::function)>(LUDEX_NAME_OF(function))
#else
#define LUDEX_FUNCTION(function) decltype(&::function) function = &::function
#endif

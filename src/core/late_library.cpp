#include "core/late_library.hpp"

#include "ludex/error.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

namespace ludex {

LateLibrary::LateLibrary(const char* file, const char* purpose)
    : handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ != nullptr) return;
  const char* const why = dlerror();  // begins with the name of the file
  throw Error(fmt::format("{}; install it {}", why == nullptr ? file : why, purpose));
}

void* LateLibrary::address_of(const char* name) const {
  void* const address = dlsym(handle_, name);
  if (address != nullptr) return address;
  const char* const why = dlerror();
  throw Error(
      fmt::format("{}; install the version that Ludex was built for", why == nullptr ? name : why));
}

}  // namespace ludex

#include "core/late_library.hpp"
#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace ludex {
namespace {

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(LateLibrary, AMissingOneIsNamedWithWhatItIsNeededFor) {
  EXPECT_EQ(
      message_of([] { LateLibrary("libnowhere.so.7", "to read nothing"); }),
      "libnowhere.so.7: cannot open shared object file: No such file or directory; install it "
      "to read nothing");
}

TEST(LateLibrary, AFunctionIsCalledByItsName) {
  const LateLibrary library("libc.so.6", "to count");
  EXPECT_EQ(library.get<int (*)(int)>("abs")(-7), 7);
}

TEST(LateLibrary, AMissingFunctionIsNamedWithWhatToDo) {
  const LateLibrary library("libc.so.6", "to count");
  const std::string message =
      message_of([&] { (void)library.get<void (*)()>("no_such_function"); });
  EXPECT_TRUE(
      message.ends_with("undefined symbol: no_such_function; install the version that Ludex "
                        "was built for"))
      << message;
}

}  // namespace
}  // namespace ludex

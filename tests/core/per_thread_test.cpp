#include "core/per_thread.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace ludex {
namespace {

struct FirstUse;
struct SecondUse;

std::vector<std::string>* ended = nullptr;

struct Named {
  ~Named() {
    if (ended != nullptr) ended->push_back(name);
  }
  std::string name = "new";
};

TEST(PerThread, GivesTheSameObjectAgain) {
  per_thread<std::string, FirstUse>() = "kept";
  EXPECT_EQ((per_thread<std::string, FirstUse>()), "kept");
}

TEST(PerThread, GivesEachUseAnObject) {
  per_thread<std::string, FirstUse>() = "first";
  per_thread<std::string, SecondUse>() = "second";
  EXPECT_EQ((per_thread<std::string, FirstUse>()), "first");
}

TEST(PerThread, GivesEachThreadAnObject) {
  per_thread<std::string, FirstUse>() = "of the main thread";
  std::string other = "not asked";
  std::thread([&] { other = per_thread<std::string, FirstUse>(); }).join();
  EXPECT_EQ(other, "");
}

TEST(PerThread, EndsObjectsWithTheirThreadTheNewestFirst) {
  std::vector<std::string> names;
  ended = &names;
  std::thread([] {
    per_thread<Named, FirstUse>().name = "first";
    per_thread<Named, SecondUse>().name = "second";
  }).join();
  ended = nullptr;
  EXPECT_EQ(names, (std::vector<std::string>{"second", "first"}));
}

}  // namespace
}  // namespace ludex

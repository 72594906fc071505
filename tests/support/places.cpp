#include "support/places.hpp"

#include <cstdlib>

namespace ludex::test {

std::filesystem::path sample_data() { return LUDEX_TEST_DATA; }
std::filesystem::path corpus() {
  const char* const chosen = std::getenv("LUDEX_CORPUS");
  return chosen != nullptr && *chosen != '\0' ? chosen : LUDEX_CORPUS;
}

}  // namespace ludex::test

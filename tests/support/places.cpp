#include "support/places.hpp"

namespace ludex::test {

std::filesystem::path sample_data() { return LUDEX_TEST_DATA; }
std::filesystem::path corpus() { return LUDEX_CORPUS; }

}  // namespace ludex::test

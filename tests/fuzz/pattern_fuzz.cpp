// Reads any text as the rows, the place, the hands and the links of a pattern of each game.
#include "ludex/error.hpp"
#include "query/pattern/pattern_text.hpp"
#include "query/pattern/placements.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

template <class Read>
void try_to(Read read) {
  try {
    read();
  } catch (const ludex::UsageError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view rows = text.substr(0, text.find('\0'));
  const std::string_view rest = text.substr(std::min(text.size(), rows.size() + 1));
  for (const ludex::GameRules* const rules : ludex::all_rules()) {
    try_to([&] {
      ludex::Pattern pattern = ludex::read_pattern_rows(rows, *rules);
      if (pattern.cells.size() !=
          static_cast<std::size_t>(pattern.width) * static_cast<std::size_t>(pattern.height)) {
        std::abort();
      }
      try_to([&] { ludex::read_anchor(rest, *rules, pattern); });
      try_to([&] { ludex::read_hands(rest, *rules, pattern); });
      try_to([&] { ludex::read_links(rest, *rules, pattern); });
      pattern.swap_colors = true;
      const ludex::PatternPlan plan(pattern, *rules, rules->default_size());
    });
  }
  return 0;
}

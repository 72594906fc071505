#include "games/crossword/layout.hpp"

#include "core/ascii.hpp"

#include <algorithm>

namespace ludex::crossword {
namespace {

constexpr BoardSize kStandardSize{15, 15};
constexpr BoardSize kSuperSize{21, 21};

}  // namespace

Layout layout_of(const std::optional<std::string>& board_name, BoardSize size) {
  const auto named = [&](std::string_view one, std::string_view other) {
    return !board_name || same_but_case(*board_name, one) || same_but_case(*board_name, other);
  };
  if (size == kStandardSize && named("CrosswordGame", "standard15")) return Layout::standard15;
  if (size == kSuperSize && named("SuperCrosswordGame", "standard21")) return Layout::standard21;
  return Layout::other;
}

bool same_board_name(const std::optional<std::string>& one, const std::optional<std::string>& other,
                     BoardSize size) {
  const Layout layout = layout_of(one, size);
  return layout == Layout::other ? one == other : layout == layout_of(other, size);
}

}  // namespace ludex::crossword

#include "games/crossword/board_layout.hpp"

#include "formats/values/fold.hpp"

#include <string>

namespace ludex::crossword {
namespace {

constexpr std::string_view kStandardSquares =
    "=  '   =   '  ="
    " -   \"   \"   - "
    "  -   ' '   -  "
    "'  -   '   -  '"
    "    -     -    "
    " \"   \"   \"   \" "
    "  '   ' '   '  "
    "=  '   -   '  ="
    "  '   ' '   '  "
    " \"   \"   \"   \" "
    "    -     -    "
    "'  -   '   -  '"
    "  -   ' '   -  "
    " -   \"   \"   - "
    "=  '   =   '  =";

constexpr std::string_view kSuperSquares =
    "~  '   =  '  =   '  ~"
    " -  \"   -   -   \"  - "
    "  -  ^   - -   ^  -  "
    "'  =  '   =   '  =  '"
    " \"  -   \"   \"   -  \" "
    "  ^  -   ' '   -  ^  "
    "   '  -   '   -  '   "
    "=      -     -      ="
    " -  \"   \"   \"   \"  - "
    "  -  '   ' '   '  -  "
    "'  =  '   -   '  =  '"
    "  -  '   ' '   '  -  "
    " -  \"   \"   \"   \"  - "
    "=      -     -      ="
    "   '  -   '   -  '   "
    "  ^  -   ' '   -  ^  "
    " \"  -   \"   \"   -  \" "
    "'  =  '   =   '  =  '"
    "  -  ^   - -   ^  -  "
    " -  \"   -   -   \"  - "
    "~  '   =  '  =   '  ~";

constexpr BoardLayout kStandard{"CrosswordGame", {15, 15}, kStandardSquares};
constexpr BoardLayout kSuper{"SuperCrosswordGame", {21, 21}, kSuperSquares};
static_assert(kStandardSquares.size() == 15 * 15 && kSuperSquares.size() == 21 * 21);

}  // namespace

Premium premium_of(char mark) {
  switch (mark) {
    case '\'':
      return {.letter = 2};
    case '"':
      return {.letter = 3};
    case '^':
      return {.letter = 4};
    case '-':
      return {.word = 2};
    case '=':
      return {.word = 3};
    case '~':
      return {.word = 4};
    default:
      return {};
  }
}

Premium BoardLayout::at(Point point) const { return premium_of(squares[point]); }

const BoardLayout* find_layout(std::string_view name) {
  const std::string folded = fold(name);
  if (folded == "crosswordgame" || folded == "standard15") return &kStandard;
  if (folded == "supercrosswordgame" || folded == "standard21") return &kSuper;
  return nullptr;
}

const BoardLayout* usual_layout(BoardSize size) {
  if (size == kStandard.size) return &kStandard;
  return size == kSuper.size ? &kSuper : nullptr;
}

const BoardLayout* layout_of(const std::optional<std::string>& name, BoardSize size) {
  const BoardLayout* layout = name ? find_layout(*name) : usual_layout(size);
  return layout != nullptr && layout->size == size ? layout : nullptr;
}

}  // namespace ludex::crossword

#include "games/api/picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace ludex {
namespace {

/// Relative luminance of "#e3b565", as WCAG 2.2 defines it.
double luminance(std::string_view colour) {
  std::array<double, 3> parts{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    int byte = 0;
    const char* const digits = colour.data() + 1 + 2 * i;
    std::from_chars(digits, digits + 2, byte, 16);
    const double part = byte / 255.0;
    parts[i] = part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  }
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

double contrast(Ink one, Ink other, PictureTheme theme) {
  const double a = luminance(colour_of(one, theme));
  const double b = luminance(colour_of(other, theme));
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

TEST(Picture, LuminanceIsThatOfTheStandard) {
  EXPECT_NEAR(luminance("#ffffff"), 1, 1e-9);
  EXPECT_NEAR(luminance("#000000"), 0, 1e-9);
  EXPECT_NEAR(luminance("#767676"), 0.1812, 1e-4);  // 4.54 : 1 on white
}

struct Pair {
  const char* what;
  Ink ink, ground;
};

TEST(Picture, TextDiffersFromItsGround) {
  constexpr double kText = 4.5;
  constexpr Pair kPairs[] = {
      {"names", Ink::text, Ink::page},
      {"caption, coordinates beside boards", Ink::faint_text, Ink::page},
      {"coordinates on wood", Ink::coordinate, Ink::wood},
      {"labels on wood", Ink::mark, Ink::wood},
      {"labels on paper", Ink::mark, Ink::paper},
      {"labels on felt", Ink::felt_mark, Ink::felt},
      {"labels of discs", Ink::mark_text, Ink::mark},
      {"labels of discs on felt", Ink::felt_mark_text, Ink::felt_mark},
      {"numbers on black", Ink::on_black, Ink::black},
      {"numbers on white", Ink::on_white, Ink::white},
      {"last number on black", Ink::last_on_black, Ink::black},
      {"last number on white", Ink::last_on_white, Ink::white},
      {"pieces", Ink::piece_text, Ink::piece},
      {"promoted pieces", Ink::piece_promoted, Ink::piece},
      {"counts in hand", Ink::text, Ink::square},
      {"letters", Ink::tile_text, Ink::tile},
      {"letters of the last play", Ink::tile_text, Ink::new_tile},
      {"blanks", Ink::tile_blank, Ink::tile},
      {"blanks of the last play", Ink::tile_blank, Ink::new_tile},
      {"double letter", Ink::on_pale, Ink::double_letter},
      {"triple letter", Ink::on_deep, Ink::triple_letter},
      {"quadruple letter", Ink::on_deep, Ink::quadruple_letter},
      {"double word", Ink::on_pale, Ink::double_word},
      {"triple word", Ink::on_deep, Ink::triple_word},
      {"quadruple word", Ink::on_deep, Ink::quadruple_word},
  };
  for (const PictureTheme theme : {PictureTheme::light, PictureTheme::dark}) {
    for (const auto& [what, ink, ground] : kPairs) {
      EXPECT_GE(contrast(ink, ground, theme), kText)
          << what << (theme == PictureTheme::light ? ", light" : ", dark");
    }
  }
}

TEST(Picture, ShapesDifferFromWhatTheyLieOn) {
  constexpr double kShape = 3;
  constexpr Pair kPairs[] = {
      {"lines on wood", Ink::wood_line, Ink::wood},
      {"lines on felt", Ink::felt_line, Ink::felt},
      {"lines on paper", Ink::paper_line, Ink::paper},
      {"lines between squares", Ink::square_line, Ink::square},
      {"white stones, wood", Ink::white_rim, Ink::white},
      {"pieces", Ink::piece_rim, Ink::piece},
      {"tiles", Ink::tile_rim, Ink::square},
      {"last ring on black", Ink::last_on_black, Ink::black},
      {"last ring on white", Ink::last_on_white, Ink::white},
      {"last move on wood", Ink::last, Ink::wood},
      {"last move on paper", Ink::last, Ink::paper},
      {"last move on felt", Ink::felt_last, Ink::felt},
      {"region on wood", Ink::region, Ink::wood},
      {"region on felt", Ink::region, Ink::felt},
      {"region on paper", Ink::region, Ink::paper},
      {"region on squares", Ink::region, Ink::square},
      {"discs on squares", Ink::mark, Ink::square},
      {"sign for whose turn it is", Ink::text, Ink::page},
  };
  for (const PictureTheme theme : {PictureTheme::light, PictureTheme::dark}) {
    for (const auto& [what, ink, ground] : kPairs) {
      EXPECT_GE(contrast(ink, ground, theme), kShape)
          << what << (theme == PictureTheme::light ? ", light" : ", dark");
    }
    // A stone differs from the board by its own colour or by its rim.
    for (const Ink ground : {Ink::wood, Ink::felt, Ink::paper, Ink::page}) {
      for (const auto& [stone, rim] :
           {std::pair{Ink::black, Ink::black_rim}, {Ink::white, Ink::white_rim}}) {
        const double best = std::max(contrast(stone, ground, theme), contrast(rim, ground, theme));
        EXPECT_GE(best, kShape) << colour_of(stone, theme) << " on " << colour_of(ground, theme);
      }
    }
  }
}

std::string escaped(std::string_view text) {
  std::string out;
  append_escaped(text, out);
  return out;
}

TEST(Picture, TextIsNeverMarkup) {
  EXPECT_EQ(escaped("<script>alert('1' & \"2\")</script>"),
            "&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;");
  EXPECT_EQ(escaped("]]>"), "]]&gt;");
  EXPECT_EQ(escaped("羽生 ś é"), "羽生 ś é");
}

TEST(Picture, TextHasNoControlsAndTurnsNoDirection) {
  EXPECT_EQ(escaped(std::string_view("a\0b\x1B[31m\n\x7F", 9)), "ab[31m");
  EXPECT_EQ(escaped("a\xC2\x85\xE2\x80\xA8"  // U+0085, U+2028
                    "b"),
            "ab");
  EXPECT_EQ(escaped("\xE2\x80\xAEgnp\xE2\x81\xA6.\xE2\x80\x8F"), "gnp.");  // U+202E, 2066, 200F
  EXPECT_EQ(escaped("\xEF\xBF\xBE\xEF\xBF\xBF."), ".");                    // U+FFFE, FFFF
}

TEST(Picture, BytesThatAreNoTextAreShownAsSuch) {
  EXPECT_EQ(escaped("a\xFF\xC3(b"), "a\uFFFD\uFFFD(b");
  EXPECT_EQ(escaped("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");  // half a surrogate pair
}

TEST(Picture, LongTextIsCutBetweenCharacters) {
  EXPECT_EQ(fitted_text("Shusaku", 100), "Shusaku");
  EXPECT_EQ(fitted_text(std::string(10'000, 'n'), 5), "nnnnnn…");
  EXPECT_EQ(fitted_text("囲碁囲碁囲碁", 4), "囲碁…");
  std::string marks = "a";  // combining marks take no room
  for (int i = 0; i < 10'000; ++i) marks += "\u0301";
  EXPECT_LT(fitted_text(marks, 5).size(), 500U);
}

TEST(Picture, PathsHaveTwoDecimalsAtMost) {
  PicturePath path;
  path.move({1, 2.5}).line({-0.25, 1.0 / 3}).right(12.001).down(-0.5).close();
  EXPECT_EQ(path.text(), "M1 2.5L-.25 .33h12v-.5z");
}

TEST(Picture, LatticesLeanWhereRowsAreShifted) {
  const Lattice lattice{{10, 20}, 26, 22.5, 13};
  const Place place = lattice.at(Point{2 * 11 + 3}, {11, 11});
  EXPECT_EQ(place.x, 10 + 3 * 26 + 2 * 13);
  EXPECT_EQ(place.y, 20 + 2 * 22.5);
}

}  // namespace
}  // namespace ludex

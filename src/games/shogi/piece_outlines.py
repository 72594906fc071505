#!/usr/bin/env python3
"""Writes piece_outlines.cpp: the characters of shogi boards as SVG paths.

usage: piece_outlines.py FONT.ttf > piece_outlines.cpp

FONT is BIZUDMincho-Regular.ttf (Debian: fonts-morisawa-bizud-mincho; licence: PIECES-LICENSE). Needs fontTools.
A path is relative, its unit 1/200 of the font's size, y downwards, the middle of the character at
the origin.
"""

import sys

from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

CHARACTERS = "歩香桂銀金角飛玉王と杏圭全馬龍一二三四五六七八九"
UNITS = 200


class RelativePen(BasePen):
    """Collects a path of relative commands between points that are rounded."""

    def __init__(self, glyphs, place):
        super().__init__(glyphs)
        self.place, self.at, self.text, self.last = place, (0, 0), "", ""

    def put(self, command, points):
        if command == self.last and command != "m":
            command = ""
        else:
            self.last = command
        self.text += command
        is_first = True
        for point in points:
            for one, other in zip(self.place(point), self.at):
                number = str(one - other)
                self.text += number if number[0] == "-" or is_first and command else " " + number
                is_first = False
        self.at = self.place(points[-1])

    def _moveTo(self, to):
        self.put("m", [to])
        self.start = self.at

    def _lineTo(self, to):
        if self.place(to) != self.at:
            self.put("l", [to])

    def _curveToOne(self, first, second, to):
        self.put("c", [first, second, to])

    def _qCurveToOne(self, control, to):
        self.put("q", [control, to])

    def _closePath(self):
        self.text += "z"
        self.last, self.at = "", self.start


def outline(font, character):
    glyphs = font.getGlyphSet()
    name = font.getBestCmap()[ord(character)]
    scale = UNITS / font["head"].unitsPerEm
    box = font["glyf"][name]
    middle = (box.xMin + box.xMax) / 2, (box.yMin + box.yMax) / 2
    pen = RelativePen(glyphs, lambda point: (round((point[0] - middle[0]) * scale),
                                             round((middle[1] - point[1]) * scale)))
    glyphs[name].draw(pen)
    return pen.text


def lines(text, length=84):
    """String literals that C++ joins."""
    return "\n".join(f'     "{text[at:at + length]}"' for at in range(0, len(text), length)).strip()


def main():
    font = TTFont(sys.argv[1])
    print("""// Made by piece_outlines.py. Outlines of BIZ UDMincho, Copyright 2022 The BIZ UDMincho Project
// Authors: SIL Open Font License 1.1, see PIECES-LICENSE.
#include "games/shogi/piece_outlines.hpp"

namespace ludex::shogi {
namespace {

struct Outline {
  std::string_view character, path;
};

// clang-format off
constexpr Outline kOutlines[] = {""")
    for character in CHARACTERS:
        print(f'    {{"{character}",\n     {lines(outline(font, character))}}},')
    print("""};
// clang-format on

}  // namespace

std::string_view outline_of(std::string_view character) {
  for (const auto& [name, path] : kOutlines) {
    if (name == character) return path;
  }
  return {};
}

}  // namespace ludex::shogi""")


if __name__ == "__main__":
    main()

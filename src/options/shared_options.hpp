#pragma once

#include "options/option_table.hpp"

namespace ludex::options {

// Options that several commands take.

inline constexpr OptionSpec kDatabase{
    OptionType::operand, "DATABASE", "",
    "a database made by 'ludex index'; may be left out if LUDEX_DB is set"};
inline constexpr OptionSpec kWait{
    OptionType::whole,
    "--wait",
    "SECONDS",
    "if another ludex is writing to the database, wait up to this long (default: 0)",
    "wait",
    0,
    1'000'000};

// How rows are printed.
inline constexpr OptionSpec kRowFormat =
    offering({OptionType::text, "-f,--format", "F",
              "text (a table), record (one line per value), csv, tsv or json "
              "(one object per line; default: text)"},
             "text,record,csv,tsv,json");
inline constexpr OptionSpec kColumns{OptionType::list, "--columns", "NAME,...",
                                     "print only these columns, in this order"};
inline constexpr OptionSpec kWide{OptionType::flag, "--wide", "",
                                  "do not shorten texts or drop columns to fit the terminal"};
inline constexpr OptionSpec kRowLimit{
    OptionType::whole,
    "--limit",
    "N",
    "print at most N rows; 0: all (default: 40 in a table on a terminal, else all)",
    "limit",
    0,
    1'000'000'000'000};
inline constexpr OptionSpec kColor{
    .type = OptionType::text,
    .names = "--color",
    .placeholder = "WHEN",
    .meaning = "auto, always or never; auto: on a terminal, unless NO_COLOR is set (default: auto)",
    .words = "auto,always,never"};

inline constexpr OptionSpec kNotation{.type = OptionType::text,
                                      .names = "--notation",
                                      .placeholder = "N",
                                      .meaning =
                                          "how to write moves: board (Q16, f5, H8), sgf (pd), usi "
                                          "(7g7f), japanese (７六歩) or native (default: board for "
                                          "text and record, native for csv, tsv and json)",
                                      .field = "notation",
                                      .words = "native,sgf,board,usi,japanese"};
/// Of `show`, which lists no moves without it.
inline constexpr OptionSpec kShownMoves{
    .type = OptionType::text,
    .names = "--notation",
    .placeholder = "N",
    .meaning =
        "list the moves up to the position, written as board (Q16, f5, H8), sgf (pd), usi "
        "(7g7f), japanese (７六歩) or native",
    .field = "notation",
    .words = "native,sgf,board,usi,japanese"};

// How pictures are drawn.
inline constexpr OptionSpec kTheme{.type = OptionType::text,
                                   .names = "--theme",
                                   .placeholder = "T",
                                   .meaning = "svg: light or dark (default: light)",
                                   .words = "light,dark"};
inline constexpr OptionSpec kPieces{
    .type = OptionType::text,
    .names = "--pieces",
    .placeholder = "SET",
    .meaning = "svg of shogi: japanese, or latin letters (default: japanese)",
    .words = "japanese,latin"};
inline constexpr OptionSpec kWidth{
    OptionType::whole,
    "--width",
    "PX",
    "svg: width in pixels; small pictures leave out fine print (default: scales)",
    "width",
    50,
    20'000};
inline constexpr OptionSpec kCoordinates{OptionType::yes_no, "--coordinates", "",
                                         "svg: label columns and rows (default: yes)"};
inline constexpr OptionSpec kCaption{
    OptionType::yes_no, "--caption", "",
    "svg: players, date, result and move number below the board (default: yes)"};

// Patterns: filters, and what `show` marks.
inline constexpr OptionSpec kPattern{
    OptionType::texts, "--pattern", "P",
    "a part of the board looked like this at some move: rows from the top with '/' between them, "
    "made of pieces, '.' or a number (empty points), '*' (anything), {B.} (one of these), {^W} "
    "(none of these), {1B} (a move), '|' and '-' (edges of the board); or @ID:PLY; or @FILE or - "
    "to read rows from a file or standard input. Repeatable",
    "pattern"};
inline constexpr OptionSpec kAt = offering(
    {OptionType::texts, "--at", "WHERE",
     "where on the board the pattern is: nw, ne, sw, se (a corner), n, e, s, w (a side), a point "
     "(of its top left corner), anywhere (default); its mirror images and rotations are found too",
     "at"},
    "nw,ne,sw,se,n,e,s,w,anywhere");
inline constexpr OptionSpec kRegion{OptionType::texts, "--region", "P:P",
                                    "use this part of a position as the pattern: Q19:T14",
                                    "region"};
inline constexpr OptionSpec kHands{
    OptionType::texts, "--hands", "HANDS",
    "shogi: the players hold at least these pieces, sente's before the slash: BPP/", "hands"};
inline constexpr OptionSpec kLinks{
    OptionType::texts, "--links", "LINKS",
    "Twixt: links between holes of the pattern: 'A1-B3', where A1 is its top left hole", "links"};
inline constexpr OptionSpec kOrientation{
    .type = OptionType::text,
    .names = "--orientation",
    .placeholder = "O",
    .meaning =
        "any: rotated and mirrored boards too; exact: neither; mirror: left and right exchanged "
        "too (default: any)",
    .field = "orientation",
    .words = "any,exact,mirror"};
inline constexpr OptionSpec kSwapColors{OptionType::flag, "--swap-colors", "",
                                        "find it with the colors exchanged too", "swap_colors"};

}  // namespace ludex::options

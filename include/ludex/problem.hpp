#pragma once

#include "ludex/words.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

/// What is wrong with a record, a game or a stream. Stored: never renumber.
/// 1-99 the text of a record, 100-199 values, 200-299 replay, 300-399 streams.
enum class ProblemKind : std::uint16_t {
  unclosed_record = 1,    // ended by the next record, or by the end of the stream
  no_node = 2,            // a record without any node: a reject
  record_too_large = 3,   // over the limit for parsing: a reject, its text is kept
  nesting_too_deep = 4,   // variations nested beyond the limit: a reject
  missing_semicolon = 5,  // "(" not followed by ";"
  stray_text = 6,         // bytes inside a record that belong to no property
  property_without_value = 7,
  duplicate_property = 8,  // twice in one node
  lower_case_ident = 9,    // FF[3] long names, or worse
  unescaped_bracket = 10,  // a "]" inside a value that does not end it (Little Golem)
  too_many_nodes = 11,     // over the limit of plies: a reject
  nul_byte = 12,
  // 13 was never raised
  bad_syntax = 14,            // the format's own grammar is broken (CGP, CSA, GCG)
  too_many_games = 15,        // a tree with more games than the limit
  more_problems = 16,         // further problems of a game that are not listed
  unknown_pragma = 17,        // GCG: kept as a property
  node_after_variation = 18,  // SGF: a sequence continues after its variations

  bad_charset = 100,    // bytes not valid in any charset tried; kept visible
  wrong_charset = 101,  // the declared charset does not fit the bytes
  unknown_charset = 102,
  bad_date = 103,
  bad_result = 104,
  bad_komi = 105,
  bad_handicap = 106,
  bad_size = 107,
  bad_number = 108,
  bad_point = 109,
  assumed_minutes = 110,     // no longer found; older databases took TM without FF as minutes
  misplaced_property = 111,  // root property below the root, setup beside a move, ...
  bad_rank = 112,
  bad_time = 113,
  unknown_game = 114,
  unknown_tiles = 115,     // a letter distribution or board layout not known here: scores unchecked
  bad_value = 116,         // well-formed, but not allowed as a value of this property
  missing_property = 117,  // required by the format or by another property
  repeated_value = 118,    // a value that must be unique in the record: a bookmark

  occupied_point = 200,
  suicide = 201,
  ko = 202,
  off_board = 203,
  setup_and_move = 204,
  several_moves = 205,    // more than one move in a node
  impossible_move = 206,  // replay of this line stops here
  too_many_plies = 207,
  illegal_move = 208,      // breaks a rule that has no kind of its own
  wrong_player = 209,      // only the other player can have made this move
  bad_swap = 210,          // no single stone to take over
  unplayable_board = 211,  // too large, or of no known size: no positions
  impossible_link = 212,   // a link that cannot be added or does not exist (Twixt)
  wrong_score = 213,       // the board gives a different score for this play (crossword)
  wrong_total = 214,       // the scores add up to a different total
  too_many_tiles = 215,    // more of a letter than the bag holds
  not_on_rack = 216,       // a tile was played or exchanged that the rack does not hold
  take_back = 230,         // a player took a move back (CSA's %MATTA)
  wrong_turn = 217,        // a second turn of the same player that the format forbids

  // 300 to 302 were never raised
};

/// The stable names of all kinds, as the views print them: "unclosed_record", ...
[[nodiscard]] const WordTable& problem_words();
/// "unknown" for a number that no kind has.
[[nodiscard]] std::string_view problem_name(ProblemKind kind);

/// A problem and its place.
struct Problem {
  ProblemKind kind;
  std::int32_t ply = -1;           ///< -1 if it concerns no position
  std::uint64_t offset_bytes = 0;  ///< in the record's text
  std::string message;             ///< may be empty if the name of the kind says everything
  /// The broken part of the format if several rules share a kind: a property (`PZ`), a statement
  /// (`PI`), a field (`racks`). Selects the rule that `check` cites. Not stored, not compared.
  std::string about{};
  friend bool operator==(const Problem& a, const Problem& b) {
    return a.kind == b.kind && a.ply == b.ply && a.offset_bytes == b.offset_bytes &&
           a.message == b.message;
  }
};

}  // namespace ludex

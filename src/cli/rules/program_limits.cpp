#include "cli/rules/rule_books.hpp"

namespace ludex::cli {

namespace {

using enum ProblemKind;

constexpr Rule kRules[] = {
    {record_too_large, "", "", "a record has at most 16 MiB"},
    {nesting_too_deep, "", "", "variations nest 1000000 deep at most"},
    {too_many_nodes, "", "",
     "a record has at most 1000000 nodes and 4000000 values, fewer with little --memory"},
    {too_many_games, "", "", "10000 games of one tree, and 500000 nodes that they share"},
    {more_problems, "", "", "100 problems of a game's text and 100 of its replay are listed"},
    {unknown_tiles, "", "", "letter distributions and boards of the usual editions"},
    {unplayable_board, "", "", "sides of a board that is replayed"},
    {too_many_plies, "", "", "plies of a game"},
    {damaged_stream, "", "", "the stream can be read to its end"},
    {unreadable, "", "", "the stream can be read to its end"},
    {not_a_record, "", "", "the stream can be read to its end"},
};

}  // namespace

bool is_unjudged(ProblemKind kind) {
  return kind == unknown_tiles || kind == unplayable_board || kind == too_many_plies;
}

RuleBook program_limits() { return {"limit of this program", kRules}; }

}  // namespace ludex::cli

#pragma once

#include "ludex/problem.hpp"

#include <span>
#include <string_view>

namespace ludex {

/// A sentence of a text that a record can break.
struct Rule {
  ProblemKind kind;
  std::string_view about;  ///< Problem::about that it is for; empty: every other one
  std::string_view where;  ///< the part of the text: "EBNF", "TM"; may be empty
  std::string_view text;
};

/// The rules of one text: a format's, a game's, or this program's limits.
struct RuleBook {
  std::string_view title;  ///< "FF[4]", "CSA V2.2", "Go"
  std::span<const Rule> rules;
};

}  // namespace ludex

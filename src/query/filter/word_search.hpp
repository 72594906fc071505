#pragma once

#include "query/filter/id_set.hpp"
#include "store/sql/sql_statement.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Words that stand one after the other in a text.
using Phrase = std::vector<std::string>;

/// What `--text` asks for: each word, and quoted words as one phrase.
/// \throws UsageError if it contains no word, or more than 256.
[[nodiscard]] std::vector<Phrase> sought_phrases(std::string_view text);

/// Ids of the games whose texts hold all phrases, removed ones too. Cost: for each segment and word
/// some ten blocks; 2 ns for each game with the word, 5 ns for each of its places in a phrase.
[[nodiscard]] IdSet games_with(SqlConnection& sql, std::span<const Phrase> phrases);

}  // namespace ludex

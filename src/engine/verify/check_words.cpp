#include "engine/verify/checks.hpp"
#include "formats/values/search_words.hpp"
#include "store/game_words.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/word_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kWordsBytes = std::size_t{64} << 20;

void check_blocks(VerifiedDatabase& database) {
  const std::int64_t stray = database.sql.first_integer(
      "SELECT count(*) FROM word_block b WHERE NOT EXISTS (SELECT 1 FROM word_segment s WHERE "
      "s.id = b.id >> 32 AND b.id & 0xFFFFFFFF < s.blocks)");
  if (stray == 0) return;
  database.findings.add_damage(fmt::format("full text: {} blocks of no segment", stray));
}

/// Walks over all words of a segment; WordWalk checks their order and their games.
void check_segment(VerifiedDatabase& database, const WordSegment& segment) {
  const auto complain = [&](const std::string& what) {
    database.findings.add_damage(fmt::format("full text: segment {}: {}", segment.id, what));
  };
  if (segment.end_game > database.end_game) {
    complain(fmt::format("words of games before {}, ids end at {}", segment.end_game,
                         database.end_game));
  }
  std::uint64_t places = 0;
  WordWalk walk = walk_words(database.sql, segment);
  while (walk.next()) {
    const bool sound =
        for_each_place(walk.piece(), [&](std::uint32_t, std::uint32_t) { ++places; });
    if (!sound) walk.refuse();
  }
  if (places != segment.places) {
    complain(fmt::format("{} words, it says {}", places, segment.places));
  }
}

/// The words of a game are those of its players, its event and its name, then of its comments.
void check_names(VerifiedDatabase& database) {
  GameWords words(database.sql, kWordsBytes);
  std::vector<std::string> expected;
  const std::vector<std::string> none;
  SqlStatement games(database.sql, "SELECT id, players, event, game_name FROM games ORDER BY id");
  while (games.step()) {
    expected.clear();
    for (int column = 1; column <= 3; ++column) {
      std::string text = search_words(games.bytes(column));
      if (!text.empty()) expected.push_back(std::move(text));
    }
    const std::vector<std::string>* const found = words.find(games.integer(0));
    const std::vector<std::string>& texts = found == nullptr ? none : *found;
    const bool has_names = texts.size() >= expected.size() && texts.size() <= expected.size() + 1 &&
                           std::equal(expected.begin(), expected.end(), texts.begin());
    if (has_names) continue;
    database.findings.add_damage(
        fmt::format("full text: game {} has other words than its names", games.integer(0)));
  }
}

}  // namespace

void check_words(VerifiedDatabase& database) {
  Findings& findings = database.findings;
  findings.check("full text", [&] {
    check_blocks(database);
    for (const WordSegment& segment : word_segments(database.sql)) check_segment(database, segment);
  });
  findings.check("words of games", [&] { check_names(database); });
}

}  // namespace ludex

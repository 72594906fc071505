#pragma once

#include "ludex/types.hpp"
#include "store/facts.hpp"
#include "store/game_captures.hpp"
#include "store/game_scripts.hpp"
#include "store/row_block.hpp"
#include "store/row_fields.hpp"
#include "store/sql/sql_statement.hpp"
#include "store/text_dictionary.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// A row of the table `seat`, with ids of its own database.
struct StoredSeat {
  std::int64_t seat = 0;
  std::int64_t name = 0, rank = 0, team = 0;
  std::optional<double> rating;
  std::optional<std::int64_t> is_computer;
  std::optional<double> score;
};

/// A row of the table `problem`.
struct StoredProblem {
  std::int64_t ordinal = 0;
  std::optional<std::int64_t> ply;
  std::int64_t kind = 0;
  std::optional<std::int64_t> offset;
  std::optional<std::string> message;
};

/// A game as a database stores it; ids are those of that database.
struct StoredGame {
  const RowFields* fields = nullptr;
  FactRow facts{};
  std::span<const std::uint16_t> script;
  std::optional<std::span<const std::uint8_t>> captures;
  std::vector<StoredSeat> seats;
  std::vector<StoredProblem> problems;
};

/// Reads the games of a database one after the other, to be written into another one. Within a
/// read transaction. Memory: one chunk of facts (1 MiB), blocks of rows and moves.
class StoredGames {
 public:
  StoredGames(SqlConnection& sql, std::int64_t end_game);

  [[nodiscard]] std::int64_t end_game() const { return end_game_; }
  /// A fact of a game. \pre games ascend from call to call of any member
  [[nodiscard]] std::int64_t fact(Fact fact, std::int64_t game);
  /// Valid until the next call. \throws DatabaseError if something of it is damaged.
  const StoredGame& read(std::int64_t game);

 private:
  void load_chunk(std::int64_t chunk);
  void read_captures(std::int64_t game);
  void read_scores(std::int64_t game);
  void read_seats(std::int64_t game);
  void read_problems(std::int64_t game);

  std::int64_t end_game_;
  FactReader facts_;
  std::int64_t chunk_ = -1;
  std::array<std::vector<std::int64_t>, kFactCount> columns_;
  RowReader rows_;
  GameScripts scripts_;
  GameCaptures captures_;
  std::int64_t capture_block_ = -1;
  std::string capture_data_;
  std::optional<CaptureBlock> capture_view_;
  SqlStatement scores_;
  SqlStatement seats_, problems_;  // walk by game
  bool seats_end_ = false, problems_end_ = false;
  RowFields fields_;
  StoredGame game_;
};

/// Ids of texts of one database as ids of another, which gets those that it has not. Keeps the last
/// ones at hand, `places` of each table; the others are read again.
class StoredTexts {
 public:
  /// \param places  a power of two; 32 bytes each
  StoredTexts(SqlConnection& sql, std::size_t places);

  /// 0 for 0. \throws DatabaseError if there is no such text.
  [[nodiscard]] std::int64_t name(std::int64_t id, TextDictionary& to) {
    return id == 0 ? 0 : adopted<NameKind>(names_, id, to);
  }
  [[nodiscard]] std::int64_t phrase(std::int64_t id, TextDictionary& to) {
    return id == 0 ? 0 : adopted<PhraseKind>(phrases_, id, to);
  }

 private:
  struct Pair {
    std::int64_t from = 0, to = 0;
  };
  struct Texts {
    SqlStatement select;
    std::vector<Pair> known;
  };
  template <class Kind>
  std::int64_t adopted(Texts& texts, std::int64_t id, TextDictionary& to) {
    Pair& pair = texts.known[static_cast<std::size_t>(id) & (texts.known.size() - 1)];
    if (pair.from == id) return pair.to;
    read(texts, id);
    const auto kind = static_cast<Kind>(texts.select.integer(0));
    const std::int64_t adopted_id = to.id_of(kind, texts.select.bytes(1));
    texts.select.reset();
    if (is_remembered(kind)) pair = {id, adopted_id};
    return adopted_id;
  }
  static void read(Texts& texts, std::int64_t id);
  static bool is_remembered(NameKind /*kind*/) { return true; }
  /// The dictionary decides each time whether those that are rarely shared get a new id.
  static bool is_remembered(PhraseKind kind) { return !is_rarely_shared(kind); }

  Texts names_;
  Texts phrases_;
};

}  // namespace ludex

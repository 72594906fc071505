#pragma once

#include "engine/clickhouse/cluster_find.hpp"
#include "engine/clickhouse/native_answer.hpp"
#include "engine/clickhouse/published_state.hpp"
#include "query/filter/game_seats.hpp"
#include "query/stats/openings.hpp"
#include "query/stats/stats_counter.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ludex::clickhouse {

/// Numbers texts from 1, in the order in which they come.
class TextNumbers {
 public:
  [[nodiscard]] std::int64_t number_of(std::string_view text);
  /// \pre it was given
  [[nodiscard]] const std::string& text(std::int64_t number) const {
    return *texts_[static_cast<std::size_t>(number) - 1];
  }

 private:
  std::unordered_map<std::string, std::int64_t> numbers_;
  std::vector<const std::string*> texts_;
};

/// The games of a cluster as statistics count them. Servers are asked for what the keys load, and
/// count games whose facts are equal; where seats or first moves are needed, they send each game.
class ClusterGames final : public StatsGames {
 public:
  /// All must outlive it.
  ClusterGames(Cluster& cluster, const PublishedState& state, const Call& call,
               const GameFilters& filters, bool needs_seats);

  /// Registers a text that keys need, in SQL. \returns its number here
  std::size_t add_text(std::string expression);
  /// The codes of a text, by place; 0: NULL.
  [[nodiscard]] const std::vector<std::int64_t>& texts(std::size_t text) const {
    return texts_[text].codes;
  }
  [[nodiscard]] const std::string& text(std::size_t text, std::int64_t code) const {
    return texts_[text].numbers.text(code);
  }
  [[nodiscard]] const std::string& person(std::int64_t who) const { return people_.text(who); }
  /// From now on games have codes of openings, by place. \returns what the codes mean
  const Openings& add_openings(const StatsQuestion& question);
  [[nodiscard]] const std::vector<std::int64_t>& openings() const { return opening_codes_; }

  const std::vector<std::int64_t>& values(Fact fact) override { return facts_[fact]; }
  const std::vector<GameSeat>& seats(std::size_t place) override;

  void count(const ShardCondition& games, StatsCounter& counter);

 private:
  struct Text {
    std::string expression;
    TextNumbers numbers;
    std::vector<std::int64_t> codes;
  };
  using BatchesByShard = std::vector<std::string>;  // a condition; empty: none

  /// Games that are read at once.
  struct Page {
    const ShardCondition& games;
    const BatchesByShard& batches;
  };

  void count_equal(const ShardCondition& games, StatsCounter& counter);
  void count_each(const Page& page, StatsCounter& counter);
  [[nodiscard]] std::vector<BatchesByShard> pages() const;
  /// No question to servers that have no batch of the page.
  std::vector<NativeAnswer> ask(const Page& page,
                                const std::function<std::string(std::size_t)>& sql);
  std::vector<NativeAnswer> ask_games(const Page& page);
  std::vector<NativeAnswer> ask_seats(const Page& page);
  std::vector<NativeAnswer> ask_beginnings(const Page& page);
  [[nodiscard]] std::string ids_of(const Page& page, std::size_t shard) const;
  [[nodiscard]] std::string needed_columns() const;
  void take_columns(const NativeAnswer& answer, std::size_t column);
  void take_games(const NativeAnswer& games);
  void take_seats(const NativeAnswer& players);
  void take_openings(const NativeAnswer& beginnings);

  Cluster& cluster_;
  const PublishedState& state_;
  const Call& call_;
  const GameFilters& filters_;
  bool needs_seats_;
  WantedNames names_;
  MeantPlayers meant_;

  std::map<Fact, std::vector<std::int64_t>> facts_;
  std::deque<Text> texts_;
  std::optional<Openings> openings_;
  std::vector<std::int64_t> opening_codes_;

  std::vector<std::int64_t> ids_;  // by place, ascending
  std::array<std::vector<std::int64_t>, 2> plays_;
  std::vector<Sitting> seated_;          // by game and seat
  std::vector<std::size_t> seats_ends_;  // by place, in seated_
  std::vector<GameSeat> seats_;
  TextNumbers people_;
  std::vector<std::map<const NameFilter*, bool>> is_named_;  // by who
};

}  // namespace ludex::clickhouse

#include "query/stats/stats_name_columns.hpp"

#include <string>
#include <utility>

namespace ludex {
namespace {

Value name_value(People& people, std::int64_t code) {
  const auto text = people.text(code);
  return text ? Value(*text) : Value();
}

std::int64_t known_code(std::int64_t who) { return who == 0 ? kUnknownCode : who; }

class PlayerColumn final : public StatsColumn {
 public:
  PlayerColumn(std::string name, std::int64_t Sides::*side, People& players)
      : StatsColumn({std::move(name)}), side_(side), players_(players) {}

  void load(FactChunk& /*chunk*/) override {}
  std::int64_t code(std::size_t /*place*/, const Sides& sides) override {
    return known_code(sides.*side_);
  }

 private:
  Value known_value(std::int64_t code) override { return name_value(players_, code); }

  std::int64_t Sides::*side_;
  People& players_;
};

/// An event or a place.
class NameColumn final : public StatsColumn {
 public:
  NameColumn(std::string name, Fact fact, NameKind kind, SqlConnection& sql)
      : StatsColumn({std::move(name)}), fact_(fact), people_(sql, kind) {}

  void load(FactChunk& chunk) override { names_ = &chunk.values(fact_); }
  std::int64_t code(std::size_t place, const Sides& /*sides*/) override {
    return known_code(people_.of_name((*names_)[place]));
  }

 private:
  Value known_value(std::int64_t code) override { return name_value(people_, code); }

  Fact fact_;
  People people_;
  const std::vector<std::int64_t>* names_ = nullptr;
};

}  // namespace

StatsColumnPtr player_column(People& players) {
  return std::make_unique<PlayerColumn>("player", &Sides::player, players);
}
StatsColumnPtr opponent_column(People& players) {
  return std::make_unique<PlayerColumn>("opponent", &Sides::opponent, players);
}
StatsColumnPtr event_column(SqlConnection& sql) {
  return std::make_unique<NameColumn>("event", Fact::event, NameKind::event, sql);
}
StatsColumnPtr place_column(SqlConnection& sql) {
  return std::make_unique<NameColumn>("place", Fact::place, NameKind::place, sql);
}

}  // namespace ludex

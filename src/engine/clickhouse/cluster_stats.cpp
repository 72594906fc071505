#include "core/call_scope.hpp"
#include "engine/clickhouse/cluster_engine.hpp"
#include "engine/clickhouse/cluster_games.hpp"
#include "engine/clickhouse/position_question.hpp"
#include "query/stats/stats_table.hpp"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace ludex::clickhouse {
namespace {

/// A key that is a text in the tables.
class TextColumn final : public StatsColumn {
 public:
  /// \param end  where it begins, what is shown ends; the rest distinguishes texts that look alike
  TextColumn(std::string name, ClusterGames& games, std::string expression, std::string end)
      : StatsColumn({std::move(name)}),
        end_(std::move(end)),
        games_(games),
        text_(games.add_text(std::move(expression))) {}

  void load(StatsGames& /*games*/) override { codes_ = &games_.texts(text_); }
  std::int64_t code(std::size_t place, const Sides& /*sides*/) override {
    return (*codes_)[place] == 0 ? kUnknownCode : (*codes_)[place];
  }

 private:
  Value known_value(std::int64_t code) override {
    const std::string& text = games_.text(text_, code);
    return end_.empty() ? text : text.substr(0, text.rfind(end_));
  }

  std::string end_;
  ClusterGames& games_;
  std::size_t text_;
  const std::vector<std::int64_t>* codes_ = nullptr;
};

class OpeningsColumn final : public StatsColumn {
 public:
  OpeningsColumn(ClusterGames& games, const StatsQuestion& question)
      : StatsColumn({"opening"}), games_(games), openings_(games.add_openings(question)) {}

  void load(StatsGames& /*games*/) override {}
  std::int64_t code(std::size_t place, const Sides& /*sides*/) override {
    return games_.openings()[place];
  }

 private:
  Value known_value(std::int64_t code) override { return openings_.text(code); }

  ClusterGames& games_;
  const Openings& openings_;
};

StatsColumnPtr make_column(StatsKey key, const StatsQuestion& question, ClusterGames& games) {
  if (StatsColumnPtr column = make_number_column(key, question)) return column;
  const auto text = [&](const char* name, const char* expression, const char* end = "") {
    return std::make_unique<TextColumn>(name, games, expression, end);
  };
  switch (key) {
    case StatsKey::player:
    case StatsKey::opponent:
      return make_player_column(key, [&](std::int64_t who) { return Value(games.person(who)); });
    case StatsKey::event:
      return text("event", "ifNull(event_person, event)");
    case StatsKey::place:
      return text("place", "ifNull(place_person, place)");
    case StatsKey::rules:
      return text("rules", "rules");
    case StatsKey::source:  // several may have one name
      return text("source", "concat(source, '\n', toString(db), '.', toString(fact_source))", "\n");
    case StatsKey::opening:
      return std::make_unique<OpeningsColumn>(games, question);
    default:
      throw std::logic_error("a key without a column");
  }
}

}  // namespace

StatsTable ClusterEngine::stats(const Query& query, const StatsQuestion& question,
                                const Call& call) {
  const CallScope scope(call);
  check_call();
  const PublishedState state = shown();
  std::vector<std::string> notes;
  PublishedGames known(cluster_, state, call);
  const GameFilters filters = read_query(query, state, call, known, notes);
  StatsShape shape = shape_of(filters, question);
  ClusterGames games(cluster_, state, call, filters, shape.needs_seats());
  std::vector<StatsColumnPtr> keys;
  for (const StatsKey key : shape.columns) keys.push_back(make_column(key, question, games));
  StatsCounter counter(std::move(shape), std::move(keys));
  check_sort(counter, question);
  ClusterSelection selection = select_on_cluster(cluster_, state, call, filters);
  const LeftOut left_out = count_left_out(cluster_, state, call, filters, selection);
  for (const QueryPosition& position : filters.positions) {
    selection.matched = both(selection.matched, games_with(cluster_, state, call, position));
  }
  games.count(selection.matched, counter);
  StatsTable table = stats_table(counter, question);
  static_cast<LeftOut&>(table) = left_out;
  table.notes = std::move(notes);
  return table;
}

}  // namespace ludex::clickhouse

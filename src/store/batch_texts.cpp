#include "store/batch_texts.hpp"

#include "games/api/game_rules.hpp"
#include "store/text_dictionary.hpp"

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

constexpr std::size_t kFewestSlots = 1024;

}  // namespace

bool has_seat_row(const GameInfo& info, std::size_t seat) {
  const SeatInfo& player = info.seats[seat];
  // The view lists numbered seats from here, however many they are.
  const bool listed = traits_of(info.game).has_numbered_seats && !player.name.empty();
  return seat >= 2 || listed || !player.team.empty() || player.is_computer;
}

void BatchTexts::add(GameRow& game) {
  static constexpr GamePlace kNowhere{};
  game.first_text = static_cast<std::uint32_t>(places_.size());
  add_columns({game, game.info, kNowhere}, std::make_index_sequence<kTextColumns.size()>());
  for (std::size_t seat = 0; seat < game.info.seats.size(); ++seat) {
    if (!has_seat_row(game.info, seat)) continue;
    const SeatInfo& player = game.info.seats[seat];
    add(Dictionary::Table::name, static_cast<int>(NameKind::player), player.name);
    add(Dictionary::Table::phrase, static_cast<int>(PhraseKind::rank), player.rank);
    add(Dictionary::Table::phrase, static_cast<int>(PhraseKind::team), player.team);
  }
}

/// Unrolled: most columns are empty.
template <std::size_t... Places>
void BatchTexts::add_columns(const NewGame& game, std::index_sequence<Places...> /*places*/) {
  const auto add_column = [&]<std::size_t Place>() {
    constexpr const GameColumn& column = *kTextColumns[Place];
    constexpr bool is_name = column.texts.table == Dictionary::Table::name;
    add(column.texts.table,
        is_name ? static_cast<int>(column.texts.name) : static_cast<int>(column.texts.phrase),
        column.value(game).text());
  };
  (add_column.template operator()<Places>(), ...);
}

std::uint32_t BatchTexts::place_of(Dictionary::Table table, int kind, std::string_view written) {
  const Text text{table, kind, written, text_hash(kind, written)};
  if (!is_compared(text)) {
    texts_.push_back(text);
    return static_cast<std::uint32_t>(texts_.size());
  }
  if (2 * (texts_.size() + 1) > slots_.size()) grow();
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = text.hash & mask;
  for (; slots_[at] != 0; at = (at + 1) & mask) {
    const Text& known = texts_[slots_[at] - 1];
    if (known.hash == text.hash && known.table == text.table && known.kind == text.kind &&
        known.text == text.text) {
      return slots_[at];
    }
  }
  texts_.push_back(text);
  return slots_[at] = static_cast<std::uint32_t>(texts_.size());
}

void BatchTexts::grow() {
  slots_.assign(std::max(kFewestSlots, 2 * slots_.size()), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t place = 1; place <= texts_.size(); ++place) {
    if (!is_compared(texts_[place - 1])) continue;
    std::size_t at = texts_[place - 1].hash & mask;
    while (slots_[at] != 0) at = (at + 1) & mask;
    slots_[at] = place;
  }
}

void BatchTexts::clear() {
  texts_.clear();
  places_.clear();
  std::ranges::fill(slots_, 0);
}

}  // namespace ludex

#include "formats/sgf/sgf_info_reader.hpp"

#include "formats/game_info.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_game_evidence.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/sgf/sgf_text.hpp"
#include "formats/values/date_value.hpp"
#include "formats/values/game_terms.hpp"
#include "formats/values/game_values.hpp"
#include "formats/values/result_value.hpp"
#include "formats/values/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

/// Ranks that say that there is none.
bool says_no_rank(std::string_view rank) {
  constexpr std::string_view kNone[] = {"?", "-", "NR", "UR", "nr", "none", "None", "??"};
  return rank.empty() || std::ranges::find(kNone, rank) != std::end(kNone);
}

std::string size_as_printed(BoardSize size) {
  return size.is_square() ? fmt::format("{}", size.width)
                          : fmt::format("{}:{}", size.width, size.height);
}

/// The words of a value besides its number; none in "6.50".
GameTerms terms_of(std::string_view text) {
  const bool number_alone = std::ranges::all_of(
      text, [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == '+' || c == '-'; });
  return number_alone ? GameTerms{} : parse_game_terms(value_text::value_form(text));
}

/// Fills a GameInfo from the nodes of one game that hold root properties and game info.
class SgfInfoReader {
 public:
  /// All are kept by reference. `record` is where offsets count from.
  SgfInfoReader(const SgfTree& tree, std::string_view record, SgfTextReader& reader, GameInfo& info)
      : tree_(tree), record_(record), reader_(reader), info_(info) {}

  void read_root() {
    for (const SgfProperty& property : tree_.properties_of(tree_.nodes.front()))
      read(property, true);
  }

  /// Reads a node below the root; does not overwrite existing values.
  void read_below(const SgfNode& node) {
    for (const SgfProperty& property : tree_.properties_of(node)) read(property, false);
  }

  /// Values that depend on several properties: substitutes, the board, ids.
  void finish() {
    use_stand_ins();
    info_.game = choose_game(tree_, info_);
    if (const SgfRules* const rules = find_sgf_rules(info_.game)) {
      info_.colors_exchanged = rules->has_exchanged_colors(tree_, info_);
      info_.first_seat_is_white = rules->has_white_first_seat(tree_, info_);
    }
    if (!komi_written_ && !info_.komi) info_.komi = komi_of_handicap_;
    if (!handicap_written_) info_.handicap = handicap_of_komi_;
    finish_date();
    finish_size();
    finish_handicap();
    if (is_ggf(tree_)) read_ggf_info(tree_, reader_, info_);
    read_board_space_info(tree_, reader_, info_);
    finish_time_limit();
    for (const std::string* text : {&info_.published_in, &info_.place}) {
      if (info_.external_id.empty()) info_.external_id = find_external_id(*text);
    }
  }

 private:
  void read(const SgfProperty& property, bool at_root) {
    SeatInfo& black = info_.seats[0];
    SeatInfo& white = info_.seats[1];
    // clang-format off
  switch (property.id) {
    case SgfId::PB: return read_text(property, black.name);
    case SgfId::PW: return read_text(property, white.name);
    case SgfId::BR: return read_rank(property, black);
    case SgfId::WR: return read_rank(property, white);
    case SgfId::BT: return read_text(property, black.team);
    case SgfId::WT: return read_text(property, white.team);
    case SgfId::EV: return read_text(property, info_.event);
    case SgfId::RO: return read_text(property, info_.round);
    case SgfId::PC: return read_text(property, info_.place);
    case SgfId::GN: return read_text(property, info_.game_name);
    case SgfId::AN: return read_text(property, info_.annotator);
    case SgfId::ON: return read_text(property, info_.opening);
    case SgfId::SO: return read_text(property, info_.published_in);
    case SgfId::US: return read_text(property, info_.entered_by);
    case SgfId::RU: return read_text(property, info_.rules);
    case SgfId::OT: return read_text(property, info_.overtime);
    case SgfId::DT: return read_date(property);
    case SgfId::RE: return read_result(property);
    case SgfId::TM: return read_time_limit(property);
    case SgfId::KM: return read_komi(property);
    case SgfId::HA: return read_handicap(property);
    case SgfId::GC: return read_game_comment(property);
    case SgfId::TE: note_stand_in(te_, property); return;
    case SgfId::KO: note_stand_in(ko_, property); return;
    case SgfId::RD: note_stand_in(rd_, property); return keep(property);
    case SgfId::C: return at_root ? read_comment(property) : void();
    default: break;
  }
    // clang-format on
    if (at_root && read_root_property(property)) return;
    const SgfPropertyClass kind = info_of(property.id).property_class;
    const bool unknown = property.id == SgfId::unknown;
    if (unknown || kind == SgfPropertyClass::game_info ||
        (at_root && kind == SgfPropertyClass::root)) {
      keep(property);
    }
  }

  /// False if the property is none of those that only a root has.
  bool read_root_property(const SgfProperty& property) {
    // clang-format off
  switch (property.id) {
    case SgfId::GM: read_game_type(property); return true;
    case SgfId::SZ: read_size(property); return true;
    case SgfId::CA: read_charset(property); return true;
    case SgfId::AP: read_text(property, info_.application); return true;
    case SgfId::BS: read_species(property, info_.seats[0]); return true;
    case SgfId::WS: read_species(property, info_.seats[1]); return true;
    default: return false;
  }
    // clang-format on
  }

  void read_text(const SgfProperty& property, std::string& field) {
    std::string text = reader_.simple_text(tree_.value_of(property));
    if (field.empty()) {
      field = std::move(text);
    } else if (field != text) {
      keep_text(property, std::move(text));
    }
    keep_others(property);
  }

  void read_rank(const SgfProperty& property, SeatInfo& seat) {
    if (!seat.rank.empty()) return keep(property);
    read_text(property, seat.rank);
    seat.rank_order = parse_rank_order(seat.rank);
    if (seat.rank_order) return;
    seat.rating = parse_rating(seat.rank);
    if (!seat.rating && !says_no_rank(seat.rank))
      report(ProblemKind::bad_rank, property, seat.rank);
  }

  void read_date(const SgfProperty& property) {
    if (!info_.date_raw.empty()) return keep(property);
    read_text(property, info_.date_raw);
    understand_date(property);
  }

  /// Fills `date` from `date_raw`.
  void understand_date(const SgfProperty& property) {
    info_.date = is_ggf(tree_) ? parse_unix_time(info_.date_raw) : DateRange{};
    if (!info_.date.known()) info_.date = parse_date(info_.date_raw);
    if (!info_.date.known()) info_.date = parse_program_date(info_.date_raw);
    if (!info_.date.known() && !info_.date_raw.empty()) {
      report(ProblemKind::bad_date, property, info_.date_raw);
    }
  }

  void read_result(const SgfProperty& property) {
    if (!info_.result_raw.empty()) return keep(property);
    read_text(property, info_.result_raw);
    info_.result =
        is_ggf(tree_) ? parse_ggf_result(info_.result_raw) : parse_result(info_.result_raw);
    const bool unread = info_.result.from == ResultFrom::none && !info_.result_raw.empty();
    if (unread || has_unread_amount(info_.result_raw, info_.result)) {
      report(ProblemKind::bad_result, property, info_.result_raw);
    }
  }

  void read_time_limit(const SgfProperty& property) {
    if (!info_.time_limit_raw.empty()) return keep(property);
    read_text(property, info_.time_limit_raw);
    has_time_limit_ = !info_.time_limit_raw.empty();
    const TimeLimit limit = parse_time_limit(info_.time_limit_raw, TimeUnit::unknown);
    const bool blank = info_.time_limit_raw.empty() || info_.time_limit_raw == "-";
    if (!limit.seconds && !limit.bare_number && !blank) {
      report(ProblemKind::bad_time, property, info_.time_limit_raw);
    }
  }

  /// A number of which the first one counts. \returns its text, where the column does not print it
  /// back
  template <class Number>
  std::optional<std::string> read_number(const SgfProperty& property, ProblemKind fault,
                                         bool& is_written, std::optional<Number>& number,
                                         std::optional<Number> (*parse)(std::string_view)) {
    if (std::exchange(is_written, true)) {
      keep(property);
      return std::nullopt;
    }
    std::string text = reader_.simple_text(tree_.value_of(property));
    is_written = !text.empty();
    number = parse(text);
    if (!number && !text.empty()) report(fault, property, text);
    const bool is_printed = number ? fmt::format("{}", *number) == text : text.empty();
    if (!is_printed) keep_text(property, text);
    keep_others(property);
    return is_printed ? std::nullopt : std::optional(std::move(text));
  }

  void read_komi(const SgfProperty& property) {
    const auto text =
        read_number(property, ProblemKind::bad_komi, komi_written_, info_.komi, parse_komi);
    if (text) handicap_of_komi_ = terms_of(*text).handicap;
  }

  void read_handicap(const SgfProperty& property) {
    const auto text = read_number(property, ProblemKind::bad_handicap, handicap_written_,
                                  info_.handicap, parse_handicap);
    if (text) komi_of_handicap_ = terms_of(*text).komi;
    has_empty_handicap_ |= !handicap_written_;
  }

  void read_size(const SgfProperty& property) {
    if (std::exchange(size_written_, true)) return keep(property);
    std::string text = reader_.simple_text(tree_.value_of(property));
    size_written_ = !text.empty();
    const auto size = parse_board_size(text, kMaxSgfBoardSide);
    // FF[4]: a square board is not written as columns and rows.
    const bool square_as_two = size && size->is_square() && text.find(':') != std::string::npos;
    if ((!size && !text.empty()) || square_as_two) report(ProblemKind::bad_size, property, text);
    info_.size = size.value_or(BoardSize{});
    const bool printed = size ? size_as_printed(*size) == text : text.empty();
    if (!printed) keep_text(property, std::move(text));
    keep_others(property);
  }

  void read_game_type(const SgfProperty& property) {
    if (info_.declared_game && !info_.declared_game->empty()) return keep(property);
    info_.declared_game = reader_.simple_text(tree_.value_of(property));
    keep_others(property);
    if (parse_game_type(*info_.declared_game) == GameType{0}) {
      report(ProblemKind::unknown_game, property, *info_.declared_game);
    }
  }

  void read_charset(const SgfProperty& property) {
    std::string text = reader_.simple_text(tree_.value_of(property));
    if (text != info_.charset) keep_text(property, std::move(text));
    keep_others(property);
  }

  void read_game_comment(const SgfProperty& property) {
    if (info_.external_id.empty()) {
      info_.external_id = find_external_id(reader_.text(tree_.value_of(property)));
    }
    read_comment(property);
    keep(property);
  }

  void read_comment(const SgfProperty& property) {
    for (const std::string_view value : tree_.values_of(property)) {
      if (!info_.comment.empty()) info_.comment.push_back('\n');
      info_.comment += reader_.text(value);
    }
  }

  /// Kierulf: "BS[1] - black species, 0 = human, computer otherwise"; -1 is a modem.
  void read_species(const SgfProperty& property, SeatInfo& seat) {
    const std::string text = reader_.simple_text(tree_.value_of(property));
    if (!text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) {
      seat.is_computer = text.find_first_not_of('0') != std::string::npos;
    }
    keep(property);
  }

  void use_stand_ins() {
    if (te_.property != nullptr) {
      std::string text = text_of(te_);
      if (may_stand_in(text)) {
        keep(*te_.property);
        if (info_.event.empty()) info_.event = std::move(text);
      }
    }
    if (ko_.property != nullptr) {
      const std::string text = text_of(ko_);
      if (may_stand_in(text)) {
        keep(*ko_.property);
        if (!komi_written_) {
          info_.komi = parse_komi(text);
          handicap_of_komi_ = terms_of(text).handicap;
        }
      }
    }
    if (rd_.property != nullptr && info_.date_raw.empty()) {
      std::string text = text_of(rd_);
      if (!may_stand_in(text)) return;
      info_.date_raw = std::move(text);
      understand_date(*rd_.property);
    }
  }

  // Little Golem writes no date, but names some events after a year and a month.
  void finish_date() {
    if (!info_.date_raw.empty() || info_.event.empty() || !is_little_golem(tree_, info_)) return;
    info_.date = find_event_date(info_.event);
    info_.date_from_event = info_.date.known();
  }

  // The unit of a number may be named after TM. A number in an unknown unit is no fault.
  void finish_time_limit() {
    if (!has_time_limit_) return;
    const std::string& raw = info_.time_limit_raw;
    TimeLimit limit = parse_time_limit(raw, TimeUnit::unknown);
    if (limit.bare_number) {
      limit = parse_time_limit(raw, find_time_unit(tree_, info_, *limit.bare_number));
    }
    info_.time_limit_seconds = limit.seconds;
  }

  // Which sizes there are depends on the game, and GM may stand after SZ.
  void finish_size() {
    const GameRules* const rules = find_sgf_rules(info_.game);
    if (!size_written_) info_.size = rules == nullptr ? BoardSize{} : rules->default_size();
    const SgfTraits& traits = sgf_traits_of(info_.game);
    const int limit = traits.max_side;
    const int least = info_.size.area() == 0 ? 0 : traits.min_side;
    const auto [shorter, longer] = std::minmax(info_.size.width, info_.size.height);
    if (shorter >= least && longer <= limit) return;
    const auto& root = tree_.properties_of(tree_.nodes.front());
    const auto sz = std::ranges::find(root, SgfId::SZ, &SgfProperty::id);
    const std::string text = reader_.simple_text(tree_.value_of(*sz));
    report(ProblemKind::bad_size, *sz, text);
    if (size_as_printed(info_.size) == text) keep_text(*sz, text);
    info_.size = BoardSize{};
  }

  void finish_handicap() {
    const bool counts = sgf_traits_of(info_.game).extra_columns_are_handicap;
    if (!counts || !has_empty_handicap_ || info_.size.width == 0) return;
    info_.handicap = info_.size.width - info_.size.height;
    info_.properties.emplace_back("HA", "");
  }

  /// TE, KO, RD: the first one with a value.
  struct StandIn {
    const SgfProperty* property = nullptr;
    bool has_text = false;  // known once a second one follows
  };

  void note_stand_in(StandIn& stand_in, const SgfProperty& property) {
    if (stand_in.has_text) return;
    stand_in.has_text = stand_in.property != nullptr && !text_of(stand_in).empty();
    if (!stand_in.has_text) stand_in.property = &property;
  }

  [[nodiscard]] std::string text_of(const StandIn& stand_in) {
    return reader_.simple_text(tree_.value_of(*stand_in.property));
  }

  /// Keeps the values in GameInfo::properties.
  void keep(const SgfProperty& property) {
    for (const std::string_view value : tree_.values_of(property)) {
      keep_text(property, reader_.text(value));
    }
  }

  /// The same without the one that SgfTree::value_of() gives.
  void keep_others(const SgfProperty& property) {
    const char* const counted = tree_.value_of(property).data();
    for (const std::string_view value : tree_.values_of(property)) {
      if (value.data() != counted) keep_text(property, reader_.text(value));
    }
  }

  void keep_text(const SgfProperty& property, std::string text) {
    std::string ident = property.id == SgfId::unknown ? fold_sgf_ident(property.ident)
                                                      : std::string(info_of(property.id).name);
    info_.properties.emplace_back(std::move(ident), std::move(text));
  }

  void report(ProblemKind kind, const SgfProperty& property, std::string_view text) {
    const std::string_view raw = tree_.value_of(property);
    const bool in_record = std::less_equal<>{}(record_.data(), raw.data()) &&
                           std::less_equal<>{}(raw.data(), record_.data() + record_.size());
    const auto offset = in_record ? static_cast<std::uint64_t>(raw.data() - record_.data()) : 0;
    std::size_t shown = std::min<std::size_t>(text.size(), 80);  // and no part of a character
    while (shown < text.size() && shown > 0 && (text[shown] & 0xC0) == 0x80) --shown;
    info_.problems.push_back(
        {kind, -1, offset, fmt::format("{}[{}]", info_of(property.id).name, text.substr(0, shown)),
         std::string(info_of(property.id).name)});
  }

  const SgfTree& tree_;
  std::string_view record_;
  SgfTextReader& reader_;
  GameInfo& info_;
  bool size_written_ = false;
  bool has_time_limit_ = false;  // TM's; GGF's TI gives its own seconds
  bool komi_written_ = false;
  bool handicap_written_ = false;
  bool has_empty_handicap_ = false;
  std::optional<int> handicap_of_komi_;  // "even game, komi 6.5" may stand in either
  std::optional<double> komi_of_handicap_;
  StandIn te_;
  StandIn ko_;
  StandIn rd_;
};

}  // namespace

void read_sgf_info(const SgfTree& tree, std::string_view record, SgfTextReader& reader,
                   std::span<const std::uint32_t> below, GameInfo& info) {
  SgfInfoReader reading(tree, record, reader, info);
  reading.read_root();
  for (const std::uint32_t node : below) reading.read_below(tree.nodes[node]);
  reading.finish();
}

}  // namespace ludex

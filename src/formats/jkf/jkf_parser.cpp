#include "formats/jkf/jkf.hpp"
#include "formats/jkf/jkf_moves.hpp"
#include "formats/jkf/jkf_place.hpp"
#include "formats/jkf/jkf_words.hpp"
#include "formats/kif/kif_info_reader.hpp"
#include "formats/kif/kif_words.hpp"
#include "formats/line_record.hpp"
#include "formats/shogi/shogi_start.hpp"
#include "formats/shogi/shogi_text.hpp"
#include "formats/shogi/shogi_tree.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace ludex {
namespace {

using enum ProblemKind;
using Place = JkfPlace;
using nlohmann::json;

/// Goes through bytes and notes where it is: nlohmann's SAX does not say where values stand.
class TrackedBytes {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TrackedBytes(const char* at, const char** seen) : at_(at), seen_(seen) {}
  reference operator*() const { return *at_; }
  TrackedBytes& operator++() {
    *seen_ = ++at_;
    return *this;
  }
  TrackedBytes operator++(int) {
    const TrackedBytes before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const TrackedBytes& a, const TrackedBytes& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  const char** seen_;
};

/// Takes the events of nlohmann's parser. All depth is on its own stacks.
class JkfHandler {
 public:
  JkfHandler(std::string_view text, const ShogiReadOptions& options, ShogiGame& out)
      : text_(text),
        options_(options),
        out_(out),
        reports_(text, options.max_problems, out.info.problems),
        moves_(text, reports_, out),
        info_(out.info, reports_),
        seen_(text.data()) {}

  void read() {
    const char* const end = text_.data() + text_.size();
    (void)json::sax_parse(TrackedBytes(text_.data(), &seen_), TrackedBytes(end, &seen_), this);
  }

  std::optional<Problem> finish();

  bool null() {
    key_.clear();
    return true;
  }
  bool boolean(bool value) {
    // Older files have true for sente.
    take_flag(value);
    if (key_ == "color") take_color(value ? 0 : 1);
    return done();
  }
  bool number_integer(std::int64_t value) { return number_float(static_cast<double>(value), {}); }
  bool number_unsigned(std::uint64_t value) { return number_float(static_cast<double>(value), {}); }
  bool number_float(double value, const std::string&) {
    take_number(value);
    return done();
  }
  bool string(std::string& value) {
    take_string(value);
    return done();
  }
  static bool binary(json::binary_t&) { return true; }
  bool key(std::string& name) {
    key_ = name;
    return true;
  }
  bool start_object(std::size_t) {
    const Place place = place_within(this->place(), key_, false);
    open(place);
    if (place == Place::entry) begin_entry();
    if (place == Place::move) moves_.entry().has_move = true;
    if (place == Place::board_square) {
      kind_.clear();
      square_color_ = Player::first;
    }
    if (place == Place::spent) moves_.entry().seconds = 0;
    return !too_much_;
  }
  bool end_object() {
    const Place place = close();
    if (place == Place::entry) moves_.end_entry();
    if (place == Place::board_square) end_square();
    if (place == Place::hand) ++hands_;
    if (place == Place::header || place == Place::initial) has_head_ = true;
    return !too_much_;
  }
  bool start_array(std::size_t) {
    const Place place = place_within(this->place(), key_, true);
    open(place);
    if (place == Place::line) {
      is_known_ = true;
      moves_.begin_line();
    }
    if (place == Place::board) file_ = 0;
    if (place == Place::board_file) {
      ++file_;
      rank_ = 0;
    }
    return true;
  }
  bool end_array() {
    if (close() == Place::line) moves_.end_line();
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception&) {
    error_ = offset();
    return false;
  }

 private:
  [[nodiscard]] std::size_t offset() const {
    return static_cast<std::size_t>(seen_ - text_.data());
  }
  /// The byte that was read last.
  [[nodiscard]] std::string_view here() const {
    const std::size_t at = std::min(offset(), text_.size());
    return text_.substr(at - (at > 0 ? 1 : 0));
  }
  [[nodiscard]] Place place() const { return places_.empty() ? Place::none : places_.back(); }

  bool done() {
    key_.clear();
    return !too_much_;
  }

  void open(Place next) {
    if (next == Place::other && place() == Place::game) {
      other_key_ = key_;
      other_start_ = offset() - 1;
    }
    places_.push_back(next);
    key_.clear();
  }
  Place close() {
    const Place closed = places_.back();
    places_.pop_back();
    key_.clear();
    if (closed == Place::other && place() == Place::game) {
      add_property(other_key_, text_.substr(other_start_, offset() - other_start_));
    }
    return closed;
  }

  void begin_entry() {
    moves_.begin_entry(offset() - 1);
    too_much_ = out_.nodes.size() > options_.max_nodes;
  }

  void end_square() {
    ++rank_;
    if (kind_.empty() || file_ > shogi::kSide || rank_ > shogi::kSide) return;
    const auto piece = shogi::find_csa_piece(kind_);
    if (!piece) {
      reports_.add(bad_syntax, here(), clean_text(kind_) + " is no piece", "board");
      return;
    }
    out_.start.pieces.push_back(
        {square_color_,
         *piece,
         {static_cast<std::uint8_t>(file_), static_cast<std::uint8_t>(rank_)}});
  }

  void take_color(double value) {
    const Player player = value == 0 ? Player::first : Player::second;
    if (place() == Place::move) moves_.entry().color = player;
    if (place() == Place::board_square) square_color_ = player;
    if (place() == Place::data) turn_ = player;
  }

  void take_flag(bool value) {
    if (place() == Place::game) add_property(key_, value ? "true" : "false");
    if (place() != Place::move) return;
    if (key_ == "promote") (value ? moves_.entry().promotes : moves_.entry().stays) = true;
    if (key_ == "same") moves_.entry().same = value;
  }

  void take_number(double value) {
    switch (place()) {
      case Place::from:
      case Place::to: {
        JkfSquare& square = place() == Place::from ? moves_.entry().from : moves_.entry().to;
        if (key_ == "x") square.x = value;
        if (key_ == "y") square.y = value;
        return;
      }
      case Place::spent:
        return take_time(value);
      case Place::hand:
        return take_hand(value);
      case Place::game:
        return add_property(key_, fmt::format("{}", value));
      case Place::header:
        return info_.read(key_, fmt::format("{}", value), here());
      default:
        if (key_ == "color") take_color(value);
    }
  }

  void take_time(double value) {
    const double unit = key_ == "h" ? 3600 : key_ == "m" ? 60 : key_ == "s" ? 1 : 0;
    constexpr double kMost = 1e9;
    if (!(value >= 0 && value <= kMost)) {
      reports_.add(bad_time, here(), fmt::format("{}", value));
      return;
    }
    if (moves_.entry().seconds) *moves_.entry().seconds += value * unit;
  }

  void take_hand(double value) {
    constexpr double kMostOfAKind = 18;
    if (hands_ > 1 || value == 0) return;
    const auto piece = shogi::find_csa_piece(key_);
    const auto kind = static_cast<std::size_t>(piece.value_or(shogi::Piece::king)) - 1;
    if (kind >= shogi::kHandKinds || !(value >= 0 && value <= kMostOfAKind)) {
      reports_.add(bad_number, here(), "no piece that can be in hand, or more than there are",
                   "hand");
      return;
    }
    out_.start.hands[hands_][kind] = static_cast<std::uint8_t>(value);
  }

  void take_string(std::string& value) {
    switch (place()) {
      case Place::header:
        return take_header(value);
      case Place::initial:
        if (key_ == "preset") preset_ = value;
        return;
      case Place::entry:
        if (key_ == "special") moves_.entry().special = clean_text(value);
        return;
      case Place::comments:
        return moves_.entry().add_comment(value);
      case Place::move:
        if (key_ == "piece") moves_.entry().piece = value;
        if (key_ == "relative") moves_.entry().add_relative(value);
        return;
      case Place::board_square:
        if (key_ == "kind") kind_ = value;
        return;
      case Place::game:
        return add_property(key_, value);
      default:
        return;
    }
  }

  void take_header(const std::string& value) {
    const std::string name = clean_text(trimmed_kif(key_));
    const std::string text = clean_text(trimmed_kif(value));
    if (name == "手合割") {
      handicap_ = text;
      handicap_at_ = here();
      return;
    }
    info_.read(name, text, here());
    out_.headers.emplace_back(name, text);
  }

  void add_property(std::string_view name, std::string_view value) {
    out_.info.properties.emplace_back(clean_text(name), clean_text(value));
  }

  void finish_start();

  std::string_view text_;
  const ShogiReadOptions& options_;
  ShogiGame& out_;
  LineReports reports_;
  JkfMoves moves_;
  KifInfoReader info_;
  const char* seen_;
  std::vector<Place> places_;
  std::string key_, other_key_, preset_, handicap_, kind_;
  std::string_view handicap_at_;
  std::size_t other_start_ = 0;
  Player square_color_ = Player::first;
  std::optional<Player> turn_;
  int file_ = 0, rank_ = 0;
  std::size_t hands_ = 0;
  std::optional<std::size_t> error_;
  bool too_much_ = false;
  bool is_known_ = false, has_head_ = false;
};

std::optional<Problem> JkfHandler::finish() {
  if (too_much_) {
    return Problem{too_many_nodes, kNoShogiNode, offset(),
                   fmt::format("more than {} moves", options_.max_nodes)};
  }
  if (error_) {
    constexpr std::string_view kBroken = "the JSON ends or breaks here";
    if (!is_known_) return Problem{bad_syntax, kNoShogiNode, *error_, std::string(kBroken), "json"};
    reports_.add(bad_syntax, text_.substr(std::min(*error_, text_.size())), std::string(kBroken),
                 "json");
  }
  if (!is_known_ && !has_head_) {
    return Problem{no_node, kNoShogiNode, 0, "no object with header, initial or moves"};
  }
  moves_.check_colors();
  finish_start();
  order_shogi_nodes(out_);
  moves_.finish_words();
  info_.finish();
  name_shogi_start(out_);
  out_.start_word = start_word_of(handicap_);
  if (info_.is_problem() || handicap_ == "詰将棋") out_.info.kind = GameKind::problem;
  finish_shogi_ends(out_);
  join_line(out_.info.comment, out_.start_comment);
  return std::nullopt;
}

void JkfHandler::finish_start() {
  const std::string_view by_preset = kif_name_of_preset(preset_);
  const std::string_view by_header =
      find_kif_handicap(handicap_) != nullptr ? std::string_view(handicap_) : std::string_view();
  if (!preset_.empty() && preset_ != "OTHER" && by_preset.empty()) {
    reports_.add(bad_handicap, text_, clean_text(preset_));
  }
  if (!handicap_.empty() && handicap_ != "平手") {
    out_.info.properties.emplace_back("手合割", handicap_);
  }
  const bool has_board = !out_.start.pieces.empty() || file_ >= shogi::kSide;
  if (preset_ == "OTHER" && has_board) {
    out_.start.to_move = turn_.value_or(Player::first);
    return;
  }
  if (preset_.empty() && by_header.empty() && !handicap_.empty()) {
    reports_.add(bad_handicap, handicap_at_, handicap_);
  }
  const std::string_view name = !by_preset.empty()   ? by_preset
                                : !by_header.empty() ? by_header
                                                     : std::string_view("平手");
  set_shogi_handicap(name, out_.start);
}

}  // namespace

std::optional<Problem> parse_jkf(std::string_view record, const ShogiReadOptions& options,
                                 ShogiGame& out) {
  reset_shogi_game(out);
  return read_decoded(record, options, out, [&](std::string_view utf8, std::string_view&) {
    JkfHandler handler(utf8, options, out);
    handler.read();
    return handler.finish();
  });
}

}  // namespace ludex

#include "formats/jkf/jkf.hpp"
#include "formats/jkf/jkf_words.hpp"
#include "formats/kif/kif_info_reader.hpp"
#include "formats/kif/kif_start.hpp"
#include "formats/kif/kif_text.hpp"
#include "formats/kif/kif_tree.hpp"
#include "formats/kif/kif_words.hpp"
#include "formats/line_record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

using enum ProblemKind;
using nlohmann::json;
using shogi::Piece;

/// Goes through bytes and tells where it is: nlohmann's SAX does not say where values stand.
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

/// What an object or an array is.
enum class Place : std::uint8_t {
  none,
  game,
  header,
  initial,
  data,
  board,
  board_file,
  board_square,
  hands,
  hand,
  line,
  entry,
  move,
  from,
  to,
  time,
  spent,
  comments,
  forks,
  other,  ///< JKF does not know it
};

struct Key {
  Place in;
  std::string_view name;
  Place to;
};
constexpr Key kObjects[] = {
    {Place::game, "header", Place::header},      {Place::game, "initial", Place::initial},
    {Place::game, "moves", Place::line},         {Place::initial, "data", Place::data},
    {Place::data, "board", Place::board},        {Place::data, "hands", Place::hands},
    {Place::entry, "move", Place::move},         {Place::entry, "time", Place::time},
    {Place::entry, "comments", Place::comments}, {Place::entry, "forks", Place::forks},
    {Place::move, "from", Place::from},          {Place::move, "to", Place::to},
    {Place::time, "now", Place::spent},
};

/// What is in an array.
Place element_of(Place array) {
  switch (array) {
    case Place::none:
      return Place::game;
    case Place::board:
      return Place::board_file;
    case Place::board_file:
      return Place::board_square;
    case Place::hands:
      return Place::hand;
    case Place::line:
      return Place::entry;
    case Place::forks:
      return Place::line;
    default:
      return Place::other;
  }
}

bool is_array(Place place) {
  return place == Place::board || place == Place::board_file || place == Place::hands ||
         place == Place::line || place == Place::comments || place == Place::forks;
}

/// A square as far as it is written.
struct WrittenSquare {
  double x = 0, y = 0;
  [[nodiscard]] bool is_written() const { return x != 0 || y != 0; }
  [[nodiscard]] std::optional<shogi::Square> square() const {
    const auto fits = [](double n) { return n >= 1 && n <= shogi::kSide && n == std::floor(n); };
    if (!fits(x) || !fits(y)) return std::nullopt;
    return shogi::Square{static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y)};
  }
};

/// An entry of `moves` that is being read.
struct Entry {
  std::int32_t node = kNoKifNode;    // its place in KifGame::nodes
  std::int32_t parent = kNoKifNode;  // the move before it
  std::size_t offset_bytes = 0;
  bool has_move = false;
  WrittenSquare from, to;
  std::string piece, special, comment, bookmark;
  bool has_comment = false, has_bookmark = false;
  std::optional<Player> color;
  bool promotes = false, stays = false, same = false;
  std::uint8_t relative = 0;
  bool is_hit = false, has_relative = false;
  std::optional<double> seconds;
};

/// Takes the events of nlohmann's parser. All depth is on its own stacks.
class JkfHandler {
 public:
  JkfHandler(std::string_view text, const KifOptions& options, KifGame& out)
      : text_(text),
        options_(options),
        out_(out),
        reports_(text, options.max_problems, out.info.problems),
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
    const Place place = next_place(false);
    open(place);
    if (place == Place::entry) begin_entry();
    if (place == Place::move) entry().has_move = true;
    if (place == Place::board_square) {
      kind_.clear();
      square_color_ = Player::first;
    }
    if (place == Place::spent) entry().seconds = 0;
    return !too_much_;
  }
  bool end_object() {
    const Place place = close();
    if (place == Place::entry) end_entry();
    if (place == Place::board_square) end_square();
    if (place == Place::hand) ++hands_;
    if (place == Place::header || place == Place::initial) has_head_ = true;
    return !too_much_;
  }
  bool start_array(std::size_t) {
    const Place place = next_place(true);
    open(place);
    if (place == Place::line) {
      is_known_ = true;
      lines_.push_back(entries_ == 0 ? kNoKifNode : entry().parent);
    }
    if (place == Place::board) file_ = 0;
    if (place == Place::board_file) {
      ++file_;
      rank_ = 0;
    }
    return true;
  }
  bool end_array() {
    if (close() == Place::line) lines_.pop_back();
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

  [[nodiscard]] Place next_place(bool array) const {
    const Place in = place();
    Place next = Place::other;
    if (in == Place::none || is_array(in)) {
      next = element_of(in);
    } else {
      const auto* const found = std::ranges::find_if(
          kObjects, [&](const Key& one) { return one.in == in && one.name == key_; });
      if (found != std::end(kObjects)) next = found->to;
    }
    return is_array(next) == array ? next : Place::other;
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

  Entry& entry() { return entry_stack_[entries_ - 1]; }

  void begin_entry() {
    if (entry_stack_.size() == entries_) entry_stack_.emplace_back();
    ++entries_;
    Entry& now = entry();
    now = {};
    now.parent = lines_.back();
    now.offset_bytes = offset() - 1;
    // Its variations come before it is known: this keeps it in front of them.
    now.node = static_cast<std::int32_t>(out_.nodes.size());
    KifNode& node = out_.nodes.emplace_back();
    node.parent = now.parent;
    node.offset_bytes = now.offset_bytes;
    too_much_ = out_.nodes.size() > options_.max_nodes;
  }

  [[nodiscard]] KifNode& node_at(std::int32_t node) {
    return out_.nodes[static_cast<std::size_t>(node)];
  }

  void end_entry() {
    Entry& now = entry();
    --entries_;
    if (now.has_move) {
      set_move(now);
      lines_.back() = now.node;
    }
    if (!now.special.empty()) set_end(now);
    give_notes(now);
  }

  void set_move(const Entry& now) {
    KifNode& node = node_at(now.node);
    const std::int32_t before = now.parent;
    node.ply = before == kNoKifNode ? 1 : node_at(before).ply + 1;
    KifMove& move = node.move;
    const auto from = now.from.square();
    auto to = now.to.square();
    if (!to && now.same && before != kNoKifNode && !now.to.is_written())
      to = node_at(before).move.to;
    const auto piece = shogi::find_csa_piece(now.piece);
    if (!to || (now.from.is_written() && !from) || (!piece && !now.piece.empty()) ||
        (!piece && !from)) {
      node.is_readable = false;
      const std::string_view at = text_.substr(std::min(now.offset_bytes, text_.size()));
      reports_.add(bad_syntax, at, "no origin, destination or piece that shogi has", "move");
      return;
    }
    move.to = *to;
    move.from = from;
    move.piece = piece.value_or(Piece::none);
    move.promotes = now.promotes;
    move.stays = now.stays;
    move.relative = from ? 0 : now.relative;
    // What KI2 says of a move that names no origin is no drop.
    move.drops = !from && (now.is_hit || !now.has_relative);
    if (now.color) colors_.emplace_back(now.node, *now.color);
  }

  void set_end(Entry& now) {
    if (now.has_move) {
      now.node = static_cast<std::int32_t>(out_.nodes.size());
      out_.nodes.emplace_back();
    }
    KifNode& node = node_at(now.node);
    node.parent = lines_.back();
    node.ply = node.parent == kNoKifNode ? 1 : node_at(node.parent).ply + 1;
    node.offset_bytes = now.offset_bytes;
    node.is_end = true;
    node.end_word = std::move(now.special);  // turned into KIF's when it is known who began
  }

  /// Comments of an entry that is neither move nor end belong to the move before it.
  void give_notes(Entry& now) {
    const bool has_node = now.has_move || node_at(now.node).is_end;
    const std::int32_t to = has_node ? now.node : now.parent;
    std::string& comment = to == kNoKifNode ? out_.start_comment : node_at(to).comment;
    std::string& bookmark = to == kNoKifNode ? out_.start_bookmark : node_at(to).bookmark;
    if (has_node) {
      node_at(to).seconds = now.seconds;
      comment = std::move(now.comment);
      bookmark = std::move(now.bookmark);
    } else {
      join_line(comment, now.comment);
      join_line(bookmark, now.bookmark);
    }
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
    if (place() == Place::move) entry().color = player;
    if (place() == Place::board_square) square_color_ = player;
    if (place() == Place::data) turn_ = player;
  }

  void take_flag(bool value) {
    if (place() == Place::game) add_property(key_, value ? "true" : "false");
    if (place() != Place::move) return;
    if (key_ == "promote") (value ? entry().promotes : entry().stays) = true;
    if (key_ == "same") entry().same = value;
  }

  void take_number(double value) {
    switch (place()) {
      case Place::from:
      case Place::to: {
        WrittenSquare& square = place() == Place::from ? entry().from : entry().to;
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
    if (entry().seconds) *entry().seconds += value * unit;
  }

  void take_hand(double value) {
    constexpr double kMostOfAKind = 18;
    if (hands_ > 1 || value == 0) return;
    const auto piece = shogi::find_csa_piece(key_);
    const auto kind = static_cast<std::size_t>(piece.value_or(Piece::king)) - 1;
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
        if (key_ == "special") entry().special = clean_text(value);
        return;
      case Place::comments:
        return take_comment(value);
      case Place::move:
        if (key_ == "piece") entry().piece = value;
        if (key_ == "relative") take_relative(value);
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

  void take_comment(const std::string& value) {
    Entry& now = entry();
    if (value.starts_with("&")) {
      join_with(now.bookmark, now.has_bookmark, clean_text(value.substr(1)));
    } else {
      join_with(now.comment, now.has_comment, clean_text(value, true));
    }
  }
  static void join_with(std::string& lines, bool& any, std::string_view line) {
    if (std::exchange(any, true)) lines += '\n';
    lines += line;
  }

  void take_relative(std::string_view letters) {
    constexpr std::string_view kLetters = "RLUDMC";  // in the order of the bits of kif_relative
    Entry& now = entry();
    for (const char letter : letters) {
      now.has_relative = true;
      if (letter == 'H') now.is_hit = true;
      const auto bit = kLetters.find(letter);
      if (bit != kLetters.npos) now.relative |= static_cast<std::uint8_t>(1U << bit);
    }
  }

  void add_property(std::string_view name, std::string_view value) {
    out_.info.properties.emplace_back(clean_text(name), clean_text(value));
  }

  void finish_start();
  void finish_words();
  void check_colors();

  std::string_view text_;
  const KifOptions& options_;
  KifGame& out_;
  LineReports reports_;
  KifInfoReader info_;
  const char* seen_;
  std::vector<Place> places_;
  std::vector<std::int32_t> lines_;  // for each that is open, the move that the next one follows
  std::vector<Entry> entry_stack_;   // those before entries_ are open; the others are reused
  std::size_t entries_ = 0;
  std::vector<std::pair<std::int32_t, Player>> colors_;  // of moves that say who makes them
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
    return Problem{too_many_nodes, kNoKifNode, offset(),
                   fmt::format("more than {} moves", options_.max_nodes)};
  }
  if (error_) {
    constexpr std::string_view kBroken = "the JSON ends or breaks here";
    if (!is_known_) return Problem{bad_syntax, kNoKifNode, *error_, std::string(kBroken), "json"};
    reports_.add(bad_syntax, text_.substr(std::min(*error_, text_.size())), std::string(kBroken),
                 "json");
  }
  if (!is_known_ && !has_head_) {
    return Problem{no_node, kNoKifNode, 0, "no object with header, initial or moves"};
  }
  check_colors();
  finish_start();
  order_kif_nodes(out_);
  finish_words();
  info_.finish();
  name_kif_start(out_);
  if (info_.is_problem()) out_.info.kind = GameKind::problem;
  finish_kif_ends(out_);
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
  if (preset_ == "OTHER" && !out_.start.pieces.empty()) {
    out_.start.to_move = turn_.value_or(Player::first);
    return;
  }
  if (preset_.empty() && by_header.empty() && !handicap_.empty()) {
    reports_.add(bad_handicap, handicap_at_, handicap_);
  }
  const std::string_view name = !by_preset.empty()   ? by_preset
                                : !by_header.empty() ? by_header
                                                     : std::string_view("平手");
  set_kif_handicap(name, out_.start);
}

void JkfHandler::finish_words() {
  for (KifNode& node : out_.nodes) {
    if (!node.is_end) continue;
    const Player mover = node.ply % 2 == 1 ? out_.start.to_move : opponent(out_.start.to_move);
    const std::string_view word = kif_end_of(node.end_word, mover);
    if (!word.empty()) {
      node.end_word = word;
      continue;
    }
    const std::string_view at =
        text_.substr(std::min<std::size_t>(node.offset_bytes, text_.size()));
    if (!node.end_word.starts_with("まで")) {
      reports_.add(bad_result, at, node.end_word, "special");
    }
    node.end_line = std::exchange(node.end_word, {});
  }
}

/// Who moves is known anyway: a color that says otherwise changes nothing.
void JkfHandler::check_colors() {
  std::optional<Player> first;
  for (const auto& [node, color] : colors_) {
    const bool begins = node_at(node).ply % 2 == 1;
    const Player beginner = begins ? color : opponent(color);
    if (!first) first = beginner;
    if (*first == beginner) continue;
    const auto at = std::min<std::size_t>(node_at(node).offset_bytes, text_.size());
    reports_.add(bad_value, text_.substr(at), "the color of another player's move", "color");
    return;
  }
}

}  // namespace

std::optional<Problem> parse_jkf(std::string_view record, const KifOptions& options, KifGame& out) {
  reset_kif(out);
  std::string utf16, buffer;
  const std::optional<Charset> wide = wide_charset(options.form);
  if (wide) {
    utf16_to_utf8(record, wide == Charset::utf16be, utf16);
    record = utf16;
  }
  const std::string_view bytes = without_utf8_mark(record);
  KifText text = wide ? KifText{bytes, Charset::utf8, 0} : decode_kif(bytes, options, buffer);
  JkfHandler handler(text.utf8, options, out);
  handler.read();
  auto reject = handler.finish();
  if (wide) text.charset = *wide;
  note_kif_charset(text, {}, out);
  // Offsets in a copy may lie behind the record's end.
  for (KifNode& node : out.nodes) {
    node.offset_bytes = std::min<std::uint64_t>(node.offset_bytes, bytes.size());
  }
  for (Problem& problem : out.info.problems) {
    problem.offset_bytes = std::min<std::uint64_t>(problem.offset_bytes, bytes.size());
  }
  return reject;
}

}  // namespace ludex

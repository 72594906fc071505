#include "games/api/picture.hpp"

#include "engine/boards/drawn_picture.hpp"
#include "engine/boards/mark_layout.hpp"
#include "engine/boards/picture_overlay.hpp"
#include "engine/boards/shown_position.hpp"
#include "games/api/game_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace ludex {
namespace {

constexpr int kNarrow = 480;  // pixels

/// The text around a board.
struct Caption {
  std::vector<std::string> names;  ///< of the players, as PictureView::names
  std::string event;
  std::vector<std::string> parts;  ///< of the lines below the board, before the board's own
};

/// Draws one picture, step by step.
class PictureMaker {
 public:
  PictureMaker(const Position& position, const PictureOptions& options)
      : position_(position),
        options_(options),
        rules_(*find_rules(position.game)),
        canvas_(options.theme) {
    view_.part = {0, 0, position.size.width - 1, position.size.height - 1};
    view_.coordinates = options.coordinates;
    view_.is_narrow = options.width && *options.width < kNarrow;
    view_.pieces = options.pieces;
    view_.last_move = position.last_move;
    read_moves();
  }

  void set_marks(std::vector<NodeMark> marks) {
    marks_ = std::move(marks);
    if (options_.whole) return;
    ShownPart shown = shown_part(position_.size, marks_);
    view_.part = shown.part;
    view_.hidden = std::move(shown.hidden);
  }
  void set_region(std::optional<PointRect> region) { overlay_.region = region; }
  void set_numbers(std::vector<PictureOverlay::Number> numbers) {
    overlay_.numbers = std::move(numbers);
  }
  void set_caption(Caption caption) { caption_ = std::move(caption); }
  /// Draws a pattern; the maker has its board already.
  void set_pattern(std::vector<NodeMark> marks, const PointRect& part, std::string note) {
    set_marks(std::move(marks));
    note_ = std::move(note);
    is_pattern_ = true;
    view_.board_only = true;
    for (std::size_t i = 0; i < options_.moves.size(); ++i) {
      const auto at = options_.moves[i].at;
      if (!at) continue;
      overlay_.next[i].at =
          static_cast<Point>((part.top + at->row) * position_.size.width + part.left + at->column);
    }
  }

  std::string draw() {
    overlay_.marks = marks_;
    if (options_.caption) view_.names = caption_.names;
    const PaintedBoard board = rules_.paint(position_, view_, canvas_);
    if (is_pattern_ && board.shows_whole) overlay_.region = view_.part;
    std::vector<std::string> notes = paint_overlay(position_, view_, board, overlay_, canvas_);
    notes.insert(notes.begin(), board.notes.begin(), board.notes.end());
    double height = board.height;
    if (options_.caption) {
      canvas_.open("below", {});
      height = paint_caption(board, notes);
      canvas_.close();
    }
    const std::string title = title_text();
    const std::string moment = moment_text();
    return canvas_.finish({.width = std::max(board.width, options_.caption ? least_width() : 0),
                           .height = std::ceil(height),
                           .pixels = options_.width,
                           .attributes = attributes(board),
                           .title = title,
                           .description = moment});
  }

 private:
  void read_moves() {
    for (const PictureMove& wanted : options_.moves) {
      const auto move = rules_.parse_move(wanted.move, position_);
      overlay_.next.push_back({move.value_or(Move{.kind = MoveKind::no_move}), wanted.share,
                               wanted.move, wanted.label});
    }
  }

  [[nodiscard]] std::string attributes(const PaintedBoard& board) const {
    const Lattice& lattice = board.lattice;
    std::string text = fmt::format(
        " class=\"ludex-board {} {}\" data-game=\"{}\" data-columns=\"{}\" data-rows=\"{}\" "
        "data-x=\"{:.5g}\" data-y=\"{:.5g}\" data-step=\"{:.5g}\"",
        rules_.traits().name, options_.theme == PictureTheme::light ? "light" : "dark",
        rules_.traits().name, position_.size.width, position_.size.height, lattice.first.x,
        lattice.first.y, lattice.step);
    if (lattice.row_step != lattice.step) {
      text += fmt::format(" data-row-step=\"{:.5g}\"", lattice.row_step);
    }
    if (lattice.row_shift != 0) {
      text += fmt::format(" data-row-shift=\"{:.5g}\"", lattice.row_shift);
    }
    if (options_.caption) text += fmt::format(" data-board-height=\"{:.5g}\"", board.height);
    return text;
  }

  [[nodiscard]] std::string moment_text() const {
    if (is_pattern_) return options_.note;
    std::string text;
    if (position_.ply > 0) text = fmt::format("move {}, ", position_.ply);
    return text + player_word(position_) + " to play";
  }
  [[nodiscard]] std::string title_text() const {
    std::string title;
    for (const std::string& name : caption_.names) {
      if (!title.empty()) title += " \u2013 ";
      title += fitted_text(name.empty() ? "?" : name, 40);
    }
    if (!title.empty()) return title;
    return fmt::format("{} {}", rules_.traits().name, is_pattern_ ? "pattern" : "position");
  }

  // The caption.

  static constexpr double kSize = 13, kLine = 19, kSide = 10;

  [[nodiscard]] double least_width() const { return is_pattern_ ? 250 : 160; }

  double paint_caption(const PaintedBoard& board, const std::vector<std::string>& notes) {
    double y = board.height + kLine * 0.7;
    const bool has_names =
        std::ranges::any_of(caption_.names, [](const auto& name) { return !name.empty(); });
    if (has_names && !board.names_players) y = paint_names(board.width, y);
    std::vector<std::string> parts = caption_.parts;
    if (!board.names_players && !is_pattern_) {
      parts.push_back(player_word(position_) + " to play");
    }
    parts.insert(parts.end(), notes.begin(), notes.end());
    if (!note_.empty()) parts.push_back(note_);
    if (!options_.note.empty()) parts.push_back(options_.note);
    canvas_.open_texts("caption", Ink::faint_text, kSize, " text-anchor=\"start\"");
    if (!caption_.event.empty()) {
      canvas_.text(
          {kSide, y},
          fitted_text(caption_.event, (std::max(board.width, least_width()) - 2 * kSide) / kSize));
      y += kLine;
    }
    for (const std::string& line :
         wrapped(parts, (std::max(board.width, least_width()) - 2 * kSide) / kSize)) {
      canvas_.text({kSide, y}, line);
      y += kLine;
    }
    canvas_.close();
    return y - kLine * 0.3;
  }

  /// A stone and a name for each player, side by side where there is room. \returns the next line
  double paint_names(double width, double y) {
    constexpr double kLeast = 340;
    const bool is_wide = width >= kLeast;
    const double room = (is_wide ? width / 2 : width) - kSide - 20;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (seat == 1 && !is_wide) y += kLine;
      const double x = seat == 0 || !is_wide ? kSide : width / 2 + 4;
      canvas_.open(seat == 0 ? "black" : "white",
                   {.fill = seat == 0 ? Ink::black : Ink::white,
                    .stroke = seat == 0 ? Ink::black_rim : Ink::white_rim});
      canvas_.circle({x + 6, y}, 6);
      canvas_.close();
      const bool is_known = seat < caption_.names.size() && !caption_.names[seat].empty();
      canvas_.open_texts("name", Ink::text, 14, " text-anchor=\"start\"");
      canvas_.text({x + 17, y}, is_known ? fitted_text(caption_.names[seat], room / 14) : "?");
      canvas_.close();
    }
    return y + kLine;
  }

  /// Joins parts with dots and breaks the lines between words.
  static std::vector<std::string> wrapped(const std::vector<std::string>& parts, double room) {
    constexpr std::size_t kMostLines = 8;
    std::vector<std::string> lines;
    const auto add = [&](std::string_view separator, std::string_view word) {
      const std::string text = fitted_text(word, room);
      if (!lines.empty() &&
          text_width(lines.back()) + text_width(separator) + text_width(text) <= room) {
        lines.back().append(separator).append(text);
      } else if (lines.size() < kMostLines) {
        lines.push_back(text);
      }
    };
    for (const std::string& part : parts) {
      std::string_view left = part;
      for (bool is_first = true; !left.empty(); is_first = false) {
        const bool fits = text_width(left) <= room;
        const std::size_t end = fits ? left.size() : std::min(left.find(' '), left.size());
        add(is_first ? " \u00b7 " : " ", left.substr(0, end));
        left.remove_prefix(std::min(end + 1, left.size()));
      }
    }
    return lines;
  }

  const Position& position_;
  const PictureOptions& options_;
  const GameRules& rules_;
  PictureCanvas canvas_;
  PictureView view_;
  PictureOverlay overlay_;
  std::vector<NodeMark> marks_;
  Caption caption_;
  bool is_pattern_ = false;
  std::string note_;  ///< of a pattern, for the caption
};

/// The last moves on the line that leads to a position.
std::vector<PictureOverlay::Number> last_moves(GameSource& games, GameId game, std::uint32_t ply,
                                               std::uint32_t count) {
  struct Step {
    std::int32_t parent = -1;
    std::optional<Move> move;
  };
  std::vector<Step> steps;
  games.walk(game, [&](const Position& position) {
    steps.resize(std::max<std::size_t>(steps.size(), position.ply + 1));
    steps[position.ply] = {position.parent_ply, position.last_move};
    return position.ply < ply;
  });
  std::vector<PictureOverlay::Number> numbers;
  std::uint32_t depth = 0;  // moves on this line
  for (std::int64_t at = ply; at >= 0 && at < std::ssize(steps); at = steps[at].parent) ++depth;
  std::uint32_t number = depth - 1;
  for (std::int64_t at = ply; at >= 0 && at < std::ssize(steps) && numbers.size() < count;
       at = steps[static_cast<std::size_t>(at)].parent, --number) {
    const auto& move = steps[static_cast<std::size_t>(at)].move;
    if (move) numbers.push_back({*move, number});
  }
  std::ranges::reverse(numbers);
  return numbers;
}

/// \param names  by seat
Caption caption_of(const Game& row, std::vector<std::string> names, const Position& position,
                   std::uint32_t last_ply, GameFlags flags) {
  Caption caption;
  const bool has_colors = !traits_of(position.game).has_numbered_seats;
  const bool is_exchanged =
      has_colors && names.size() == 2 && seat_moving(Player::first, position.ply, flags) != 1;
  const std::string result(row.text("result"));
  const auto winner = static_cast<std::size_t>(row.whole("winner_seat").value_or(0));
  const bool names_winner = (is_exchanged || !has_colors) && winner > 0 && winner <= names.size();
  if (!row.text("date").empty()) caption.parts.emplace_back(row.text("date"));
  if (names_winner) {
    const std::string& name = names[winner - 1];
    caption.parts.push_back(name.empty() ? fmt::format("player {} won", winner)
                                         : fmt::format("{} won", fitted_text(name, 20)));
    const auto margin = row.number("margin");
    if (margin) caption.parts.back() += fmt::format(" by {:g}", *margin);
  } else if (!result.empty()) {
    caption.parts.push_back(result);
  }
  if (is_exchanged) std::swap(names[0], names[1]);
  caption.names = std::move(names);
  caption.event = row.text("event");
  caption.parts.push_back(position.ply > last_ply
                              ? fmt::format("position {}, a variation", position.ply)
                              : fmt::format("move {} of {}", position.ply, last_ply));
  return caption;
}

}  // namespace

std::optional<Picture> draw_picture(GameSource& games, Engine& engine, GameId game,
                                    std::optional<std::uint32_t> ply,
                                    const PictureOptions& options) {
  const auto replayed = games.find(game);
  if (!replayed) return std::nullopt;
  const std::uint32_t last_ply = replayed->last_ply();
  const auto position = games.position(game, ply.value_or(last_ply));
  if (!position) return std::nullopt;
  PictureMaker maker(*position, options);
  RecordMarks marks;  // its record outlives the picture
  if (options.marks) marks = marks_of(games, game, position->ply);
  maker.set_marks(std::move(marks.marks));
  Picture picture;
  if (options.pattern != nullptr) {
    const auto region = games.region(*position, game, *options.pattern);
    picture.has_pattern = region.has_value();
    maker.set_region(region);
  }
  if (options.last_moves > 0) {
    maker.set_numbers(last_moves(games, game, position->ply, options.last_moves));
  }
  if (options.caption) {
    for (const Game& row :
         engine.rows({game}, {"event", "date", "result", "winner_seat", "margin"})) {
      maker.set_caption(caption_of(row, games.names(game), *position, last_ply, replayed->flags));
    }
  }
  picture.svg = maker.draw();
  return picture;
}

Picture draw_picture(const Position& position, const PictureOptions& options) {
  PictureMaker maker(position, options);
  return {.svg = maker.draw()};
}

Picture draw_picture(PatternBoard board, const std::string& hand, const PictureOptions& options) {
  PictureOptions shown = options;
  shown.whole = false;
  shown.coordinates = options.coordinates && board.is_placed;
  PictureMaker maker(board.position, shown);
  maker.set_pattern(std::move(board.marks), board.part,
                    hand.empty() ? "" : fmt::format("in hand: {}", hand));
  return {.svg = maker.draw()};
}

}  // namespace ludex

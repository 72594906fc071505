#include "formats/wthor/wthor_writer.hpp"

#include "core/ascii.hpp"
#include "core/little_endian.hpp"
#include "formats/wthor/wthor_file.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kScoreByteAt = 6;
constexpr std::size_t kMostMoves = kWthorGameBytes - kWthorMovesAt;
constexpr std::size_t kDateBytes = 4, kCountAt = 4, kNamesAt = 8, kYearAt = 10, kDepthAt = 14;

int number_at(std::string_view text, std::size_t at, std::size_t digits) {
  return at < text.size() ? find_number<int>(text.substr(at, digits)).value_or(0) : 0;
}

/// The four bytes of a date "2005-10-08".
std::string date_bytes(std::string_view date) {
  const int year = number_at(date, 0, 4);
  return {static_cast<char>(year / 100), static_cast<char>(year % 100),
          static_cast<char>(number_at(date, 5, 2)), static_cast<char>(number_at(date, 8, 2))};
}

/// When the file of a game was made; the first day of the game's year where its row does not say,
/// or of the nearest year that readers take for one of a WTHOR file.
std::string made_of(const RowValues& row) {
  const int year = row.year() == 0 ? 2000 : std::clamp(row.year(), 1900, 2099);
  const std::string first_day = fmt::format("{:04}-01-01", year);
  const std::string_view made = row.property("made");
  return date_bytes(made.size() == first_day.size() ? made : first_day);
}

/// The header of a file without games yet.
std::string header_for(const RowValues& row) {
  std::string header = made_of(row);
  header.resize(kWthorHeaderBytes);
  store_little(header.data() + kYearAt, static_cast<std::uint16_t>(row.year()));
  header[12] = kWthorSide;
  header[kDepthAt] = static_cast<char>(find_number<int>(row.property("depth")).value_or(0));
  return header;
}

/// Why a game is not in the file.
enum class Refusal : std::uint8_t { other_game, other_board, other_start, illegal, no_score };
constexpr std::size_t kRefusals = 5;
constexpr std::array<std::string_view, kRefusals> kRefusalTexts = {
    "no game of Othello", "WTHOR holds boards of 8x8",
    "WTHOR games begin with the usual four discs", "WTHOR holds moves and passes by the rules only",
    "WTHOR holds no game without a score (resigned, on time, unknown)"};

/// Black's discs by the written result, the empty squares for the winner; none if it says no score.
std::optional<int> written_score(const GameResult& result) {
  if (result.winner == Winner::draw) return kWthorSquares / 2;
  if (result.winner != Winner::first && result.winner != Winner::second) return std::nullopt;
  if (!result.margin) return std::nullopt;
  const auto margin = static_cast<int>(std::lround(*result.margin));
  const bool is_exact = static_cast<double>(margin) == *result.margin;
  if (!is_exact || margin < 0 || margin > kWthorSquares || margin % 2 != 0) return std::nullopt;
  return kWthorSquares / 2 + (result.winner == Winner::first ? margin : -margin) / 2;
}

class OthelloAsWthor final : public RecordWriter {
 public:
  explicit OthelloAsWthor(Format from) : reader_(make_record_reader(from)) {}

  [[nodiscard]] bool counts_refusals() const override { return true; }

  std::optional<Problem> write(std::string_view text, TextForm form, Charset,
                               std::string& out) override {
    if (auto problem = reader_->read({.text = text, .form = form})) return problem;
    if (const auto refusal = translate(out)) {
      ++refused_[static_cast<std::size_t>(*refusal)];
      return Problem{ProblemKind::bad_syntax, -1, 0, {}};
    }
    other_games_ += reader_->game_count() - 1;
    return std::nullopt;
  }

  [[nodiscard]] std::vector<WriterLoss> losses() const override {
    std::vector<WriterLoss> losses;
    for (std::size_t i = 0; i < kRefusals; ++i) {
      if (refused_[i] == 0) continue;
      losses.push_back({refused_[i], "record", fmt::format("left out: {}", kRefusalTexts[i])});
    }
    const auto add = [&](std::uint64_t count, std::string what) {
      if (count > 0) losses.push_back({count, "game", std::move(what)});
    };
    add(other_games_, "left out: only the first game of a record is written");
    add(branched_, "written without variations, which WTHOR does not have");
    add(commented_, "written without comments, which WTHOR does not have");
    add(otherwise_passed_,
        "written with the passes that the rules require, not those of the record");
    add(otherwise_scored_, "written with the score that the board shows, not the written one");
    return losses;
  }

 private:
  /// The first game of the record.
  std::optional<Refusal> translate(std::string& out) {
    const GameInfo& info = reader_->info(0);
    if (info.game != GameType::othello) return Refusal::other_game;
    reader_->compile(0, script_, nullptr);
    if (info.size != BoardSize{kWthorSide, kWthorSide}) return Refusal::other_board;
    if (script_.first_illegal_ply >= 0) return Refusal::illegal;
    if (const auto refusal = write_moves(out)) return refusal;
    problems_.clear();
    read_wthor_game(out, game_, problems_);
    if (!problems_.empty() || !plays_the_same()) return Refusal::illegal;
    return write_score(info.result, out);
  }

  std::optional<Refusal> write_moves(std::string& out) {
    out.assign(kWthorGameBytes, '\0');
    movers_.clear();
    passes_.clear();
    steps_.clear();
    const GameRules& rules = *find_rules(GameType::othello);
    rules.append_steps(script_.ops, steps_);
    const auto start = rules.start_position({kWthorSide, kWthorSide}).cells;
    auto cells = start;
    for (const SequenceStep& step : steps_) {
      if (step.kind == SequenceStep::Kind::move) {
        if (cells != start) return Refusal::other_start;
        if (!write_move(step, out)) return Refusal::illegal;
      } else if (!movers_.empty() || !step.has_point) {
        return Refusal::other_start;  // discs were put on the board later
      } else {
        cells[step.point] = step.player;
      }
    }
    return cells == start ? std::nullopt : std::optional(Refusal::other_start);
  }

  bool write_move(const SequenceStep& step, std::string& out) {
    const auto kind = static_cast<MoveKind>(step.what);
    if (kind == MoveKind::pass) passes_.push_back(movers_.size());
    if (kind == MoveKind::pass) return true;
    if (kind != MoveKind::stone || movers_.size() == kMostMoves) return false;
    const auto point = static_cast<int>(step.point);
    out[kWthorMovesAt + movers_.size()] =
        static_cast<char>((point / kWthorSide + 1) * 10 + point % kWthorSide + 1);
    movers_.push_back(static_cast<Player>(step.player));
    return true;
  }

  /// A reader of WTHOR restores passes by the rules: the same players must have made the moves.
  [[nodiscard]] bool plays_the_same() const {
    std::size_t at = 0;
    for (const WthorGame::Turn& turn : game_.turns) {
      if (turn.square && turn.player != movers_[at++]) return false;
    }
    return at == movers_.size();
  }

  /// A record may omit passes, or have some after the end.
  [[nodiscard]] bool passes_the_same() const {
    std::size_t moves = 0;
    auto pass = passes_.begin();
    for (const WthorGame::Turn& turn : game_.turns) {
      if (turn.square) {
        ++moves;
      } else if (pass == passes_.end() || *pass++ != moves) {
        return false;
      }
    }
    return pass == passes_.end();
  }

  std::optional<Refusal> write_score(const GameResult& result, std::string& out) {
    const auto written = written_score(result);
    const auto score = game_.is_over ? game_.board_score() : written;
    if (!score) return Refusal::no_score;
    otherwise_scored_ += written && *written != *score ? 1 : 0;
    out[kScoreByteAt] = out[kScoreByteAt + 1] = static_cast<char>(*score);
    otherwise_passed_ += passes_the_same() ? 0 : 1;
    branched_ += script_.branches > 0 ? 1 : 0;
    comments_.clear();
    reader_->append_node_text(0, comments_);
    commented_ += comments_.empty() && reader_->info(0).comment.empty() ? 0 : 1;
    return std::nullopt;
  }

  std::unique_ptr<RecordReader> reader_;
  ReplayScript script_;
  WthorGame game_;
  std::vector<SequenceStep> steps_;
  std::vector<Player> movers_;       // without passes
  std::vector<std::size_t> passes_;  // each as the number of moves before it
  std::vector<Problem> problems_;
  std::string comments_;
  std::array<std::uint64_t, kRefusals> refused_{};
  std::uint64_t branched_ = 0, commented_ = 0, otherwise_scored_ = 0, otherwise_passed_ = 0;
  std::uint64_t other_games_ = 0;
};

class WthorCopy final : public RecordWriter {
 public:
  std::optional<Problem> write(std::string_view text, TextForm, Charset,
                               std::string& out) override {
    if (text.size() != kWthorGameBytes) return Problem{ProblemKind::bad_syntax, -1, 0, {}};
    out = text;
    return std::nullopt;
  }
};

/// U+0080 to U+00FF, and the other characters of windows-1252; none if it lacks one.
std::optional<std::string> in_windows_1252(const std::string& name) {
  std::string bytes;
  if (append_in_charset(Charset::windows_1252, name, "?", bytes) > 0) return std::nullopt;
  // Readers take what is UTF-8 for UTF-8.
  return is_ascii(bytes) || !is_utf8(bytes) ? std::optional(bytes) : std::nullopt;
}

/// A list of names in the order of their numbers.
class NumberedNames {
 public:
  NumberedNames(std::string_view nobody, std::size_t place_bytes, std::string_view noun)
      : place_bytes_(place_bytes), noun_(noun) {
    bytes_ = nobody;
    bytes_.resize(place_bytes);
  }

  /// 0 for an empty one. \throws Error for more than WTHOR can count
  std::uint16_t number_of(const std::string& name) {
    if (name.empty()) return 0;
    const auto [known, is_new] =
        numbers_.try_emplace(name, static_cast<std::uint32_t>(numbers_.size() + 1));
    if (known->second > std::numeric_limits<std::uint16_t>::max() - 1U) {
      throw Error(fmt::format("too many {} for WTHOR, which has numbers for 65,534", noun_));
    }
    if (is_new) add(name);
    return static_cast<std::uint16_t>(known->second);
  }

  /// \param date  the four bytes of a header
  [[nodiscard]] std::string file(const std::string& date) const {
    std::string file = date;
    file.resize(kWthorHeaderBytes);
    store_little(file.data() + kNamesAt, static_cast<std::uint16_t>(numbers_.size() + 1));
    return file + bytes_;
  }

  [[nodiscard]] std::uint64_t cut() const { return cut_; }
  [[nodiscard]] std::uint64_t in_utf8() const { return in_utf8_; }

 private:
  void add(const std::string& name) {
    const auto latin = in_windows_1252(name);
    in_utf8_ += latin ? 0 : 1;
    std::string text = latin.value_or(name);
    if (const std::size_t most = place_bytes_ - 1; text.size() > most) {  // a NUL stands after it
      text.resize(most);
      if (!latin) text.resize(utf8_prefix(text));
      ++cut_;
    }
    text.resize(place_bytes_);
    bytes_ += text;
  }

  std::size_t place_bytes_;
  std::string_view noun_;
  std::string bytes_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::uint64_t cut_ = 0, in_utf8_ = 0;
};

class WthorBinder final : public RecordBinder {
 public:
  [[nodiscard]] bool takes(const RowValues& row) override {
    const bool is_dated = row.year() > 0;
    undated_ += is_dated ? 0 : 1;
    shortened_dates_ += is_dated && !row.is_year_only ? 1 : 0;
    return is_dated;
  }

  void append(std::string_view record, const RowValues& row, RecordStream& stream) override {
    std::string game(record);
    store_little(game.data(), events_.number_of(row.event));
    store_little(game.data() + 2, players_.number_of(row.black));
    store_little(game.data() + 4, players_.number_of(row.white));
    made_ = std::max(made_, made_of(row));
    append_wthor_game(game, row, stream);
  }

  [[nodiscard]] std::vector<BesideFile> beside() const override {
    const std::string made = made_.empty() ? date_bytes("2000-01-01") : made_;
    return {{".jou", players_.file(made)}, {".trn", events_.file(made)}};
  }

  [[nodiscard]] std::vector<WriterLoss> losses() const override {
    std::vector<WriterLoss> losses;
    const auto add = [&](std::uint64_t count, std::string_view noun, std::string what) {
      if (count > 0) losses.push_back({count, noun, std::move(what)});
    };
    add(undated_, "game", "left out: WTHOR holds no game without a year");
    add(shortened_dates_, "date", "written as a year, all that WTHOR has");
    add(players_.cut() + events_.cut(), "name",
        "cut to the 19 bytes of players, 25 of tournaments");
    add(players_.in_utf8() + events_.in_utf8(), "name",
        "written in UTF-8, which other programs may show wrongly");
    return losses;
  }

 private:
  NumberedNames players_{"???", kWthorPlayerBytes, "players"};
  NumberedNames events_{"Diverses parties", kWthorEventBytes, "tournaments"};
  std::string made_;  // four bytes of a header, the latest
  std::uint64_t undated_ = 0, shortened_dates_ = 0;
};

}  // namespace

std::unique_ptr<RecordWriter> make_wthor_writer(Format from) {
  if (from == Format::wthor) return std::make_unique<WthorCopy>();
  return std::make_unique<OthelloAsWthor>(from);
}

std::unique_ptr<RecordBinder> make_wthor_binder() { return std::make_unique<WthorBinder>(); }

void append_wthor_game(std::string_view game, const RowValues& row, RecordStream& stream) {
  const std::string header = header_for(row);
  constexpr std::size_t kMostHeldBytes = 32 * 1024 * 1024;
  if (!stream.begun) {
    stream.text = stream.head = header;
    stream.begun = stream.is_counted = true;
  } else if (stream.text.size() < kWthorHeaderBytes || stream.text.size() > kMostHeldBytes) {
    throw Error("too many games for one WTHOR file; write several with `split`");
  } else if (stream.head.substr(kYearAt, 2) != header.substr(kYearAt, 2)) {
    throw Error(
        "a WTHOR file holds the games of one year; write a file for each with `split` year");
  }
  char* const bytes = stream.text.data();
  if (header.substr(0, kDateBytes) > stream.text.substr(0, kDateBytes)) {
    stream.text.replace(0, kDateBytes, header, 0, kDateBytes);
  }
  bytes[kDepthAt] = std::min(bytes[kDepthAt], header[kDepthAt]);
  store_little(bytes + kCountAt, load_little<std::uint32_t>(bytes + kCountAt) + 1);
  stream.text += game;
}

}  // namespace ludex

#include "formats/kif/kif_file.hpp"
#include "formats/kif/kif_lines.hpp"
#include "formats/kif/kif_position_text.hpp"
#include "formats/kif/kif_room.hpp"
#include "formats/kif/kif_splitter.hpp"
#include "formats/shogi/shogi_record_reader.hpp"
#include "formats/text_lines.hpp"

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kEndings[] = {".kif", ".kifu"};
constexpr PositionNotation kPositions[] = {{is_kif_position, read_kif_position}};

constexpr std::string_view kLines =
    "a line is a header (KEY：VALUE), a diagram, a move, a variation, a comment (*), a bookmark "
    "(&) "
    "or a remark (#)";
constexpr std::string_view kEncoding = "#KIF encoding= names the charset of the bytes";

// KIF and KI2 have all of this in common but the form of moves.
constexpr Rule kRules[] = {
    {bad_syntax, "", "lines", kLines},
    {stray_text, "", "lines", kLines},
    {no_node, "", "lines", "a record holds headers, a diagram or moves"},
    {misplaced_property, "", "lines", "headers and the diagram stand before the moves"},
    {bad_syntax, "move", "moves", "destination, piece, 成 or 打, and the origin: ７六歩(77)"},
    {bad_syntax, "end", "moves", "nothing follows 投了 and the other ends of a line"},
    {bad_number, "ply", "moves", "moves are numbered from 1 on"},
    {bad_time, "", "moves", "the time of the move, and of all its player's: ( 0:16/00:00:16)"},
    {bad_syntax, "variation", "variations", "変化：N手 goes back to a move that there is"},
    {bad_syntax, "diagram", "diagram", "nine ranks of nine squares, each of two columns"},
    {bad_syntax, "hand", "diagram", "pieces, and how many: 飛　角二　歩十七"},
    {bad_number, "hand", "diagram", "no more of a piece than a set has"},
    {bad_handicap, "", "手合割", "平手, 香落ち, ..., or その他 with a diagram"},
    {bad_date, "", "開始日時", "written YYYY/MM/DD, the time of day after it"},
    {bad_charset, "", "encoding", kEncoding},
    {wrong_charset, "", "encoding", kEncoding},
    {unknown_charset, "", "encoding", kEncoding},
};

/// Shogi, moves with their origins.
class KifFormat final : public KifRoom {
 public:
  KifFormat()
      : KifRoom({.name = "kif",
                 .title = "KIF",
                 .endings = kEndings,
                 .line_mark = {"#"},
                 .joining = {.runs_on = RunsOn::always},
                 .positions = kPositions},
                Format::kif, KifDialect::kif) {}

  [[nodiscard]] std::optional<GameType> game_of_move(std::string_view word) const override {
    return is_kif_move(word) ? std::optional(GameType::shogi) : std::nullopt;
  }
};

}  // namespace

bool KifRoom::holds(std::string_view head) const { return kif_dialect_of(head) == dialect_; }

bool KifRoom::begins_record(std::string_view text, bool) const {
  return dialect_ == KifDialect::kif && text.starts_with("#KIF version");
}

std::unique_ptr<Splitter> KifRoom::make_splitter(const SplitOptions& options,
                                                 std::string_view head) const {
  return std::make_unique<KifSplitter>(format_, options, head);
}

std::unique_ptr<RecordReader> KifRoom::make_reader(const ReadOptions& options) const {
  return std::make_unique<ShogiRecordReader>(options, parse_kif);
}

std::unique_ptr<RecordWriter> KifRoom::make_writer(std::string_view version) const {
  return make_shogi_writer(parse_kif, version);
}

std::unique_ptr<RecordWriter> KifRoom::make_converter(Format to, std::string_view version) const {
  return make_shogi_converter(parse_kif, to, version);
}

void KifRoom::write_game(const ShogiGame& game, std::string& out, ShogiLosses& losses) const {
  write_game_in(Charset::utf8, game, out, losses);
}

bool KifRoom::writes_in(Charset charset) const {
  return charset == Charset::utf8 || charset == Charset::shift_jis;
}

void KifRoom::write_game_in(Charset charset, const ShogiGame& game, std::string& out,
                            ShogiLosses& losses) const {
  losses.missing_characters += write_kif_file(game, dialect_, charset, out, losses);
}

std::vector<RuleBook> KifRoom::rule_books(const RuleScope&) const { return {{title, kRules}}; }

const FormatRoom& kif_format() {
  static const KifFormat format;
  return format;
}

}  // namespace ludex
